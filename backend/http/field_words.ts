import type * as z from "zod/mini";

/** People's word for a field, and what to do when it is missing or wrong. */
type Words = readonly [name: string, ask: string];

/** For fields that only programs send: a person who reads this has an old page. */
const RELOAD = "Something in this request is missing or wrong. Please reload the page and try again.";

/** The fields that people fill in or choose. A new one comes with its words; the others get RELOAD. */
const WORDS: Readonly<Record<string, Words>> = {
  accountName: ["The account name", "Enter the account name."],
  actor: ["The actor", "Enter the whole actor, such as visitor or user: and an id."],
  address: ["The address", "Enter your address."],
  album: ["The album", "Enter the album's name."],
  amount: ["The amount", "Please enter a valid amount"],
  artist: ["The artist", "Enter the artist's name."],
  artistId: ["The artist", "Choose an artist."],
  artistName: ["The artist name", "Enter your artist name."],
  at: ["The day", "Enter a day, such as 2026-11-22."],
  audioFile: ["The audio file", "Choose an audio file."],
  bio: ["Your bio", "Enter your bio as text."],
  changes: ["The rules", "Change at least one rule."],
  city: ["The city", "Enter your city."],
  confirmPassword: ["The password", "Enter the password again."],
  country: ["The country", "Enter your country."],
  coverImage: ["The cover image", "Choose a cover image."],
  currentPassword: ["The password", "Enter your current password."],
  downloadable: ["Downloads", "Choose whether people may download this song."],
  duration: ["The length", "Choose the audio file again so Orin can read its length."],
  durationPlayed: ["The time played", "Enter the minutes played: more than 0, at most a day."],
  earlyAccessUntil: ["The end of early access", "Please enter a date and a time"],
  effectiveFrom: ["The start", "Please enter a date and a time"],
  email: ["The email address", "Please enter a valid email address"],
  facebookProfile: ["The Facebook profile", "Enter your Facebook name or its address, or leave the field empty."],
  firstName: ["The first name", "Enter a first name."],
  format: ["The format", "Choose a format from the list."],
  from: ["The first day", "Enter the first day, such as 2026-11-01."],
  genre: ["The genre", "Choose a genre from the list."],
  instagramHandle: ["The Instagram handle", "Enter your Instagram name or its address, or leave the field empty."],
  isAdmin: ["The role", "Choose whether this person is an admin."],
  isContactPublic: ["Your contact details", "Choose whether others see your contact details."],
  isNamePublic: ["Your full name", "Choose whether others see your full name."],
  isNamed: ["Your name", "Choose whether others see your name."],
  isPublic: ["The playlist", "Choose whether others may open this playlist."],
  lastName: ["The last name", "Enter a last name."],
  liked: ["Your like", "Choose whether you like this comment."],
  limit: ["The number", "Ask for fewer entries, but at least one."],
  linkedinProfile: ["The LinkedIn profile", "Enter your LinkedIn name or its address, or leave the field empty."],
  message: ["The message", "Write your message as text."],
  month: ["The month", "Choose a month, such as 2026-11."],
  name: ["The name", "Enter a name."],
  newPassword: ["The password", "Enter a new password."],
  notifications: ["Notifications", "Choose whether you want notifications."],
  order: ["The order", "Choose an order: ascending or descending."],
  outcome: ["The outcome", "Choose whether it was paid or returned."],
  page: ["The page", "Choose a page, 1 or higher."],
  password: ["The password", "Enter a password."],
  phone: ["The phone number", "Enter a phone number."],
  places: ["The entries", "Choose at least one entry, and at most 50."],
  playlistId: ["The playlist", "Choose a playlist."],
  profilePicture: ["The picture", "Choose a picture."],
  q: ["The search", "Type what you are looking for."],
  quality: ["The sound quality", "Choose a sound quality from the list."],
  query: ["The search", "Type what you are looking for."],
  reason: ["The reason", "Please say why"],
  rememberMe: ["Remember me", "Choose whether to stay logged in."],
  role: ["The role", "Choose Listener or Creator."],
  search: ["The search", "Type what you are looking for."],
  sort: ["The order", "Choose a column to sort by."],
  stateProvince: ["The state", "Enter your state or province."],
  status: ["The status", "Choose a status from the list."],
  subject: ["The subject", "Enter a subject."],
  title: ["The title", "Enter a title."],
  to: ["The last day", "Enter the last day, such as 2026-11-22."],
  trackId: ["The song", "Choose a song."],
  trackIds: ["The songs", "Choose at most 1,000 songs."],
  trackNumber: ["The track number", "Enter the song's place on the album, from 1 to 999."],
  twitterHandle: ["The Twitter handle", "Enter your Twitter name or its address, or leave the field empty."],
  type: ["The type", "Choose a type from the list."],
  unit: ["The unit", "Choose a unit from the list."],
  zipPostalCode: ["The postal code", "Enter your ZIP or postal code."],
};

/**
 * The sentence for a value that a schema refuses without words of its own: it says what to do, and never names the field
 * by its name in the code.
 */
export function wordsFor(issue: z.core.$ZodRawIssue): string {
  const known = fieldWords(nameIn(issue.path ?? []));
  if (!known) return RELOAD;
  const [name, ask] = known;
  return issue.code === "too_big" && issue.origin === "string" ? tooLong(name, Number(issue.maximum)) : ask;
}

/** The same for a form's field that is too long. */
export function wordsForLong(field: string, most: number): string {
  return tooLong(fieldWords(field)?.[0] ?? "A field", most);
}

/** What to do about a field that is missing. */
export function askFor(field: string): string {
  return fieldWords(field)?.[1] ?? RELOAD;
}

function tooLong(name: string, most: number): string {
  return `${name} is too long: at most ${most.toLocaleString("en-NG")} characters.`;
}

/** A name from a request may be any word, even one that every object has, such as `constructor`. */
function fieldWords(field: string): Words | undefined {
  return Object.hasOwn(WORDS, field) ? WORDS[field] : undefined;
}

/** The nearest name: an entry of a list has the list's name. */
function nameIn(path: readonly PropertyKey[]): string {
  return path.findLast((key) => typeof key === "string") ?? "";
}

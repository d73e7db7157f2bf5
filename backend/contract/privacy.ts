/** Personal things that answers can hold, and what the privacy page calls them. */
export const PERSONAL_WORDS = {
  id: "the number of your account",
  firstName: "your first name",
  lastName: "your last name",
  artistName: "your artist name",
  picture: "your picture",
  email: "your email",
  phone: "your phone number",
  address: "your address",
  city: "your city",
  bio: "your bio",
  comment: "your words",
  message: "your message",
  playlist: "the playlist's name and description",
  zip: "your postal code",
  account: "the number and the owner's name of your bank account",
  time: "the time",
} as const;
export type Personal = keyof typeof PERSONAL_WORDS;

/** Who looks. Artists and admins see what everybody sees, too. */
export const VIEWERS = {
  everybody: "Everyone, even without an account",
  artists: "The artist you play, follow or give to",
  admins: "Orin's admins",
} as const;
export type Viewer = keyof typeof VIEWERS;

/** Of whom something is seen. Who does several things is seen in all of these ways. */
export type DataSubject =
  | "account"
  | "commenter"
  | "playlist owner"
  | "premium giver"
  | "artist"
  | "artist with public contacts"
  | "artist with public name"
  | "hidden listener"
  | "named listener"
  | "anonymous giver"
  | "named giver"
  | "sharing artist"
  | "artist with a team"
  | "team member"
  | "withdrawer";

/** One line of the privacy page: what one kind of viewer sees of a person. */
export interface Disclosure {
  readonly viewer: Viewer;
  readonly of: DataSubject;
  /** How the line begins. */
  readonly when: string;
  readonly fields: readonly Personal[];
  /** What is seen beside the fields. */
  readonly also?: readonly string[];
  /** A sentence at the end. */
  readonly note?: string;
}

/**
 * What the service answers about other people than the caller: all of it. A call's declaration names its lines
 * (`shows`), the privacy page renders them, and `privacy_test.ts` holds them to what every call answers, both ways.
 */
export const DISCLOSURES = {
  comments: {
    ...{ viewer: "everybody", of: "commenter", when: "You comment" },
    fields: ["firstName", "picture", "id", "comment", "time"],
  },
  commentLikes: {
    ...{ viewer: "everybody", of: "named listener", when: "You like a comment, with “Show my name to artists” on" },
    fields: ["id"],
    note: "With it off, you only count as a number.",
  },
  publicPlaylist: {
    ...{ viewer: "everybody", of: "playlist owner", when: "You make a playlist public" },
    fields: ["playlist", "time"],
    also: ["its songs"],
    note: "Nothing of you, unless you are an artist: then your artist name.",
  },
  playlistLink: {
    ...{
      viewer: "everybody",
      of: "playlist owner",
      when: "You send a link that lets people add songs to your playlist",
    },
    fields: ["firstName", "playlist"],
    also: ["covers of its songs"],
    note: "Only those who have the link. Those who add songs to one playlist see each other's first names.",
  },
  premiumGift: {
    ...{ viewer: "everybody", of: "premium giver", when: "You give Premium" },
    fields: ["firstName"],
    note: "Only those who have the link, in the email with it, too. You never see which account used it.",
  },
  artistPage: {
    ...{ viewer: "everybody", of: "artist", when: "You are an artist: your page and your songs" },
    fields: ["artistName", "picture", "bio", "city", "id"],
    also: ["your state", "your country", "your links", "counts"],
  },
  shareLink: {
    ...{ viewer: "everybody", of: "sharing artist", when: "You send a link that shares a song's income" },
    fields: ["artistName"],
    also: ["the song", "the share"],
    note: "Only those who have the link.",
  },
  teamLink: {
    ...{ viewer: "everybody", of: "artist with a team", when: "You are an artist, and ask someone into your team" },
    fields: ["artistName", "picture", "id"],
    also: ["the role"],
    note: "Only those who have the link. Who is in your team, your team alone sees.",
  },
  teamMember: {
    ...{ viewer: "artists", of: "team member", when: "You work in an artist's team" },
    fields: ["id", "firstName", "lastName", "time"],
    also: ["your role", "what you have done for the artist"],
    note: "The whole team sees your name and role; what you have done, the artist and managers see.",
  },
  sharedIncome: {
    ...{ viewer: "artists", of: "sharing artist", when: "You are an artist, and share a song's income" },
    fields: ["artistName", "picture", "id", "message", "time"],
    also: ["the shares of the song that you have together"],
    note: "Artists find each other by name. Why you dispute a share, the other side reads.",
  },
  disputedShare: {
    ...{ viewer: "admins", of: "sharing artist", when: "You dispute a share of a song" },
    fields: ["artistName", "id", "message", "time"],
    also: ["the song", "the share", "what is held"],
  },
  publicContacts: {
    ...{
      viewer: "everybody",
      of: "artist with public contacts",
      when: "You are an artist and show your email and phone",
    },
    fields: ["email", "phone"],
  },
  publicName: {
    ...{ viewer: "everybody", of: "artist with public name", when: "You are an artist and show your full name" },
    fields: ["firstName", "lastName"],
  },
  hiddenListening: {
    ...{ viewer: "artists", of: "hidden listener", when: "You play or follow, with “Show my name to artists” off" },
    fields: [],
    also: ["“A listener”", "the song", "the day"],
  },
  listenerGroups: {
    ...{ viewer: "artists", of: "hidden listener", when: "You play their songs: among all their listeners" },
    fields: [],
    also: [
      "how many are in which state, by the addresses of profiles or the networks of log-ins",
      "how many are of which age, of those who told it",
      "which parts of a song they hear",
    ],
    note: "Only in groups of five people or more, rounded, of whole months or quarter years: never who they are.",
  },
  namedListening: {
    ...{ viewer: "artists", of: "named listener", when: "You play or follow, with “Show my name to artists” on" },
    fields: ["firstName", "picture", "id", "time"],
    also: ["the song"],
  },
  commentsToArtists: {
    ...{ viewer: "artists", of: "commenter", when: "You comment on them or their songs: among their news, too" },
    fields: ["firstName", "picture", "id", "comment", "time"],
  },
  anonymousGifts: {
    ...{ viewer: "artists", of: "anonymous giver", when: "You give anonymously" },
    fields: ["message", "time"],
    also: ["“Anonymous”", "the amount"],
  },
  namedGifts: {
    ...{ viewer: "artists", of: "named giver", when: "You give with your name" },
    fields: ["firstName", "message", "time"],
    also: ["the amount"],
  },
  account: {
    ...{ viewer: "admins", of: "account", when: "You have an account" },
    fields: ["firstName", "lastName", "email", "phone", "address", "id"],
    also: ["when you joined", "your role"],
  },
  waitingDecision: {
    ...{ viewer: "admins", of: "account", when: "Something about you waits for a decision of an admin" },
    fields: ["firstName", "lastName", "artistName", "playlist", "time"],
    also: ["what it is", "the amount"],
  },
  giftsToAdmins: {
    ...{ viewer: "admins", of: "account", when: "You give or get a gift" },
    fields: ["firstName", "lastName", "id", "time"],
    also: ["the amount"],
    note: "Opening it is recorded.",
  },
  cardDispute: {
    ...{ viewer: "admins", of: "account", when: "Your bank asks back what you paid by card" },
    fields: ["firstName", "lastName", "id", "time"],
    also: ["the amount", "how many plays and devices you have"],
    note: "Opening it is recorded.",
  },
  accountLookup: {
    ...{ viewer: "admins", of: "account", when: "They look into an account" },
    fields: ["time"],
    also: ["your plays", "your devices and sessions", "your Available Balance", "notes of admins"],
  },
  premiumPayment: {
    ...{ viewer: "admins", of: "account", when: "You pay for Premium" },
    fields: ["firstName", "lastName", "id", "time"],
    also: ["the amount"],
  },
  withdrawal: {
    ...{ viewer: "admins", of: "withdrawer", when: "You withdraw" },
    fields: ["account"],
    also: ["the amount", "your listening by song, day and device"],
    note: "It shows real listening from cheating.",
  },
  similarSong: {
    ...{ viewer: "admins", of: "artist", when: "A song of yours sounds like one of another artist" },
    fields: ["artistName", "id"],
    also: ["both songs, and when they were uploaded"],
  },
  earningsAppeal: {
    ...{ viewer: "admins", of: "account", when: "You write to us about your earnings" },
    fields: ["message", "id", "time"],
    also: ["what we hold or took back", "the accounts that yours is linked with"],
    note: "Opening your message is recorded.",
  },
  moderationCase: {
    ...{ viewer: "admins", of: "account", when: "Something of yours is reported or claimed, or you appeal" },
    fields: ["firstName", "lastName", "artistName", "picture", "comment", "playlist", "message", "id", "time"],
    also: ["what people say about it, and what we decide"],
    note: "Opening it is recorded. Who reports is named to nobody.",
  },
  suspensionAppeal: {
    ...{ viewer: "admins", of: "account", when: "We suspend your account, and you appeal" },
    fields: ["firstName", "lastName", "message", "id", "time"],
    also: ["why we did, and what we answered"],
    note: "Opening your message is recorded. Another admin than the one who decided answers.",
  },
  record: {
    ...{ viewer: "admins", of: "account", when: "You do anything: the record of everything that happened" },
    fields: ["id", "time", "picture", "artistName", "bio", "city", "playlist"],
  },
  recordNames: {
    ...{ viewer: "admins", of: "account", when: "They look into that record" },
    fields: ["firstName", "lastName"],
    note: "Looking is recorded, with the names that were shown.",
  },
  sealedRecord: {
    ...{ viewer: "admins", of: "account", when: "They open sealed parts of the record, which is recorded, too" },
    fields: [
      ...["firstName", "lastName", "email", "phone", "address", "comment", "message", "account"] as const,
    ],
  },
} as const satisfies Readonly<Record<string, Disclosure>>;
export type DisclosureName = keyof typeof DISCLOSURES;

import { setHeart } from "../../social/heart/set.ts";
import { likeComment, rewriteComment, writeComment } from "../../social/comment/comment.ts";
import { addToPlaylist, defaultPlaylistId, makePlaylist } from "../../catalogue/playlist/change.ts";
import type { Deps } from "../../deps.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { DemoAccount, DemoAccounts } from "./accounts.ts";
import type { SeedClock } from "./clock.ts";
import type { SeedTrack } from "./plays.ts";

const METADATA = { actor: "system:demo" };
const OPTIONS = { logs: ["social"] as const, metadata: METADATA };
const MINUTE_MS = 60_000;

/** The comments; each belongs to the artist or track at its place in the list. */
const COMMENTS = [
  "Ẹ káre! This one deserves to be on every radio in Lagos.",
  "The talking drum in the second half, I can't even breathe.",
  "First time I hear you. Now I have heard everything you have 😅",
  "My grandmother knows this rhythm. She stood up and danced.",
  "On repeat since Monday. The bus to Yaba has never been shorter.",
  "Please come to Port Harcourt!",
  "Wallahi this is sweet. Allah ya kara basira.",
  "Nnọọ! Igbo kwenu! What a chorus.",
  "The mix is so clean, even on my small phone.",
  "Who else is here before it blows?",
  "Ó dùn mọ́ mi gan-an. Thank you for keeping the tones right.",
  "I used the tokens from this song to load my data 😂",
  "More of this, please. And longer!",
  "Played it at my sister's wedding. Nobody sat down.",
  "The bass line is a conversation.",
  "This should have been on the album.",
  "I cried a little, I will not lie.",
  "Abeg, when is the live session?",
] as const;

/** Replies to some of them, by their place; the second of two answers the first. */
const REPLIES: { readonly [place: number]: readonly string[] } = {
  1: ["That drum is my uncle's! I was there when they recorded it.", "Greet him for us. He made my week."],
  5: ["And Calabar after that, please."],
  8: ["Same here. My earphones cost 900 naira and I hear every shaker."],
  11: ["See wisdom 😂 I am doing this today.", "Tokens for data for tokens. Perfect circle."],
  14: ["And the answer comes in the last chorus!"],
  17: ["I will bring my whole street."],
};

export interface SeedCommunity {
  readonly accounts: DemoAccounts;
  readonly creatorIds: readonly string[];
  readonly tracks: readonly SeedTrack[];
}

/** The number of parts of the demo's weeks that have comments. */
const PARTS = 3;

/**
 * Comments and likes of one part of the demo's weeks, a few minutes apart. Command ids follow from fixed ids, so a
 * seed that was interrupted writes nothing twice.
 */
export async function seedComments(
  deps: Deps,
  clock: SeedClock,
  { accounts, creatorIds, tracks, part }: SeedCommunity & { readonly part: number },
): Promise<void> {
  const people = peopleOf(accounts);
  for (const [index, content] of COMMENTS.entries()) {
    if (index % PARTS !== part) continue;
    const author = people[index * 5 % people.length];
    const artistId = creatorIds[index * 3 % creatorIds.length];
    const trackId = tracks[index * 7 % tracks.length]?.trackId;
    if (!author || artistId === undefined || trackId === undefined) continue;
    clock.set(Math.min(clock.end, clock.now + 7 * MINUTE_MS));
    // In the last part every track is out.
    const target = part === PARTS - 1 ? { trackId } : { artistId };
    const commandId = derivedId(author.userId, `comment ${index}`);
    const comment = { authorId: author.userId, content, ...target };
    const { commentId } = await writeComment(deps, comment, { metadata: METADATA, commandId });
    const admirers = people.filter((one, place) => one !== author && (place * 3 + index) % 4 === 0);
    for (const { userId } of admirers) {
      await deps.store.execute(likeComment, { commentId, userId, liked: true }, OPTIONS);
    }
    await seedReplies(deps, clock, { people, author, target, commentId, index });
    if (index % 6 !== 4) continue;
    clock.set(Math.min(clock.end, clock.now + 3 * MINUTE_MS));
    const edit = { commentId, authorId: author.userId, content: `${content} (And the cover is beautiful!)` };
    await rewriteComment(deps, edit, { metadata: METADATA });
  }
}

async function seedReplies(
  deps: Deps,
  clock: SeedClock,
  { people, author, target, commentId, index }: {
    people: readonly DemoAccount[];
    author: DemoAccount;
    target: { trackId: string } | { artistId: string };
    commentId: string;
    index: number;
  },
): Promise<void> {
  let replyTo = commentId;
  const others = people.filter((one) => one !== author);
  for (const [place, content] of (REPLIES[index] ?? []).entries()) {
    const writer = others[(index + place) % others.length];
    if (!writer) continue;
    clock.set(Math.min(clock.end, clock.now + 4 * MINUTE_MS));
    const commandId = derivedId(writer.userId, `reply ${index} ${place}`);
    const reply = { authorId: writer.userId, content, ...target, replyTo };
    replyTo = (await writeComment(deps, reply, { metadata: METADATA, commandId })).commentId;
  }
}

/** Everyone's hearts and default list, and the named lists of people with Premium. */
export async function seedCollections(deps: Deps, { accounts, creatorIds, tracks }: SeedCommunity): Promise<void> {
  const people = peopleOf(accounts);
  for (const [at, person] of people.entries()) {
    const liked = tracks.filter((_, index) => (index * 5 + at * 3) % 7 === 0);
    for (const { trackId: targetId } of liked) await heart(deps, person, { kind: "track", targetId });
    const favourites = creatorIds.filter((_, index) => (index + at) % 4 === 0);
    for (const targetId of favourites) await heart(deps, person, { kind: "artist", targetId });
  }
  await fillDefault(deps, accounts.listener, tracks.filter((_, index) => index % 4 === 1));
  await fillDefault(deps, accounts.premium, tracks.filter((_, index) => index % 5 === 2));
  for (const [name, isPublic, every] of [["Owambe Saturday", true, 3], ["Òwúrọ̀: slow mornings", false, 4]] as const) {
    const trackIds = tracks.filter((_, index) => index % every === 0).map((track) => track.trackId);
    const playlistId = playlistIdFor(accounts.premium.userId, name);
    const commandId = derivedId(playlistId, "make");
    const list = { playlistId, name, isPublic, trackIds, metadata: METADATA, commandId };
    await makePlaylist(deps, accounts.premium.userId, list);
  }
}

async function fillDefault(deps: Deps, { userId }: DemoAccount, tracks: readonly SeedTrack[]): Promise<void> {
  const playlistId = defaultPlaylistId(userId);
  for (const { trackId } of tracks) {
    await deps.store.execute(addToPlaylist, { playlistId, asking: { userId, isPremium: false }, trackId }, OPTIONS);
  }
}

async function heart(
  deps: Deps,
  { userId }: DemoAccount,
  target: { kind: "track" | "artist"; targetId: string },
): Promise<void> {
  await deps.store.execute(setHeart, { userId, ...target, wanted: true }, OPTIONS);
}

/** No default list has this id: those derive from another word. */
function playlistIdFor(userId: string, name: string): string {
  return derivedId(userId, `playlist ${name}`);
}

function peopleOf({ listener, premium, listeners }: DemoAccounts): DemoAccount[] {
  return [listener, premium, ...listeners];
}

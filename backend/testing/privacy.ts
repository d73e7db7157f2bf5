import { giftsFrom } from "../../projections/gifts/gifts.ts";
import { noteGiftDispute } from "../gifts/dispute.ts";
import { giftLogs, placesOf } from "../gifts/group.ts";
import { suspend } from "../accounts/account/suspend.ts";
import { ModerationLinks } from "../moderation/link_token.ts";
import { suspensionName } from "../moderation/suspension/token.ts";
import { changeSettings } from "../accounts/account/change_settings.ts";
import { setPicture } from "../accounts/picture/set_picture.ts";
import { setCreatorPicture } from "../catalogue/artist/set_picture.ts";
import { matchIdOf } from "../catalogue/duplicate/duplicates.ts";
import { uploadTrack } from "../catalogue/upload/upload.ts";
import type { Role } from "../contract/accounts.ts";
import { newId } from "../contract/ids.ts";
import type { DataSubject, Personal } from "../contract/privacy.ts";
import { makePlaylist } from "../catalogue/playlist/change.ts";
import { seedGift, seedWithdrawal } from "../demo/seed/money.ts";
import { addPerson, deliver } from "./people_fixtures.ts";
import { paymentReference } from "../contract/payment_reference.ts";
import { type PremiumGiftStarted, premiumGiftStream, sealedSeatField } from "../subscriptions/gift/events.ts";
import { TeamTokens } from "../team/invitation.ts";
import { SeatTokens } from "../subscriptions/gift/link.ts";
import { freeze } from "../wallet/settling/freeze.ts";
import { settleGiftsOf } from "./settling.ts";
import { openTestListeners, type TestListeners } from "./listeners.ts";
import { givePremium } from "./premium.ts";

const METADATA = { actor: "system:test" };
const MINUTE_MS = 60_000;

/** A person who cannot be mistaken for another one: each of their personal things is found in any text by its marks. */
export interface MarkedPerson {
  readonly userId: string;
  readonly token: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly seenAs: readonly DataSubject[];
  readonly marks: Partial<Record<Personal, string[]>>;
}

export interface TestPrivacy extends AsyncDisposable {
  readonly test: TestListeners;
  /** In all the ways in which people are seen. */
  readonly people: readonly MarkedPerson[];
  /** The viewers: no one is in both. */
  readonly viewers: { readonly listener: string; readonly artist: string; readonly admin: string };
  readonly ids: Record<
    | "artist"
    | "track"
    | "album"
    | "comment"
    | "playlist"
    | "invitation"
    | "premiumGift"
    | "splitInvitation"
    | "teamInvitation"
    | "withdrawal"
    | "caseHash"
    | "quiet"
    | "appeal"
    | "dispute"
    | "playing"
    | "duplicate"
    | "suspensionAppeal",
    string
  >;
}

/** A world in which people have done everything that anyone can see of them. */
export async function openTestPrivacy(): Promise<TestPrivacy> {
  const test = await openTestListeners();
  const { artist, quiet, named, writer, owner, generous, open, known } = await castOf(test);
  await publishAll(test, { artist, open, known });
  await changeSettings(test.world.deps, named.userId, { settings: { isNamed: true }, metadata: METADATA });
  const { trackId } = await test.addTrack({ ownerId: artist.userId, album: "Marked" });
  const others = [await test.addTrack({ ownerId: open.userId }), await test.addTrack({ ownerId: known.userId })];
  const duplicate = await uploadAgain(test, { artist: open, of: known, trackId: others[1]?.trackId ?? "" });
  const commentId = await thread(test, { writer, admirer: named, trackId });
  for (const who of [quiet, named, writer]) await listen(test, who, { trackId, artistId: artist.userId, commentId });
  for (const [index, { userId: artistId }] of [open, known].entries()) {
    await listen(test, quiet, { trackId: others[index]?.trackId ?? "", artistId, commentId });
  }
  for (const who of [quiet, named]) await give(test, who, { artist, trackId });
  const splitInvitation = await shareSongs(test, { artist, open, own: trackId, theirs: others[0]?.trackId ?? "" });
  const teamInvitation = await workTogether(test, { artist, member: named });
  const playlist = await listOf(test, owner, trackId);
  const inviting = { token: owner.token, body: {} };
  const { body: { invitation } } = await test.call("POST", `/api/v1/playlists/${playlist}/invitation`, inviting);
  const premiumGift = await offerPremium(test, generous);
  const appeal = await writeToUs(test, quiet);
  await reportList(test, quiet, playlist);
  const suspensionAppeal = await shutOut(test, generous);
  // The admin's password is fresh, and no answer of now has the minute of what someone did.
  test.pass(30 * MINUTE_MS);
  const admin = await person(test, ["Bossman", "Adminova"], { isAdmin: true });
  const looking = await person(test, ["Lookman", "Strangerly"]);
  await givePremium(test.world.deps, looking.userId);
  await settleGiftsOf(test.world.deps, artist.userId);
  await seedWithdrawal(test.world.deps, { person: artist, admin, ends: "pending_review" });
  const dispute = await disputeGiftOf(test, quiet);
  const last = String(parseInt(artist.userId.slice(-6), 16) % 10 ** 8).padStart(8, "0");
  artist.marks.account = [`01${last}`, "XYLOPH ADUNNI"];
  await test.world.settle();
  const call = async (path: string, { token }: MarkedPerson) => (await test.call("GET", path, { token })).body;
  const { withdrawals: [{ _id: withdrawal }] } = await call("/api/v1/withdrawals", artist);
  const { hash } = await call(`/api/v1/admin/payments/${withdrawal}/case`, admin);
  const playing = await playOn(test, looking, trackId);
  const { albums } = await call("/api/v1/albums", artist);
  return {
    test,
    people: [artist, open, known, quiet, named, writer, owner, generous],
    viewers: { listener: looking.token, artist: artist.token, admin: admin.token },
    ids: {
      ...{
        artist: artist.userId,
        track: trackId,
        playlist,
        invitation,
        premiumGift,
        splitInvitation,
        teamInvitation,
        quiet: quiet.userId,
      },
      ...{ album: albums[0]._id, comment: commentId, withdrawal },
      ...{ caseHash: hash, appeal, dispute, playing, duplicate, suspensionAppeal },
    },
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

/** Those who are seen. */
async function castOf(test: TestListeners) {
  const artist = await person(test, ["Adunni", "Xyloph"], {
    role: "creator",
    seenAs: ["artist", "sharing artist", "artist with a team", "withdrawer"],
  });
  const quiet = await person(test, ["Zuwena", "Quokkason"], { seenAs: ["hidden listener", "anonymous giver"] });
  const named = await person(test, ["Nkemdi", "Vortexa"], { seenAs: ["named listener", "named giver", "team member"] });
  const writer = await person(test, ["Wuraola", "Jynxworth"], { seenAs: ["hidden listener", "commenter"] });
  const owner = await person(test, ["Omotola", "Kryptova"], { seenAs: ["playlist owner"] });
  const generous = await person(test, ["Folasade", "Premioza"], { seenAs: ["premium giver"] });
  const open = await person(test, ["Kolade", "Wyndhamson"], {
    role: "creator",
    seenAs: ["artist", "artist with public contacts", "sharing artist"],
  });
  const known = await person(test, ["Temitayo", "Zephyrson"], {
    role: "creator",
    seenAs: ["artist", "artist with public name"],
  });
  return { artist, quiet, named, writer, owner, generous, open, known };
}

async function person(
  { world: { deps } }: TestListeners,
  [firstName, lastName]: readonly [string, string],
  { role = "listener", isAdmin = false, seenAs = [] }: { role?: Role; isAdmin?: boolean; seenAs?: DataSubject[] } = {},
): Promise<MarkedPerson> {
  const userId = newId(deps.now());
  const email = `${lastName.toLowerCase()}.mail@orin.example`;
  const phone = `+23480${String(parseInt(userId.slice(-6), 16)).padStart(8, "0").slice(0, 8)}`;
  const address = `7 ${firstName} ${lastName} Close`;
  const account = { userId, firstName, lastName, email, phone, address, role, isAdmin };
  const { token } = await addPerson(deps, account);
  const picture = { key: `pictures/${userId}/face`, placeholder: "#000000 #ffffff" };
  await setPicture(deps, userId, { picture, metadata: METADATA });
  const marks = {
    id: [userId],
    firstName: [firstName],
    lastName: [lastName],
    email: [email],
    phone: [phone],
    address: [address],
    picture: [picture.key],
  };
  return { userId, token, email, firstName, lastName, seenAs: [...seenAs, "account"], marks };
}

async function publishAll(
  test: TestListeners,
  { artist, open, known }: Record<"artist" | "open" | "known", MarkedPerson>,
): Promise<void> {
  await publish(test, artist, { artistName: "Maestra Ozumba", bio: "Sings of Zanzibar." });
  await publish(test, open, { artistName: "Sir Kwabs", bio: "Drums in Ouagadougou.", isContactPublic: true });
  await publish(test, known, { artistName: "Lady Sahel", bio: "Flutes in Timbuktu.", isNamePublic: true });
}

/** The link of a seat; the recipient has no mark, because only the giver sees them. */
async function offerPremium({ world: { deps } }: TestListeners, { userId: giverId }: MarkedPerson): Promise<string> {
  const reference = paymentReference("premium", { installation: deps.installation, id: newId() });
  const key = await deps.personal.keyOf(deps.store.sql, giverId);
  const seal = (field: "name" | "email", text: string) => key.seal(sealedSeatField(reference, 1, field), text);
  const seats = [{ seat: 1, name: seal("name", "Somebody"), email: seal("email", "some@friends.example") }];
  const event: PremiumGiftStarted = { type: "PremiumGiftStarted", data: { reference, giverId, months: 1, seats } };
  const log = `ledger/${deps.shardOf(giverId)}` as const;
  await deps.store.appendToStream(log, premiumGiftStream(reference), [event], { metadata: METADATA });
  return new SeatTokens(deps).sign({ reference, seat: 1, edition: 0 });
}

/** Two artists share a song of each; one disputes why, and the link of the other's song is the answer. */
async function shareSongs(
  test: TestListeners,
  { artist, open, own, theirs }: { artist: MarkedPerson; open: MarkedPerson; own: string; theirs: string },
): Promise<string> {
  const share = async (from: MarkedPerson, to: MarkedPerson, trackId: string) => {
    const body = { version: 0, ownBasisPoints: 7_000, shares: [{ creatorId: to.userId, basisPoints: 3_000 }] };
    await test.call("PUT", `/api/v1/tracks/${trackId}/split`, { token: from.token, body });
    const { invitations: [{ token }] } = (await test.call("GET", "/api/v1/shares", { token: to.token })).body;
    await test.call("POST", `/api/v1/split-invitations/${token}`, { token: to.token, body: { answer: "accepted" } });
    return String(token);
  };
  test.pass(5 * MINUTE_MS);
  await test.call("PUT", "/api/v1/artist-link", { token: artist.token, body: { handle: "maestra" } });
  await share(artist, open, own);
  markMinute(test, open);
  const reason = `I wrote half of it, ${open.userId.slice(-4)}`;
  (open.marks.message ??= []).push(reason);
  const dispute = { token: open.token, body: { creatorId: open.userId, reason } };
  await test.call("POST", `/api/v1/tracks/${own}/split/disputes`, dispute);
  return await share(open, artist, theirs);
}

/** One person works for an artist, and another is asked to: the link of that. */
async function workTogether(
  test: TestListeners,
  { artist, member }: { artist: MarkedPerson; member: MarkedPerson },
): Promise<string> {
  test.pass(5 * MINUTE_MS);
  const invite = (email: string) =>
    test.call("POST", "/api/v1/team/invitations", { token: artist.token, body: { email, role: "editor" } });
  await invite(member.email);
  const { invitations: [{ token }] } = (await test.call("GET", "/api/v1/teams", { token: member.token })).body;
  test.pass(5 * MINUTE_MS);
  markMinute(test, member);
  await test.call("POST", `/api/v1/team-invitations/${token}`, { token: member.token, body: { answer: "accepted" } });
  test.pass(5 * MINUTE_MS);
  await invite("somebody@friends.example");
  const { invitationId } = (await test.call("GET", "/api/v1/team", { token: artist.token })).body.invitations[0];
  return new TeamTokens(test.world.deps.keys).sign({ creatorId: artist.userId, invitationId });
}

/** Plays a song where others of the account's devices see it; the id of the device. */
async function playOn(test: TestListeners, { token }: { token: string }, trackId: string): Promise<string> {
  const told = { isPlaying: true, soundMs: 0, queueId: newId(), queue: [trackId], place: 0, positionMs: 0 };
  await test.call("PUT", "/api/v1/playing", { token, body: { ...told, isRepeating: false, repeatsAll: false } });
  return (await test.call("GET", "/api/v1/playing", { token })).body.devices[0].id;
}

/** An artist's public page. */
async function publish(
  { call, world: { deps } }: TestListeners,
  { userId, token, marks }: MarkedPerson,
  page: { artistName: string; bio: string; isContactPublic?: boolean; isNamePublic?: boolean },
): Promise<void> {
  const place = { city: `Quelimane of ${page.artistName}`, zipPostalCode: `930-${page.artistName}` };
  await call("PUT", "/api/v1/update-profile", { token, body: { ...page, ...place } });
  const picture = { key: `pictures/${userId}/face`, placeholder: "#000000 #ffffff" };
  await deps.store.execute(setCreatorPicture, { creatorId: userId, picture }, { logs: ["social"], metadata: METADATA });
  const { city, zipPostalCode: zip } = place;
  Object.assign(marks, { artistName: [page.artistName], bio: [page.bio], city: [city], zip: [zip] });
}

/** An artist uploads what another one has uploaded before; the id of the match that moderators look at. */
async function uploadAgain(
  { world: { deps } }: TestListeners,
  { artist, of, trackId: otherId }: { artist: MarkedPerson; of: MarkedPerson; trackId: string },
): Promise<string> {
  const trackId = newId();
  const song = { trackId, ownerId: artist.userId, title: "Again", artist: artist.marks.artistName?.[0] ?? "" };
  const files = { sourceKey: `sources/${trackId}.wav`, peaksKey: `tracks/${trackId}/peaks.json` };
  const measured = { genre: "jazz", durationMs: 60_000, loudness: { integratedLufs: -14, peakDbfs: -1 } } as const;
  const like = { percent: 97, atMs: 0, otherAtMs: 0, lengthMs: 60_000, speed: 1 };
  const heard = { prints: [], same: [{ trackId: otherId, ownerId: of.userId, ...like }], upTo: Infinity };
  const sound = { print: "", heard, asksOwner: false };
  const upload = { ...song, ...files, ...measured, downloadable: false, sound };
  await deps.store.execute(uploadTrack, upload, { logs: ["social"], metadata: METADATA });
  return matchIdOf(trackId);
}

/** A comment with a reply that another person likes. */
async function thread(
  test: TestListeners,
  { writer, admirer, trackId }: { writer: MarkedPerson; admirer: MarkedPerson; trackId: string },
): Promise<string> {
  const commentId = await comment(test, writer, { trackId });
  const replyId = await comment(test, writer, { trackId, replyTo: commentId });
  await test.call("POST", `/api/v1/comments/like/${replyId}`, { token: admirer.token, body: { liked: true } });
  return commentId;
}

async function comment(
  test: TestListeners,
  who: MarkedPerson,
  place: { readonly trackId: string; readonly replyTo?: string },
): Promise<string> {
  const content = `Whoever reads this is nosy, says ${who.userId.slice(-4)}`;
  markMinute(test, who);
  who.marks.comment = [content];
  const body = { ...place, content };
  return (await test.call("POST", "/api/v1/comments", { token: who.token, body })).body.comment._id;
}

/** A play, a follow, a like and hearts, each at a minute of its own. */
async function listen(
  test: TestListeners,
  who: MarkedPerson,
  { trackId, artistId, commentId }: { trackId: string; artistId: string; commentId: string },
): Promise<void> {
  const { token } = who;
  const startedAt = test.now();
  test.pass(2 * MINUTE_MS);
  const play = { playId: newId(), trackId, startedAt, listenedMs: MINUTE_MS };
  await deliver(test.world.deps, who.userId, [trackId]);
  await test.call("POST", "/api/v1/plays", { token, body: { sentAt: test.now(), plays: [play] } });
  markMinute(test, who);
  await test.call("POST", `/api/v1/follow/${artistId}`, { token });
  await test.call("POST", `/api/v1/comments/like/${commentId}`, { token, body: { liked: true } });
  await test.call("PUT", `/api/v1/hearts/track/${trackId}`, { token });
}

async function give(
  test: TestListeners,
  giver: MarkedPerson,
  { artist, trackId }: { artist: MarkedPerson; trackId: string },
): Promise<void> {
  const message = `For the bus, ${giver.userId.slice(-4)}`;
  markMinute(test, giver);
  giver.marks.message = [message];
  const isNamed = giver.seenAs.includes("named giver");
  await seedGift(test.world.deps, { giver, artistId: artist.userId, trackId, dollars: 10, message, isNamed });
}

/** A person's earnings are held, and they say why that is wrong. */
async function writeToUs(test: TestListeners, who: MarkedPerson): Promise<string> {
  const { userId, token, marks } = who;
  markMinute(test, who);
  const text = `My sister and I share a phone, ${userId.slice(-4)}`;
  (marks.message ??= []).push(text);
  await freeze(test.world.deps, { userId, reason: "Your plays came in at once", by: "user:nobody" });
  const { body } = await test.call("POST", "/api/v1/appeals", { token, body: { text } });
  return body.appeals[0].appealId;
}

/** A person is suspended, says why that is wrong, and another admin agrees. Answers the appeal's id. */
async function shutOut(test: TestListeners, who: MarkedPerson): Promise<string> {
  const { deps } = test.world;
  const { userId, marks } = who;
  // Admins come and answer in minutes of their own.
  test.pass(5 * MINUTE_MS);
  const admin = await person(test, ["Primara", "Suspendova"], { isAdmin: true });
  const second = await person(test, ["Secunda", "Arbitrova"], { isAdmin: true });
  markMinute(test, who);
  const by = { metadata: { actor: `user:${admin.userId}` } };
  await suspend(deps, { userId, adminId: admin.userId, reason: "A mistake" }, by);
  const id = suspensionName({ userId, suspendedAt: test.now() });
  const token = new ModerationLinks(deps.keys).sign({ kind: "suspension", id, expiresAt: test.now() + MINUTE_MS });
  const text = `I was on a journey, ${userId.slice(-4)}`;
  (marks.message ??= []).push(text);
  await test.call("POST", `/api/v1/suspensions/${token}/appeals`, { body: { text } });
  test.pass(5 * MINUTE_MS);
  const list = "/api/v1/admin/suspension-appeals";
  const { body: { appeals: [appeal] } } = await test.call("GET", list, { token: second.token });
  const body = { verdict: "grant", words: "You were right." };
  await test.call("POST", `${list}/${appeal.appealId}/answers`, { token: second.token, body });
  return appeal.appealId;
}

/** A report is in the queue with its name, and in the case with the words. */
async function reportList(test: TestListeners, who: MarkedPerson, playlistId: string): Promise<void> {
  const { token, marks } = who;
  markMinute(test, who);
  const words = `This list copies mine, ${who.userId.slice(-4)}`;
  (marks.message ??= []).push(words);
  const body = { kind: "playlist", id: playlistId, reason: "other", words };
  await test.call("POST", "/api/v1/reports", { token, body });
}

async function listOf(test: TestListeners, owner: MarkedPerson, trackId: string): Promise<string> {
  const name = "Kayak parade";
  owner.marks.playlist = [name];
  markMinute(test, owner);
  await givePremium(test.world.deps, owner.userId);
  const playlistId = newId(test.now());
  const list = { playlistId, name, isPublic: true, trackIds: [trackId], metadata: METADATA, commandId: newId() };
  await makePlaylist(test.world.deps, owner.userId, list);
  return playlistId;
}

/** What follows happens in a minute that is this person's alone, as answers write times. */
function markMinute(test: TestListeners, { marks }: MarkedPerson): void {
  test.pass(5 * MINUTE_MS);
  (marks.time ??= []).push(new Date(test.now()).toISOString().slice(0, 16));
}

/** The bank of someone who gave asks the money back. */
async function disputeGiftOf({ world: { deps } }: TestListeners, { userId }: MarkedPerson): Promise<string> {
  const [gift] = await giftsFrom(deps.store.sql, userId, { limit: 1, unpaidFrom: 0 });
  if (!gift) throw new Error("There is no gift to dispute");
  const places = placesOf(deps, gift);
  const disputeId = newId();
  const found = { providerId: "1", status: "open", amountKobo: 1_000, category: "chargeback" } as const;
  const more = { reference: gift.reference ?? "", dueAt: undefined, isReminder: false };
  await deps.store.execute(noteGiftDispute, { ...places, disputeId, ...found, ...more }, {
    ...{ logs: giftLogs(places), metadata: METADATA },
  });
  return disputeId;
}

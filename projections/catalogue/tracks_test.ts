import { afterAll, expect, it } from "vitest";
import type { TrackEvent, TrackUploaded } from "../../backend/catalogue/track/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { ClosingEvent } from "../account_closings.ts";
import {
  countAllTracks,
  findTracks,
  listAllTracks,
  listOwnTracks,
  listTracks,
  trackFacts,
  tracks,
  tracksToHold,
  uploadedTrackIds,
} from "./tracks.ts";

// How a track comes out, changes and fails is in catalogue_test.ts: here is what became of it for whom.

const test = await openTestProjection(tracks);
afterAll(() => test[Symbol.asyncDispose]());

type Event = TrackEvent | ClosingEvent;

const [ada, obi] = [newId(), newId()];
const uploaded = (more: Partial<TrackUploaded["data"]> = {}): TrackUploaded => ({
  type: "TrackUploaded",
  data: {
    ...{
      trackId: newId(),
      ownerId: ada,
      title: "Ìfẹ́ Mi",
      artist: "Ada",
      album: "One",
      genre: "fuji",
      durationMs: 60_000,
    },
    ...{ loudness: { integratedLufs: -14, peakDbfs: -1 }, sourceKey: "x.wav", peaksKey: "x.json", downloadable: false },
    ...{ cover: { key: "covers/x", placeholder: "#111111 #222222" }, ...more },
  },
});
const published = ({ data: { trackId, ownerId } }: TrackUploaded, releasedAt = 5): TrackEvent => (
  { type: "TrackPublished", data: { trackId, ownerId, releasedAt } }
);
const removed = ({ data: { trackId, ownerId } }: TrackUploaded): TrackEvent => (
  { type: "TrackRemoved", data: { trackId, ownerId, by: "owner" } }
);
const hold = (holdId: string) => ({ trackId, ownerId: ada, hold: "moderation", holdId, by: "admin" }) as const;
const held = (holdId = "a"): TrackEvent => ({ type: "TrackHeld", data: hold(holdId) });
const lifted = (holdId = "a"): TrackEvent => ({ type: "TrackHoldLifted", data: hold(holdId) });
const closed = (userId = ada): ClosingEvent => ({ type: "AccountClosed", data: { userId, by: "owner", eraseAt: 9 } });
const reopened = (userId = ada): ClosingEvent => ({ type: "AccountReopened", data: { userId, by: "owner" } });
const erased = (userId = ada): ClosingEvent => ({ type: "AccountErased", data: { userId } });

const song = uploaded();
const { trackId } = song.data;
const out: Event[] = [song, published(song)];

it.each<[string, Event[], boolean, number | undefined]>([
  ["is out", [], true, undefined],
  ["was removed", [removed(song)], false, 2],
  ["is of an artist who closed the account", [closed()], false, 2],
  ["is of an artist who came back", [closed(), reopened()], true, undefined],
  ["was removed before its artist left and came back", [removed(song), closed(), reopened()], false, 2],
  ["was removed while its artist was away", [closed(), removed(song), reopened()], false, 2],
  ["is of an artist who left twice", [closed(), reopened(), closed()], false, 4],
  ["is of an artist who was erased", [closed(), erased()], false, 2],
  ["is somebody else's", [closed(obi), erased(obi)], true, undefined],
  ["is held", [held()], false, 2],
  ["was held and came back", [held(), lifted()], true, undefined],
  ["is held for another reason still", [held(), held("b"), lifted()], false, 2],
  ["was held twice, and came back between", [held(), lifted(), held("b")], false, 4],
  ["was held when its artist came back", [held(), closed(), reopened()], false, 2],
  ["came back when its artist had left", [held(), closed(), lifted()], false, 3],
  ["came back and was removed", [held(), lifted(), removed(song)], false, 4],
])("shows a track that %s, and says until when it could be heard", async (_what, events, isShown, availableUntil) => {
  const all = [...out, ...events];
  const found = await test.given(all, async (tx) => [
    (await findTracks(tx, [trackId])).has(trackId),
    (await listTracks(tx, { limit: 5 })).tracks.length === 1,
  ]);
  expect(found).toEqual([isShown, isShown]);
  expect((await test.given(all, (tx) => trackFacts(tx, [trackId]))).get(trackId)).toMatchObject(
    { published: isShown, availableFrom: 5, availableUntil },
  );
});

it("keeps of an erased artist's track the title and the length, and nothing that names them", async () => {
  const events = [...out, closed(), erased()];
  expect((await test.given(events, (tx) => trackFacts(tx, [trackId]))).get(trackId)).toMatchObject(
    { title: "Ìfẹ́ Mi", artist: "", coverImageUrl: "", durationMs: 60_000 },
  );
  const left = await test.given(events, (tx) => tx`select from tracks where album is not null or folded_artist <> ''`);
  expect(left).toEqual([]);
  // Their plays stay in the books.
  expect(await test.given(events, (tx) => uploadedTrackIds(tx, ada))).toEqual([trackId]);
});

it("hides what is uploaded for an artist whose account is closed, as all the others", async () => {
  const late = uploaded();
  const events = [...out, closed(), late, published(late)];
  expect(await test.given(events, (tx) => listTracks(tx, { limit: 5 }))).toEqual({ tracks: [], nextCursor: undefined });
  expect((await test.given([...events, reopened()], (tx) => listTracks(tx, { limit: 5 }))).tracks).toHaveLength(2);
});

it("shows what is held to its artist and admins, with why", async () => {
  const events = [...out, held("b"), held(), lifted("b")];
  const expected = [{ trackId, status: "published", holds: [{ hold: "moderation", holdId: "a" }] }];
  expect(await test.given(events, (tx) => listOwnTracks(tx, ada, 5))).toMatchObject(expected);
  const all = { q: "", sort: "title", descending: false, limit: 5 } as const;
  expect(await test.given(events, (tx) => listAllTracks(tx, all))).toMatchObject(expected);
  expect((await test.given(events, (tx) => trackFacts(tx, [trackId]))).get(trackId)?.held).toBe(true);
  expect(await test.given(events, (tx) => tracksToHold(tx, ada))).toEqual([trackId]);
  expect(await test.given([...events, removed(song)], (tx) => tracksToHold(tx, ada))).toEqual([]);
});

it("pages newest first, of a genre or an artist, with a cursor where another page follows", async () => {
  const [one, two, other] = [uploaded({ genre: "jazz" }), uploaded(), uploaded({ ownerId: obi })];
  const events = [one, two, other, published(one, 10), published(two, 30), published(other, 20)];
  const page = (asked: Partial<Parameters<typeof listTracks>[1]>) =>
    test.given(events, (tx) => listTracks(tx, { limit: 2, ...asked }));
  const ids = (found: Awaited<ReturnType<typeof page>>) => found.tracks.map((track) => track.trackId);
  const first = await page({});
  expect(ids(first)).toEqual([two.data.trackId, other.data.trackId]);
  const second = await page({ cursor: first.nextCursor });
  expect([ids(second), second.nextCursor]).toEqual([[one.data.trackId], undefined]);
  expect(ids(await page({ genre: "jazz" }))).toEqual([one.data.trackId]);
  expect(ids(await page({ ownerId: obi }))).toEqual([other.data.trackId]);
});

it("keeps early access until it is set anew", async () => {
  const early = (until: number): TrackEvent => ({
    type: "TrackEarlyAccessSet",
    data: { trackId, ownerId: ada, until },
  });
  const until = async (events: Event[]) =>
    (await test.given([...out, ...events], (tx) => trackFacts(tx, [trackId]))).get(trackId)?.earlyUntil;
  expect([await until([]), await until([early(9)]), await until([early(9), early(0)])]).toEqual([undefined, 9, 0]);
});

it("lets admins page all that is there by words without accents, state and time, and counts it", async () => {
  const [first, gone, other] = [uploaded(), uploaded(), uploaded({ ownerId: obi, title: "Zulu", artist: "Obi" })];
  const events = [first, gone, other, published(other), removed(gone)];
  const page = async (more: Partial<Parameters<typeof listAllTracks>[1]>) =>
    (await test.given(
      events,
      (tx) => listAllTracks(tx, { q: "", sort: "title", descending: false, limit: 5, ...more }),
    ))
      .map((track) => track.trackId);
  const [one, two] = [first.data.trackId, other.data.trackId];
  expect(await page({})).toEqual([one, two]);
  expect(await page({ descending: true })).toEqual([two, one]);
  expect(await page({ after: one })).toEqual([two]);
  expect(await page({ q: "IFE ada" })).toEqual([one]);
  expect(await page({ q: "!?" })).toEqual([]);
  expect(await page({ status: "processing" })).toEqual([one]);
  expect(await page({ from: 1 })).toEqual([two]);
  expect(await page({ to: 1 })).toEqual([one]);
  expect(await test.given(events, (tx) => countAllTracks(tx, { from: 1, to: 9 }))).toEqual({ total: 2, uploaded: 1 });
  expect((await test.given(events, (tx) => listOwnTracks(tx, ada, 5))).map((track) => track.status)).toEqual([
    "processing",
  ]);
});

it("says what a song's sound lacks to be as loud as others: foreseen at the upload, then as it came out", async () => {
  const gain = async (tx: Parameters<typeof findTracks>[0]) => (await findTracks(tx, [trackId])).get(trackId)?.gainDb;
  const peaky = uploaded({ trackId, loudness: { integratedLufs: -24, peakDbfs: 0 } });
  const made = (quality: "normal" | "saver", integratedLufs?: number): TrackEvent => {
    const file = { key: "x", bytes: 1, contentType: "audio/mp4" };
    return { type: "RenditionMade", data: { trackId, quality, ...file, ...(integratedLufs && { integratedLufs }) } };
  };
  expect(await test.given(out, gain)).toBe(0);
  expect(await test.given([peaky, made("normal"), published(peaky)], gain)).toBe(6.7);
  expect(await test.given([peaky, made("normal", -21.04), published(peaky)], gain)).toBe(7);
  expect(await test.given([song, made("saver", -17), made("normal", -13.5), published(song)], gain)).toBe(-0.5);
});

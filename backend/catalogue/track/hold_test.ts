import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../../testing/catalogue.ts";
import { holdTracks, liftHolds } from "./hold.ts";

let test: TestCatalogue;
let track: TestTrack;
let listener: { userId: string; token: string };
const hold = { hold: "moderation", holdId: newId(), by: "admin" } as const;
const options = { logs: ["social"], metadata: { actor: "system:test" } } as const;

beforeAll(async () => {
  test = await openTestCatalogue();
  track = await test.addTrack({ title: "Hidden Song", album: "Hidden Album", downloadable: true });
  listener = await test.logIn();
});
afterAll(() => test[Symbol.asyncDispose]());

const run = async (command: typeof holdTracks, trackIds: readonly string[]) => {
  const { result } = await test.deps.store.execute(command, { ...hold, trackIds }, options);
  await test.deps.store.settle();
  return result;
};
const body = async (path: string, token = listener.token) => await (await test.call(path, { token })).text();
const status = async (path: string, token = listener.token) => (await test.call(path, { token })).status;

/** Every place where everybody finds a song, and what it answers for one that is there. */
const lists = () => [
  "/api/v1/tracks",
  `/api/v1/tracks?artistId=${track.ownerId}`,
  "/api/v1/tracks/admin-uploads",
  "/api/v1/search?q=hidden",
  "/api/v1/albums",
  "/api/v1/home",
  `/api/v1/artists/${track.ownerId}`,
];
const places = () => [
  `/api/v1/tracks/${track.trackId}`,
  `/api/v1/stream/${track.trackId}`,
  `/media/peaks/${track.trackId}`,
  `/embed/track/${track.trackId}`,
];

it("takes a song out of every list, page and stream, and it comes back whole", async () => {
  const { streamUrl } = JSON.parse(await body(`/api/v1/stream/${track.trackId}`));
  const before = await Promise.all(lists().map((path) => body(path)));
  const found = lists().filter((_path, index) => before[index]?.includes(track.trackId));
  expect(found).toEqual(expect.arrayContaining(["/api/v1/tracks", "/api/v1/search?q=hidden"]));
  const shown = await Promise.all(places().map((path) => status(path)));
  expect(await status(streamUrl)).toBe(200);

  expect(await run(holdTracks, [track.trackId])).toEqual({ trackIds: [track.trackId] });
  for (const path of lists()) expect([path, (await body(path)).includes(track.trackId)]).toEqual([path, false]);
  for (const path of [...places(), streamUrl]) expect([path, await status(path)]).toEqual([path, 404]);

  expect(await run(liftHolds, [track.trackId])).toEqual({ trackIds: [track.trackId] });
  expect(await Promise.all(places().map((path) => status(path)))).toEqual(shown);
  expect(await status(streamUrl)).toBe(200);
  for (const path of found) expect([path, (await body(path)).includes(track.trackId)]).toEqual([path, true]);
});

it("is held once however often it is asked for, and refused for a song that nobody knows", async () => {
  expect((await run(holdTracks, [track.trackId, track.trackId])).trackIds).toEqual([track.trackId]);
  expect((await run(holdTracks, [track.trackId])).trackIds).toEqual([]);
  await expect(run(holdTracks, [newId()])).rejects.toThrow("Track not found");
  expect((await run(liftHolds, [track.trackId])).trackIds).toEqual([track.trackId]);
  expect((await run(liftHolds, [track.trackId])).trackIds).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeAccount, reopenAccount } from "../accounts/closing/close.ts";
import { newId } from "../contract/ids.ts";
import { callerOf } from "../testing/call.ts";
import { addPerson, addProfile, addRendition, addUpload } from "../testing/people_fixtures.ts";
import { addPlayable, type TestTrack } from "../testing/catalogue.ts";
import { openWorld, type World } from "../testing/world.ts";
import { holdArtist, holdMusic, liftArtistHold } from "./artist/hold.ts";
import { holdTracks, liftHolds } from "./track/hold.ts";
import { removeTrack } from "./track/remove.ts";

const METADATA = { actor: "system:test" };
const OPTIONS = { logs: ["social"], metadata: METADATA } as const;
const HOLD = { hold: "moderation", holdId: newId(), by: "admin" } as const;

let world: World;
let other: ReturnType<World["another"]>;
let artistId: string;
let listener: { userId: string; token: string };
let song: TestTrack;
beforeAll(async () => {
  world = await openWorld();
  other = world.another();
  listener = await addPerson(world.deps, {});
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  artistId = (await addPerson(world.deps, { role: "creator" })).userId;
  await addProfile(world.deps, { creatorId: artistId, name: "Adé", bio: "", stateProvince: "Lagos" });
  song = await addPlayable(world.deps, { ownerId: artistId, album: `Album ${artistId}` }, { normal: 90_000 });
});

/** Where a process names this song, asked twice: the second time it has the answers in memory. */
async function placesIn({ app }: { app: World["app"] }, trackId = song.trackId): Promise<string[]> {
  const call = callerOf(app);
  const paths = [
    ...["/api/v1/tracks", `/api/v1/tracks?artistId=${artistId}`, "/api/v1/tracks/admin-uploads", "/api/v1/home"],
    ...["/api/v1/tracks?list=discover", "/api/v1/tracks?list=new-albums", `/api/v1/tracks/${trackId}`],
  ];
  const asked = [...paths.map((path) => ({ path, token: undefined })), { path: "/api/v1/home", token: listener.token }];
  for (const { path, token } of asked) await call("GET", path, { token });
  const answers = await Promise.all(asked.map(({ path, token }) => call("GET", path, { token })));
  return asked.filter((_, at) => answers[at]?.text.includes(`"_id":"${trackId}"`)).map(({ path }) => path);
}

/** Once one process has done and followed it, no process waits for a clock. */
async function hereAndThere(change: () => Promise<unknown>): Promise<{ here: string[]; there: string[] }> {
  await change();
  await world.deps.store.settle();
  const there = await placesIn(other);
  return { there, here: await placesIn(world) };
}

const GONE = { here: [], there: [] };

describe("what a process keeps of the catalogue", () => {
  it("has no song any more that another process holds, and has it again once it is let go", async () => {
    const before = await placesIn(other);
    expect(before).toHaveLength(8);
    const { store } = world.deps;
    const held = () => store.execute(holdTracks, { ...HOLD, trackIds: [song.trackId] }, OPTIONS);
    expect(await hereAndThere(held)).toEqual(GONE);
    const lifted = () => store.execute(liftHolds, { ...HOLD, trackIds: [song.trackId] }, OPTIONS);
    expect(await hereAndThere(lifted)).toEqual({ here: before, there: before });
  });

  it("has no song any more that another process deletes", async () => {
    expect(await placesIn(other)).toHaveLength(8);
    const removal = { trackId: song.trackId, userId: artistId, isAdmin: false };
    expect(await hereAndThere(() => world.deps.store.execute(removeTrack, removal, OPTIONS))).toEqual(GONE);
  });

  it("has no song any more of an artist whose account another process closes, until it is open again", async () => {
    const before = await placesIn(other);
    const closing = { userId: artistId, by: "owner", metadata: METADATA } as const;
    expect(await hereAndThere(() => closeAccount(world.deps, closing))).toEqual(GONE);
    expect(await hereAndThere(() => reopenAccount(world.deps, closing))).toEqual({ here: before, there: before });
  });

  it("has no song any more of an artist whom another process hides", async () => {
    expect(await placesIn(other)).toHaveLength(8);
    const hold = { ...HOLD, artistId };
    const hide = async (command: typeof holdArtist) => {
      await world.deps.store.execute(command, hold, OPTIONS);
      await holdMusic(world.deps, hold);
    };
    expect(await hereAndThere(() => hide(holdArtist))).toEqual(GONE);
    expect((await hereAndThere(() => hide(liftArtistHold))).there).toHaveLength(8);
  });

  it("has a song that is not out yet nowhere, and everywhere once another process brings it out", async () => {
    const { trackId } = await addUpload(world.deps, { ownerId: artistId, album: `Album ${artistId}` });
    await world.deps.store.settle();
    expect([await placesIn(other, trackId), await placesIn(world, trackId)]).toEqual([[], []]);
    await addRendition(world.deps, { trackId, quality: "normal", bytes: 90_000 });
    await world.deps.store.settle();
    expect(await placesIn(other, trackId)).toHaveLength(8);
  });

  it("has a title as another process has changed it", async () => {
    await placesIn(other);
    const title = `Renamed ${newId()}`;
    const owner = await addPerson(world.deps, { role: "creator" });
    const own = await addPlayable(world.deps, { ownerId: owner.userId }, { normal: 90_000 });
    const read = async () => (await callerOf(other.app)("GET", `/api/v1/tracks/${own.trackId}`)).body.track.title;
    await read();
    const edit = await callerOf(world.app)("PUT", `/api/v1/tracks/${own.trackId}`, {
      token: owner.token,
      body: { title },
    });
    expect(edit.status).toBe(200);
    await world.deps.store.settle();
    expect(await read()).toBe(title);
  });
});

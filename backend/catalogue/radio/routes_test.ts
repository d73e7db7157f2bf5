import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Genre } from "../../contract/catalogue.ts";
import { newId } from "../../contract/ids.ts";
import type { Radio, RadioTrack } from "../../contract/radio.ts";
import { deliver, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

let test: TestListeners;
let listener: TestPerson;
let artists: Record<"ada" | "ben" | "cee" | "dan", TestPerson>;
let start: string;
beforeAll(async () => {
  test = await openTestListeners();
  const add = (owner: TestPerson, title: string, genre: Genre) =>
    test.addTrack({ ownerId: owner.userId, title, artist: title, genre });
  const [ada, ben] = [await test.addArtist("Ada"), await test.addArtist("Ben")];
  const [cee, dan] = [await test.addArtist("Cee"), await test.addArtist("Dan")];
  artists = { ada, ben, cee, dan };
  start = (await add(ada, "Ada 0", "fuji")).trackId;
  for (const title of ["Ada 1", "Ada 2"]) await add(ada, title, "juju");
  for (const title of ["Ben 1", "Ben 2"]) await add(ben, title, "fuji");
  await add(cee, "Cee 1", "gospel");
  await add(dan, "Dan 1", "jazz");
  listener = await test.addPerson();
  await test.call("POST", `/api/v1/follow/${cee.userId}`, { token: listener.token });
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

async function radio(query: string, token?: string): Promise<RadioTrack[]> {
  const { status, body } = await test.call("GET", `/api/v1/radio?${query}`, token === undefined ? {} : { token });
  expect(status).toBe(200);
  return (body as unknown as Radio).tracks;
}
const said = (tracks: readonly RadioTrack[]) => tracks.map(({ title, reason }) => `${title} ${reason}`).toSorted();

describe("GET /api/v1/radio", () => {
  it("gives visitors the artist's and the genre's songs, signed, in an order that a seed keeps", async () => {
    const tracks = await radio(`from=track:${start}&seed=a`);
    expect(said(tracks)).toEqual([
      ...["Ada 1 same_artist", "Ada 2 same_artist", "Ben 1 same_genre", "Ben 2 same_genre"],
    ]);
    expect(tracks.map(({ reason }) => reason)).toEqual(["same_artist", "same_artist", "same_genre", "same_genre"]);
    expect(tracks.every(({ audioUrl }) => audioUrl.startsWith("/media/audio/"))).toBe(true);
    expect(said(await radio(`from=track:${start}&limit=1`))).toHaveLength(1);
    expect((await radio(`from=track:${start}&seed=a`)).map((one) => one._id)).toEqual(tracks.map((one) => one._id));
  });

  it("follows whom the listener follows, and keeps what was heard for the end", async () => {
    const [ben] = await radio(`from=artist:${artists.ben.userId}`, listener.token);
    expect(ben?.reason).toBe("same_artist");
    test.pass(130_000);
    await deliver(test.world.deps, listener.userId, [ben?._id ?? ""]);
    const body = { playId: newId(), listenedMs: 60_000, startedAt: test.now() - 60_000, sentAt: test.now() };
    await test.call("POST", `/api/v1/play/${ben?._id}`, { token: listener.token, body });
    await test.world.settle();
    const tracks = await radio(`from=track:${start}`, listener.token);
    expect(said(tracks)).toContain("Cee 1 followed_artist");
    expect(tracks.at(-1)?._id).toBe(ben?._id);
    expect((await radio(`from=track:${start}`)).at(-1)?.reason).not.toBe("followed_artist");
  });

  it("starts from a playlist that the caller may open", async () => {
    const owner = await test.addPerson();
    await test.call("POST", "/api/v1/playlist/add", { token: owner.token, body: { trackId: start } });
    await test.world.settle();
    const { playlistId } = (await test.call("GET", "/api/v1/playlist", { token: owner.token })).body;
    expect(said(await radio(`from=playlist:${playlistId}`, owner.token))).toContain("Ben 1 same_genre");
    expect((await test.call("GET", `/api/v1/radio?from=playlist:${playlistId}`, { token: listener.token })).status)
      .toBe(404);
  });

  it("refuses what is no start, in words", async () => {
    for (const from of ["", "song:1", `track:${start}:x`, "track:7", "track:"]) {
      expect((await test.call("GET", `/api/v1/radio?from=${from}`)).status, from).toBe(400);
    }
    expect((await test.call("GET", `/api/v1/radio?from=track:${newId()}`)).body.message).toBe("Track not found");
    expect((await test.call("GET", `/api/v1/radio?from=track:${start}&limit=101`)).status).toBe(400);
  });

  it("leaves out what is for Premium alone yet", async () => {
    const early = new Date(test.now() + 86_400_000).toISOString();
    const of = `from=artist:${artists.dan.userId}`;
    expect(said(await radio(of))).toContain("Dan 1 same_artist");
    const mine = await test.call("GET", `/api/v1/tracks?artistId=${artists.dan.userId}`);
    const body = { earlyAccessUntil: early };
    await test.call("PUT", `/api/v1/tracks/${mine.body.tracks[0]._id}`, { token: artists.dan.token, body });
    await test.world.settle();
    expect(said(await radio(of))).not.toContain("Dan 1 same_artist");
  });
});

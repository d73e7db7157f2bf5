import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

let test: TestListeners;
let trackId: string;
beforeAll(async () => {
  test = await openTestListeners();
  const artist = await test.addArtist("Àdùkẹ́ Bright");
  const track = { ownerId: artist.userId, artist: "Àdùkẹ́ Bright", durationMs: 180_000 };
  await test.addTrack({ ...track, title: "Òkè Ọdún (Remix)" });
  trackId = (await test.addTrack({ ...track, title: "Òkè Ọdún" })).trackId;
  await test.world.deps.store.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

const match = async (body: unknown, token?: string) => await test.call("POST", "/api/v1/tracks/match", { body, token });

it("finds the songs of a list from elsewhere, each in its place, and says what is not here", async () => {
  const { token } = await test.addPerson();
  const rows = [
    { title: "Nothing Like It", artist: "Nobody" },
    { title: "Oke Odun", artist: "Aduke Brigth", durationSeconds: 181 },
    { title: '=HYPERLINK("http://x")', artist: "@SUM(1)" },
  ];
  expect((await match({ rows }, token)).body).toEqual({ matches: [null, trackId, null] });
  const exchanged = [{ title: "Aduke Bright", artist: "Oke Odun", durationSeconds: 180 }, {
    title: "Aduke Bright",
    artist: "Oke",
  }];
  expect((await match({ rows: exchanged }, token)).body).toEqual({ matches: [trackId, null] });
});

it("asks visitors to log in, and takes a hundred songs at a time", async () => {
  const rows = Array.from({ length: 101 }, () => ({ title: "x" }));
  expect((await match({ rows })).status).toBe(401);
  const { token } = await test.addPerson();
  for (
    const body of [{ rows }, { rows: [] }, { rows: [{ title: "" }] }, { rows: [{ title: "a\u0000b".repeat(200) }] }]
  ) {
    expect((await match(body, token)).status).toBe(400);
  }
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { addAdmin } from "../../testing/access.ts";
import { search as searchCall } from "../../contract/calls/catalogue.ts";
import { answerOf } from "../../testing/answers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { findLyricWords } from "../../../projections/catalogue/lyric_words.ts";
import { findLyrics } from "../../../projections/catalogue/lyrics.ts";

let test: TestListeners;
let artist: TestPerson;
let other: TestPerson;
let trackId: string;
const LRC = "[00:03.00]Ọjọ́ ń lọ\n[00:01.50]Morning comes over the water\n[00:08.00]<b>o</b>";
beforeAll(async () => {
  test = await openTestListeners();
  artist = await test.addArtist("Àdùkẹ́ Bright");
  other = await test.addArtist("Ɗan Maraya");
  trackId = await song("Ọjọ́");
});
afterAll(() => test[Symbol.asyncDispose]());

async function song(title: string, owner = artist): Promise<string> {
  const artistName = owner === artist ? "Àdùkẹ́ Bright" : "Ɗan Maraya";
  return (await test.addTrack({ ownerId: owner.userId, title, artist: artistName })).trackId;
}
const at = (id: string) => `/api/v1/tracks/${id}/lyrics`;
const give = (id: string, body: unknown, { token } = artist) => test.call("PUT", at(id), { token, body });
const read = async (id: string) => (await test.call("GET", at(id))).body.lyrics;
async function found(q: string): Promise<string[]> {
  await test.world.settle();
  const path = `/api/v1/search?type=lyrics&q=${encodeURIComponent(q)}`;
  const { lyrics } = answerOf(searchCall, (await test.call("GET", path, { token: other.token })).body);
  return lyrics?.items.map(({ line, track }) => `${track.title}: ${line}`) ?? [];
}

/** An admin takes lyrics down, and so does one who presses again. */
async function takeDown(
  id: string,
  { token }: TestPerson,
  reason = "They insult a person by name: “Harmattan”.",
): Promise<void> {
  const path = `/api/v1/admin/tracks/${id}/lyrics/removal`;
  for (const bad of [{}, { reason: " " }, { reason: "a".repeat(301) }, { reason: "\u202eevil" }]) {
    expect((await test.call("POST", path, { token, body: bad })).status).toBe(400);
  }
  for (let times = 0; times < 2; times++) {
    expect((await test.call("POST", path, { token, body: { reason } })).status).toBe(200);
  }
  await test.world.settle();
  const mails = test.world.outbox.newest(50).filter(({ subject }) => /^We removed the lyrics/.test(subject));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: artist.email, text: expect.stringContaining(reason) });
  const events = await test.world.deps.store.readStream("social", `lyrics/${id}`);
  expect(JSON.stringify(events)).not.toContain("Harmattan");
}

describe("lyrics", () => {
  it("are read by everybody, in the order in which they are sung, and asked for again only when they change", async () => {
    expect(await read(trackId)).toBeNull();
    expect((await give(trackId, { text: LRC, language: "yo" })).status).toBe(200);
    const answer = await test.call("GET", at(trackId));
    expect(answer.body.lyrics).toMatchObject({
      ...{ trackId, language: "yo", offensive: false, isTimed: true },
      lines: [
        { text: "Morning comes over the water", atMs: 1_500 },
        { text: "Ọjọ́ ń lọ", atMs: 3_000 },
        { text: "<b>o</b>", atMs: 8_000 },
      ],
    });
    const etag = answer.headers.get("etag") ?? "";
    const again = await test.call("GET", at(trackId), { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    test.pass(1_000);
    await give(trackId, { text: LRC, language: "yo" });
    expect((await test.call("GET", at(trackId), { headers: { "if-none-match": etag } })).status).toBe(304);
    await give(trackId, { text: LRC, language: "yo", offensive: true });
    expect((await test.call("GET", at(trackId), { headers: { "if-none-match": etag } })).status).toBe(200);
    const source = await test.call("GET", `${at(trackId)}/source`, { token: artist.token });
    expect(source.body).toMatchObject({ source: { text: LRC, language: "yo", offensive: true } });
  });

  it("are given by the artist alone, and refused in words where they are too long", async () => {
    expect((await give(trackId, { text: "mine", language: "ha" }, other)).status).toBe(403);
    expect((await test.call("GET", `${at(trackId)}/source`, { token: other.token })).body).toEqual({ source: null });
    const listener = await test.addPerson();
    expect((await give(trackId, { text: "mine", language: "ha" }, listener)).status).toBe(403);
    const large = await give(trackId, { text: "a".repeat(1_024 * 1_024), language: "pcm" });
    expect([large.status, large.body.error]).toEqual([400, "Lyrics can have at most 64 KB: these have 1,024 KB."]);
    for (const bad of [{ text: " ", language: "yo" }, { text: "a", language: "xx" }, { language: "yo" }]) {
      expect((await give(trackId, bad)).status).toBe(400);
    }
    expect((await read(trackId)).lines).toHaveLength(3);
  });

  it("are found by a phrase, without marks and before its last word is whole, with the line", async () => {
    expect(await found("over the wat")).toEqual(["Ọjọ́: Morning comes over the water"]);
    expect(await found("ojo n lo")).toEqual(["Ọjọ́: Ọjọ́ ń lọ"]);
    expect(await found("water morning")).toEqual(["Ọjọ́: Morning comes over the water"]);
    for (const q of ["ov", "evening", "'", "(((", "a & b | !c:*"]) expect(await found(q)).toEqual([]);
  });

  it("are stored sealed", async () => {
    const stored = (await findLyrics(test.world.deps.store.sql, [trackId])).get(trackId);
    expect(stored?.content).not.toContain("Morning");
    const events = await test.world.deps.store.readStream("social", `lyrics/${trackId}`);
    expect(JSON.stringify(events)).not.toContain("Morning");
  });

  it("go with the artist's or an admin's word, with the song, and with the artist", async () => {
    const admin = await addAdmin(test.world.deps, "catalogue");
    const [byArtist, byAdmin, withSong] = [await song("First"), await song("Second"), await song("Third")];
    const last = await song("Last", other);
    for (const id of [byArtist, byAdmin, withSong]) await give(id, { text: "Harmattan wind", language: "en-NG" });
    await give(last, { text: "Harmattan dust", language: "ha" }, other);
    expect(await found("harmattan")).toHaveLength(4);
    expect((await test.call("DELETE", at(byArtist), { token: other.token })).status).toBe(403);
    for (const path of [at(byArtist), at(byArtist)]) {
      expect((await test.call("DELETE", path, { token: artist.token })).status).toBe(200);
    }
    expect((await test.call("DELETE", at(byAdmin), { token: admin.token })).status).toBe(403);
    await takeDown(byAdmin, admin);
    expect((await test.call("DELETE", `/api/v1/tracks/${withSong}`, { token: admin.token })).status).toBe(200);
    expect([await read(byArtist), await read(byAdmin)]).toEqual([null, null]);
    expect(await found("harmattan")).toEqual(["Last: Harmattan dust"]);
    const erased = { type: "AccountErased", data: { userId: other.userId } };
    const by = { metadata: { actor: "system:test" } };
    await test.world.deps.store.appendToStream("social", `story/${newId()}`, [erased], by);
    await test.world.settle();
    const { sql } = test.world.deps.store;
    expect(await findLyrics(sql, [byArtist, byAdmin, withSong, last])).toEqual(new Map());
    const left = await findLyricWords(sql, { q: "harmattan", limit: 10, offset: 0 });
    expect(left).toEqual({ trackIds: [], total: 0 });
  });
});

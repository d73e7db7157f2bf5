// @vitest-environment node -- jsdom has a Blob of its own, which no Response takes
import "../../../testing/indexed_db.ts";
import type { Lyrics } from "@contract/lyrics.ts";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, GivenSaved, givenTracks } from "./testing/given_saved.ts";

let given: GivenSaved;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  given = new GivenSaved();
  await given.library.setUser("ada");
});

const save = async (...ids: string[]) => {
  await given.library.save(givenTracks(...ids), "high");
  await given.library.settle();
};
const ALBUM = { kind: "album", id: "first", title: "First", coverImageUrl: "/c/256.webp" } as const;

describe("SavedLibrary", () => {
  it("brings whole files, with what the service says they are, and plays them from the device", async () => {
    await save("one", "two");
    expect(given.states()).toEqual({ one: "saved", two: "saved" });
    expect(given.asked.map((ask) => ask.split(" ")[0])).toEqual(["one", "one", "one", "two", "two", "two"]);
    expect(given.library.snapshot.get().tracks.map(({ trackId }) => trackId)).toEqual(["one", "two"]);
    expect(given.library.urlOf("one")).toBe("/saved/audio/ada/one/high");
    const file = await given.files.get("/saved/audio/ada/one/high")?.arrayBuffer();
    expect(new Uint8Array(file ?? new ArrayBuffer())).toEqual(given.fileOf("one"));
    expect(await given.database.countPieces("ada/one")).toBe(0);
  });

  it("plays nothing that a moderator hides, keeps its file, and plays it again when it is back", async () => {
    await save("one", "two");
    given.withheld.add("one");
    await given.library.licence.check({ anew: true });
    expect([given.library.urlOf("one"), given.library.urlOf("two")]).toEqual([undefined, "/saved/audio/ada/two/high"]);
    expect(given.files.has("/saved/audio/ada/one/high")).toBe(true);
    await given.open().setUser("ada");
    expect(given.library.urlOf("one")).toBeUndefined();
    given.withheld.clear();
    await given.library.licence.check({ anew: true });
    expect(given.library.urlOf("one")).toBe("/saved/audio/ada/one/high");
  });

  it("keeps what is sung beside a saved song, over a reload, and follows what the artist changes", async () => {
    const lyrics = (text: string): Lyrics => ({
      ...{ trackId: "one", language: "yo", offensive: false, isTimed: false, lines: [{ text }] },
      updatedAt: "2026-06-01T00:00:00.000Z",
    });
    given.lyrics.set("one", lyrics("Èkó"));
    await save("one", "two");
    await given.open().setUser("ada");
    const kept = () => given.library.snapshot.get().tracks.map(({ lyrics }) => lyrics?.lines[0]?.text ?? lyrics);
    expect(kept()).toEqual(["Èkó", null]);
    await given.library.keepLyrics("one", lyrics("Ọjọ́"));
    await given.library.keepLyrics("nine", lyrics("nobody's"));
    await given.library.refresh();
    expect(kept()).toEqual(["Ọjọ́", null]);
  });

  it("goes on where it was after a lost network and a reload", async () => {
    given.answer = (response, range) => {
      if (range.startsWith("bytes=262144-")) given.premium = undefined;
      return response;
    };
    await save("one");
    expect([given.states(), given.library.urlOf("one")]).toEqual([{ one: "waiting" }, undefined]);
    given.premium = "has";
    given.answer = (response) => response;
    given.now += DAY_MS;
    await given.open().setUser("ada");
    given.library.run();
    await given.library.settle();
    expect(given.states()).toEqual({ one: "saved" });
    expect(given.asked.filter((ask) => ask === "one bytes=0-262143")).toHaveLength(1);
  });

  it("never calls a file saved that is cut or has other bytes, and gets it anew", async () => {
    const spoil = [
      () => new Response(new Uint8Array(10), { status: 206 }),
      (response: Response) => new Response(response.body, { status: 200 }),
      async (response: Response) => {
        const bytes = new Uint8Array(await response.arrayBuffer());
        return new Response(bytes.fill(0), { status: 206 });
      },
    ];
    for (const answer of spoil) {
      given.answer = (response, range) => range.startsWith("bytes=0-") ? answer(response) : response;
      await save("one");
      expect([given.states(), given.files.size]).toEqual([{ one: "waiting" }, 0]);
    }
    given.answer = (response) => response;
    await given.library.retry();
    await given.library.settle();
    expect(given.states()).toEqual({ one: "saved" });
  });

  it("asks before it uses mobile data", async () => {
    given.isMetered = true;
    await save("one");
    expect([given.asked, given.library.snapshot.get().waitsForWifi]).toEqual([[], true]);
    await given.library.retry({ withMobileData: true });
    await given.library.settle();
    expect([given.states(), given.library.snapshot.get().waitsForWifi]).toEqual([{ one: "saved" }, false]);
  });

  it("locks what is saved 14 days after the last check and when Premium ends, deletes nothing, and unlocks", async () => {
    await save("one");
    given.premium = undefined;
    given.now += 14 * DAY_MS;
    await given.open().setUser("ada");
    expect([given.library.urlOf("one"), given.library.snapshot.get().lock]).toEqual([undefined, "expired"]);
    given.premium = "ended";
    await given.library.licence.check();
    expect([given.library.licence.lock(), given.files.size]).toEqual(["premium_ended", 1]);
    given.premium = "has";
    await given.library.licence.check({ anew: true });
    expect(given.library.urlOf("one")).toBe("/saved/audio/ada/one/high");
  });

  it("is not fooled by a clock that is set back, also over a reload", async () => {
    await save("one");
    given.premium = undefined;
    given.now += 13 * DAY_MS;
    await given.library.licence.passTime();
    given.now -= 12 * DAY_MS;
    await given.open().setUser("ada");
    expect([given.library.urlOf("one"), given.library.licence.lock()]).toEqual([undefined, "clock_back"]);
  });

  it("keeps a song as long as anything wants it, and shows nobody else's", async () => {
    await save("one");
    await given.library.save(givenTracks("one", "two"), "high", ALBUM);
    await given.library.settle();
    await given.library.removeCollection("ada/album/first");
    expect([given.states(), given.library.snapshot.get().collections]).toEqual([{ one: "saved" }, []]);
    await given.library.setUser("bola");
    expect([given.states(), given.library.urlOf("one")]).toEqual([{}, undefined]);
    await given.library.setUser("ada");
    await given.library.remove("one");
    expect([given.states(), given.files.size]).toEqual([{}, 0]);
  });

  it("gets again what the browser has thrown away", async () => {
    await save("one");
    given.files.clear();
    await given.library.refresh();
    expect([given.states(), given.library.urlOf("one")]).toEqual([{ one: "waiting" }, undefined]);
    given.library.run();
    await given.library.settle();
    expect(given.states()).toEqual({ one: "saved" });
  });

  it("says that the device is full, and tries again when asked", async () => {
    given.answer = () => {
      throw new DOMException("No room", "QuotaExceededError");
    };
    await save("one");
    expect(given.library.snapshot.get().tracks[0]).toMatchObject({ state: "failed", problem: "device_full" });
    given.answer = (response) => response;
    await given.library.retry();
    await given.library.settle();
    expect(given.states()).toEqual({ one: "saved" });
  });

  it("without Premium plays the few songs that have a place, deletes nothing, and gives places back", async () => {
    await save("one", "two", "three");
    given.premium = "taste";
    await given.library.licence.check({ anew: true });
    expect([given.library.urlOf("one"), given.files.size]).toEqual([undefined, 3]);
    await given.library.keepTaste("one");
    await given.library.keepTaste("two");
    await expect(given.library.keepTaste("three")).rejects.toMatchObject({ code: "taste_full" });
    expect(["one", "two", "three"].filter((id) => given.library.urlOf(id))).toEqual(["one", "two"]);
    expect(given.library.snapshot.get().taste).toEqual({ limit: 2, trackIds: ["one", "two"] });
    // Without a network the place is given back later.
    given.premium = undefined;
    await given.library.remove("two");
    given.premium = "taste";
    expect(given.places.map(({ isRemoved }) => isRemoved)).toEqual([false, false]);
    await given.library.licence.check({ anew: true });
    expect(given.places.map(({ trackId, isRemoved }) => [trackId, isRemoved])).toEqual([["one", false], ["two", true]]);
  });
});

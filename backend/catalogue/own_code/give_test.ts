import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isrcOf, upcOf } from "../../contract/releases.ts";
import type { Deps } from "../../deps.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { giveIsrc, giveUpc } from "./give.ts";
import { isrcSeries, isUpcOf, upcSeries } from "./series.ts";
import { giveCode } from "./table.ts";

let test: TestListeners;
let ada: TestPerson;
let zee: TestPerson;
beforeAll(async () => {
  // New year in Lagos, an hour before it is in London.
  test = await openTestListeners(Date.UTC(2026, 11, 31, 23, 30));
  [ada, zee] = [await test.addArtist("Ada"), await test.addArtist("Zee")];
});
afterAll(() => test[Symbol.asyncDispose]());

const by = { actor: "user:ada" };
const PREFIXES = { isrcPrefix: "NGXYZ", upcPrefix: "61512345" };
/** A process whose operator has prefixes. */
const process = (deps: Deps = test.world.deps): Deps => ({ ...deps, config: { ...deps.config, ...PREFIXES } });
const addSong = async (title: string) => (await test.addTrack({ ownerId: ada.userId, title })).trackId;
const call = (method: "GET" | "POST" | "PUT", path: string, body?: unknown, who = ada) =>
  test.call(method, `/api/v1/${path}`, { token: who.token, ...(body !== undefined && { body }) });
const isrcNow = async (trackId: string) => (await call("GET", `tracks/${trackId}/credits/own`)).body.credits.isrc;
const draft = async (title: string) =>
  (await call("POST", "releases", { title, kind: "ep" })).body.release.id as string;
const upcNow = async (id: string) => (await call("GET", `releases/${id}`)).body.release.upc;

describe("codes of the operator's own", () => {
  it("are given once each, also by two processes and to one song that asks twice", async () => {
    const songs = await Promise.all([1, 2, 3, 4, 5, 6].map((nth) => addSong(`Song ${nth}`)));
    const processes = [process(), process(test.world.another().deps)];
    const asked = songs.flatMap((trackId) => processes.map((deps) => ({ deps, trackId })));
    // Of two that ask for one song the later may find the credits changed: it has the code all the same.
    await Promise.allSettled(asked.map(({ deps, trackId }) => giveIsrc(deps, { trackId, ownerId: ada.userId }, by)));
    const given = await Promise.all(songs.map(isrcNow));
    expect(given.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `NGXYZ270000${number}`));
    expect(given.every((isrc) => isrcOf(isrc) === isrc)).toBe(true);
  });

  it("stay with their song: after a crash before it was written, and when another was typed meanwhile", async () => {
    const trackId = await addSong("Crashed");
    const { sql } = test.world.deps.store;
    const series = isrcSeries("NGXYZ", test.now());
    const given = await giveCode(sql, { series, subjectId: trackId, isTaken: () => Promise.resolve(false) });
    expect(await isrcNow(trackId)).toBe("");
    await giveIsrc(process(), { trackId, ownerId: ada.userId }, by);
    expect(await isrcNow(trackId)).toBe(given);
    await call("PUT", `tracks/${trackId}/credits`, { isrc: "GB-A01-26-00001" });
    await giveIsrc(process(), { trackId, ownerId: ada.userId }, by);
    expect(await isrcNow(trackId)).toBe("GBA012600001");
  });

  it("pass over one that somebody had typed before, and end with their numbers", async () => {
    const [typed, next] = [await addSong("Typed"), await addSong("Next")];
    expect((await call("PUT", `tracks/${typed}/credits`, { isrc: "NG-OLD-27-00001" })).status).toBe(200);
    const deps = process();
    const old = { ...deps, config: { ...deps.config, isrcPrefix: "NGOLD" } };
    await giveIsrc(old, { trackId: next, ownerId: ada.userId }, by);
    expect(await isrcNow(next)).toBe("NGOLD2700002");
    const series = { ...isrcSeries("NGOLD", test.now()), most: 2 };
    const { sql } = test.world.deps.store;
    expect(await giveCode(sql, { series, subjectId: typed, isTaken: () => Promise.resolve(false) })).toBeUndefined();
  });

  it("are UPCs with their check digit, one a release", async () => {
    const [one, two] = [await draft("One"), await draft("Two")];
    for (const releaseId of [one, two, one]) await giveUpc(process(), { releaseId, ownerId: ada.userId }, by);
    const given = [await upcNow(one), await upcNow(two)];
    expect(given.map((upc) => upc.slice(0, 12))).toEqual(["615123450001", "615123450002"]);
    expect(given.every((upc) => upcOf(upc) === upc)).toBe(true);
    // A prefix of the United States makes UPCs of 12 digits.
    expect(upcSeries("0036000").codeOf(29_145)).toBe("036000291452");
    expect([isUpcOf("0036000", "036000291452"), isUpcOf("615123", "036000291452")]).toEqual([true, false]);
  });

  it("are refused to others' songs and releases, and where the operator has no prefix", async () => {
    const [trackId, releaseId] = [await addSong("Hers"), await draft("Hers")];
    const ids = { ownerId: zee.userId };
    await expect(giveIsrc(process(), { trackId, ...ids }, by)).rejects.toMatchObject({ code: "not_found" });
    await expect(giveUpc(process(), { releaseId, ...ids }, by)).rejects.toMatchObject({ code: "not_found" });
    for (const path of [`tracks/${trackId}/isrc`, `releases/${releaseId}/upc`]) {
      expect((await call("POST", path)).status, path).toBe(404);
    }
    expect((await call("GET", `releases/${releaseId}`)).body.release).toMatchObject({
      givesIsrc: false,
      givesUpc: false,
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../../testing/catalogue.ts";
import { givePremium } from "../../testing/premium.ts";
import { changeTrack } from "../track/edit.ts";

const HOUR_MS = 3_600_000;
let test: TestCatalogue;
let track: TestTrack;
let owner: Person;
let free: Person;
let premium: Person;
interface Person {
  readonly userId: string;
  readonly token: string;
}

beforeAll(async () => {
  test = await openTestCatalogue();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  [owner, free, premium] = [await test.logIn("creator"), await test.logIn(), await test.logIn()];
  await givePremium(test.deps, premium.userId);
  track = await test.addTrack({ ownerId: owner.userId, title: "Early Bird" }, {
    saver: 40_000,
    normal: 90_000,
    download: 90_000,
  });
  await setUntil(test.deps.now() + HOUR_MS);
});

async function setUntil(earlyUntil: number) {
  const change = { trackId: track.trackId, userId: owner.userId, isAdmin: false, details: { earlyUntil } };
  await test.deps.store.execute(changeTrack, change, { logs: ["social"], metadata: { actor: owner.userId } });
  await test.deps.store.settle();
}

const as = (person?: Person) => (person ? { token: person.token } : {});
const listed = async (person?: Person) => {
  const { tracks } = await (await test.call("/api/v1/tracks?limit=100", as(person))).json();
  return tracks.find((one: { _id: string }) => one._id === track.trackId);
};
const stream = (person?: Person) => test.call(`/api/v1/stream/${track.trackId}`, as(person));
const download = (person?: Person) => test.call(`/api/v1/download/${track.trackId}`, as(person));
const REFUSED = { code: "early_access", error: "This track is in early access for Premium" };

describe("a track in early access", () => {
  it("is shown to visitors and free listeners with its moment and nothing to play", async () => {
    for (const person of [undefined, free]) {
      const shown = await listed(person);
      expect([shown.title, shown.audioUrl, shown.downloadUrl]).toEqual(["Early Bird", "", undefined]);
      expect(shown.earlyAccessUntil).toBe(new Date(test.deps.now() + HOUR_MS).toISOString());
    }
  });

  it("is neither streamed nor downloaded by visitors and free listeners", async () => {
    for (const answer of [await stream(), await stream(free), await download(free)]) {
      expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining(REFUSED)]);
    }
  });

  it("plays and downloads for Premium and the artist, and says what it is", async () => {
    for (const person of [premium, owner]) {
      const { earlyAccessUntil, audioUrl, downloadUrl } = await listed(person);
      expect(earlyAccessUntil).toBeDefined();
      for (const url of [audioUrl, downloadUrl, (await (await stream(person)).json()).streamUrl]) {
        expect((await test.call(url)).status).toBe(200);
      }
    }
  });

  it("is not played from addresses that were given before", async () => {
    await setUntil(0);
    const { audioUrl, downloadUrl } = await listed(free);
    await setUntil(test.deps.now() + HOUR_MS);
    for (const url of [audioUrl, downloadUrl]) {
      expect(await (await test.call(url)).json()).toMatchObject(REFUSED);
    }
  });

  it("is previewed in the search by Premium alone", async () => {
    const previewOf = async (person: Person) => {
      const answer = await test.call("/api/v1/search?q=early+bird&type=track", as(person));
      const { items } = (await answer.json()).tracks;
      return items.find((one: { id: string }) => one.id === track.trackId).preview_url;
    };
    expect([await previewOf(free), await previewOf(premium)]).toEqual([null, expect.stringContaining("/media/audio/")]);
  });

  it("is open to everyone from its moment on, by the clock alone", async () => {
    test.pass(HOUR_MS - 1);
    expect((await stream()).status).toBe(403);
    test.pass(1);
    expect((await stream()).status).toBe(200);
    expect((await download(free)).status).toBe(200);
    const shown = await listed();
    expect(shown.earlyAccessUntil).toBeUndefined();
    expect((await test.call(shown.audioUrl)).status).toBe(200);
  });
});

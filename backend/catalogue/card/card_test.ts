import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../app.ts";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { eventually } from "../../testing/wait.ts";
import { changeTrack } from "../track/edit.ts";
import { cardAddress, sharedCard } from "../track/page_previews.ts";

let test: TestListeners;
let artist: TestPerson;
let trackId: string;
beforeAll(async () => {
  test = await openTestListeners();
  artist = await test.addArtist("Bisi Ade");
  ({ trackId } = await test.addTrack({ ownerId: artist.userId, title: "Ọ̀nà Ìlú", artist: "Bisi" }));
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

const appWith = (more: Partial<Deps> = {}) =>
  createApp({ ...test.world.deps, ...more }, { isReady: () => true, pagesDirectory: "" });
const addressNow = async (kind: "song" | "artist" = "song", id = trackId) => {
  const card = await sharedCard(test.world.deps, kind, id);
  return card ? cardAddress(card) : "";
};

describe("the picture of a shared link", () => {
  it.each(["song", "artist"] as const)("is drawn for a %s and never changes under its address", async (kind) => {
    const address = await addressNow(kind, kind === "song" ? trackId : artist.userId);
    // On a busy machine the first answer is the plain picture, until the card is drawn.
    const app = appWith();
    await eventually("the card to be drawn", async () => (await app.request(address)).status).toBe(200);
    const answer = await app.request(address);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const { width, height } = await sharp(await answer.bytes()).metadata();
    expect([width, height]).toEqual([1_200, 630]);
  });

  it("is drawn once for all that ask, and kept", async () => {
    const card = vi.fn(() => Promise.resolve(new Uint8Array([1])));
    const app = appWith({ media: { ...test.world.deps.media, card } });
    const address = await addressNow();
    await Promise.all([1, 2, 3].map(() => app.request(address)));
    expect((await app.request(address)).status).toBe(200);
    expect(card).toHaveBeenCalledTimes(1);
  });

  it("may be a cover alone, as JPEG in the size that was asked for", async () => {
    const key = `covers/${newId()}/0123456789abcdef/128`;
    const picture = await sharp({ create: { width: 128, height: 128, channels: 3, background: "#f4b23f" } }).webp()
      .toBuffer();
    const bytes = new Uint8Array(picture);
    await test.world.deps.files.put(`${key}.webp`, bytes, { contentType: "image/webp" });
    const app = appWith();
    await eventually("the cover to be drawn", async () => (await app.request(`/media/${key}.jpg`)).status).toBe(200);
    const answer = await app.request(`/media/${key}.jpg`);
    const { format, width, height } = await sharp(await answer.bytes()).metadata();
    expect([answer.headers.get("content-type"), format, width, height]).toEqual(["image/jpeg", "jpeg", 128, 128]);
    expect((await app.request(`/media/${key.replace("/128", "/256")}.jpg`)).status).toBe(404);
    expect((await app.request(`/media/${key.replace("/128", "/9000")}.jpg`)).status).toBe(404);
    expect((await app.request(`/media/${key}.webp`)).status).toBe(200);
  });

  it("leads to the newest one when the song is called otherwise", async () => {
    const before = await addressNow();
    const change = { trackId, userId: artist.userId, isAdmin: false, details: { title: "Ọ̀nà Tuntun" } };
    await test.world.deps.store.execute(changeTrack, change, { logs: ["social"], metadata: { actor: artist.userId } });
    await test.world.settle();
    const after = await addressNow();
    expect(after).not.toBe(before);
    const answer = await appWith().request(before);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, after]);
  });

  it("is the plain picture, for now, where it cannot be drawn", async () => {
    const lines: string[] = [];
    const card = () => Promise.reject(new Error("libvips died"));
    const log = (line: string) => void lines.push(line);
    const answer = await appWith({ media: { ...test.world.deps.media, card }, log }).request(await addressNow());
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/icon-512.png"]);
    expect([answer.headers.get("cache-control"), lines]).toEqual(["no-store", ["A picture was not drawn"]]);
  });

  it.each([
    "song/7/0123456789abcdef.jpg",
    `song/${newId()}/0123456789abcdef.jpg`,
    `playlist/${newId()}/0123456789abcdef.jpg`,
    "constructor/1/x",
  ])(
    "is not found for what is not there: %s",
    async (path) => {
      expect((await appWith().request(`/media/cards/${path}`)).status).toBe(404);
    },
  );
});

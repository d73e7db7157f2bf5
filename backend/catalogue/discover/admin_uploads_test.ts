import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { type Bytes, pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";

let test: TestListeners;
let wav: Bytes;
let cover: Bytes;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  [cover, wav] = [await pictureOf(), wavOf(3)];
});
afterAll(() => test[Symbol.asyncDispose]());

describe("POST /api/v1/admin/upload-track", () => {
  const send = (body: FormData, token?: string) =>
    test.call("POST", "/api/v1/admin/upload-track", { body, ...(token === undefined ? {} : { token }) });

  it("makes the track of the creator it names, by id or by name", async () => {
    const admin = await test.member("listener", { isAdmin: true });
    const artist = await test.member("creator");
    await test.call("PUT", "/api/v1/update-profile", { token: artist.token, body: { artistName: "Ṣadé" } });
    for (const texts of [{ creatorId: artist.userId, artist: "Anybody" }, { artist: "ṣadé" }]) {
      expect((await send(uploadForm(wav, cover, texts), admin.token)).status).toBe(201);
    }
    expect((await test.call("GET", "/api/v1/my-tracks", { token: artist.token })).body.tracks).toHaveLength(2);
    expect((await send(uploadForm(wav, cover, { creatorId: admin.userId }), admin.token)).status).toBe(400);
    expect((await send(uploadForm(wav, cover), artist.token)).status).toBe(403);
  });

  it("says in the documented words that nobody is logged in, as artists' uploads and the list of tracks do", async () => {
    const body = uploadForm(wav, cover);
    const calls = [["POST", "admin/upload-track", body], ["POST", "upload", body], ["GET", "admin/tracks"]] as const;
    for (const [method, path, form] of calls) {
      expect(await test.call(method, `/api/v1/${path}`, { body: form }))
        .toMatchObject({ status: 401, body: { message: "Authentication required. Please log in again." } });
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

let test: TestListeners;
beforeAll(async () => void (test = await openTestListeners()));
afterAll(() => test[Symbol.asyncDispose]());

async function png(background: string): Promise<Uint8Array<ArrayBuffer>> {
  const made = await sharp({ create: { width: 600, height: 600, channels: 3, background } }).png().toBuffer();
  return new Uint8Array(made);
}
function form(bytes: Uint8Array<ArrayBuffer>, field = "profilePicture"): FormData {
  const body = new FormData();
  body.append(field, new Blob([bytes], { type: "image/png" }), "me.png");
  return body;
}
const upload = (person: TestPerson | undefined, body: unknown, path = "/api/auth/upload-dp") =>
  test.call("POST", path, { token: person?.token, body });
const profile = async ({ token }: TestPerson) => (await test.call("GET", "/api/auth/profile", { token })).body;

describe("a profile picture", () => {
  it("is refused without an account, in another field, and when it is no picture", async () => {
    const person = await test.addPerson();
    expect((await upload(undefined, form(await png("red")))).status).toBe(401);
    expect((await upload(person, {})).status).toBeGreaterThanOrEqual(400);
    expect((await upload(person, form(await png("red"), "other"))).body.error).toBe("Choose a picture.");
    const { status, body } = await upload(person, form(new TextEncoder().encode("<svg onload=alert(1)>")));
    expect([status, body.code]).toEqual([422, "not_a_picture"]);
    expect((await profile(person)).profilePicture).toEqual({ url: "" });
  });

  it("is shown wherever its person is, until it is deleted with its files", async () => {
    const person = await test.addPerson();
    const artist = await test.addArtist("Ada Song");
    const { body } = await upload(person, form(await png("red")));
    expect(body).toMatchObject({ success: true, message: "Profile picture updated successfully" });
    const { url } = body.profilePicture;
    expect((await profile(person)).profilePicture.url).toBe(url);
    const picture = await test.world.app.request(url);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
    await picture.body?.cancel();
    await test.call("POST", "/api/v1/comments", {
      token: person.token,
      body: { artistId: artist.userId, content: "Hi" },
    });
    const { body: { comments } } = await test.call("GET", `/api/v1/comments/artist/${artist.userId}`);
    expect(comments[0].userId.profileImage.url).toBe(url);
    const second = (await upload(person, form(await png("blue")), "/api/v1/upload-dp")).body.profilePicture.url;
    expect(second).not.toBe(url);
    expect((await test.world.app.request(url)).status).toBe(404);
    const gone = await test.call("DELETE", "/api/auth/delete-dp", { token: person.token });
    expect(gone.body).toMatchObject({ success: true, message: "Profile picture deleted successfully" });
    expect((await test.world.app.request(second)).status).toBe(404);
    expect((await profile(person)).profilePicture.url).toBe("");
    expect((await test.call("DELETE", "/api/v1/delete-dp", { token: person.token })).status).toBe(200);
  });

  it("is the artist's picture, too, and leaves the rest of their profile alone", async () => {
    const artist = await test.addArtist("Ben Drum");
    const { body } = await upload(artist, form(await png("green")), "/api/v1/upload-dp");
    const shown = async () => {
      await test.world.settle();
      return (await test.call("GET", `/api/auth/creators/${artist.userId}`)).body;
    };
    expect(await shown()).toMatchObject({
      name: "Ben Drum",
      city: "Jos",
      profilePicture: body.profilePicture.url && { url: body.profilePicture.url },
    });
    await test.call("DELETE", "/api/v1/delete-dp", { token: artist.token });
    expect(await shown()).toMatchObject({ name: "Ben Drum", city: "Jos", profilePicture: { url: "" } });
  });
});

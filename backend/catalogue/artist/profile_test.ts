import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  getArtist as getArtistCall,
  ownCreatorProfile as ownCreatorProfileCall,
} from "../../contract/calls/artists.ts";
import { answerOf } from "../../testing/answers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { pictureBomb, pictureOf } from "../../testing/uploads.ts";

let test: TestListeners;
let ada: TestPerson;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  ada = await test.member("creator");
});
afterAll(() => test[Symbol.asyncDispose]());

const own = async (who = ada) =>
  answerOf(ownCreatorProfileCall, (await test.call("GET", "/api/v1/creator-profile", { token: who.token })).body);
const update = (body: unknown, who = ada) => test.call("PUT", "/api/v1/update-profile", { token: who.token, body });
const shown = async () => answerOf(getArtistCall, (await test.call("GET", `/api/auth/creators/${ada.userId}`)).body);

const ALL = {
  ...{
    firstName: "Adaeze",
    lastName: "Obi",
    phone: "08031234567",
    address: "12 Bode Thomas",
    bio: "Sings.",
    city: "Jos",
  },
  ...{ stateProvince: "Plateau", zipPostalCode: "930001", country: "Nigeria", twitterHandle: "@ada" },
  ...{ instagramHandle: "https://instagram.com/ada/", linkedinProfile: "ada-obi", facebookProfile: "ada.obi" },
};

describe("a creator's profile", () => {
  it("keeps every documented field, and what is left out stays", async () => {
    const { status, body } = await update(ALL);
    expect([status, body.message, body.success]).toEqual([200, "Profile updated successfully", true]);
    const kept = { ...ALL, phone: "+2348031234567", twitterHandle: "ada", instagramHandle: "ada" };
    expect(await own()).toMatchObject({ ...kept, role: "creator", isAdmin: false, artistName: "Adaeze Obi" });
    await update({ bio: "" });
    expect(await own()).toMatchObject({ ...kept, bio: "" });
  });

  it("shows everybody the page, and contacts and full name only where the creator wants each of them", async () => {
    await update({ artistName: "Àdá", bio: "Sings." });
    const page = await shown();
    expect(page).toMatchObject({ name: "Àdá", bio: "Sings.", city: "Jos", social: { twitter: "https://x.com/ada" } });
    const { linkedinProfile, facebookProfile } = ALL;
    expect(page).toMatchObject({ twitterHandle: "ada", instagramHandle: "ada", linkedinProfile, facebookProfile });
    expect([page.fullName, page.email, page.phone]).toEqual(["", "", ""]);
    expect(JSON.stringify(page)).not.toMatch(/930001|Bode Thomas|Obi"/);
    expect(await own()).toMatchObject({ isContactPublic: false, isNamePublic: false });
    const { email: address } = await own();
    const seen = async (change: unknown) => {
      await update(change);
      const { fullName, email, phone } = await shown();
      return [fullName, email, phone];
    };
    expect(await seen({ isContactPublic: true })).toEqual(["", address, "+2348031234567"]);
    expect(await seen({ isNamePublic: true })).toEqual(["Adaeze Obi", address, "+2348031234567"]);
    expect(await own()).toMatchObject({ isContactPublic: true, isNamePublic: true });
    expect(await seen({ isContactPublic: false })).toEqual(["Adaeze Obi", "", ""]);
    expect(await seen({ isNamePublic: false })).toEqual(["", "", ""]);
  });

  it("has the person's own data sealed in the log", async () => {
    const { store } = test.world.deps;
    const events = [
      ...await store.readStream("social", `creator/${ada.userId}`),
      ...await store.readStream("social", `user/${ada.userId}`),
    ];
    expect(JSON.stringify(events)).not.toMatch(/930001|Bode Thomas|8031234567/);
  });

  it("refuses links that lead elsewhere, bad phones and what is too long, with a text for the field", async () => {
    const bad = { twitterHandle: "javascript:alert(1)", phone: "12", bio: "x".repeat(1_001), firstName: " " };
    for (const [field, text] of Object.entries(bad)) {
      const { status, body } = await update({ [field]: text });
      expect([field, status, typeof body.fields?.[field]]).toEqual([field, 400, "string"]);
    }
    for (const field of ["artistName", "bio"]) {
      const { status, body } = await update({ [field]: "turned \u202e around" });
      expect([status, body.fields?.[field]]).toEqual([400, expect.stringContaining("cannot be shown")]);
    }
    expect(await own()).toMatchObject({ twitterHandle: "ada", firstName: "Adaeze" });
  });

  it("takes a picture for the page and lets it go again; two changes at once both stand", async () => {
    const form = () => new FormData();
    const [picture, none, bomb] = [form(), form(), form()];
    picture.set("profilePicture", new File([await pictureOf()], "me.png"));
    bomb.set("profilePicture", new File([pictureBomb()], "me.png"));
    const send = (body: FormData) => test.call("POST", "/api/v1/upload-dp", { token: ada.token, body });
    expect((await send(none)).status).toBe(400);
    expect([(await send(bomb)).status, (await send(bomb)).body.error]).toEqual([
      422,
      expect.stringContaining("too large"),
    ]);
    const [taken] = await Promise.all([send(picture), update({ city: "Kano" })]);
    expect(taken.body.success).toBe(true);
    expect(taken.body.profilePicture.url).toMatch(/^\/media\/pictures\//);
    expect((await test.world.app.request(taken.body.profilePicture.url)).status).toBe(200);
    await test.world.settle();
    expect(await own()).toMatchObject({ city: "Kano", profilePicture: { url: taken.body.profilePicture.url } });
    expect((await test.call("DELETE", "/api/v1/delete-dp", { token: ada.token })).body.success).toBe(true);
    expect((await own()).profilePicture.url).toBe("");
    expect(await Array.fromAsync(Deno.readDir(test.world.deps.media.workDir))).toEqual([]);
  });

  it("is for creators alone", async () => {
    const listener = await test.member("listener");
    expect((await test.call("GET", "/api/v1/creator-profile")).status).toBe(401);
    expect((await test.call("GET", "/api/v1/creator-profile", { token: listener.token })).status).toBe(403);
    expect((await update({ bio: "x" }, listener)).status).toBe(403);
  });
});

it("PUT /api/v1/change-password needs both passwords and the right current one", async () => {
  const change = (body: unknown) => test.call("PUT", "/api/v1/change-password", { token: ada.token, body });
  expect((await change({ newPassword: "Orin-new-2026!" })).body.error).toBe(
    "Both current and new passwords are required",
  );
  const { status, body } = await change({ currentPassword: "wrong one", newPassword: "Orin-new-2026!" });
  expect([status, body.error]).toEqual([400, "Current password is incorrect"]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { ACTING_HEADER, type OwnTeam, type TeamActivityList, type TeamRole } from "../contract/memberships.ts";
import { closeAccount } from "../accounts/closing/close.ts";
import { eraseAccount } from "../person_data/erase.ts";
import { suspend } from "../accounts/account/suspend.ts";
import { setMusic } from "../catalogue/artist/suspended_music.ts";
import { addPerson, addProfile, type TestPerson, tokenOf } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { uploadForm, wavOf } from "../testing/uploads.ts";

const DAY_MS = 24 * 3_600_000;
const system = { actor: "system:test" };
let test: TestListeners;
let artist: TestPerson;
let other: TestPerson;
let admin: TestPerson;
let mo: TestPerson;
let ed: TestPerson;
let ann: TestPerson;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 10, 25, 12));
});
afterAll(() => test[Symbol.asyncDispose]());

/** A member acts for an artist. */
const acts = (person: TestPerson, method: string, path: string, body?: unknown, for_ = artist) =>
  test.call(method, path, { token: person.token, body, headers: { [ACTING_HEADER]: for_.userId } });
const owns = (method: string, path: string, body?: unknown, owner = artist) =>
  test.call(method, path, { token: owner.token, body });
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return status < 400 ? status : body.code;
};
const team = async (by = artist) => (await owns("GET", "/api/v1/team", undefined, by)).body as OwnTeam;

const invite = (email: string, role: TeamRole, by = artist) =>
  owns("POST", "/api/v1/team/invitations", { email, role }, by);

/** The link of the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  await test.world.settle();
  const mail = test.world.outbox.newest(200).find((one) => one.to === email);
  const token = /\/team\/(\S+)/.exec(mail?.text ?? "")?.[1];
  if (token === undefined) throw new Error(`No invitation was mailed to ${email}`);
  return token;
}

const answer = (person: TestPerson | undefined, token: string, said = "accepted") =>
  test.call("POST", `/api/v1/team-invitations/${token}`, { token: person?.token, body: { answer: said } });

async function join(person: TestPerson, role: TeamRole, by = artist): Promise<void> {
  expect((await invite(person.email, role, by)).status).toBe(201);
  expect((await answer(person, await linkTo(person.email))).status).toBe(200);
  test.pass(1);
}

beforeEach(async () => {
  // A team of its own for each, so that none waits for the rate of another.
  artist = await test.addArtist(`Artist ${newId().slice(-6)}`);
  other = await test.addArtist(`Other ${newId().slice(-6)}`);
  [mo, ed, ann] = [await test.addPerson("Mo"), await test.addPerson("Ed"), await test.addPerson("Ann")];
  admin ??= await test.addPerson("Uche");
});

it("a member sees what the artist earned, and nothing of what the artist spends and has", async () => {
  await join(ann, "analyst");
  const [own, theirs] = [
    await owns("GET", "/api/v1/creator-earnings"),
    await acts(ann, "GET", "/api/v1/creator-earnings"),
  ];
  expect(own.body.account).toEqual({ listening: 0, spent: 0, paidOut: 0, balance: 0 });
  const { account: _, ...earned } = own.body;
  expect(theirs.body).toEqual(earned);
});

describe("an invitation", () => {
  it("says the same of an address with an account and one without, and shows the artist, the role and no more", async () => {
    const stranger = `${newId()}@nowhere.example`;
    const [known, unknown] = [await invite(ed.email, "editor"), await invite(stranger, "editor")];
    const shape = ({ status, body }: typeof known) => [status, Object.keys(body.invitations[0]).toSorted()];
    expect(shape(known)).toEqual(shape(unknown));
    const mails = await Promise.all([ed.email, stranger].map(async (to) => {
      await linkTo(to);
      return test.world.outbox.newest(200).find((one) => one.to === to)?.text.replace(/\/team\/\S+/, "/team/…");
    }));
    expect(mails[0]).toBe(mails[1]);
    const looked = await test.call("GET", `/api/v1/team-invitations/${await linkTo(stranger)}`);
    expect(Object.keys(looked.body).toSorted()).toEqual(
      ["artistId", "artistName", "expiresAt", "pictureUrl", "role", "token"],
    );
    // A person who has an account hears of it there; that alone makes them no member.
    const news = (await test.call("GET", "/api/v1/notifications", { token: ed.token })).body.notifications;
    expect(news[0]).toMatchObject({ kind: "security", path: "/team" });
    expect((await test.call("GET", "/api/v1/teams", { token: ed.token })).body).toMatchObject({
      teams: [],
      invitations: [{ artistId: artist.userId, role: "editor" }],
    });
    expect((await team()).members).toEqual([]);
  });

  it("is accepted by its own account alone, once, and never after it was taken back or has expired", async () => {
    await invite(ed.email, "editor");
    const token = await linkTo(ed.email);
    expect(await codeOf(answer(undefined, token))).toBe("unauthenticated");
    expect(await codeOf(answer(ann, token))).toBe("wrong_account");
    expect(await codeOf(answer(artist, token))).toBe("wrong_account");
    expect(await codeOf(answer(ed, `${token}x`))).toBe("link_invalid");
    const twice = await Promise.all([answer(ed, token), answer(ed, token)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await team()).members).toMatchObject([{ memberId: ed.userId, role: "editor", name: "Ed Obi" }]);
    expect(await codeOf(test.call("GET", `/api/v1/team-invitations/${token}`))).toBe("link_invalid");
    await owns("DELETE", `/api/v1/team/members/${ed.userId}`);
    expect(await codeOf(answer(ed, token))).toBe("link_invalid");

    await invite(ann.email, "analyst");
    const back = await linkTo(ann.email);
    const [{ invitationId } = { invitationId: "" }] = (await team()).invitations;
    expect((await owns("DELETE", `/api/v1/team/invitations/${invitationId}`)).status).toBe(200);
    expect(await codeOf(answer(ann, back))).toBe("link_invalid");
    await invite(mo.email, "manager");
    const late = await linkTo(mo.email);
    test.pass(7 * DAY_MS);
    expect(await codeOf(answer(await test.logIn(mo), late))).toBe("link_invalid");
  });

  it("costs a turn, of the artist and of the manager who sends it", async () => {
    await using world = await openTestListeners(Date.UTC(2026, 10, 25, 12));
    const config = { ...world.world.deps.config, env: "production" as const };
    Object.assign(world.world.deps, { config });
    const boss = await world.addArtist("Boss");
    const ask = (index: number) =>
      world.call("POST", "/api/v1/team/invitations", {
        token: boss.token,
        body: { email: `person${index}@orin.example`, role: "analyst" },
      });
    for (let index = 0; index < 10; index++) expect((await ask(index)).status).toBe(201);
    expect(await codeOf(ask(11))).toBe("too_many_attempts");
  });

  it("reaches nobody who has blocked the artist, and looks to the artist as any other", async () => {
    const { trackId } = await test.addTrack({ ownerId: other.userId });
    const said = { trackId, content: "Ugly" };
    const { comment } = (await owns("POST", "/api/v1/comments", said)).body;
    await test.call("POST", `/api/v1/comments/${comment._id}/block`, { token: ed.token });
    const { status, body } = await invite(ed.email, "editor");
    expect([status, body.invitations.length]).toEqual([201, 1]);
    await test.world.settle();
    expect(test.world.outbox.newest(200).filter(({ to }) => to === ed.email)).toEqual([]);
    expect((await test.call("GET", "/api/v1/notifications", { token: ed.token })).body.notifications).toEqual([]);
    expect((await test.call("GET", "/api/v1/teams", { token: ed.token })).body.invitations).toEqual([]);
  });

  it("comes to one mailbox ten times a day at most, whoever sends it, however its address is written", async () => {
    await using world = await openTestListeners(Date.UTC(2026, 10, 25, 12));
    const config = { ...world.world.deps.config, env: "production" as const };
    Object.assign(world.world.deps, { config });
    let sent = 0;
    for (let hour = 0; hour < 12; hour++) {
      const { token } = await world.addArtist(`Boss ${hour}`);
      for (let times = 0; times < 5; times++) {
        const body = { email: `victim+${times}@orin.example`, role: "analyst" };
        const { status } = await world.call("POST", "/api/v1/team/invitations", { token, body });
        if (status === 201) sent++;
      }
      world.pass(3_600_000);
    }
    // Ten in a row, and those that came back in half a day.
    expect(sent).toBe(14);
  });
});

describe("a member", () => {
  it("does what the role may, with the artist's things alone, and the events say who", async () => {
    const { trackId } = await test.addTrack({ ownerId: artist.userId, title: "Lagos Rain", artist: "A" });
    const { trackId: foreign } = await test.addTrack({ ownerId: other.userId, title: "Not yours", artist: "B" });
    await join(ed, "editor");
    await join(ann, "analyst");
    const song = `/api/v1/tracks/${trackId}`;
    expect((await acts(ann, "GET", "/api/v1/my-tracks")).body.tracks).toMatchObject([{ _id: trackId }]);
    expect((await acts(ann, "GET", "/api/v1/royalties")).status).toBe(200);
    for (
      const [method, path, body] of [
        ["PUT", song, { title: "Mine" }],
        ["DELETE", song, undefined],
        ["POST", "/api/v1/releases", { title: "Mine", kind: "single" }],
        ["PUT", "/api/v1/artist-link", { handle: "mine" }],
        ["POST", "/api/v1/uploads", undefined],
        ["POST", "/api/v1/team/invitations", { email: "x@orin.example", role: "analyst" }],
        ["GET", "/api/v1/team/activity", undefined],
      ] as const
    ) expect(await codeOf(acts(ann, method, path, body)), path).toBe("team_forbidden");

    expect((await acts(ed, "PUT", song, { title: "Lagos Sun" })).status).toBe(200);
    expect(await codeOf(acts(ed, "PUT", `/api/v1/tracks/${foreign}`, { title: "Mine" }))).toBe("not_track_owner");
    expect(await codeOf(acts(ed, "PUT", song, { title: "Mine" }, other))).toBe("not_in_team");
    expect(await codeOf(test.call("PUT", song, { token: ed.token, body: { title: "Mine" } }))).toBe("not_track_owner");
    expect(await codeOf(acts(ed, "DELETE", song))).toBe("team_forbidden");

    const events = await test.world.deps.store.readStream("social", `track/${trackId}`);
    expect(events.findLast(({ type }) => type === "TrackChanged")?.metadata).toMatchObject({
      actor: `user:${ed.userId}`,
      actingFor: artist.userId,
    });
  });

  it("of any role gets nothing of the artist's money, account and person", async () => {
    await join(mo, "manager");
    const profile = (await acts(mo, "GET", "/api/v1/creator-profile")).body;
    expect(profile).toMatchObject({
      id: artist.userId,
      email: "",
      phone: "",
      address: "",
      firstName: "",
      lastName: "",
    });
    for (
      const [method, path] of [
        ["GET", "/api/v1/withdrawal-summary"],
        ["GET", "/api/v1/withdrawals"],
        ["POST", "/api/v1/withdraw"],
        ["POST", "/api/v1/verify-account"],
        ["GET", "/api/v1/statement"],
        ["GET", "/api/v1/gifts/payouts"],
        ["GET", "/api/v1/shares"],
        ["GET", "/api/v1/me/export"],
        ["POST", "/api/v1/me/close"],
        ["PUT", "/api/v1/change-password"],
        ["PUT", "/api/auth/profile"],
        ["POST", "/api/auth/change-email"],
        ["PUT", "/api/v1/update-profile"],
        ["POST", "/api/v1/gifts"],
        ["GET", "/api/v1/level"],
        ["POST", "/api/v1/identity"],
      ] as const
    ) expect(await codeOf(acts(mo, method, path, method === "GET" ? undefined : {})), path).toBe("team_forbidden");
  });

  it("neither raises a role, nor touches the artist or another manager, nor reads whom others asked", async () => {
    await join(mo, "manager");
    await join(ed, "editor");
    const max = await test.addPerson("Max");
    await join(max, "manager");
    await invite("secret@orin.example", "analyst");
    const path = (person: TestPerson) => `/api/v1/team/members/${person.userId}`;
    expect(await codeOf(acts(ed, "PUT", path(ed), { role: "manager" }))).toBe("team_forbidden");
    expect(await codeOf(acts(mo, "PUT", path(mo), { role: "manager" }))).toBe("team_forbidden");
    expect(await codeOf(acts(mo, "PUT", path(ed), { role: "manager" }))).toBe("team_forbidden");
    expect(await codeOf(acts(mo, "DELETE", path(max)))).toBe("team_forbidden");
    expect(await codeOf(acts(mo, "PUT", path(artist), { role: "analyst" }))).toBe("not_found");
    await acts(mo, "DELETE", path(artist));
    expect((await owns("GET", "/api/v1/team")).status).toBe(200);
    const seen = (await acts(mo, "GET", "/api/v1/team")).body as OwnTeam;
    expect(seen.invitations).toMatchObject([{ email: null, isYours: true }]);
    expect(seen.members.map(({ name, isYours }) => [name, isYours])).toEqual(
      [["Mo Obi", false], ["Ed Obi", true], ["Max Obi", false]],
    );
    expect(JSON.stringify(seen)).not.toContain("@");
    expect((await team()).invitations[0]?.email).toBe("secret@orin.example");
    // Two people who change one role at the same time.
    expect((await owns("PUT", path(ed), { role: "analyst", was: "editor" })).status).toBe(200);
    expect(await codeOf(acts(mo, "PUT", path(ed), { role: "editor", was: "editor" }))).toBe("conflict");
  });

  it("who is removed in the middle of an upload sends no further piece, and what came stays the artist's", async () => {
    await join(ed, "editor");
    const song = wavOf(3);
    const tus = { "tus-resumable": "1.0.0", [ACTING_HEADER]: artist.userId };
    const meta = `filename ${btoa("song.wav")},filetype ${btoa("audio/wav")}`;
    const begun = await test.call("POST", "/api/v1/uploads", {
      token: ed.token,
      headers: { ...tus, "upload-length": String(song.length), "upload-metadata": meta, "idempotency-key": newId() },
    });
    const path = begun.headers.get("location") ?? "";
    const patch = (offset: number, bytes: Uint8Array<ArrayBuffer>) =>
      test.world.app.request(path, {
        method: "PATCH",
        body: bytes,
        headers: {
          ...tus,
          ...{ "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
          authorization: `Bearer ${ed.token}`,
        },
      });
    const first = await patch(0, song.slice(0, 1_000));
    expect(first.status).toBe(204);
    await owns("DELETE", `/api/v1/team/members/${ed.userId}`);
    const second = await patch(1_000, song.slice(1_000));
    expect([second.status, (await second.json()).code]).toEqual([403, "not_in_team"]);
    expect(await codeOf(acts(ed, "POST", "/api/v1/upload", uploadForm(song, null, {})))).toBe("not_in_team");
    expect((await owns("GET", "/api/v1/uploads")).body.uploads).toMatchObject([{ receivedBytes: 1_000 }]);
    expect((await test.call("GET", "/api/v1/uploads", { token: ed.token })).body.code).toBe("creators_only");
  });

  it("leaves at any moment, and is told of a removal", async () => {
    await join(ed, "editor");
    await join(ann, "analyst");
    expect((await test.call("DELETE", `/api/v1/teams/${artist.userId}`, { token: ed.token })).body.teams).toEqual([]);
    expect(await codeOf(acts(ed, "GET", "/api/v1/my-tracks"))).toBe("not_in_team");
    await owns("DELETE", `/api/v1/team/members/${ann.userId}`);
    await test.world.settle();
    const newsOf = async (person: TestPerson) =>
      (await test.call("GET", "/api/v1/notifications", { token: person.token })).body.notifications
        .map(({ title }: { title: string }) => title);
    expect((await newsOf(ann))[0]).toBe("An artist has ended your work for them");
    expect(await newsOf(artist)).toContain("A member has left your team");
  });
});

describe("a label", () => {
  it("is a creator account in several teams, and one artist's right opens no other's", async () => {
    const label = await test.addArtist("Label");
    await join(label, "manager");
    await join(label, "analyst", other);
    const mine = (await test.call("GET", "/api/v1/teams", { token: label.token })).body.teams;
    expect(mine.map(({ artistId, role }: { artistId: string; role: string }) => [artistId, role])).toEqual(
      [[artist.userId, "manager"], [other.userId, "analyst"]],
    );
    const draft = { title: "Tape", kind: "ep" };
    expect((await acts(label, "POST", "/api/v1/releases", draft)).status).toBe(201);
    expect(await codeOf(acts(label, "POST", "/api/v1/releases", draft, other))).toBe("team_forbidden");
    expect((await owns("GET", "/api/v1/releases")).body.releases).toHaveLength(1);
    expect((await test.call("GET", "/api/v1/releases", { token: label.token })).body.releases).toEqual([]);
    // A member cannot pass on what they may do for the artist.
    const friend = await test.addPerson("Friend");
    await join(friend, "manager", label);
    expect(await codeOf(acts(friend, "GET", "/api/v1/my-tracks"))).toBe("not_in_team");
  });
});

describe("accounts that are shut out", () => {
  it("end what their members and they themselves may do, until they are back", async () => {
    await join(mo, "manager");
    await join(ed, "editor");
    await acts(mo, "POST", "/api/v1/team/invitations", { email: ann.email, role: "analyst" });
    const token = await linkTo(ann.email);
    const suspension = { adminId: admin.userId, reason: "Stolen songs" };
    await suspend(test.world.deps, { userId: mo.userId, ...suspension }, { metadata: system });
    // Their sessions end within seconds; their rights end immediately.
    expect(await codeOf(acts(mo, "GET", "/api/v1/my-tracks"))).toBe("not_in_team");
    // Whom the suspended manager has asked does not come in.
    expect(await codeOf(answer(ann, token))).toBe("link_invalid");
    await suspend(test.world.deps, { userId: artist.userId, ...suspension }, { metadata: system });
    expect(await codeOf(acts(ed, "GET", "/api/v1/my-tracks"))).toBe("not_in_team");
    expect((await test.call("GET", "/api/v1/teams", { token: ed.token })).body.teams).toEqual([]);
  });

  it("of an owner who closes the account ends the team's rights at once", async () => {
    await join(ed, "editor");
    await closeAccount(test.world.deps, { userId: artist.userId, by: "owner", metadata: system });
    expect(await codeOf(acts(ed, "GET", "/api/v1/my-tracks"))).toBe("not_in_team");
  });
});

describe("erasure", () => {
  it("of a member ends the membership and leaves no name, of an artist takes the team and its log", async () => {
    const { deps } = test.world;
    await join(ed, "editor");
    await join(mo, "manager");
    const erase = async ({ userId }: TestPerson) => {
      await closeAccount(deps, { userId, by: "owner", metadata: system });
      test.pass(31 * DAY_MS);
      await eraseAccount(deps, userId);
      await test.world.settle();
    };
    await erase(ed);
    artist = { ...artist, token: await tokenOf(deps, { userId: artist.userId, role: "creator" }) };
    const { members, artistName } = await team();
    expect(members.map(({ name }) => name)).toEqual(["Mo Obi"]);
    const { activity } = (await owns("GET", "/api/v1/team/activity")).body as TeamActivityList;
    expect(new Set(activity.map(({ who }) => who))).toEqual(new Set([artistName, "A former member", "Mo Obi"]));
    await erase(artist);
    mo = await test.logIn(mo);
    expect((await test.call("GET", "/api/v1/teams", { token: mo.token })).body).toEqual({ teams: [], invitations: [] });
    expect(await codeOf(acts(mo, "GET", "/api/v1/team/activity"))).toBe("not_in_team");
  });
});

describe("two editors at once", () => {
  it("lose nothing: the second is told who changed the song, its lyrics or the release, and when", async () => {
    await addProfile(test.world.deps, { creatorId: artist.userId, name: "Adire" });
    const { trackId } = await test.addTrack({ ownerId: artist.userId, title: "One", artist: "Adire" });
    await join(ed, "editor");
    const song = `/api/v1/tracks/${trackId}`;
    await acts(ed, "PUT", song, { title: "Two", was: { title: "One" } });
    const late = await owns("PUT", song, { title: "Three", was: { title: "One" } });
    const when = /^Ed Obi changed this track on \d+ \w+ 20\d\d at \d\d:\d\d \(Lagos time\)/;
    expect([late.status, late.body.error]).toEqual([409, expect.stringMatching(when)]);

    const lyrics = { text: "Sun", language: "en-NG" };
    const saved = await acts(ed, "PUT", `${song}/lyrics`, { ...lyrics, was: "" });
    const { changedAt } = (await owns("GET", `${song}/lyrics/source`)).body.source;
    expect(saved.body.changedAt).toBe(changedAt);
    const second = await owns("PUT", `${song}/lyrics`, { ...lyrics, text: "Rain", was: "" });
    expect([second.status, second.body.error]).toEqual([409, expect.stringMatching(/^Ed Obi changed these lyrics/)]);
    expect((await owns("GET", `${song}/lyrics/source`)).body.source.text).toBe("Sun");
    test.pass(1_000);
    expect((await owns("PUT", `${song}/lyrics`, { ...lyrics, text: "Rain", was: changedAt })).status).toBe(200);

    const { release } = (await owns("POST", "/api/v1/releases", { title: "Tape", kind: "ep" })).body;
    const path = `/api/v1/releases/${release.id}`;
    await acts(ed, "PUT", path, { title: "Tape 1", was: { title: "Tape" } });
    const third = await owns("PUT", path, { title: "Tape 2", was: { title: "Tape" } });
    expect([third.status, third.body.error]).toEqual([409, expect.stringMatching(/^Ed Obi changed this release/)]);
  });
});

describe("the person behind an artist", () => {
  it("has no name for the team and whom it asks, also while a moderator hides the artist", async () => {
    const { deps } = test.world;
    const hidden = await addPerson(deps, { firstName: "Hidayat", lastName: "Bello", role: "creator" });
    await addProfile(deps, { creatorId: hidden.userId, name: "Adire" });
    await join(ed, "editor", hidden);
    await join(mo, "manager", hidden);
    await invite(ann.email, "analyst", hidden);
    const link = await linkTo(ann.email);
    const { trackId } = await test.addTrack({ ownerId: hidden.userId, title: "One", artist: "Adire" });
    const song = `/api/v1/tracks/${trackId}`;
    const { release } = (await owns("POST", "/api/v1/releases", { title: "Tape", kind: "ep" }, hidden)).body;
    const tape = `/api/v1/releases/${release.id}`;
    await owns("PUT", song, { title: "Two" }, hidden);
    await owns("PUT", `${song}/lyrics`, { text: "Sun", language: "yo" }, hidden);
    await owns("PUT", `${song}/credits`, { writers: ["Somebody"] }, hidden);
    await owns("PUT", tape, { title: "Tape 1" }, hidden);
    const read = async () => {
      const answers = await Promise.all([
        ...["/api/v1/team", "/api/v1/team/activity", "/api/v1/team/activity/csv", "/api/v1/creator-stats"].map((path) =>
          acts(mo, "GET", path, undefined, hidden)
        ),
        ...[ed, ann].map((person) => test.call("GET", "/api/v1/teams", { token: person.token })),
        test.call("GET", `/api/v1/team-invitations/${link}`),
        acts(ed, "PUT", song, { title: "Three", was: { title: "One" } }, hidden),
        acts(ed, "PUT", `${song}/lyrics`, { text: "Rain", language: "yo", was: "" }, hidden),
        acts(ed, "PUT", `${song}/credits`, { writers: ["Ed"], was: { writers: [] } }, hidden),
        acts(ed, "PUT", tape, { title: "Tape 2", was: { title: "Tape" } }, hidden),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([...Array(7).fill(200), ...Array(4).fill(409)]);
      return answers.map(({ text }) => (text.includes("Hidayat") ? "person" : text.includes("Adire") ? "artist" : ""));
    };
    expect([...new Set(await read())]).toEqual(["artist"]);
    await setMusic(deps, { artistId: hidden.userId, music: "hidden", metadata: system });
    // Who is only asked sees no name that is hidden; who works there does.
    const names = await read();
    expect(names).not.toContain("person");
    expect([names[4], names[5], names[6]]).toEqual(["artist", "", ""]);
  });
});

describe("the activity log", () => {
  it("says who did what, newest first, by person, page by page and as CSV, to the artist and managers", async () => {
    const { trackId } = await test.addTrack({ ownerId: artist.userId, title: "=Lagos", artist: "A" });
    await join(ed, "editor");
    await join(mo, "manager");
    test.pass(1_000);
    await acts(ed, "PUT", `/api/v1/tracks/${trackId}`, { title: "=Rain" });
    test.pass(1_000);
    await owns("PUT", `/api/v1/tracks/${trackId}`, { genre: "fuji" });
    const read = async (query = "", by = mo) =>
      (await acts(by, "GET", `/api/v1/team/activity${query}`)).body as TeamActivityList;
    const all = await read();
    const lines = all.activity.map(({ who, what, about }) => `${who}: ${what} ${about}`.trim());
    const name = (await team()).artistName;
    expect(lines.slice(0, 2)).toEqual([`${name}: Edited a song =Rain`, "Ed Obi: Edited a song =Rain"]);
    expect(lines).toContain("Ed Obi: Joined the team as editor");
    expect(lines).toContain(`${name}: Invited a manager`);
    expect(all.people.map((one) => one.name).toSorted()).toEqual([name, "Ed Obi", "Mo Obi"].toSorted());
    const eds = await read(`?person=${ed.userId}`);
    expect(new Set(eds.activity.map(({ who }) => who))).toEqual(new Set(["Ed Obi"]));
    const first = await read("?limit=1");
    const second = await read(`?limit=1&cursor=${first.nextCursor}`);
    expect([first, second].flatMap(({ activity }) => activity.map(({ id }) => id))).toEqual(
      all.activity.slice(0, 2).map(({ id }) => id),
    );
    const { text } = await acts(mo, "GET", "/api/v1/team/activity/csv");
    expect(text.split("\r\n")[1]).toContain(`Edited a song,'=Rain`);
    expect(text).not.toContain("@");
    // Another artist's log knows nothing of it.
    expect((await owns("GET", "/api/v1/team/activity", undefined, other)).body.activity).toEqual([]);
  });
});

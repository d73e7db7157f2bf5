import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suspend } from "../../accounts/account/suspend.ts";
import { closeAccount, reopenAccount } from "../../accounts/closing/close.ts";
import { removeTrack } from "../track/remove.ts";
import { newId } from "../../contract/ids.ts";
import { addAdmin } from "../../testing/access.ts";
import {
  createPlaylist as createPlaylistCall,
  joinPlaylist as joinPlaylistCall,
  listPlaylists as listPlaylistsCall,
} from "../../contract/calls/playlists.ts";
import { answerOf } from "../../testing/answers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { givePremium } from "../../testing/premium.ts";
import { defaultPlaylistId } from "./change.ts";

let test: TestListeners;
let artist: TestPerson;
let songs: string[];
beforeAll(async () => {
  test = await openTestListeners();
  artist = await test.addArtist("Bisi Ade");
  const added = [1, 2, 3, 4].map(async (number) =>
    await test.addTrack({ ownerId: artist.userId, title: `Song ${number}` })
  );
  songs = (await Promise.all(added)).map((track) => track.trackId);
});
afterAll(() => test[Symbol.asyncDispose]());

const song = (index: number) => songs[index] ?? "";
const call = (
  method: string,
  path: string,
  person?: TestPerson,
  body?: unknown,
  headers: Record<string, string> = {},
) => test.call(method, `/api/v1/${path}`, { token: person?.token, body, headers });
const idsOf = (body: { tracks: { _id: string }[] }) => body.tracks.map((track) => track._id);
async function premium(): Promise<TestPerson> {
  const person = await test.addPerson("Tunde");
  await givePremium(test.world.deps, person.userId);
  return person;
}

/** Whether others see the list: its page, what its link says, who joins by it, and its preview. */
async function seenByOthers({ _id, invitation, name }: { _id: string; invitation: string; name: string }) {
  const answers = await Promise.all([
    call("GET", `playlists/${_id}`),
    call("GET", `playlist-invitations/${invitation}`),
    call("POST", `playlist-invitations/${invitation}`, await premium()),
    test.call("GET", `/playlists/${_id}`),
  ]);
  return answers.map(({ status, text }) => status < 400 && text.includes(name));
}

describe("the documented playlist", () => {
  it("needs an account and a track that is out", async () => {
    const person = await test.addPerson();
    expect(await call("GET", "playlist")).toMatchObject({
      status: 401,
      body: { error: "Authentication token not found" },
    });
    expect((await call("POST", "playlist/add", undefined, { trackId: song(0) })).status).toBe(401);
    expect((await call("POST", "playlist/add", person, { trackId: newId() })).status).toBe(404);
    expect((await call("POST", "playlist/add", person, { trackId: "7" })).status).toBe(400);
    expect((await call("POST", "playlist/add", person, {})).status).toBe(400);
    expect((await call("DELETE", "playlist/remove/7", person)).status).toBe(404);
    expect((await call("GET", "playlist", person)).body).toEqual({
      tracks: [],
      playlistId: defaultPlaylistId(person.userId),
    });
  });

  it("holds a track once, however often it is added, until it is removed", async () => {
    const person = await test.addPerson();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => call("POST", "playlist/add", person, { trackId: song(0) })),
    );
    expect(answers.map((answer) => answer.body.message)).toContain("Track added to playlist successfully");
    await call("POST", "playlist/add", person, { trackId: song(1) });
    const { body } = await call("GET", "playlist", person);
    expect(idsOf(body)).toEqual([song(0), song(1)]);
    expect(body.tracks[0]).toMatchObject({ title: "Song 1", duration: "2:00" });
    expect(body.tracks[0].audioUrl).toMatch(/^\/media\/audio\/.+token=/);
    expect((await call("DELETE", `playlist/remove/${song(0)}`, person)).status).toBe(200);
    expect((await call("DELETE", `playlist/remove/${song(0)}`, person)).status).toBe(200);
    expect(idsOf((await call("GET", "playlist", person)).body)).toEqual([song(1)]);
    const other = await test.addPerson();
    expect((await call("GET", "playlist", other)).body.tracks).toEqual([]);
  });

  it("shows no track that was taken out of the catalogue", async () => {
    const person = await test.addPerson();
    const gone = await test.addTrack({ ownerId: artist.userId });
    await call("POST", "playlist/add", person, { trackId: gone.trackId });
    const removal = { trackId: gone.trackId, userId: artist.userId, isAdmin: false };
    await test.world.deps.store.execute(removeTrack, removal, { logs: ["social"], metadata: { actor: "system:test" } });
    await test.world.deps.store.settle();
    expect((await call("GET", "playlist", person)).body.tracks).toEqual([]);
    expect((await call("DELETE", `playlist/remove/${gone.trackId}`, person)).status).toBe(200);
  });

  it("keeps its name and stays", async () => {
    const person = await premium();
    const path = `playlists/${defaultPlaylistId(person.userId)}`;
    expect((await call("PUT", path, person, { name: "Other" })).status).toBe(404);
    await call("POST", "playlist/add", person, { trackId: song(0) });
    expect((await call("PUT", path, person, { name: "Other" })).status).toBe(409);
    expect((await call("DELETE", path, person)).status).toBe(409);
  });
});

describe("named playlists", () => {
  it("are part of Premium", async () => {
    const free = await test.addPerson();
    expect(await call("POST", "playlists", free, { name: "Mine" })).toMatchObject({
      status: 403,
      body: { code: "premium_only", error: "Custom playlists are part of Premium" },
    });
    await call("POST", "playlist/add", free, { trackId: song(0) });
    await call("POST", "playlist/add", free, { trackId: song(1) });
    const order = { trackIds: [song(1), song(0)] };
    expect((await call("PUT", `playlists/${defaultPlaylistId(free.userId)}`, free, order)).status).toBe(403);
    expect((await call("GET", "playlists", free)).body).toMatchObject({
      canEdit: false,
      playlists: [{ name: "My Playlist", isDefault: true, trackCount: 2 }],
    });
  });

  it("refuse names that show nothing or spoil the page, and ids that are not the client's to choose", async () => {
    const person = await premium();
    const victim = await test.addPerson();
    for (const name of ["", "  ", "\u200b", "a\u202eb", "a\nb", "x".repeat(81), undefined]) {
      expect((await call("POST", "playlists", person, { name })).status).toBe(400);
    }
    const playlistId = defaultPlaylistId(victim.userId);
    expect((await call("POST", "playlists", person, { name: "Taken", playlistId })).status).toBe(400);
  });

  it("are made once, renamed, reordered, shown to others when public, and deleted", async () => {
    const person = await premium();
    const stranger = await test.addPerson();
    const made = { playlistId: newId(), name: "Ọjọ́ Ìbí", trackIds: [song(0), song(1), newId(), song(0), song(2)] };
    const [first, again] = [
      await call("POST", "playlists", person, made),
      await call("POST", "playlists", person, made),
    ];
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(answerOf(createPlaylistCall, first.body)).toMatchObject({
      name: "Ọjọ́ Ìbí",
      isPublic: false,
      isOwn: true,
      trackCount: 3,
    });
    const path = `playlists/${made.playlistId}`;
    expect((await call("GET", path, stranger)).status).toBe(404);
    const order = { trackIds: [song(2), newId(), song(0)] };
    expect(idsOf((await call("PUT", path, person, order)).body)).toEqual([song(2), song(0), song(1)]);
    await call("PUT", `${path}/tracks/${song(3)}`, person);
    await call("DELETE", `${path}/tracks/${song(0)}`, person);
    expect((await call("PUT", path, person, { isPublic: true })).body).toMatchObject({
      isPublic: true,
      name: "Ọjọ́ Ìbí",
    });
    const seen = await call("GET", path);
    expect(idsOf(seen.body)).toEqual([song(2), song(1), song(3)]);
    expect(seen.body).toMatchObject({ isOwn: false, name: "Ọjọ́ Ìbí" });
    for (const [method, body] of [["PUT", { name: "Stolen" }], ["PUT", order], ["DELETE", undefined]] as const) {
      expect((await call(method, path, stranger, body)).status).toBe(404);
    }
    expect((await call("PUT", `${path}/tracks/${song(0)}`, stranger)).status).toBe(404);
    expect((await call("PUT", path, person, { name: "Second", isPublic: false })).body).toMatchObject({
      name: "Second",
    });
    expect((await call("GET", path, stranger)).status).toBe(404);
    expect(answerOf(listPlaylistsCall, (await call("GET", "playlists", person)).body).playlists.map((one) => one.name))
      .toEqual(["My Playlist", "Second"]);
    expect((await call("DELETE", path, person)).status).toBe(200);
    expect((await call("GET", path, person)).status).toBe(404);
    const log = await test.world.test.store.sql`select data::text as data from events where type like 'Playlist%'`;
    expect(JSON.stringify(log)).not.toContain("Second");
  });

  it("stay with people whose Premium ended: readable, and shrinking only", async () => {
    const person = await premium();
    const { body } = await call("POST", "playlists", person, { name: "Mine", trackIds: [song(0), song(1)] });
    const path = `playlists/${body._id}`;
    test.pass(40 * 24 * 3_600_000);
    const start = await test.logIn(person);
    expect((await call("PUT", `${path}/tracks/${song(2)}`, start)).status).toBe(403);
    expect((await call("PUT", path, start, { name: "New" })).status).toBe(403);
    expect((await call("DELETE", `${path}/tracks/${song(0)}`, start)).status).toBe(200);
    expect(idsOf((await call("GET", path, start)).body)).toEqual([song(1)]);
  });

  it("of erased people are gone, public or not", async () => {
    const person = await premium();
    const { body } = await call("POST", "playlists", person, { name: "Mine", isPublic: true, trackIds: [song(0)] });
    await test.world.deps.personal.destroy(test.world.deps.store.sql, person.userId);
    expect((await call("GET", `playlists/${body._id}`)).status).toBe(404);
  });
});

describe("a list that a moderator hides", () => {
  it("is its owner's and members' alone, also by its link, until it is shown again", async () => {
    const [person, friend] = [await premium(), await premium()];
    const list = { name: "Bad words", isPublic: true, trackIds: [song(0)] };
    const { _id } = (await call("POST", "playlists", person, list)).body;
    const { invitation } = (await call("POST", `playlists/${_id}/invitation`, person, {})).body;
    await call("POST", `playlist-invitations/${invitation}`, friend);
    const admin = await addAdmin(test.world.deps, "catalogue");
    const path = `admin/moderation/playlist/${_id}`;
    const decide = async (step: string, more = {}) => {
      const { decisions: seen } = (await call("GET", path, admin)).body;
      const { status } = await call("POST", `${path}/${step}`, admin, { words: "In our words.", seen, ...more });
      expect(status).toBe(200);
    };
    const seen = () => seenByOthers({ _id, invitation, name: "Bad words" });
    expect(await seen()).toEqual([true, true, true, true]);
    await decide("hide", { reason: "spam" });
    expect(await seen()).toEqual([false, false, false, false]);
    for (const one of [person, friend]) expect((await call("GET", `playlists/${_id}`, one)).status).toBe(200);
    await decide("show");
    expect(await seen()).toEqual([true, true, true, true]);
  });
});

describe("the public lists that hold a song", () => {
  it("are named to its artist with their owner's public name; private, hidden and suspended people's are not", async () => {
    const { deps } = test.world;
    const { trackId } = await test.addTrack({ ownerId: artist.userId, title: "Held" });
    const make = async (person: TestPerson, name: string, isPublic: boolean) => {
      test.pass(1_000);
      const list = { name, isPublic, trackIds: [trackId, song(0)] };
      return (await call("POST", "playlists", person, list)).body._id as string;
    };
    const [owner, other, dj] = [await premium(), await premium(), await test.addArtist("DJ Ife")];
    await givePremium(deps, dj.userId);
    const party = await make(owner, "Party", true);
    await make(owner, "Only mine", false);
    const mix = await make(dj, "Ife's mix", true);
    const gone = await make(other, "Soon gone", true);
    const seen = async () => {
      const { status, body } = await call("GET", `creator-stats/playlists/${trackId}`, artist);
      expect(status).toBe(200);
      return body.playlists;
    };
    expect(await seen()).toEqual([
      { _id: gone, name: "Soon gone", ownerName: "A listener", trackCount: 2 },
      { _id: mix, name: "Ife's mix", ownerName: "DJ Ife", trackCount: 2 },
      { _id: party, name: "Party", ownerName: "A listener", trackCount: 2 },
    ]);
    const admin = await addAdmin(deps, "catalogue");
    const by = { metadata: { actor: `user:${admin.userId}` } };
    await suspend(deps, { userId: other.userId, adminId: admin.userId, reason: "A farm" }, by);
    const path = `admin/moderation/artist/${dj.userId}`;
    const { decisions } = (await call("GET", path, admin)).body;
    await call("POST", `${path}/hide`, admin, { words: "In our words.", seen: decisions, reason: "spam" });
    await call("PUT", `playlists/${party}`, owner, { name: "Party 2" });
    await test.world.settle();
    expect(await seen()).toEqual([{ _id: party, name: "Party 2", ownerName: "A listener", trackCount: 2 }]);
    await call("PUT", `playlists/${party}`, owner, { isPublic: false });
    expect(await seen()).toEqual([]);
  });

  it("are told of one's own songs alone", async () => {
    const stranger = await test.addArtist("Stranger");
    expect((await call("GET", `creator-stats/playlists/${song(0)}`, stranger)).status).toBe(404);
    expect((await call("GET", `creator-stats/playlists/${song(0)}`, await premium())).status).toBe(403);
  });
});

describe("lists of somebody who closed the account", () => {
  it("are nobody else's to open, to preview or to join, and all there again when they come back", async () => {
    const { deps } = test.world;
    const [person, friend] = [await premium(), await premium()];
    const list = { name: "Farewell", isPublic: true, trackIds: [song(0)] };
    const { _id } = (await call("POST", "playlists", person, list)).body;
    const { invitation } = (await call("POST", `playlists/${_id}/invitation`, person, {})).body;
    await call("POST", `playlist-invitations/${invitation}`, friend);
    const seen = () => seenByOthers({ _id, invitation, name: "Farewell" });
    const metadata = { actor: `user:${person.userId}` };
    expect(await seen()).toEqual([true, true, true, true]);
    await closeAccount(deps, { userId: person.userId, by: "owner", metadata });
    expect(await seen()).toEqual([false, false, false, false]);
    // Who has joined keeps what is theirs, too.
    expect((await call("GET", `playlists/${_id}`, friend)).status).toBe(200);
    await reopenAccount(deps, { userId: person.userId, by: "owner", metadata });
    expect(await seen()).toEqual([true, true, true, true]);
  });
});

describe("a list of several people", () => {
  const post = (path: string, person?: TestPerson, body: unknown = {}) => call("POST", path, person, body);

  it("is opened by a link, filled by all who joined, and closed by its owner", async () => {
    const [owner, friend] = [await premium(), await premium()];
    const stranger = await test.addPerson("Chidi");
    const list = (await post("playlists", owner, { name: "Owambe  ", trackIds: [song(0)] })).body;
    const path = `playlists/${list._id}`;
    expect((await call("GET", path, friend)).status).toBe(404);
    const { invitation } = (await post(`${path}/invitation`, owner)).body;
    expect((await post(`${path}/invitation`, owner)).body.invitation).toBe(invitation);
    expect((await call("GET", `playlist-invitations/${invitation}`)).body).toMatchObject({
      ...{ name: "Owambe", ownerName: "Tunde", trackCount: 1, isMember: false },
    });
    expect((await post(`playlist-invitations/${invitation}`, stranger)).body.code).toBe("premium_only");
    expect((await post(`playlist-invitations/${invitation.slice(0, -2)}xx`, friend)).status).toBe(410);
    const [joined] = await Promise.all([1, 2].map(() => post(`playlist-invitations/${invitation}`, friend)));
    expect(answerOf(joinPlaylistCall, joined?.body)).toMatchObject({ isOwn: false, isShared: true });
    expect(joined?.body.invitation).toBeUndefined();

    // Two people who add at the same time lose nothing.
    await Promise.all([
      call("PUT", `${path}/tracks/${song(1)}`, friend),
      call("PUT", path, owner, { trackIds: [song(0)] }),
      call("PUT", `${path}/tracks/${song(2)}`, owner),
    ]);
    const shown = (await call("GET", path, owner)).body;
    expect(idsOf(shown).toSorted()).toEqual([song(0), song(1), song(2)].toSorted());
    expect(shown.addedBy).toEqual({ [song(1)]: friend.userId });
    expect(shown.members).toMatchObject([{ name: "Tunde", isYou: true }, { _id: friend.userId, isYou: false }]);
    expect((await call("GET", "playlists", friend)).body.playlists).toMatchObject([{}, {
      name: "Owambe",
      isShared: true,
    }]);
    expect((await call("DELETE", `${path}/tracks/${song(0)}`, friend)).body.code).toBe("playlist_owner_only");
    expect((await call("DELETE", `${path}/tracks/${song(1)}`, friend)).status).toBe(200);
    expect((await call("PUT", path, friend, { name: "Mine" })).body.code).toBe("playlist_owner_only");

    // Outside it shows nothing of who is in it.
    await call("PUT", path, owner, { isPublic: true });
    const outside = (await call("GET", path)).body;
    expect([outside.name, outside.ownerName, outside.members, outside.addedBy]).toEqual([
      ...["Owambe", "A listener", undefined, undefined],
    ]);
    await call("PUT", path, owner, { isPublic: false });
    expect((await call("DELETE", `${path}/members/${friend.userId}`, owner)).status).toBe(200);
    expect((await call("GET", path, friend)).status).toBe(404);
    expect((await post(`playlist-invitations/${invitation}`, friend)).status).toBe(410);
  });

  it("lets nobody in whom its owner has blocked, and says of its link what it says of an old one", async () => {
    const [owner, rude] = [await premium(), await premium()];
    const { _id } = (await post("playlists", owner, { name: "Ours", trackIds: [song(0)] })).body;
    const { invitation } = (await post(`playlists/${_id}/invitation`, owner)).body;
    const { comment } = (await post("comments", rude, { trackId: song(0), content: "Ugly" })).body;
    const answers = () =>
      Promise.all([
        call("GET", `playlist-invitations/${invitation}`, rude),
        post(`playlist-invitations/${invitation}`, rude),
        call("GET", `playlists/${_id}`, rude),
      ]);
    await post(`comments/${comment._id}/block`, owner);
    expect((await answers()).map(({ status }) => status)).toEqual([410, 410, 404]);
    const { people: [block] } = (await call("GET", "blocks", owner)).body;
    await call("DELETE", `blocks/${block.blockId}`, owner);
    await post(`playlist-invitations/${invitation}`, rude);
    expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("takes what an import found at once, also My Playlist of who has no Premium", async () => {
    const person = await test.addPerson();
    const tracks = (body: unknown) => call("PUT", `playlists/${defaultPlaylistId(person.userId)}/tracks`, person, body);
    const trackIds = [song(0), song(1), song(1), newId()];
    expect((await tracks({ trackIds })).body).toMatchObject({ added: 2, known: 0, missing: 1, left: 0 });
    expect((await tracks({ trackIds })).body).toMatchObject({ added: 0, known: 2, missing: 1 });
    expect(idsOf((await call("GET", "playlist", person)).body)).toEqual([song(0), song(1)]);
    expect((await tracks({ trackIds: [] })).status).toBe(400);
  });

  it("keeps its folder to its owner, and names in one form without characters that change the page", async () => {
    const owner = await premium();
    const decomposed = "Ọ̀ṣun".normalize("NFD");
    const { _id } = (await post("playlists", owner, { name: decomposed, isPublic: true })).body;
    expect((await post("playlists", owner, { name: "Bad\u202ename" })).status).toBe(400);
    await call("PUT", `playlists/${_id}`, owner, { folder: "Work" });
    expect((await call("PUT", `playlists/${_id}`, owner, { folder: "W\u0000" })).status).toBe(400);
    const own = (await call("GET", `playlists/${_id}`, owner)).body;
    expect([own.name, own.folder]).toEqual([decomposed.normalize("NFC"), "Work"]);
    expect((await call("GET", `playlists/${_id}`)).body.folder).toBeUndefined();
    expect((await call("PUT", `playlists/${_id}`, owner, { folder: "" })).body.folder).toBeUndefined();
  });
});

describe("the description of a list", () => {
  it("is sealed, read by who may see the list, and plain text of 300 characters", async () => {
    const owner = await premium();
    const stranger = await test.addPerson();
    const { _id } = (await call("POST", "playlists", owner, { name: "Roads" })).body;
    const put = (description: string, who = owner) => call("PUT", `playlists/${_id}`, who, { description });
    const text = "From Jos to Lagos.\n<b>Ọ̀nà jíjìn</b>";
    expect((await put(` ${text.normalize("NFD")} `)).body.description).toBe(text.normalize("NFC"));
    expect((await put("Mine", stranger)).status).toBe(404);
    for (const bad of ["a".repeat(301), "evil \u202e text", "a\u0000", " \u200b "]) {
      expect((await put(bad)).status).toBe(400);
    }
    expect((await call("GET", `playlists/${_id}`, stranger)).status).toBe(404);
    await call("PUT", `playlists/${_id}`, owner, { isPublic: true });
    expect((await call("GET", `playlists/${_id}`)).body.description).toBe(text.normalize("NFC"));
    const events = await test.world.deps.store.readStream("social", `playlist/${_id}`);
    expect(JSON.stringify(events)).not.toContain("Lagos");
    await put(text);
    const again = await test.world.deps.store.readStream("social", `playlist/${_id}`);
    expect(again).toHaveLength(events.length);
    expect((await put("")).body.description).toBeUndefined();
  });
});

describe("hearts", () => {
  it("need an account and something to be with", async () => {
    const person = await test.addPerson();
    expect((await call("PUT", `hearts/track/${song(0)}`)).status).toBe(401);
    expect((await call("GET", "hearts")).status).toBe(401);
    for (
      const path of [`track/${newId()}`, `artist/${newId()}`, `artist/${person.userId}`, "track/7", `song/${song(0)}`]
    ) {
      expect((await call("PUT", `hearts/${path}`, person)).status).toBe(404);
    }
  });

  it("are given once and taken once, newest first, and an artist's heart is no follow", async () => {
    const person = await test.addPerson();
    const taps = Array.from({ length: 10 }, () => call("PUT", `hearts/track/${song(0)}`, person));
    expect((await Promise.all(taps)).map((tap) => tap.body)).toEqual(taps.map(() => ({ hearted: true })));
    test.pass(1_000);
    await call("PUT", `hearts/track/${song(1)}`, person);
    await call("PUT", `hearts/artist/${artist.userId}`, person);
    const { body } = await call("GET", "hearts", person);
    expect(body).toMatchObject({ trackIds: [song(1), song(0)], artistIds: [artist.userId] });
    expect(idsOf(body)).toEqual([song(1), song(0)]);
    expect(body.artists).toMatchObject([{ name: "Bisi Ade", followerCount: 0 }]);
    expect((await call("GET", `is-following/${artist.userId}`, person)).body.isFollowing).toBe(false);
    const first = (await call("GET", "hearts?limit=1", person)).body;
    expect([idsOf(first), first.nextCursor]).toEqual([[song(1)], song(1)]);
    const second = (await call("GET", `hearts?limit=1&cursor=${first.nextCursor}`, person)).body;
    expect([idsOf(second), second.nextCursor]).toEqual([[song(0)], undefined]);
    for (let tap = 0; tap < 2; tap++) {
      expect((await call("DELETE", `hearts/track/${song(0)}`, person)).body).toEqual({ hearted: false });
    }
    expect((await call("GET", "hearts", person)).body.trackIds).toEqual([song(1)]);
    const events = await test.world.deps.store.readStream("social", `heart/${person.userId}/track/${song(0)}`);
    expect(events.map((event) => event.type)).toEqual(["HeartGiven", "HeartTaken"]);
  });
});

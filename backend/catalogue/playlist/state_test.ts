import { describe, expect, it } from "vitest";
import { MOST_COLLABORATORS, MOST_PLAYLIST_TRACKS, MOST_PLAYLISTS } from "../../contract/playlists.ts";
import { refusalOf } from "../../testing/refusal.ts";
import type { PlaylistEvent } from "./events.ts";
import {
  decideAdd,
  decideAddAll,
  decideCreate,
  decideDeletePlaylist,
  decideDescribe,
  decideFile,
  decideInvite,
  decideJoin,
  decideLeave,
  decideRemove,
  decideRename,
  decideReorder,
  decideRevoke,
  emptyList,
  evolvePlaylist,
  type PlaylistState,
} from "./state.ts";

const playlistId = "a list";
const ada = { userId: "ada", isPremium: true };
const free = { userId: "ada", isPremium: false };
const obi = { userId: "obi", isPremium: true };
const about = { playlistId, ownerId: "ada" };

const created = (...trackIds: string[]): PlaylistEvent => ({
  type: "PlaylistCreated",
  data: { ...about, name: "sealed", trackIds },
});
const given = (...events: PlaylistEvent[]) => events.reduce<PlaylistState | undefined>(evolvePlaylist, undefined);
const named = (...trackIds: string[]) => given(created(...trackIds));
const ownDefault = (...trackIds: string[]): PlaylistState => ({ ...emptyList(playlistId, "ada"), trackIds });

const NOT_FOUND = { code: "not_found", message: "Playlist not found" };

describe("making a list", () => {
  const playlist = { ...about, name: "sealed", trackIds: ["one", "two", "one"] };

  it("holds each track once, and is made once", () => {
    expect(decideCreate(undefined, { asking: ada, count: 0, playlist })).toEqual([created("one", "two")]);
    expect(decideCreate(named(), { asking: ada, count: 1, playlist })).toEqual([]);
  });

  it("is part of Premium, up to a number of lists", () => {
    const refused = (asking: typeof ada, count: number) =>
      refusalOf(() => decideCreate(undefined, { asking, count, playlist })).code;
    expect(refused(free, 0)).toBe("premium_only");
    expect(refused(ada, MOST_PLAYLISTS)).toBe("too_many_playlists");
    expect(decideCreate(undefined, { asking: ada, count: MOST_PLAYLISTS - 1, playlist })).toHaveLength(1);
  });

  it("takes no id of another person's list", () => {
    expect(refusalOf(() => decideCreate(named(), { asking: obi, count: 0, playlist }))).toEqual(NOT_FOUND);
  });
});

describe("a list", () => {
  const rename = { ...about, name: "another" };

  it("gets another name with Premium; the same name changes nothing, with or without", () => {
    expect(decideRename(named(), { asking: ada, rename, isSame: false }))
      .toEqual([{ type: "PlaylistRenamed", data: rename }]);
    expect(decideRename(named(), { asking: free, rename, isSame: true })).toEqual([]);
    expect(refusalOf(() => decideRename(named(), { asking: free, rename, isSame: false })).code).toBe("premium_only");
  });

  it("is reordered: unknown tracks are passed over, and tracks left out stay at the end", () => {
    const reorder = (...trackIds: string[]) => decideReorder(named("one", "two", "three"), { asking: ada, trackIds });
    expect(reorder("three", "elsewhere", "three", "one"))
      .toEqual([{ type: "PlaylistReordered", data: { ...about, trackIds: ["three", "one", "two"] } }]);
    expect(reorder("one", "two")).toEqual([]);
    const withoutPremium = { asking: free, trackIds: ["two"] };
    expect(refusalOf(() => decideReorder(named("one", "two"), withoutPremium)).code).toBe("premium_only");
  });

  it("takes a track once, while it has room", () => {
    const add = (list: PlaylistState | undefined, trackId: string, isThere = true) =>
      decideAdd(list, { asking: ada, trackId, isThere });
    expect(add(named("one"), "two")).toEqual([{ type: "PlaylistTrackAdded", data: { ...about, trackId: "two" } }]);
    expect(add(named("one"), "one")).toEqual([]);
    expect(refusalOf(() => add(named(), "one", false)).message).toBe("Track not found");
    const full = named(...Array.from({ length: MOST_PLAYLIST_TRACKS }, (_, index) => `track ${index}`));
    expect(refusalOf(() => add(full, "one more")).code).toBe("playlist_full");
    expect(add(full, "track 0")).toEqual([]);
  });

  it("gives tracks back without Premium, and takes none", () => {
    const removed = [{ type: "PlaylistTrackRemoved", data: { ...about, trackId: "one" } }];
    expect(decideRemove(named("one"), { asking: free, trackId: "one" })).toEqual(removed);
    expect(decideRemove(named("one"), { asking: free, trackId: "two" })).toEqual([]);
    const adding = { asking: free, trackId: "two", isThere: true };
    expect(refusalOf(() => decideAdd(named("one"), adding)).code).toBe("premium_only");
    expect(decideAdd(ownDefault("one"), adding)).toHaveLength(1);
  });

  it("is deleted by its owner, also without Premium", () => {
    expect(decideDeletePlaylist(named(), free)).toEqual([{ type: "PlaylistDeleted", data: about }]);
  });

  it("that everyone has keeps its name and stays", () => {
    const renaming = { asking: ada, rename, isSame: false };
    expect(refusalOf(() => decideRename(ownDefault(), renaming)).code).toBe("default_playlist");
    expect(refusalOf(() => decideDeletePlaylist(ownDefault(), ada)).code).toBe("default_playlist");
  });

  it("of another person is not found, and neither is one that is gone", () => {
    for (const [list, asking] of [[named("one"), obi], [undefined, ada]] as const) {
      expect(refusalOf(() => decideRename(list, { asking, rename, isSame: false }))).toEqual(NOT_FOUND);
      expect(refusalOf(() => decideReorder(list, { asking, trackIds: ["one"] }))).toEqual(NOT_FOUND);
      expect(refusalOf(() => decideAdd(list, { asking, trackId: "one", isThere: true }))).toEqual(NOT_FOUND);
      expect(refusalOf(() => decideRemove(list, { asking, trackId: "one" }))).toEqual(NOT_FOUND);
      expect(refusalOf(() => decideDeletePlaylist(list, asking))).toEqual(NOT_FOUND);
    }
  });
});

describe("a list of several people", () => {
  const [invitationId, another] = ["link 1", "link 2"];
  const invited: PlaylistEvent = { type: "PlaylistInvitationMade", data: { ...about, invitationId } };
  const joined: PlaylistEvent = { type: "PlaylistJoined", data: { ...about, userId: "obi", invitationId } };
  const together = (...more: PlaylistEvent[]) => given(created("one"), invited, joined, ...more);
  const codeOf = (decide: () => unknown) => refusalOf(decide).code;

  it("is joined by a link that the owner makes with Premium, until it is revoked or made anew", () => {
    const invite = (list: PlaylistState | undefined, asking = ada, anew = false) =>
      decideInvite(list, { asking, invitationId: another, anew });
    expect(invite(named())).toMatchObject([{ data: { invitationId: another } }]);
    expect(codeOf(() => invite(named(), free))).toBe("premium_only");
    expect(codeOf(() => invite(ownDefault()))).toBe("default_playlist");
    expect(invite(together())).toEqual([]);
    const renewed = together(...invite(together(), ada, true));
    const join = (list: PlaylistState | undefined, asking = obi, isBlocked = false) =>
      decideJoin(list, { asking, invitationId, isBlocked });
    expect(join(given(created(), invited))).toEqual([joined]);
    expect([join(together()), join(together(), ada)]).toEqual([[], []]);
    expect(codeOf(() => join(given(created(), invited), { ...obi, isPremium: false }))).toBe("premium_only");
    for (const list of [renewed, together(...decideRevoke(together(), ada)), named(), undefined]) {
      expect(codeOf(() => join(list))).toBe("link_invalid");
    }
    const open = given(created(), invited);
    expect(codeOf(() => join(open, obi, true))).toBe("link_invalid");
    expect(codeOf(() => join(open && { ...open, isOutOfSight: true }))).toBe("link_invalid");
    const crowd = Array.from({ length: MOST_COLLABORATORS }, (_, index) => `person ${index}`);
    const full = { ...emptyList(playlistId, "ada"), isDefault: false, invitationId, memberIds: crowd };
    expect(codeOf(() => join(full))).toBe("playlist_full");
  });

  it("lets all add and put in order; the owner takes anything out, others what they added", () => {
    const add = decideAdd(together(), { asking: obi, trackId: "two", isThere: true });
    expect(add).toEqual([{ type: "PlaylistTracksAdded", data: { ...about, trackIds: ["two"], addedBy: "obi" } }]);
    const both = together(...add);
    expect(decideReorder(both, { asking: obi, trackIds: ["two"] })).toMatchObject([{
      data: { trackIds: ["two", "one"] },
    }]);
    const remove = (asking: typeof ada, trackId: string) => decideRemove(both, { asking, trackId });
    expect([remove(obi, "two"), remove(ada, "two"), remove(ada, "one")].map((events) => events.length)).toEqual([
      1,
      1,
      1,
    ]);
    expect(codeOf(() => remove(obi, "one"))).toBe("playlist_owner_only");
    const rename = { ...about, name: "another" };
    for (
      const own of [
        () => decideRename(both, { asking: obi, rename, isSame: false }),
        () => decideDeletePlaylist(both, obi),
        () => decideRevoke(both, obi),
        () => decideFile(both, { asking: obi, file: about, isSame: false }),
      ]
    ) expect(codeOf(own)).toBe("playlist_owner_only");
  });

  it("is left by whoever wants, and the owner takes people out, with the link that they came by", () => {
    const leave = (asking: typeof ada, userId = "obi") => decideLeave(together(), { asking, userId });
    expect(leave(obi)).toEqual([{ type: "PlaylistLeft", data: { ...about, userId: "obi" } }]);
    expect(leave(ada).map(({ type }) => type)).toEqual(["PlaylistLeft", "PlaylistInvitationRevoked"]);
    expect(leave(ada, "nobody")).toEqual([]);
    expect(codeOf(() => leave(obi, "ada"))).toBe("playlist_owner_only");
    const after = together(...leave(obi));
    expect(refusalOf(() => decideAdd(after, { asking: obi, trackId: "two", isThere: true }))).toEqual(NOT_FOUND);
  });

  it("takes many songs at once: each once, and as many as it has room for", () => {
    const addAll = (list: PlaylistState | undefined, trackIds: string[], asking = ada) =>
      decideAddAll(list, { asking, trackIds });
    expect(addAll(named("one"), ["one", "two", "two"])).toEqual([
      { type: "PlaylistTracksAdded", data: { ...about, trackIds: ["two"] } },
    ]);
    expect([addAll(named("one"), ["one"]), addAll(ownDefault(), ["one"], free).length]).toEqual([[], 1]);
    expect(codeOf(() => addAll(named("one"), ["two"], free))).toBe("premium_only");
    const nearlyFull = named(...Array.from({ length: MOST_PLAYLIST_TRACKS - 1 }, (_, index) => `track ${index}`));
    expect(addAll(nearlyFull, ["a", "b"])).toMatchObject([{ data: { trackIds: ["a"] } }]);
    const full = given(created(...nearlyFull?.trackIds ?? [], "last"));
    expect(codeOf(() => addAll(full, ["a"]))).toBe("playlist_full");
  });

  it("goes into a folder of its owner with Premium, once", () => {
    const file = { ...about, folder: "sealed" };
    const put = (list: PlaylistState | undefined, asking = ada, isSame = false) =>
      decideFile(list, { asking, file, isSame });
    expect([put(named()), put(named(), free, true)]).toEqual([[{ type: "PlaylistFiled", data: file }], []]);
    expect(codeOf(() => put(named(), free))).toBe("premium_only");
    expect(codeOf(() => put(ownDefault()))).toBe("default_playlist");
  });

  it("is described by its owner with Premium, once; words are taken back also without", () => {
    const described = { ...about, description: "sealed" };
    const say = (list: PlaylistState | undefined, asking = ada, more: object = {}) =>
      decideDescribe(list, { asking, described, isSame: false, ...more });
    expect(say(named())).toEqual([{ type: "PlaylistDescribed", data: described }]);
    expect(say(named(), ada, { isSame: true })).toEqual([]);
    expect(say(named(), free, { described: about })).toEqual([{ type: "PlaylistDescribed", data: about }]);
    expect(codeOf(() => say(named(), free))).toBe("premium_only");
    expect(codeOf(() => say(ownDefault()))).toBe("default_playlist");
    expect(codeOf(() => say(together(), obi))).toBe("playlist_owner_only");
    expect(codeOf(() => say(named(), obi))).toBe("not_found");
  });
});

describe("the events of a list", () => {
  it("add up to its tracks in their order", () => {
    const events: PlaylistEvent[] = [
      created("one", "two"),
      { type: "PlaylistTrackAdded", data: { ...about, trackId: "three" } },
      { type: "PlaylistReordered", data: { ...about, trackIds: ["three", "two", "one"] } },
      { type: "PlaylistTrackRemoved", data: { ...about, trackId: "two" } },
      { type: "PlaylistRenamed", data: { ...about, name: "another" } },
    ];
    const added = { ...emptyList(playlistId, "ada"), isDefault: false, trackIds: ["three", "one"] };
    expect(given(...events)).toEqual(added);
    expect(given(...events, { type: "PlaylistDeleted", data: about })).toBeUndefined();
  });
});

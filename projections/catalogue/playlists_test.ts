import { afterAll, expect, it } from "vitest";
import type { PlaylistEvent } from "../../backend/catalogue/playlist/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { countPlaylists, findPlaylists, playlists, playlistsJoinedBy, publicPlaylistsWith } from "./playlists.ts";

const test = await openTestProjection(playlists);
afterAll(() => test[Symbol.asyncDispose]());

const [ownerId, playlistId, one, two, three] = [newId(), newId(), newId(), newId(), newId()];
const of = { playlistId, ownerId };
const created: PlaylistEvent = { type: "PlaylistCreated", data: { ...of, name: "sealed", trackIds: [one, two] } };
const added: PlaylistEvent = { type: "PlaylistTrackAdded", data: { ...of, trackId: three } };

it.each<[string, PlaylistEvent[], string[]]>([
  ["in the order in which they came", [created, added], [one, two, three]],
  ["without those that were taken out", [created, added, {
    type: "PlaylistTrackRemoved",
    data: { ...of, trackId: one },
  }], [
    two,
    three,
  ]],
  ["in the order that the owner made", [
    created,
    added,
    { type: "PlaylistReordered", data: { ...of, trackIds: [three, one, two] } },
  ], [three, one, two]],
  ["of a default list, which begins with its first track", [added], [three]],
])("keeps the tracks %s", async (_how, events, trackIds) => {
  const found = await test.given(events, async (tx) => (await findPlaylists(tx, [playlistId])).get(playlistId));
  expect(found?.trackIds).toEqual(trackIds);
});

it("keeps names, counts named lists, and forgets what is deleted or its owner erased", async () => {
  const renamed: PlaylistEvent = { type: "PlaylistRenamed", data: { ...of, name: "new", publicName: "Party" } };
  const find = async (tx: Parameters<typeof findPlaylists>[0]) =>
    (await findPlaylists(tx, [playlistId])).get(playlistId);
  expect(await test.given([created, renamed], find)).toMatchObject({ name: "new", publicName: "Party", updatedAt: 1 });
  expect(await test.given([created], (tx) => countPlaylists(tx, [ownerId]))).toEqual(new Map([[ownerId, 1]]));
  expect(await test.given([added], (tx) => countPlaylists(tx, [ownerId]))).toEqual(new Map());
  expect(await test.given([created, { type: "PlaylistDeleted", data: of }], find)).toBeUndefined();
  expect(await test.given([created, { type: "AccountErased", data: { userId: ownerId } }], find)).toBeUndefined();
});

it("shows lists of a closed account to nobody new, and all of them again when it is opened", async () => {
  const invitationId = newId();
  const events: Parameters<typeof test.given>[0] = [
    created,
    { type: "PlaylistRenamed", data: { ...of, name: "new", publicName: "Party" } },
    { type: "PlaylistInvitationMade", data: { ...of, invitationId } },
    { type: "AccountClosed", data: { userId: ownerId, by: "owner", eraseAt: 9 } },
  ];
  const find = async (tx: Parameters<typeof findPlaylists>[0]) =>
    (await findPlaylists(tx, [playlistId])).get(playlistId);
  expect(await test.given(events, find)).toMatchObject({
    ...{ publicName: undefined, wantedName: "Party", isOutOfSight: true, trackIds: [one, two] },
  });
  const opened = [...events, { type: "AccountReopened" as const, data: { userId: ownerId, by: "owner" as const } }];
  expect(await test.given(opened, find)).toMatchObject({ publicName: "Party", invitationId, isOutOfSight: false });
});

it("keeps who adds to a list and what, its folder and its link, and forgets erased people alone", async () => {
  const [userId, invitationId] = [newId(), newId()];
  const events: PlaylistEvent[] = [
    created,
    { type: "PlaylistFiled", data: { ...of, folder: "sealed folder" } },
    { type: "PlaylistDescribed", data: { ...of, description: "sealed words" } },
    { type: "PlaylistInvitationMade", data: { ...of, invitationId } },
    { type: "PlaylistJoined", data: { ...of, userId, invitationId } },
    { type: "PlaylistTracksAdded", data: { ...of, trackIds: [three], addedBy: userId } },
  ];
  const find = async (tx: Parameters<typeof findPlaylists>[0]) => ({
    list: (await findPlaylists(tx, [playlistId])).get(playlistId),
    joined: (await playlistsJoinedBy(tx, userId)).length,
  });
  expect(await test.given(events, find)).toMatchObject({
    list: {
      ...{ trackIds: [one, two, three], memberIds: [userId], folder: "sealed folder", invitationId },
      description: "sealed words",
      addedBy: new Map([[three, userId]]),
    },
    joined: 1,
  });
  const left: PlaylistEvent[] = [
    { type: "PlaylistLeft", data: { ...of, userId } },
    { type: "PlaylistInvitationRevoked", data: { ...of, invitationId } },
    { type: "PlaylistFiled", data: of },
    { type: "PlaylistDescribed", data: of },
  ];
  expect(await test.given([...events, ...left], find)).toMatchObject({
    list: {
      trackIds: [one, two, three],
      memberIds: [],
      folder: undefined,
      description: undefined,
      invitationId: undefined,
    },
    joined: 0,
  });
  expect(await test.given([...events, { type: "AccountErased", data: { userId } }], find)).toMatchObject({
    list: { trackIds: [one, two, three], memberIds: [], addedBy: new Map() },
    joined: 0,
  });
  expect(await test.given([...events, { type: "AccountErased", data: { userId: ownerId } }], find)).toEqual({
    list: undefined,
    joined: 0,
  });
});

it("finds the public lists that hold a track, and never a private, hidden or closed one", async () => {
  const renamed: PlaylistEvent = { type: "PlaylistRenamed", data: { ...of, name: "new", publicName: "Party" } };
  const find = (trackId: string) => async (tx: Parameters<typeof publicPlaylistsWith>[0]) =>
    (await publicPlaylistsWith(tx, trackId, 9)).map(({ publicName }) => publicName);
  expect(await test.given([created, renamed], find(one))).toEqual(["Party"]);
  expect(await test.given([created, renamed], find(three))).toEqual([]);
  expect(await test.given([created], find(one))).toEqual([]);
  const out = { ...of, trackId: one };
  expect(await test.given([created, renamed, { type: "PlaylistTrackRemoved", data: out }], find(one))).toEqual([]);
  const closed = { type: "AccountClosed" as const, data: { userId: ownerId, by: "owner" as const, eraseAt: 9 } };
  expect(await test.given([created, renamed, closed], find(one))).toEqual([]);
});

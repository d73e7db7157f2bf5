import { expect, it } from "vitest";
import { givenTrack } from "../../../testing/given_tracks.ts";
import type { ShownWrite } from "../../lib/writes.ts";
import { DEFAULT_LIST, type Write } from "../../outbox/write.ts";
import { withCardWrite, withDefaultWrite, withListWrite } from "./playlists_with_writes.ts";

const [ONE, TWO, THREE] = [givenTrack("One"), givenTrack("Two"), givenTrack("Three")];
const CARD = { _id: "p1", name: "Morning", isDefault: false, isPublic: false, trackCount: 2, covers: [] };
const LIST = { ...CARD, isOwn: true, ownerName: "", tracks: [ONE, TWO] };

const written = (write: Write, track = ONE): ShownWrite => ({
  ...{ id: "w", write, track, state: "waiting", about: "", createdAt: 0 },
});
const put = (track: typeof ONE, wanted: boolean, playlistId = "p1") =>
  written({ kind: "playlist.track", playlistId, trackId: track._id, wanted }, track);
const titles = (list: { tracks: { title: string }[] } | undefined) => list?.tracks.map(({ title }) => title);

it("a track is put at the end once, and taken out", () => {
  expect(titles([put(THREE, true), put(THREE, true)].reduce(withListWrite, LIST))).toEqual(["One", "Two", "Three"]);
  expect(titles(withListWrite(LIST, put(ONE, false)))).toEqual(["Two"]);
  const everybodys = { tracks: [ONE], playlistId: "p0" };
  expect(titles(withDefaultWrite(everybodys, put(TWO, true, DEFAULT_LIST)))).toEqual(["One", "Two"]);
  expect(titles(withDefaultWrite(everybodys, put(TWO, true)))).toEqual(["One"]);
});

it("an order and a name are shown; tracks that the order does not know stay behind", () => {
  const change = { name: "Evening", trackIds: ["two", "gone"] };
  const list = withListWrite(LIST, written({ kind: "playlist.change", playlistId: "p1", change }));
  expect(list?.name).toBe("Evening");
  expect(titles(list)).toEqual(["Two", "One"]);
});

it("a list that the service does not know is made of its writes alone", () => {
  const create = written({ kind: "playlist.create", playlistId: "p2", name: "Bus songs", trackIds: ["one"] });
  const list = [create, put(TWO, true, "p2")].reduce(withListWrite, undefined);
  expect(list).toMatchObject({ _id: "p2", name: "Bus songs", isOwn: true });
  expect(titles(list)).toEqual(["One", "Two"]);
});

it("among all lists a new one stands last, a renamed one has its name, a deleted one is gone", () => {
  const all = { playlists: [CARD], canEdit: true };
  const create = written({ kind: "playlist.create", playlistId: "p2", name: "Bus songs", trackIds: [] });
  const rename = written({ kind: "playlist.change", playlistId: "p1", change: { name: "Evening" } });
  const both = [create, rename].reduce(withCardWrite, all);
  expect(both.playlists.map(({ name }) => name)).toEqual(["Evening", "Bus songs"]);
  expect(withCardWrite(both, create).playlists).toHaveLength(2);
  expect(withCardWrite(all, written({ kind: "playlist.delete", playlistId: "p1" })).playlists).toEqual([]);
});

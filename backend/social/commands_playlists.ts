import { findShown } from "../catalogue/commands_shown.ts";
import type { CommandHandler, GroupScope } from "../store/command.ts";
import type { Append } from "../store/event.ts";
import { derivedId } from "../store/ids.ts";
import { streamVersions } from "../store/read.ts";
import type { Tx } from "../store/sql.ts";
import { countPlaylists, findPlaylists } from "../../projections/playlists.ts";
import {
  type Asking,
  decideAdd,
  decideCreate,
  decideDeletePlaylist,
  decideRemove,
  decideRename,
  decideReorder,
  evolvePlaylist,
  type PlaylistState,
} from "./decide_playlists.ts";
import { type PlaylistCreated, type PlaylistEvent, type PlaylistRenamed, playlistStream } from "./events_playlists.ts";

/** The id of the list that everyone has. */
export function defaultPlaylistId(userId: string): string {
  return derivedId(userId, "default playlist");
}

type ForList = { readonly playlistId: string; readonly asking: Asking };

/** Makes a named list; its tracks are those of the given ones that are out. */
export const createPlaylist = handler<ForList & { playlist: PlaylistCreated["data"] }>("createPlaylist", {
  tracks: ({ playlist }) => playlist.trackIds,
  decide: (lists, { playlistId, asking, playlist }) => {
    const count = lists.counts.get(asking.userId) ?? 0;
    const trackIds = playlist.trackIds.filter((trackId) => lists.shown.has(`track/${trackId}`));
    const events = decideCreate(lists.of(playlistId, asking), { asking, count, playlist: { ...playlist, trackIds } });
    lists.counts.set(asking.userId, count + events.length);
    return events;
  },
});

export const renamePlaylist = handler<ForList & { rename: PlaylistRenamed["data"]; isSame: boolean }>(
  "renamePlaylist",
  {
    decide: (lists, command) => decideRename(lists.of(command.playlistId, command.asking), command),
  },
);

export const reorderPlaylist = handler<ForList & { trackIds: readonly string[] }>("reorderPlaylist", {
  decide: (lists, command) => decideReorder(lists.of(command.playlistId, command.asking), command),
});

export const addToPlaylist = handler<ForList & { trackId: string }>("addToPlaylist", {
  tracks: ({ trackId }) => [trackId],
  decide: (lists, { playlistId, asking, trackId }) => {
    const isThere = lists.shown.has(`track/${trackId}`);
    return decideAdd(lists.of(playlistId, asking), { asking, trackId, isThere });
  },
});

export const removeFromPlaylist = handler<ForList & { trackId: string }>("removeFromPlaylist", {
  decide: (lists, command) => decideRemove(lists.of(command.playlistId, command.asking), command),
});

export const deletePlaylist = handler<ForList>("deletePlaylist", {
  decide: (lists, { playlistId, asking }) => decideDeletePlaylist(lists.of(playlistId, asking), asking),
});

/** All kinds of commands to a list load the same and differ in what they decide. */
function handler<Command extends ForList>(
  name: string,
  { tracks = () => [], decide }: {
    tracks?: (command: Command) => readonly string[];
    decide(lists: Playlists, command: Command): PlaylistEvent[];
  },
): CommandHandler<Command, Playlists, { playlistId: string; changed: boolean }> {
  return {
    name,
    async load(tx: Tx, commands: readonly Command[], scope: GroupScope) {
      const lists = scope.share(Playlists);
      await Promise.all([lists.load(tx, commands), lists.loadTracks(tx, commands.flatMap(tracks))]);
      return lists;
    },
    decide(lists, command) {
      const events = decide(lists, command);
      const { playlistId } = command;
      return { appends: lists.add(playlistId, events), result: { playlistId, changed: events.length > 0 } };
    },
  };
}

/** The lists of a group, kept up to date while its commands are decided one after another. */
class Playlists {
  /** Named lists of each person. */
  readonly counts = new Map<string, number>();
  readonly shown = new Set<string>();
  readonly #known = new Map<string, { state: PlaylistState | undefined; version: number }>();

  async load(tx: Tx, commands: readonly ForList[]): Promise<void> {
    const missing = [...new Set(commands.map((command) => command.playlistId))].filter((id) => !this.#known.has(id));
    const people = [...new Set(commands.map((command) => command.asking.userId))].filter((id) => !this.counts.has(id));
    const [found, versions, counts] = await Promise.all([
      findPlaylists(tx, missing),
      streamVersions(tx, "social", missing.map(playlistStream)),
      countPlaylists(tx, people),
    ]);
    for (const playlistId of missing) {
      const row = found.get(playlistId);
      const state = row && { ...row, isDefault: row.name === undefined };
      this.#known.set(playlistId, { state, version: versions.get(playlistStream(playlistId)) ?? 0 });
    }
    for (const userId of people) this.counts.set(userId, counts.get(userId) ?? 0);
  }

  async loadTracks(tx: Tx, trackIds: readonly string[]): Promise<void> {
    for (const key of await findShown(tx, trackIds.map((id) => ({ kind: "track", id })))) this.shown.add(key);
  }

  of(playlistId: string, { userId }: Asking): PlaylistState | undefined {
    const state = this.#known.get(playlistId)?.state;
    if (state || playlistId !== defaultPlaylistId(userId)) return state;
    return { playlistId, ownerId: userId, isDefault: true, trackIds: [] };
  }

  add(playlistId: string, events: readonly PlaylistEvent[]): Append[] {
    const [first] = events;
    if (!first) return [];
    const { state, version = 0 } = this.#known.get(playlistId) ?? {};
    const before = state ?? { playlistId, ownerId: first.data.ownerId, isDefault: true, trackIds: [] };
    const after = events.reduce<PlaylistState | undefined>(evolvePlaylist, before);
    this.#known.set(playlistId, { state: after, version: version + events.length });
    return [{ log: "social", stream: playlistStream(playlistId), version, events }];
  }
}

import { countPlaylists, findPlaylists } from "../../../projections/playlists.ts";
import { subscribedUntil } from "../../../projections/subscriptions.ts";
import { newId } from "../../contract/ids.ts";
import type { NewPlaylist, PlaylistChange } from "../../contract/playlists.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Append, Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { streamVersions } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import { findShown } from "../track/reads.ts";
import { type PlaylistCreated, type PlaylistEvent, type PlaylistRenamed, playlistStream } from "./events.ts";
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
} from "./state.ts";

/** The id of the list that everyone has. */
export function defaultPlaylistId(userId: string): string {
  return derivedId(userId, "default playlist");
}

type ForList = { readonly playlistId: string; readonly asking: Asking };

/** Makes a named list; its tracks are those of the given ones that are out. */
const createPlaylist = handler<ForList & { playlist: PlaylistCreated["data"] }>("createPlaylist", {
  tracks: ({ playlist }) => playlist.trackIds,
  decide: (lists, { playlistId, asking, playlist }) => {
    const count = lists.counts.get(asking.userId) ?? 0;
    const trackIds = playlist.trackIds.filter((trackId) => lists.shown.has(`track/${trackId}`));
    const events = decideCreate(lists.of(playlistId, asking), { asking, count, playlist: { ...playlist, trackIds } });
    lists.counts.set(asking.userId, count + events.length);
    return events;
  },
});

const renamePlaylist = handler<ForList & { rename: PlaylistRenamed["data"]; isSame: boolean }>(
  "renamePlaylist",
  {
    decide: (lists, command) => decideRename(lists.of(command.playlistId, command.asking), command),
  },
);

const reorderPlaylist = handler<ForList & { trackIds: readonly string[] }>("reorderPlaylist", {
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

const LOGS = ["social"] as const;

/** Who asks for a change of a list, with what decisions need to know of them. */
export async function askingFor(deps: Deps, userId: string): Promise<Asking> {
  return { userId, isPremium: (await subscribedUntil(deps.store.sql, userId) ?? 0) > deps.now() };
}

/** Makes a named list. The same id, or the same command id, makes it once. */
export async function makePlaylist(
  deps: Deps,
  userId: string,
  { metadata, commandId, ...wanted }: NewPlaylist & { metadata: Metadata; commandId: string },
): Promise<{ playlistId: string }> {
  const { name, isPublic, trackIds, playlistId = newId(deps.now()) } = wanted;
  const sealed = await seal(deps, userId, name);
  const playlist = { playlistId, ownerId: userId, name: sealed, trackIds, ...(isPublic && { publicName: name }) };
  const command = { playlistId, asking: await askingFor(deps, userId), playlist };
  return (await deps.store.execute(createPlaylist, command, { logs: LOGS, metadata, commandId, content: wanted }))
    .result;
}

/** Changes name, publicity and order; missing fields stay unchanged. Idempotent by command id. */
export async function changePlaylist(
  deps: Deps,
  userId: string,
  { playlistId, metadata, commandId, ...change }: PlaylistChange & {
    playlistId: string;
    metadata: Metadata;
    commandId?: string | undefined;
  },
): Promise<void> {
  const asking = await askingFor(deps, userId);
  const { trackIds } = change;
  const once = (id: string | undefined) => ({
    ...{ logs: LOGS, metadata },
    ...(id !== undefined && { commandId: id, content: { playlistId, ...change } }),
  });
  const rename = await renaming(deps, userId, { playlistId, ...change });
  const isRename = rename !== undefined && (!rename.isSame || commandId !== undefined);
  if (isRename) await deps.store.execute(renamePlaylist, { playlistId, asking, ...rename }, once(commandId));
  if (!trackIds) return;
  // One call, two commands: each has its own memory.
  const orderId = rename && commandId !== undefined ? derivedId(commandId, "playlist order") : commandId;
  await deps.store.execute(reorderPlaylist, { playlistId, asking, trackIds }, once(orderId));
}

/** Name and publicity after the change, undefined when neither is told. Names are sealed: only here `isSame` is seen. */
async function renaming(
  deps: Deps,
  userId: string,
  { playlistId, name, isPublic }: PlaylistChange & { playlistId: string },
) {
  if (name === undefined && isPublic === undefined) return undefined;
  const { sql } = deps.store;
  const row = (await findPlaylists(sql, [playlistId])).get(playlistId);
  const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
  if (row?.ownerId !== userId || !key) throw new Refusal("not_found", "Playlist not found");
  const before = row.name === undefined ? undefined : key.open("playlist", row.name);
  const after = { name: name ?? before ?? "", isPublic: isPublic ?? row.publicName !== undefined };
  const isSame = after.name === before && after.isPublic === (row.publicName !== undefined);
  const publicName = after.isPublic ? { publicName: after.name } : {};
  return { isSame, rename: { playlistId, ownerId: userId, name: key.seal("playlist", after.name), ...publicName } };
}

async function seal(deps: Deps, userId: string, name: string): Promise<string> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return key.seal("playlist", name);
}

import { isBlocked } from "../../../projections/social/comment_rules.ts";
import { countPlaylists, findPlaylists } from "../../../projections/catalogue/playlists.ts";
import { subscribedUntil } from "../../../projections/subscriptions/subscriptions.ts";
import { newId } from "../../contract/ids.ts";
import { MOST_PLAYLIST_TRACKS, type TracksAdded } from "../../contract/playlists.ts";
import type { NewPlaylist, PlaylistChange } from "../../contract/requests/playlists.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../store/log/canonical.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Tx } from "../../store/sql.ts";
import { type StreamCommand, streamsOf } from "../../store/streams.ts";
import { findShown } from "../track/reads.ts";
import {
  type PlaylistCreated,
  type PlaylistDescribed,
  type PlaylistEvent,
  type PlaylistFiled,
  type PlaylistRenamed,
  playlistStream,
} from "./events.ts";
import {
  type Asking,
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

/** The id of the list that everyone has. */
export function defaultPlaylistId(userId: string): string {
  return derivedId(userId, "default playlist");
}

type ForList = { readonly playlistId: string; readonly asking: Asking };

const playlists = streamsOf<string, PlaylistState | undefined, PlaylistEvent>({
  log: "social",
  stream: playlistStream,
  initial: undefined,
  evolve: (list, event) => evolvePlaylist(list ?? emptyList(event.data.playlistId, event.data.ownerId), event),
  async read(tx, playlistIds) {
    const found = await findPlaylists(tx, playlistIds);
    return (playlistId) => {
      const row = found.get(playlistId);
      return row && { ...row, isDefault: row.name === undefined };
    };
  },
});

/** Makes a named list; its tracks are those of the given ones that are out. */
const createPlaylist = handler("createPlaylist", {
  async beside(tx, commands: readonly (ForList & { playlist: PlaylistCreated["data"] })[]) {
    const [counts, shown] = await Promise.all([
      countPlaylists(tx, [...new Set(commands.map((command) => command.asking.userId))]),
      shownTracks(tx, commands.flatMap((command) => command.playlist.trackIds)),
    ]);
    return { counts, shown };
  },
  decide(known, { asking, playlist }, { beside: { counts, shown }, streams }) {
    const isNew = ({ before, after }: { before?: PlaylistState | undefined; after: PlaylistState | undefined }) =>
      !before && after?.ownerId === asking.userId && !after.isDefault;
    const count = (counts.get(asking.userId) ?? 0) + streams.changes().filter(isNew).length;
    const trackIds = playlist.trackIds.filter((trackId) => shown.has(`track/${trackId}`));
    return decideCreate(known, { asking, count, playlist: { ...playlist, trackIds } });
  },
});

const renamePlaylist = handler("renamePlaylist", {
  decide: (known, command: ForList & { rename: PlaylistRenamed["data"]; isSame: boolean }) =>
    decideRename(known, command),
});

const reorderPlaylist = handler("reorderPlaylist", {
  decide: (known, command: ForList & { trackIds: readonly string[] }) => decideReorder(known, command),
});

export const addToPlaylist = handler("addToPlaylist", {
  beside: (tx, commands: readonly (ForList & { trackId: string })[]) =>
    shownTracks(tx, commands.map((command) => command.trackId)),
  decide: (known, { asking, trackId }, { beside: shown }) =>
    decideAdd(known, { asking, trackId, isThere: shown.has(`track/${trackId}`) }),
});

const addAllToPlaylist = handler("addAllToPlaylist", {
  beside: (tx, commands: readonly (ForList & { trackIds: readonly string[] })[]) =>
    shownTracks(tx, commands.flatMap((command) => command.trackIds)),
  decide: (known, { asking, trackIds }, { beside: shown }) =>
    decideAddAll(known, { asking, trackIds: trackIds.filter((trackId) => shown.has(`track/${trackId}`)) }),
});

const filePlaylist = handler("filePlaylist", {
  decide: (known, command: ForList & { file: PlaylistFiled["data"]; isSame: boolean }) => decideFile(known, command),
});

const describePlaylist = handler("describePlaylist", {
  decide: (known, command: ForList & { described: PlaylistDescribed["data"]; isSame: boolean }) =>
    decideDescribe(known, command),
});

const inviteToPlaylist = handler("inviteToPlaylist", {
  decide: (known, command: ForList & { invitationId: string; anew: boolean }) => decideInvite(known, command),
});

export const revokeInvitation = handler("revokePlaylistInvitation", {
  decide: (known, { asking }: ForList) => decideRevoke(known, asking),
});

const joinPlaylist = handler("joinPlaylist", {
  async beside(tx, commands: readonly (ForList & { invitationId: string })[]) {
    const found = await findPlaylists(tx, commands.map(({ playlistId }) => playlistId));
    const blocked = await Promise.all(commands.map(async ({ playlistId, asking: { userId: personId } }) => {
      const ownerId = found.get(playlistId)?.ownerId;
      const isOut = ownerId !== undefined && await isBlocked(tx, { by: [ownerId], personId });
      return isOut ? [`${playlistId}/${personId}`] : [];
    }));
    return new Set(blocked.flat());
  },
  decide: (known, command, { beside: blocked }) =>
    decideJoin(known, { ...command, isBlocked: blocked.has(`${command.playlistId}/${command.asking.userId}`) }),
});

export const leavePlaylist = handler("leavePlaylist", {
  decide: (known, command: ForList & { userId: string }) => decideLeave(known, command),
});

export const removeFromPlaylist = handler("removeFromPlaylist", {
  decide: (known, command: ForList & { trackId: string }) => decideRemove(known, command),
});

export const deletePlaylist = handler("deletePlaylist", {
  decide: (known, { asking }: ForList) => decideDeletePlaylist(known, asking),
});

type ListCommand<Command, Beside> = Pick<
  StreamCommand<Command, string, PlaylistState | undefined, PlaylistEvent, unknown, Beside, never>,
  "beside" | "decide"
>;

/** All kinds of commands to a list load it the same way and differ in what they decide. */
function handler<Command extends ForList, Beside>(name: string, { beside, decide }: ListCommand<Command, Beside>) {
  return playlists.handler(name, {
    id: ({ playlistId }: Command) => playlistId,
    ...(beside && { beside }),
    decide(known, command, around) {
      const { playlistId, asking: { userId } } = command;
      const isDefault = playlistId === defaultPlaylistId(userId);
      return decide(known ?? (isDefault ? emptyList(playlistId, userId) : undefined), command, around);
    },
    result: ({ command, events }) => ({
      playlistId: command.playlistId,
      changed: events.length > 0,
      added: events.reduce(
        (sum, { type, data }) => sum + (type === "PlaylistTracksAdded" ? data.trackIds.length : 0),
        0,
      ),
    }),
  });
}

function shownTracks(tx: Tx, trackIds: readonly string[]): Promise<Set<string>> {
  return findShown(tx, trackIds.map((id) => ({ kind: "track", id })));
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
  const { trackIds, folder, description } = change;
  const once = (id: string | undefined) => ({
    ...{ logs: LOGS, metadata },
    ...(id !== undefined && { commandId: id, content: { playlistId, ...change } }),
  });
  const rename = await renaming(deps, userId, { playlistId, ...change });
  const isRename = rename !== undefined && (!rename.isSame || commandId !== undefined);
  if (folder !== undefined) await file(deps, { playlistId, asking, folder, metadata });
  if (description !== undefined) await describe(deps, { playlistId, asking, description, metadata });
  if (isRename) await deps.store.execute(renamePlaylist, { playlistId, asking, ...rename }, once(commandId));
  if (!trackIds) return;
  // One call, two commands: each has its own memory.
  const orderId = (rename || folder !== undefined) && commandId !== undefined
    ? derivedId(commandId, "playlist order")
    : commandId;
  await deps.store.execute(reorderPlaylist, { playlistId, asking, trackIds }, once(orderId));
}

interface ChosenList {
  readonly playlistId: string;
  readonly asking: Asking;
  readonly metadata: Metadata;
}

/** Puts a list into the folder that is told. */
async function file(
  deps: Deps,
  { playlistId, asking, folder, metadata }: ChosenList & { folder: string },
): Promise<void> {
  const { ownerId, sealed, isSame } = await sealedAnew(deps, { playlistId, asking }, { text: folder, field: "folder" });
  const told = { playlistId, ownerId, ...(sealed !== undefined && { folder: sealed }) };
  await deps.store.execute(filePlaylist, { playlistId, asking, file: told, isSame }, { logs: LOGS, metadata });
}

/** Says of a list what is told. */
async function describe(
  deps: Deps,
  { playlistId, asking, description, metadata }: ChosenList & { description: string },
): Promise<void> {
  const wanted = { text: description, field: "description" } as const;
  const { ownerId, sealed, isSame } = await sealedAnew(deps, { playlistId, asking }, wanted);
  const described = { playlistId, ownerId, ...(sealed !== undefined && { description: sealed }) };
  await deps.store.execute(describePlaylist, { playlistId, asking, described, isSame }, { logs: LOGS, metadata });
}

/**
 * A sealed text of a list; "" is none. Sealing differs each time, so only here do we see whether the list has this text
 * already.
 */
async function sealedAnew(
  deps: Deps,
  { playlistId, asking: { userId } }: ForList,
  { text, field }: { text: string; field: "folder" | "description" },
): Promise<{ ownerId: string; sealed: Sealed | undefined; isSame: boolean }> {
  const { sql } = deps.store;
  const row = (await findPlaylists(sql, [playlistId])).get(playlistId);
  const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
  if (!row || !key) throw new Refusal("not_found", "Playlist not found");
  const { ownerId } = row;
  const before = ownerId === userId ? row[field] : undefined;
  const isSame = text === (before === undefined ? "" : key.open(`playlist ${field}`, before));
  return { ownerId, sealed: text === "" ? undefined : key.seal(`playlist ${field}`, text), isSame };
}

/** Adds many tracks: those that are out and not in the list, as far as there is room. */
export async function addTracks(
  deps: Deps,
  userId: string,
  { playlistId, trackIds, metadata, ...once }: {
    playlistId: string;
    trackIds: readonly string[];
    metadata: Metadata;
    commandId?: string;
    content?: Json;
  },
): Promise<TracksAdded> {
  const wanted = [...new Set(trackIds)];
  const { sql } = deps.store;
  const isDefault = playlistId === defaultPlaylistId(userId);
  const before = new Set((await findPlaylists(sql, [playlistId])).get(playlistId)?.trackIds);
  const shown = await findShown(sql, wanted.map((id) => ({ kind: "track", id })));
  const command = { playlistId, asking: await askingFor(deps, userId), trackIds: wanted };
  const { result } = await deps.store.execute(addAllToPlaylist, command, { logs: LOGS, metadata, ...once });
  const missing = wanted.filter((id) => !shown.has(`track/${id}`)).length;
  const known = wanted.filter((id) => before.has(id)).length;
  const { added } = result;
  const left = Math.max(0, wanted.length - missing - known - added);
  const where = isDefault ? "My Playlist" : "the playlist";
  const full = left > 0 ? `, ${left} had no room: a playlist holds ${MOST_PLAYLIST_TRACKS} tracks` : "";
  const message = `${added} ${added === 1 ? "track" : "tracks"} added to ${where}${full}`;
  return { success: true, message, added, known, missing, left };
}

/** Lets everyone with the link add songs; answers the link's token. */
export async function invite(
  deps: Deps,
  userId: string,
  { playlistId, anew, metadata, ...once }: {
    playlistId: string;
    anew: boolean;
    metadata: Metadata;
    commandId?: string;
    content?: Json;
  },
): Promise<void> {
  const command = { playlistId, asking: await askingFor(deps, userId), invitationId: newId(deps.now()), anew };
  await deps.store.execute(inviteToPlaylist, command, { logs: LOGS, metadata, ...once });
}

/** Joins by an invitation; throws Refusal `link_invalid`, `premium_only`, `playlist_full`. */
export async function join(
  deps: Deps,
  userId: string,
  { playlistId, invitationId, metadata }: { playlistId: string; invitationId: string; metadata: Metadata },
): Promise<void> {
  const command = { playlistId, asking: await askingFor(deps, userId), invitationId };
  await deps.store.execute(joinPlaylist, command, { logs: LOGS, metadata });
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
  if (!row || !key || (row.ownerId !== userId && !row.memberIds.includes(userId))) {
    throw new Refusal("not_found", "Playlist not found");
  }
  if (row.ownerId !== userId) {
    throw new Refusal("playlist_owner_only", "Only the owner of this playlist can do that");
  }
  const before = row.name === undefined ? undefined : key.open("playlist", row.name);
  const after = { name: name ?? before ?? "", isPublic: isPublic ?? row.wantedName !== undefined };
  const isSame = after.name === before && after.isPublic === (row.wantedName !== undefined);
  const publicName = after.isPublic ? { publicName: after.name } : {};
  return { isSame, rename: { playlistId, ownerId: userId, name: key.seal("playlist", after.name), ...publicName } };
}

async function seal(deps: Deps, userId: string, name: string): Promise<string> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  return key.seal("playlist", name);
}

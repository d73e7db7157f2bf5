import { newId } from "../contract/ids.ts";
import type { NewPlaylist, PlaylistChange } from "../contract/playlists.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/event.ts";
import { derivedId } from "../store/ids.ts";
import { findPlaylists } from "../../projections/playlists.ts";
import { subscribedUntil } from "../../projections/subscriptions.ts";
import { createPlaylist, renamePlaylist, reorderPlaylist } from "./commands_playlists.ts";
import type { Asking } from "./decide_playlists.ts";

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

/** Changes name, publicity and order; what is left out stays. The same command id changes them once. */
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

import * as calls from "../../contract/calls/playlists.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { DefaultPlaylist } from "../../contract/playlists.ts";
import type { Deps } from "../../deps.ts";
import { takePress } from "../../http/rate_limit.ts";
import { commandIdOf, givenCommandOf, metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import {
  addToPlaylist,
  addTracks,
  askingFor,
  changePlaylist,
  defaultPlaylistId,
  deletePlaylist,
  invite,
  join,
  leavePlaylist,
  makePlaylist,
  removeFromPlaylist,
  revokeInvitation,
} from "./change.ts";
import { InvitationTokens } from "./invitation.ts";
import { findPlaylists } from "../../../projections/catalogue/playlists.ts";
import { listPlaylists, onePlaylist, playlistsWith, readInvitation } from "./reads.ts";
import { trackList } from "../track/reads.ts";

const ADDED = { success: true, message: "Track added to playlist successfully" };
const REMOVED = { success: true, message: "Track removed from playlist" };

/** The documented list that everyone has, and named lists for Premium. */
export function playlistRoutes(deps: Deps) {
  return new Routes(deps).include(defaultPlaylistRoutes(deps)).include(namedPlaylistRoutes(deps))
    .include(sharedPlaylistRoutes(deps));
}

function defaultPlaylistRoutes(deps: Deps) {
  const { sql } = deps.store;
  return new Routes(deps)
    .serve(calls.defaultPlaylist, async (c) => {
      const { session } = c.var;
      const playlistId = defaultPlaylistId(session.userId);
      const list = (await findPlaylists(sql, [playlistId])).get(playlistId);
      const tracks = await trackList(c, deps, { session, ...c.req.valid("query") }).find(list?.trackIds ?? []);
      return c.json({ tracks, playlistId } satisfies DefaultPlaylist, 200);
    })
    .serve(calls.addToDefaultPlaylist, async (c) => {
      const { userId } = c.var.session;
      await change(
        deps,
        c,
        { handler: addToPlaylist, userId, playlistId: defaultPlaylistId(userId) },
        c.req.valid("json"),
      );
      return c.json(ADDED, 200);
    })
    .serve(calls.removeFromDefaultPlaylist, async (c) => {
      const { userId } = c.var.session;
      const trackId = idInPath(c, "trackId", "Track not found");
      await change(deps, c, { handler: removeFromPlaylist, userId, playlistId: defaultPlaylistId(userId) }, {
        trackId,
      });
      return c.json(REMOVED, 200);
    });
}

function namedPlaylistRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listPlaylists, async (c) => {
      return c.json(await listPlaylists(deps, c.var.session.userId), 200);
    })
    .serve(calls.createPlaylist, async (c) => {
      const { session } = c.var;
      const origin = { metadata: metadataOf(c, session.userId), commandId: commandIdOf(c) };
      const { playlistId } = await makePlaylist(deps, session.userId, { ...c.req.valid("json"), ...origin });
      return c.json(await onePlaylist(c, deps, { playlistId, session }), 201);
    })
    .serve(calls.getPlaylist, async (c) => {
      const options = { playlistId: playlistIdOf(c), session: c.var.session, ...c.req.valid("query") };
      return c.json(await onePlaylist(c, deps, options), 200);
    })
    .serve(calls.playlistsWithSong, async (c) => {
      const trackId = idInPath(c, "trackId", "Track not found");
      return c.json(await playlistsWith(deps, c.var.session.userId, trackId), 200);
    })
    .serve(calls.changePlaylist, async (c) => {
      const { session } = c.var;
      const playlistId = playlistIdOf(c);
      const change = { ...c.req.valid("json"), playlistId };
      const { commandId } = givenCommandOf(c, change);
      await changePlaylist(deps, session.userId, { ...change, metadata: metadataOf(c, session.userId), commandId });
      return c.json(await onePlaylist(c, deps, { playlistId, session }), 200);
    })
    .serve(calls.deletePlaylist, async (c) => {
      const { userId } = c.var.session;
      const playlistId = playlistIdOf(c);
      const command = { playlistId, asking: await askingFor(deps, userId) };
      await deps.store.execute(deletePlaylist, command, optionsOf(c, userId, { playlistId }));
      return c.json({ success: true, message: "Playlist deleted" }, 200);
    })
    .serve(calls.addToPlaylist, async (c) => {
      const playlistId = playlistIdOf(c);
      const trackId = idInPath(c, "trackId", "Track not found");
      const { userId } = c.var.session;
      await change(deps, c, { handler: addToPlaylist, userId, playlistId }, { trackId });
      return c.json(ADDED, 200);
    })
    .serve(calls.removeFromPlaylist, async (c) => {
      const playlistId = playlistIdOf(c);
      const trackId = idInPath(c, "trackId", "Track not found");
      const { userId } = c.var.session;
      await change(deps, c, { handler: removeFromPlaylist, userId, playlistId }, { trackId });
      return c.json(REMOVED, 200);
    });
}

/** Lists that several people add to. */
function sharedPlaylistRoutes(deps: Deps) {
  const tokens = new InvitationTokens(deps.keys);
  const invitationOf = (c: Context) => tokens.read(c.req.param("token") ?? "");
  return new Routes(deps)
    .serve(calls.addTracksToPlaylist, async (c) => {
      const { userId } = c.var.session;
      const { trackIds } = c.req.valid("json");
      const playlistId = playlistIdOf(c);
      const content = { playlistId, trackIds };
      const once = { metadata: metadataOf(c, userId), ...givenCommandOf(c, content) };
      return c.json(await addTracks(deps, userId, { ...content, ...once }), 200);
    })
    .serve(calls.invitePlaylist, async (c) => {
      const { session } = c.var;
      const playlistId = playlistIdOf(c);
      const content = { playlistId, ...c.req.valid("json") };
      const once = { metadata: metadataOf(c, session.userId), ...givenCommandOf(c, content) };
      await invite(deps, session.userId, { ...content, ...once });
      return c.json(await onePlaylist(c, deps, { playlistId, session }), 200);
    })
    .serve(calls.endPlaylistInvitation, async (c) => {
      const { userId } = c.var.session;
      const playlistId = playlistIdOf(c);
      const command = { playlistId, asking: await askingFor(deps, userId) };
      await deps.store.execute(revokeInvitation, command, optionsOf(c, userId, { playlistId }));
      return c.json({ success: true, message: "The link no longer works" }, 200);
    })
    .serve(calls.removePlaylistMember, async (c) => {
      const { userId } = c.var.session;
      const playlistId = playlistIdOf(c);
      const member = idInPath(c, "userId", "Nobody of this name adds to the playlist");
      const command = { playlistId, asking: await askingFor(deps, userId), userId: member };
      await deps.store.execute(leavePlaylist, command, optionsOf(c, userId, { playlistId, member }));
      return c.json({ success: true, message: "No longer in the playlist" }, 200);
    })
    .serve(calls.getPlaylistInvitation, async (c) => {
      return c.json(await readInvitation(deps, invitationOf(c), c.var.session?.userId), 200);
    })
    .serve(calls.joinPlaylist, async (c) => {
      const { session } = c.var;
      const invitation = invitationOf(c);
      await join(deps, session.userId, { ...invitation, metadata: metadataOf(c, session.userId) });
      return c.json(await onePlaylist(c, deps, { playlistId: invitation.playlistId, session }), 200);
    });
}

/** Adding and removing are idempotent by themselves: only a caller's own command id is stored. */
async function change(
  deps: Deps,
  c: Context,
  { handler, userId, playlistId }: { handler: typeof addToPlaylist; userId: string; playlistId: string },
  { trackId }: { trackId: string },
): Promise<void> {
  await takePress(deps, userId);
  const command = { playlistId, asking: await askingFor(deps, userId), trackId };
  await deps.store.execute(handler, command, optionsOf(c, userId, { playlistId, trackId }));
}

function optionsOf(c: Context, userId: string, content: Readonly<Record<string, string>>) {
  return { logs: ["social"] as const, metadata: metadataOf(c, userId), ...givenCommandOf(c, content) };
}

function playlistIdOf(c: Context): string {
  return idInPath(c, "id", "Playlist not found");
}

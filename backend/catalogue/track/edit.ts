import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { refusalOfLateForm } from "../../accounts/account/reads.ts";
import type { FileClaim } from "../../adapters/media/types.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Positions } from "../../store/log/group.ts";
import type { Metadata } from "../../store/log/event.ts";
import { refused, storePicture, type UploadDeps } from "../upload/import_track.ts";
import type { RemoveTrack } from "./remove.ts";
import { assertOwnName, assertOwnTitle } from "../artist/names.ts";
import { decideChange, type TrackDetails } from "./state.ts";
import { type TrackEvent, trackStream } from "./events.ts";
import { tracks } from "./tracks.ts";

interface ChangeTrack extends RemoveTrack {
  readonly details: Partial<TrackDetails>;
  /** What the form showed when it was loaded. */
  readonly was?: Omit<Partial<TrackDetails>, "cover">;
}

/** Changes title, artist, album and its number, genre, cover, early access or the permission to download: its owner or an admin may. */
export const changeTrack = tracks.handler("changeTrack", {
  id: ({ trackId }: ChangeTrack) => trackId,
  decide: (state, command, { now }) => decideChange(state, command, now),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

type TrackDeps = UploadDeps & Pick<Deps, "personal">;

/** A change of a track, by its owner or an admin. */
export interface TrackEditing {
  readonly trackId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly details: Omit<Partial<TrackDetails>, "cover">;
  readonly was?: Omit<Partial<TrackDetails>, "cover">;
  /** A picture in any format that the media port takes. */
  readonly cover?: Uint8Array;
  readonly coverSaid?: FileClaim;
}

/**
 * Changes a track's details, its cover among them. Throws Refusal `file_refused`, `not_track_owner`, `not_found`, or
 * `conflict` with who changed it since the form was loaded.
 */
export async function editTrack(deps: TrackDeps, editing: TrackEditing, metadata: Metadata): Promise<Positions> {
  const { cover: bytes, coverSaid: said, details, ...who } = editing;
  const execute = async (all: Partial<TrackDetails>) => {
    try {
      return (await deps.store.execute(changeTrack, { ...who, details: all }, { logs: ["social"], metadata }))
        .positions;
    } catch (error) {
      throw error instanceof Refusal && error.code === "conflict" ? await changedBy(deps, editing) : error;
    }
  };
  await assertOwnWords(deps, editing);
  if (!bytes) return await execute(details);
  // Checks permission before it looks at the picture; a refused picture leaves the texts unchanged, too.
  await execute({});
  try {
    const cover = await storePicture(deps, { folder: "covers", ownerId: who.trackId, bytes, said });
    return await execute({ ...details, cover });
  } catch (error) {
    throw refused(error);
  }
}

/** What is changed names no other artist. What stays as it was passes: it may be older than this rule. */
async function assertOwnWords(deps: TrackDeps, { details, was, trackId, userId }: TrackEditing): Promise<void> {
  const { artist, title } = details;
  const isNamed = artist !== undefined && artist !== was?.artist;
  const isTitled = title !== undefined && title !== was?.title;
  if (!isNamed && !isTitled) return;
  const known = (await trackFacts(deps.store.sql, [trackId])).get(trackId);
  const ownerId = known?.ownerId ?? userId;
  if (isNamed) await assertOwnName(deps, { artist, ownerId });
  if (isTitled && title !== known?.title) await assertOwnTitle(deps, { title, ownerId });
}

/** Who changed the track last, and when; artists do not learn which admin it was. */
async function changedBy(deps: TrackDeps, { trackId, userId, isAdmin }: TrackEditing): Promise<Refusal> {
  const events = await deps.store.readStream<TrackEvent>("social", trackStream(trackId));
  const last = events.findLast(({ type }) => type === "TrackChanged" || type === "TrackEarlyAccessSet");
  const { metadata: { actor, actingFor } = { actor: "" }, recordedAt: at = 0 } = last ?? {};
  const isOfTeam = actor === `user:${userId}` || actingFor === userId;
  const known = isAdmin || isOfTeam ? actor : "";
  const change = { actor: known, at, what: "this track", next: "open the form again" };
  return await refusalOfLateForm(deps, { ...change, artistId: userId });
}

import type { FileClaim } from "../../adapters/media/types.ts";
import type { Positions } from "../../store/log/group.ts";
import type { Metadata } from "../../store/log/event.ts";
import { refused, storePicture, type UploadDeps } from "../upload/import_track.ts";
import type { RemoveTrack } from "./remove.ts";
import { decideChange, type TrackDetails } from "./state.ts";
import { tracks } from "./tracks.ts";

interface ChangeTrack extends RemoveTrack {
  readonly details: Partial<TrackDetails>;
}

/** Changes title, genre, cover, early access or the permission to download: its owner or an admin may. */
export const changeTrack = tracks.handler("changeTrack", {
  id: ({ trackId }: ChangeTrack) => trackId,
  decide: decideChange,
  result: ({ events }) => ({ changed: events.length > 0 }),
});

interface TrackEditing {
  readonly trackId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly details: Omit<Partial<TrackDetails>, "cover">;
  /** A picture in any format that the media port takes. */
  readonly cover?: Uint8Array;
  readonly coverSaid?: FileClaim;
}

/** Changes a track's details, its cover among them. Throws Refusal `file_refused`, `not_track_owner`, `not_found`. */
export async function editTrack(deps: UploadDeps, editing: TrackEditing, metadata: Metadata): Promise<Positions> {
  const { cover: bytes, coverSaid: said, details, ...who } = editing;
  const execute = async (all: Partial<TrackDetails>) =>
    (await deps.store.execute(changeTrack, { ...who, details: all }, { logs: ["social"], metadata })).positions;
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

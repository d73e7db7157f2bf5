import { decideRemoval } from "./state.ts";
import { tracks } from "./tracks.ts";

export interface RemoveTrack {
  readonly trackId: string;
  /** Who asks. */
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** Takes a track out of the catalogue: its owner or an admin may. */
export const removeTrack = tracks.handler("removeTrack", {
  id: ({ trackId }: RemoveTrack) => trackId,
  decide: decideRemoval,
  result: ({ events }) => ({ removed: events.length > 0 }),
});

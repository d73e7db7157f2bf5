import type { CommandHandler } from "../../store/log/command.ts";
import { type Catalogue, loadCatalogue } from "../streams.ts";
import { decideRemoval } from "./state.ts";

export interface RemoveTrack {
  readonly trackId: string;
  /** Who asks. */
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** Takes a track out of the catalogue: its owner or an admin may. */
export const removeTrack: CommandHandler<RemoveTrack, Catalogue, { removed: boolean }> = {
  name: "removeTrack",
  load: (tx, removals) => loadCatalogue(tx, removals.map((removal) => removal.trackId)),
  decide(state, removal) {
    const track = state.track(removal.trackId);
    const appends = track.add(decideRemoval(track.state, removal));
    return { appends, result: { removed: appends.length > 0 } };
  },
};

import type { Hold } from "../../contract/holds.ts";
import type { TrackHold } from "../track/events.ts";
import type { ArtistHeld, ArtistHoldLifted } from "./events.ts";

/** What holds an artist with all their music; empty for whom everybody sees. */
export type ArtistHolds = readonly TrackHold[];

export const NO_HOLDS: ArtistHolds = [];

/** Hides an artist, once under each kind and id. */
export function decideHoldArtist(holds: ArtistHolds, { artistId, hold, holdId, by }: ArtistHeld["data"]): ArtistHeld[] {
  if (isHeldBy(holds, { hold, holdId })) return [];
  return [{ type: "ArtistHeld", data: { artistId, hold, holdId, by } }];
}

/** Ends a hold of an artist. */
export function decideLiftArtist(
  holds: ArtistHolds,
  { artistId, hold, holdId, by }: ArtistHeld["data"],
): ArtistHoldLifted[] {
  if (!isHeldBy(holds, { hold, holdId })) return [];
  return [{ type: "ArtistHoldLifted", data: { artistId, hold, holdId, by } }];
}

/** What holds the artist after the event. */
export function evolveArtistHolds(holds: ArtistHolds, { type, data }: ArtistHeld | ArtistHoldLifted): ArtistHolds {
  const { hold, holdId, by } = data;
  const others = holds.filter((one) => one.hold !== hold || one.holdId !== holdId);
  return type === "ArtistHeld" ? [...others, { hold, holdId, by }] : others;
}

/** Whether this is one of the reasons. */
export function isHeldBy(
  holds: ArtistHolds,
  { hold, holdId }: { readonly hold: Hold; readonly holdId: string },
): boolean {
  return holds.some((one) => one.hold === hold && one.holdId === holdId);
}

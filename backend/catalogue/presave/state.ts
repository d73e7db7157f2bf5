import { Refusal } from "../../contract/refusal.ts";
import type { PresaveEvent, PresaveFulfilled, PresaveTaken, ReleasePresaved } from "./events.ts";

/** Whether a listener waits for a release, or has received it. */
export type PresaveState = "none" | "waiting" | "fulfilled";

/** Pressing twice is pressing once; only what has a date and is not out yet can be waited for. */
export function decidePresave(
  state: PresaveState,
  presave: ReleasePresaved["data"],
  { isUpcoming, artistId }: { readonly isUpcoming: boolean; readonly artistId: string | undefined },
): ReleasePresaved[] {
  if (state !== "none") return [];
  if (artistId === undefined) throw new Refusal("not_found", "Release not found");
  if (!isUpcoming) throw new Refusal("not_found", "This release is out, or has no date any more");
  if (artistId === presave.userId) throw new Refusal("own_profile", "This is your own release");
  return [{ type: "ReleasePresaved", data: presave }];
}

/** Cancelling a pre-save that does not exist changes nothing. */
export function decidePresaveTaken(
  state: PresaveState,
  presave: ReleasePresaved["data"],
  { isThere }: { readonly isThere: boolean },
): PresaveTaken[] {
  if (!isThere) throw new Refusal("not_found", "Release not found");
  return state === "waiting" ? [{ type: "PresaveTaken", data: presave }] : [];
}

/** Once it is out and saved, the pre-save is over. */
export function decideFulfilment(state: PresaveState, fulfilled: PresaveFulfilled["data"]): PresaveFulfilled[] {
  return state === "waiting" ? [{ type: "PresaveFulfilled", data: fulfilled }] : [];
}

/** Folds an event into whether the listener waits. */
export function evolvePresave(_state: PresaveState, { type }: PresaveEvent): PresaveState {
  switch (type) {
    case "ReleasePresaved":
      return "waiting";
    case "PresaveTaken":
      return "none";
    case "PresaveFulfilled":
      return "fulfilled";
  }
}

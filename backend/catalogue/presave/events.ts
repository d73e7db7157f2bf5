import type { Event } from "../../store/log/event.ts";

/** A listener wants to hear of a release and to find it among their liked songs once it is out. */
export type ReleasePresaved = Event<"ReleasePresaved", { readonly userId: string; readonly releaseId: string }>;

export type PresaveTaken = Event<"PresaveTaken", { readonly userId: string; readonly releaseId: string }>;

/** It came out, and its songs are among their liked songs. Once. */
export type PresaveFulfilled = Event<
  "PresaveFulfilled",
  { readonly userId: string; readonly releaseId: string; readonly artistId: string }
>;

export type PresaveEvent = ReleasePresaved | PresaveTaken | PresaveFulfilled;

/** The stream of one person and one release, in the log `social`. */
export function presaveStream({ userId, releaseId }: ReleasePresaved["data"]): string {
  return `presave/${userId}/${releaseId}`;
}

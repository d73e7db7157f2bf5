import type { Event } from "../../store/log/event.ts";

/** An artist's page has a short address of its own. A handle belongs to one artist for ever: it may be on a poster. */
export type ArtistLinkChosen = Event<"ArtistLinkChosen", { readonly creatorId: string; readonly handle: string }>;

/** The stream of a handle, in the log `social`. */
export function linkStream(handle: string): string {
  return `artist_link/${handle}`;
}

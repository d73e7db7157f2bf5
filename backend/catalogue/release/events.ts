import type { Genre } from "../../contract/catalogue.ts";
import type { Ownership, Society, Stalled } from "../../contract/releases.ts";
import type { ReleaseKind } from "../../contract/release_kinds.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";
import type { StoredPicture } from "../track/events.ts";

/** An artist begins a single, an EP or an album. */
export type ReleaseDrafted = Event<"ReleaseDrafted", {
  readonly releaseId: string;
  readonly ownerId: string;
  readonly kind: ReleaseKind;
  readonly title: string;
  /** The artist's name at that moment. */
  readonly artist: string;
}>;

/** Missing fields stay unchanged; an empty `upc` is none. */
export type ReleaseChanged = Event<"ReleaseChanged", {
  readonly releaseId: string;
  readonly ownerId: string;
  readonly kind?: ReleaseKind;
  readonly title?: string;
  readonly artist?: string;
  readonly genre?: Genre;
  readonly upc?: string;
  readonly cover?: StoredPicture;
}>;

/** A recording was uploaded into the release, as its last song. */
export type ReleaseSongAdded = Event<
  "ReleaseSongAdded",
  { readonly releaseId: string; readonly ownerId: string; readonly trackId: string }
>;

/** A song was deleted. */
export type ReleaseSongRemoved = Event<
  "ReleaseSongRemoved",
  { readonly releaseId: string; readonly ownerId: string; readonly trackId: string }
>;

/** All its songs, in their new order. */
export type ReleaseOrdered = Event<
  "ReleaseOrdered",
  { readonly releaseId: string; readonly ownerId: string; readonly trackIds: readonly string[] }
>;

/** The artist says whose the recordings are, and who collects for the works. */
export type ReleaseDeclared = Event<"ReleaseDeclared", {
  readonly releaseId: string;
  readonly ownerId: string;
  readonly ownership: Ownership;
  readonly society: Society;
  /** The artist's number there, sealed with their key as `society <releaseId>`. */
  readonly societyNumber?: Sealed;
  /** What Orin withheld of royalties as tax at that moment, percent. */
  readonly withheldPercent: number;
}>;

/** It comes out by itself at `at`; until `earlyUntil` for Premium alone, 0 for everyone immediately. Epoch ms. */
export type ReleaseScheduled = Event<"ReleaseScheduled", {
  readonly releaseId: string;
  readonly ownerId: string;
  readonly at: number;
  readonly earlyUntil: number;
}>;

/** It has no date any more. */
export type ReleaseUnscheduled = Event<"ReleaseUnscheduled", { readonly releaseId: string; readonly ownerId: string }>;

/** Its moment came, and it could not come out whole: it does as soon as it can. */
export type ReleaseStalled = Event<
  "ReleaseStalled",
  { readonly releaseId: string; readonly ownerId: string; readonly because: Stalled }
>;

/** All its songs came out together. */
export type ReleasePublished = Event<
  "ReleasePublished",
  { readonly releaseId: string; readonly ownerId: string; readonly trackIds: readonly string[] }
>;

/** The artist withdrew it: its songs are hidden until it is published again. */
export type ReleaseWithdrawn = Event<
  "ReleaseWithdrawn",
  { readonly releaseId: string; readonly ownerId: string; readonly trackIds: readonly string[] }
>;

/** Given up, with its songs, while it is not out. */
export type ReleaseDiscarded = Event<"ReleaseDiscarded", { readonly releaseId: string; readonly ownerId: string }>;

export type ReleaseEvent =
  | ReleaseDrafted
  | ReleaseChanged
  | ReleaseSongAdded
  | ReleaseSongRemoved
  | ReleaseOrdered
  | ReleaseDeclared
  | ReleaseScheduled
  | ReleaseUnscheduled
  | ReleaseStalled
  | ReleasePublished
  | ReleaseWithdrawn
  | ReleaseDiscarded;

/** The stream of a release, in the log `social`. */
export function releaseStream(releaseId: string): string {
  return `release/${releaseId}`;
}

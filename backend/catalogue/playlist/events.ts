import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** A named list. Its owner's key opens `name`; `publicName` is there while the owner shows the list to everyone. */
export type PlaylistCreated = Event<"PlaylistCreated", {
  readonly playlistId: string;
  readonly ownerId: string;
  readonly name: Sealed;
  readonly publicName?: string;
  readonly trackIds: readonly string[];
}>;

/** Name and publicity after the change. */
export type PlaylistRenamed = Event<"PlaylistRenamed", {
  readonly playlistId: string;
  readonly ownerId: string;
  readonly name: Sealed;
  readonly publicName?: string;
}>;

type PlaylistDeleted = Event<"PlaylistDeleted", { readonly playlistId: string; readonly ownerId: string }>;

/** The list that everyone has begins with the first track in it: no event makes it. */
type PlaylistTrackAdded = Event<
  "PlaylistTrackAdded",
  { readonly playlistId: string; readonly ownerId: string; readonly trackId: string }
>;

type PlaylistTrackRemoved = Event<
  "PlaylistTrackRemoved",
  { readonly playlistId: string; readonly ownerId: string; readonly trackId: string }
>;

/** Several songs together, or those that a collaborator adds: `addedBy`. */
type PlaylistTracksAdded = Event<"PlaylistTracksAdded", {
  readonly playlistId: string;
  readonly ownerId: string;
  readonly trackIds: readonly string[];
  readonly addedBy?: string;
}>;

/** Everyone with the link of this invitation may join; a new one ends the one before. */
type PlaylistInvitationMade = Event<
  "PlaylistInvitationMade",
  { readonly playlistId: string; readonly ownerId: string; readonly invitationId: string }
>;

/** The link leads nowhere now; who has joined stays. */
type PlaylistInvitationRevoked = Event<
  "PlaylistInvitationRevoked",
  { readonly playlistId: string; readonly ownerId: string; readonly invitationId: string }
>;

/** From now on `userId` may add songs. */
type PlaylistJoined = Event<"PlaylistJoined", {
  readonly playlistId: string;
  readonly ownerId: string;
  readonly userId: string;
  readonly invitationId: string;
}>;

/** By their own wish or the owner's. Their songs stay in the list. */
type PlaylistLeft = Event<
  "PlaylistLeft",
  { readonly playlistId: string; readonly ownerId: string; readonly userId: string }
>;

/** In which folder its owner keeps the list; in none without `folder`. */
export type PlaylistFiled = Event<
  "PlaylistFiled",
  { readonly playlistId: string; readonly ownerId: string; readonly folder?: Sealed }
>;

/**
 * The owner's description of the list, for all who may see it; nothing without `description`. Only the owner's key
 * opens it.
 */
export type PlaylistDescribed = Event<
  "PlaylistDescribed",
  { readonly playlistId: string; readonly ownerId: string; readonly description?: Sealed }
>;

/** All tracks of the list in their new order. */
type PlaylistReordered = Event<
  "PlaylistReordered",
  { readonly playlistId: string; readonly ownerId: string; readonly trackIds: readonly string[] }
>;

export type PlaylistEvent =
  | PlaylistCreated
  | PlaylistRenamed
  | PlaylistDeleted
  | PlaylistTrackAdded
  | PlaylistTracksAdded
  | PlaylistInvitationMade
  | PlaylistInvitationRevoked
  | PlaylistJoined
  | PlaylistLeft
  | PlaylistFiled
  | PlaylistDescribed
  | PlaylistTrackRemoved
  | PlaylistReordered;

/** The stream of a playlist, in the log `social`. */
export function playlistStream(playlistId: string): string {
  return `playlist/${playlistId}`;
}

import type { Sealed } from "../../store/personal/personal_data.ts";

/** A named list. Its owner's key opens `name`; `publicName` is there while the owner shows the list to everyone. */
export type PlaylistCreated = {
  readonly type: "PlaylistCreated";
  readonly data: {
    readonly playlistId: string;
    readonly ownerId: string;
    readonly name: Sealed;
    readonly publicName?: string;
    readonly trackIds: readonly string[];
  };
};

/** Name and publicity after the change. */
export type PlaylistRenamed = {
  readonly type: "PlaylistRenamed";
  readonly data: {
    readonly playlistId: string;
    readonly ownerId: string;
    readonly name: Sealed;
    readonly publicName?: string;
  };
};

type PlaylistDeleted = {
  readonly type: "PlaylistDeleted";
  readonly data: { readonly playlistId: string; readonly ownerId: string };
};

/** The list that everyone has begins with the first track in it: no event makes it. */
type PlaylistTrackAdded = {
  readonly type: "PlaylistTrackAdded";
  readonly data: { readonly playlistId: string; readonly ownerId: string; readonly trackId: string };
};

type PlaylistTrackRemoved = {
  readonly type: "PlaylistTrackRemoved";
  readonly data: { readonly playlistId: string; readonly ownerId: string; readonly trackId: string };
};

/** All tracks of the list in their new order. */
type PlaylistReordered = {
  readonly type: "PlaylistReordered";
  readonly data: { readonly playlistId: string; readonly ownerId: string; readonly trackIds: readonly string[] };
};

export type PlaylistEvent =
  | PlaylistCreated
  | PlaylistRenamed
  | PlaylistDeleted
  | PlaylistTrackAdded
  | PlaylistTrackRemoved
  | PlaylistReordered;

/** The stream of a playlist, in the log `social`. */
export function playlistStream(playlistId: string): string {
  return `playlist/${playlistId}`;
}

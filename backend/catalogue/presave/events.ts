/** A listener wants to hear of a release and to find it among their liked songs once it is out. */
export type ReleasePresaved = {
  readonly type: "ReleasePresaved";
  readonly data: { readonly userId: string; readonly releaseId: string };
};

export type PresaveTaken = {
  readonly type: "PresaveTaken";
  readonly data: { readonly userId: string; readonly releaseId: string };
};

/** It came out, and its songs are among their liked songs. Once. */
export type PresaveFulfilled = {
  readonly type: "PresaveFulfilled";
  readonly data: { readonly userId: string; readonly releaseId: string; readonly artistId: string };
};

export type PresaveEvent = ReleasePresaved | PresaveTaken | PresaveFulfilled;

/** The stream of one person and one release, in the log `social`. */
export function presaveStream({ userId, releaseId }: ReleasePresaved["data"]): string {
  return `presave/${userId}/${releaseId}`;
}

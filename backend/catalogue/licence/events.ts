/** A device may play what it has saved without asking, for a stretch of time [from, until), epoch ms. */
export type OfflineLicenceIssued = {
  readonly type: "OfflineLicenceIssued";
  readonly data: {
    readonly userId: string;
    readonly deviceId: string;
    readonly from: number;
    readonly until: number;
  };
};

/** The stream of a listener's licences, in the log `plays/<shard>`. */
export function offlineLicenceStream(userId: string): string {
  return `offline_licence/${userId}`;
}

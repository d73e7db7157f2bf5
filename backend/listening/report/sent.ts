import type { PlayReport } from "../../contract/requests/listening.ts";
import type { ReportedTrack, ReportingListener } from "./state.ts";

/** A report with the facts that were read before queueing. */
export interface PreparedReport {
  /** Without a `playId` of the client's it carries a fresh one, used unless a session of the track is still going on. */
  readonly report: PlayReport;
  readonly serverMade: boolean;
  readonly track: ReportedTrack;
}

/** Reports of one listener that arrived together. */
export interface ReportPlays {
  readonly shard: number;
  /** From when on shards share the pool of a day, epoch ms; Infinity while there is one shard. */
  readonly sharedFrom: number;
  readonly listener: ReportingListener;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** `receivedAt - sentAt`: how far the device's clock is behind. */
  readonly skewMs: number;
  readonly reports: readonly PreparedReport[];
}

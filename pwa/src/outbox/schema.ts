import type { PlayReport, PlayStatus, Quality, Segment } from "@contract/listening.ts";
import type { DBSchema } from "idb";

/** What a list of waiting plays shows of a track. */
export interface TrackFacts {
  title: string;
  artist: string;
  coverImageUrl: string;
}

/** An open listening session: one listen of one track, not ended yet. */
export interface SessionRow {
  playId: string;
  userId: string;
  deviceId: string;
  trackId: string;
  track: TrackFacts;
  /** Device clock, epoch ms. */
  startedAt: number;
  segments: readonly Segment[];
  listenedMs: number;
  source: string;
  quality: Quality;
  /** Heard from the copy saved for offline play. */
  offline: boolean;
  /** Name of the tab that listens; it holds a Web Lock of this name while it lives. */
  owner: string;
  lastCheckpointAt: number;
  /** Reports put into the outbox so far, and what the last of them said. */
  reports: number;
  reportedMs: number;
  reportedSegments: number;
}

/** `waiting`: to be sent. `blocked`: needs a new log-in of its user. `dead`: refused for good, kept to be seen. */
export type RowState = "waiting" | "blocked" | "dead";

/** One thing the service does not know yet. It is deleted only by its own answer. */
export interface OutboxRow {
  /** Of a play its `playId`: the key that makes sending it twice harmless. */
  id: string;
  seq: number;
  /** Names an entry of ROW_KINDS. */
  kind: string;
  userId: string;
  deviceId: string;
  /** What is sent. Never changed in place, only replaced by a payload of a higher revision. */
  payload: unknown;
  /** Of a play its `listenedMs`: an answer counts for the row only if this is still what was sent. */
  revision: number;
  reportToken: string;
  track: TrackFacts;
  createdAt: number;
  attempts: number;
  nextAttemptAt: number;
  state: RowState;
  lastError: string;
}

/** A row as it is put in: the outbox adds the order, the token and the state. */
export type Draft = Pick<OutboxRow, "id" | "kind" | "userId" | "deviceId" | "payload" | "revision" | "track">;

/** A row as it went out. */
export type SentRow = Draft & Pick<OutboxRow, "reportToken">;

/** One answer of the service. `gainedUnits` is what it told beyond the play's earlier answers (100 units a token). */
export interface Receipt {
  playId: string;
  userId: string;
  track: TrackFacts;
  status: PlayStatus;
  tokens: number;
  gainedUnits: number;
  /** Part of the play that the service has now heard of. */
  listenedMs: number;
  reason?: string;
  at: number;
}

/** The last answered flush. */
export interface LastFlush {
  at: number;
  userId: string;
  /** The balance the service named, in tokens. */
  newBalance?: number;
}

export type MetaRow =
  | { key: "device"; kind: "device"; deviceId: string }
  /** Number of the newest row. */
  | { key: "seq"; kind: "seq"; last: number }
  /** The service's clock when it last answered, and how far the device's clock was behind it. */
  | { key: "clock"; kind: "clock"; serverAt: number; offsetMs: number }
  | ({ key: "lastFlush"; kind: "lastFlush" } & LastFlush)
  /** The newest report token of a user; key `reporter:<userId>`. */
  | { key: string; kind: "reporter"; userId: string; reportToken: string };

export interface OutboxSchema extends DBSchema {
  sessions: { key: string; value: SessionRow };
  outbox: { key: string; value: OutboxRow; indexes: { order: [RowState, number]; user: string } };
  receipts: { key: number; value: Receipt; indexes: { play: string } };
  meta: { key: string; value: MetaRow };
}

/** The report of a session as it stands. */
export function reportOf(row: SessionRow): PlayReport {
  return {
    playId: row.playId,
    trackId: row.trackId,
    startedAt: row.startedAt,
    listenedMs: row.listenedMs,
    segments: [...row.segments],
    offline: row.offline,
    deviceId: row.deviceId,
    source: row.source,
    quality: row.quality,
  };
}

/** The session's report, ready for the outbox. */
export function draftOf(row: SessionRow): Draft {
  const { playId, userId, deviceId, track, listenedMs } = row;
  return { id: playId, kind: "play", userId, deviceId, track, payload: reportOf(row), revision: listenedMs };
}

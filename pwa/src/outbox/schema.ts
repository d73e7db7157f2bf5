import type { Track } from "@contract/catalogue.ts";
import type { PlayStatus, Quality, Segment } from "@contract/listening.ts";
import type { PlayReport } from "@contract/requests/listening.ts";
import type { DBSchema } from "idb";
import type { Outlook } from "./kinds.ts";
import type { Write } from "./write.ts";

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
  /** Which stretches of the song were heard, s from and to; rows of older versions tell nothing. */
  heard?: readonly Segment[];
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
  /** What the page's last report said, which was counted and may have reached neither the outbox nor the service. */
  partedMs?: number;
}

/** `waiting`: to be sent. `blocked`: needs a new log-in of its user. `dead`: refused for good, kept to be seen. */
type RowState = "waiting" | "blocked" | "dead";

/** One thing the service does not know yet. It is deleted only by its own answer. */
interface Row {
  /** The key that makes sending it twice harmless; of a play its `playId`. */
  id: string;
  seq: number;
  userId: string;
  reportToken: string;
  createdAt: number;
  attempts: number;
  nextAttemptAt: number;
  state: RowState;
  lastError: string;
}

/** A row that travels in batches, with a report token: a play. */
export interface OutboxRow extends Row {
  /** Names an entry of ROW_KINDS. */
  kind: string;
  deviceId: string;
  /** What is sent. Never changed in place, only replaced by a payload of a higher revision. */
  payload: unknown;
  /** Of a play its `listenedMs`: an answer counts for the row only if this is still what was sent. */
  revision: number;
  track: TrackFacts;
}

/** What a screen knows of a write beside the write itself. */
export interface WriteFacts {
  /** What it is about, in the user's words: a name or a title. */
  about: string;
  /** Shown in lists until the service has answered. */
  track?: Track;
  /** Of a wish: what the service had before, where that is known. */
  before?: boolean;
}

/** A row that travels alone, in its user's session: a follow, a comment. */
export interface WriteRow extends Row, WriteFacts {
  kind: typeof WRITE;
  payload: Write;
  /** See `subjectOf`. */
  subject: string;
  /** It has been on its way: the service may know it. */
  attempted: boolean;
  /** Until then a page waits for the answer itself, epoch ms. */
  leasedUntil: number;
}

export const WRITE = "write";
export type StoredRow = OutboxRow | WriteRow;

/** Tells a follow, comment or the like from a play. */
export function isWrite(row: StoredRow | undefined): row is WriteRow {
  return row?.kind === WRITE;
}

/** Tells a play from a follow, comment or the like. */
export function isReport(row: StoredRow | undefined): row is OutboxRow {
  return row !== undefined && row.kind !== WRITE;
}

/** A write that the service has answered: until a list is fetched anew, the screens add it themselves. */
export interface SentWrite extends WriteFacts {
  id: string;
  userId: string;
  payload: Write;
  createdAt: number;
  sentAt: number;
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
  outlook?: Outlook;
  at: number;
}

/** The last answered flush. */
export interface LastFlush {
  at: number;
  userId: string;
}

type MetaRow =
  /** Number of the newest row. */
  | { key: "seq"; kind: "seq"; last: number }
  /** The service's clock when it last answered, and how far the device's clock was behind it. */
  | { key: "clock"; kind: "clock"; serverAt: number; offsetMs: number }
  | ({ key: "lastFlush"; kind: "lastFlush" } & LastFlush)
  /** The session of who is logged in on this device; gone after a log-out. */
  | { key: "session"; kind: "session"; userId: string; token: string }
  /** The last writes that were answered, newest last. */
  | { key: "sent"; kind: "sent"; writes: readonly SentWrite[] }
  /** The newest report token of a user; key `reporter:<userId>`. */
  | { key: string; kind: "reporter"; userId: string; reportToken: string };

export interface OutboxSchema extends DBSchema {
  sessions: { key: string; value: SessionRow };
  outbox: { key: string; value: StoredRow; indexes: { order: [RowState, number]; user: string } };
  receipts: { key: number; value: Receipt; indexes: { play: string } };
  meta: { key: string; value: MetaRow };
}

/** The report of a session so far. */
function reportOf(row: SessionRow): PlayReport {
  return {
    playId: row.playId,
    trackId: row.trackId,
    startedAt: row.startedAt,
    listenedMs: row.listenedMs,
    segments: [...row.segments],
    ...(row.heard && { heard: [...row.heard] }),
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

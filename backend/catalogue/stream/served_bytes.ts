import { countedPlayMs, lagosDay, STREAM_BURST_MS, wholeSongMs } from "../../contract/policy.ts";
import type { Sql } from "../../store/sql.ts";
import { Coverage } from "./coverage.ts";
import type { Listener } from "./listener.ts";
import { type Sending, SentBody } from "./sent_body.ts";
import { Pace } from "./pace.ts";
import { type Delivery, noteDeliveries, noteStream } from "./table.ts";

interface OpenStream extends StreamTicket {
  readonly grantId: string;
  readonly listener: Listener;
  readonly trackId: string;
  readonly durationMs: number;
}

/** What a link declares of its stream. */
interface StreamTicket {
  /** Epoch ms. */
  readonly expiresAt: number;
  /** What the listener's device calls itself. */
  readonly device: string | undefined;
  /** The pace of listening, times the clock. */
  readonly speed: number;
  /** A copy for offline play: it comes without a pace. */
  readonly isCopy: boolean;
}

/** The stretches of a track sent to a listener since they last took it whole, under any grant. */
interface Sent {
  readonly day: string;
  readonly coverage: Coverage;
  /** The grant under which the song became whole. */
  wholeBy?: string;
}

/** How much of it is written down: nothing, the seconds that prove a play, the whole song. */
type Level = 0 | 1 | 2;

interface Served {
  readonly stream: OpenStream;
  /** When it was begun for the first time, and last. */
  readonly firstAt: number;
  readonly begunAt: number;
  readonly sent: Sent;
  /** What was sent under this grant, for the proof of plays. */
  readonly delivered: Coverage;
  /** Of all bodies of the grant together. */
  readonly pace: Pace | undefined;
  readonly bodies: Set<SentBody>;
  bytes: number;
  lastAt: number;
  level: Level;
  isWriting: boolean;
  /** Continues a song that has its free play already. */
  readonly isPaid: boolean;
  /** The player has asked for the rest of the song. */
  isReleased: boolean;
}

const MOST_OPEN = 50_000;
/** A free play waits no longer than this for a song that is being sent to become a whole one. */
const LONGEST_BEGINNING_MS = 15 * 60_000;
/** What was delivered is written down at least so often. */
const NOTE_EVERY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
/** A stream of which nothing is on its way has been left: a skip. Between two requests of a player lies less. */
const LEFT_AFTER_MS = 5_000;

/**
 * Adds up in memory what was sent of each song to each listener, over all requests and grants, as stretches of the song:
 * ranges, qualities and fresh grants make no new song of it. Written down are the whole song, once for each grant, and
 * the stretches that prove plays: of all streams together once a second, and of a listener's before a report of theirs.
 */
export class ServedBytes {
  readonly #open = new Map<string, Served>();
  readonly #sent = new Map<string, Sent>();
  /** The streams of each listener that have begun and are not whole. */
  readonly #beginning = new Map<string, Set<Served>>();
  readonly #writes = new Set<Promise<unknown>>();
  /** Streams with deliveries that are not written down yet, by grant. */
  readonly #dirty = new Map<string, Served>();
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #noteEveryMs = NOTE_EVERY_MS;
  #isStopping = false;

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
    readonly log: (line: string, error?: unknown) => void,
  ) {}

  /** Whether the stream may continue: it has its free play, or it has just begun. */
  isGoingOn(grantId: string): boolean {
    const served = this.#open.get(grantId);
    return served !== undefined && (served.isPaid || served.level === 2 || this.#isBeginning(served));
  }

  /** Tracks of which the listener has just begun a stream and not left it, besides one. */
  beginning(subject: string, exceptTrackId: string): number {
    const begun = [...this.#beginning.get(subject) ?? []];
    for (const served of begun) if (!this.#isBeginning(served)) this.#forget(served);
    const tracks = begun.filter((served) => this.#isBeginning(served)).map((served) => served.stream.trackId);
    return new Set(tracks).difference(new Set([exceptTrackId])).size;
  }

  /** Begins a stream, or begins it again; `isPaid` where it continues one that has its free play. */
  begin(stream: OpenStream, { isPaid }: { isPaid: boolean }): void {
    const known = this.#open.get(stream.grantId);
    if (known) this.#forget(known);
    const [oldest] = this.#open.values();
    if (oldest && this.#open.size >= MOST_OPEN) this.#drop(oldest);
    const { bodies = new Set<SentBody>(), bytes = 0, isReleased = false } = known ?? {};
    const { delivered = new Coverage("forget"), pace = paceOf(stream) } = known ?? {};
    const now = this.now();
    const sent = this.#sentOf(stream, { isPaid });
    const served: Served = {
      ...{ stream, sent, delivered, pace, isPaid, bodies, bytes, isReleased },
      ...{ firstAt: known?.firstAt ?? now, begunAt: now, lastAt: now, level: 0, isWriting: false },
    };
    this.#open.delete(stream.grantId);
    this.#open.set(stream.grantId, served);
    if (isPaid) return;
    const { subject } = stream.listener;
    this.#beginning.set(subject, (this.#beginning.get(subject) ?? new Set()).add(served));
  }

  /** Watches over a body that is about to be sent under the grant. */
  send(grantId: string, sending: Sending): SentBody {
    const served = this.#open.get(grantId);
    const isPaced = served !== undefined && !served.isReleased && !this.#isStopping;
    const durationMs = served?.stream.durationMs ?? 0;
    const coverage = served?.isPaid ? undefined : served?.sent.coverage;
    const aheadMs = isPaced ? sending.aheadMs : undefined;
    const stream = served?.pace && !this.#isStopping ? { pace: served.pace, delivered: served.delivered } : undefined;
    const body = new SentBody({ ...sending, durationMs, aheadMs, coverage, stream }, {
      sent: (bytes, from, to) => served && this.#add(served, { bytes, from, to }),
      over: () => served?.bodies.delete(body),
    });
    served?.bodies.add(body);
    return body;
  }

  /** Who asks for the stream without a pace wants all of it now. */
  release(grantId: string): void {
    const served = this.#open.get(grantId);
    if (!served) return;
    served.isReleased = true;
    for (const body of served.bodies) body.release();
  }

  /** The service ends: slow bodies go out immediately, and no new one is slow. */
  hurry(): void {
    this.#isStopping = true;
    clearTimeout(this.#noteTimer);
    for (const { bodies, pace } of this.#open.values()) {
      pace?.release();
      for (const body of bodies) body.release();
    }
  }

  /** Writes everything down, and waits for running writes. */
  async settle(): Promise<void> {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    this.#noteDirty([...this.#dirty.values()]);
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }

  /** Writes down what was delivered of these tracks to a listener, so that a report of them finds it. */
  async flush(subject: string, trackIds: readonly string[]): Promise<void> {
    const asked = new Set(trackIds);
    this.#noteDirty(
      [...this.#dirty.values()].filter(({ stream }) =>
        stream.listener.subject === subject && asked.has(stream.trackId)
      ),
    );
    await Promise.all(this.#writes);
  }

  #noteDirty(served: readonly Served[]): void {
    if (served.length === 0) return;
    for (const { stream } of served) this.#dirty.delete(stream.grantId);
    this.#track(
      noteDeliveries(this.sql, served.map(deliveryOf)).then(
        () => this.#noteEveryMs = NOTE_EVERY_MS,
        (error) => {
          for (const one of served) this.#dirty.set(one.stream.grantId, one);
          // Said once for each outage, not for each try.
          if (this.#noteEveryMs === NOTE_EVERY_MS) this.log("deliveries could not be noted", error);
          this.#noteEveryMs = Math.min(LONGEST_RETRY_MS, this.#noteEveryMs * 2);
          this.#noteSoon();
        },
      ),
    );
  }

  #noteSoon(): void {
    if (this.#isStopping) return;
    this.#noteTimer ??= setTimeout(() => {
      this.#noteTimer = undefined;
      this.#noteDirty([...this.#dirty.values()]);
    }, this.#noteEveryMs);
    Deno.unrefTimer(Number(this.#noteTimer));
  }

  #track(write: Promise<unknown>): void {
    const tracked = write.finally(() => this.#writes.delete(tracked));
    this.#writes.add(tracked);
  }

  #sentOf({ listener, trackId }: OpenStream, { isPaid }: { isPaid: boolean }): Sent {
    const key = `${listener.subject} ${trackId}`;
    const day = lagosDay(this.now());
    const known = this.#sent.get(key);
    const goesOn = known?.day === day && (known.wholeBy === undefined || isPaid);
    const sent = goesOn ? known : { day, coverage: new Coverage() };
    this.#sent.delete(key);
    this.#sent.set(key, sent);
    const [oldest] = this.#sent.keys();
    if (oldest !== undefined && this.#sent.size > MOST_OPEN) this.#sent.delete(oldest);
    return sent;
  }

  #add(served: Served, { bytes, from, to }: { bytes: number; from: number; to: number }): void {
    served.bytes += bytes;
    served.lastAt = this.now();
    // What only the end of the service has brought says nothing of the listener.
    if (this.#isStopping) return;
    served.delivered.add(from, to);
    if (served.stream.listener.userId !== undefined) {
      this.#dirty.set(served.stream.grantId, served);
      this.#noteSoon();
    }
    if (served.isPaid) return;
    served.sent.coverage.add(from, to);
    this.#write(served);
  }

  #isBeginning({ stream: { grantId }, sent: { wholeBy = grantId }, bodies, begunAt, lastAt }: Served): boolean {
    // Under another grant the song has its free play.
    if (wholeBy !== grantId) return false;
    const now = this.now();
    return bodies.size > 0 ? now - begunAt < LONGEST_BEGINNING_MS : now - lastAt < LEFT_AFTER_MS;
  }

  #forget(served: Served): void {
    const { subject } = served.stream.listener;
    const begun = this.#beginning.get(subject);
    begun?.delete(served);
    if (begun?.size === 0) this.#beginning.delete(subject);
  }

  #drop(served: Served): void {
    this.#forget(served);
    this.#open.delete(served.stream.grantId);
  }

  #write(served: Served): void {
    const level = levelOf(served);
    if (served.isWriting || level <= served.level) return;
    served.isWriting = true;
    if (level === 2) served.sent.wholeBy = served.stream.grantId;
    const { stream: { grantId, trackId, listener: { shard, subject, address } }, bytes, begunAt } = served;
    const row = { grantId, trackId, shard, subject, address, bytes, begunAt, countedAt: this.now() };
    this.#track(
      noteStream(this.sql, { ...row, isWhole: level === 2 }).then(
        () => {
          served.isWriting = false;
          served.level = level;
          if (level === 2) this.#forget(served);
          else this.#write(served);
        },
        (error) => {
          // The next piece tries again.
          served.isWriting = false;
          this.log(`stream ${grantId} could not be noted`, error);
        },
      ),
    );
  }
}

/** A burst at once, then no faster than it is heard: of all requests for the stream together, in ms of sound. */
function paceOf({ isCopy, speed }: StreamTicket): Pace | undefined {
  return isCopy ? undefined : new Pace({ perMs: speed, burst: STREAM_BURST_MS });
}

function deliveryOf({ stream, delivered, firstAt, lastAt }: Served): Delivery {
  const { grantId, listener: { shard, userId = "" }, trackId, durationMs, device, speed, isCopy, expiresAt } = stream;
  const ticket = { ticketId: grantId, device, speed, isCopy, beganAt: firstAt, lastAt, endsAt: expiresAt };
  return { shard, listenerId: userId, trackId, durationMs, ...ticket, stretches: [...delivered.stretches] };
}

/** A song becomes whole under one grant: another that has sent a part of it takes no second free play. */
function levelOf({ stream: { grantId, durationMs }, sent: { coverage, wholeBy = grantId } }: Served): Level {
  if (coverage.ms >= wholeSongMs(durationMs) && wholeBy === grantId) return 2;
  return coverage.ms >= countedPlayMs(durationMs) ? 1 : 0;
}

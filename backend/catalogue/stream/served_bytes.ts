import { countedPlayMs, lagosDay, STREAM_BURST_MS, wholeSongMs } from "../../contract/policy.ts";
import { newId } from "../../contract/ids.ts";
import type { Sql } from "../../store/sql.ts";
import { Coverage } from "./coverage.ts";
import type { Listener } from "./listener.ts";
import { type Sending, SentBody } from "./sent_body.ts";
import { Pace } from "./pace.ts";
import {
  type Beginnings,
  type Delivery,
  endBeginnings,
  findBeginnings,
  LONGEST_BEGINNING_MS,
  noteBeginning,
  noteDeliveries,
  noteParts,
  noteStream,
  type SongPart,
  type SongToBegin,
} from "./table.ts";

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
  readonly song: string;
  readonly day: string;
  /** How often the song had been taken whole that day, by what any process has sent. */
  readonly taken: number;
  readonly coverage: Coverage;
  /** How much of it all processes together have sent, as it was heard of last. */
  sentMs: number;
  isNoting: boolean;
  /** The grant under which the song became whole; empty for one of another process. */
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
  /** A fresh link of the same grant ends later. */
  endsAt: number;
  level: Level;
  isWriting: boolean;
  /** Continues a song that has its free play already. */
  readonly isPaid: boolean;
  /** Under which key other processes know that it is beginning. */
  readonly key: string | undefined;
  /** The player has asked for the rest of the song. */
  isReleased: boolean;
}

const MOST_OPEN = 50_000;
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
  /** The streams of each listener that have begun here, are not whole, and that other processes know of. */
  readonly #beginning = new Map<string, Set<Served>>();
  /** Running writes, and of which songs; they answer the error that kept deliveries from being written. */
  readonly #writes = new Map<Promise<unknown>, ReadonlySet<string>>();
  /** Streams with deliveries that are not written down yet, by song and grant. */
  readonly #dirty = new Map<string, Map<string, Served>>();
  /** Songs of which parts are not written down yet, and the stream that has sent the last of them. */
  readonly #parts = new Map<Sent, Served>();
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #leftTimer: ReturnType<typeof setTimeout> | undefined;
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

  /** The listener's songs that any process is sending and that may yet become free plays, by the key of each begin. */
  async beginningOf(listener: SongToBegin["listener"]): Promise<Beginnings> {
    await this.#endLeft(listener.subject);
    return await findBeginnings(this.sql, listener, this.now());
  }

  /**
   * Tells all processes that a song is about to begin, and answers the key of that and the songs that began before it:
   * of many that begin at the same time, each knows those before it. The key goes to `begin` or, where nothing begins,
   * to `giveUp`.
   */
  async reserve(song: SongToBegin): Promise<{ key: string; before: Beginnings }> {
    await this.#endLeft(song.listener.subject);
    const key = newId();
    return { key, before: await noteBeginning(this.sql, key, { song, now: this.now() }) };
  }

  /** No song begins under these keys, or none does any more. */
  async giveUp(listener: SongToBegin["listener"], keys: readonly string[]): Promise<void> {
    await endBeginnings(this.sql, listener, keys).catch((error) => {
      // They end by themselves.
      this.log("songs that were left could not be noted", error);
    });
  }

  /**
   * Begins a stream, or begins it again; `isPaid` where it continues one that has its free play. `taken` is how often the
   * listener has taken the song whole today, `key` that of its reservation.
   */
  begin(stream: OpenStream, { isPaid, taken, key }: { isPaid: boolean; taken: number; key?: string }): void {
    const known = this.#open.get(stream.grantId);
    if (known) this.#forget(known);
    const [oldest] = this.#open.values();
    if (oldest && this.#open.size >= MOST_OPEN) this.#drop(oldest);
    const { bodies = new Set<SentBody>(), bytes = 0, isReleased = false } = known ?? {};
    const { delivered = new Coverage("forget"), pace = paceOf(stream) } = known ?? {};
    const now = this.now();
    const sent = this.#sentOf(stream, { isPaid, taken });
    const served: Served = {
      ...{ stream, sent, delivered, pace, isPaid, key, bodies, bytes, isReleased },
      ...{ firstAt: known?.firstAt ?? now, begunAt: now, lastAt: now, level: 0, isWriting: false },
      endsAt: Math.max(known?.endsAt ?? 0, stream.expiresAt),
    };
    this.#open.delete(stream.grantId);
    this.#open.set(stream.grantId, served);
    if (key === undefined) return;
    const { subject } = stream.listener;
    this.#beginning.set(subject, (this.#beginning.get(subject) ?? new Set()).add(served));
    this.#endLeftSoon();
  }

  /** Watches over a body that is about to be sent under the grant. */
  send(grantId: string, sending: Sending): SentBody {
    const served = this.#open.get(grantId);
    if (served && sending.endsAt !== undefined) served.endsAt = Math.max(served.endsAt, sending.endsAt);
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
    for (const { bodies, pace } of this.#open.values()) {
      pace?.release();
      for (const body of bodies) body.release();
    }
  }

  /** Writes everything down, and waits for running writes. */
  async settle(): Promise<void> {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = undefined;
    this.#noteAll();
    if (this.#isStopping) { for (const served of this.#allBeginning()) this.#forget(served); }
    while (this.#writes.size > 0) await Promise.all(this.#writes.keys());
  }

  /**
   * Writes down what was delivered of these tracks to a listener, so that a report of them finds it. Throws what kept it
   * from that: a report that is decided without them would earn nothing, for good.
   */
  async flush(subject: string, trackIds: readonly string[]): Promise<void> {
    const songs = [...new Set(trackIds)].map((trackId) => songOf(subject, trackId));
    this.#noteDeliveries(songs.flatMap((song) => [...this.#dirty.get(song)?.values() ?? []]));
    const own = [...this.#writes].filter(([, of]) => songs.some((song) => of.has(song))).map(([write]) => write);
    const failure = (await Promise.all(own)).find((error) => error !== undefined);
    if (failure !== undefined) throw failure;
  }

  #noteAll(): void {
    this.#noteDeliveries([...this.#dirty.values()].flatMap((served) => [...served.values()]));
    this.#noteParts([...this.#parts]);
  }

  #noteDeliveries(served: readonly Served[]): void {
    if (served.length === 0) return;
    for (const { sent: { song } } of served) this.#dirty.delete(song);
    const write = noteDeliveries(this.sql, served.map(deliveryOf)).then(
      () => void (this.#noteEveryMs = NOTE_EVERY_MS),
      (error: unknown) => {
        this.#failed(error);
        for (const one of served) this.#setDirty(one);
        return error;
      },
    );
    this.#track(served.map(({ sent }) => sent), write);
  }

  #noteParts(all: readonly (readonly [Sent, Served])[]): void {
    for (const [sent] of all) this.#parts.delete(sent);
    const parts = all.filter(([sent]) => sent.wholeBy === undefined);
    if (parts.length === 0) return;
    for (const [sent] of parts) sent.isNoting = true;
    const rows = parts.map(([sent, served]) => partOf(sent, served, this.now()));
    const write = noteParts(this.sql, rows).then(
      (answers) => parts.forEach(([sent, served], at) => this.#heard(sent, { served, sentMs: answers[at] })),
      (error) => {
        this.#failed(error);
        for (const [sent, served] of parts) this.#setPart(sent, served);
      },
    ).finally(() => {
      for (const [sent] of parts) sent.isNoting = false;
    });
    this.#track(parts.map(([sent]) => sent), write);
  }

  /** What all processes have sent of a song by now; undefined where another one has made it whole. */
  #heard(sent: Sent, { served, sentMs }: { served: Served; sentMs: number | undefined }): void {
    const { grantId, durationMs } = served.stream;
    if (sentMs === undefined) {
      sent.wholeBy ??= "";
      return;
    }
    sent.sentMs = sentMs;
    if (sentMs < wholeSongMs(durationMs)) return this.#write(served);
    sent.wholeBy = grantId;
    served.level = 2;
    this.#forget(served);
  }

  /** Tries again ever more slowly, and says so once for each outage. */
  #failed(error: unknown): void {
    if (this.#noteEveryMs === NOTE_EVERY_MS) this.log("deliveries could not be noted", error);
    this.#noteEveryMs = Math.min(LONGEST_RETRY_MS, this.#noteEveryMs * 2);
  }

  #setDirty(served: Served): void {
    const { sent: { song }, stream: { grantId } } = served;
    this.#dirty.set(song, (this.#dirty.get(song) ?? new Map()).set(grantId, served));
    this.#noteSoon();
  }

  #setPart(sent: Sent, served: Served): void {
    this.#parts.set(sent, served);
    this.#noteSoon();
  }

  #noteSoon(): void {
    if (this.#noteTimer !== undefined || this.#isStopping) return;
    this.#noteTimer = setTimeout(() => {
      this.#noteTimer = undefined;
      this.#noteAll();
    }, this.#noteEveryMs);
    Deno.unrefTimer(Number(this.#noteTimer));
  }

  #track(songs: readonly Pick<Sent, "song">[], write: Promise<unknown>): void {
    const tracked = write.finally(() => this.#writes.delete(tracked));
    this.#writes.set(tracked, new Set(songs.map(({ song }) => song)));
  }

  #sentOf({ listener, trackId }: OpenStream, { isPaid, taken }: { isPaid: boolean; taken: number }): Sent {
    const song = songOf(listener.subject, trackId);
    const day = lagosDay(this.now());
    const last = this.#sent.get(song);
    const known = last?.day === day ? last : undefined;
    const goesOn = known && (isPaid || (known.wholeBy === undefined && known.taken >= taken));
    const sent = goesOn ? known : { ...newSent(song, day), taken: takenBy(known, taken) };
    // What still comes under the grants of before is of the song that was taken.
    if (known && !goesOn) {
      known.wholeBy ??= "";
      this.#parts.delete(known);
    }
    keepNewest(this.#sent, song, sent);
    return sent;
  }

  #add(served: Served, { bytes, from, to }: { bytes: number; from: number; to: number }): void {
    served.bytes += bytes;
    served.lastAt = this.now();
    // What only the end of the service has brought says nothing of the listener.
    if (this.#isStopping) return;
    served.delivered.add(from, to);
    if (served.stream.listener.userId !== undefined) this.#setDirty(served);
    if (!served.isPaid) this.#addPart(served, { from, to });
  }

  #addPart(served: Served, { from, to }: { from: number; to: number }): void {
    const { sent, stream: { durationMs } } = served;
    const isNew = sent.coverage.missing(from, to) > 0;
    sent.coverage.add(from, to);
    this.#write(served);
    if (!isNew || sent.wholeBy !== undefined) return;
    this.#setPart(sent, served);
    if (sent.coverage.ms >= wholeSongMs(durationMs) && !sent.isNoting) this.#noteParts([[sent, served]]);
  }

  #isBeginning({ stream: { grantId }, sent: { wholeBy = grantId }, bodies, begunAt, lastAt }: Served): boolean {
    // Under another grant the song has its free play.
    if (wholeBy !== grantId) return false;
    const now = this.now();
    return bodies.size > 0 ? now - begunAt < LONGEST_BEGINNING_MS : now - lastAt < LEFT_AFTER_MS;
  }

  /** It is not beginning any more. */
  #forget(served: Served): void {
    const { key, stream: { listener }, sent } = served;
    const begun = this.#beginning.get(listener.subject);
    if (key === undefined || !begun?.delete(served)) return;
    if (begun.size === 0) this.#beginning.delete(listener.subject);
    this.#track([sent], this.giveUp(listener, [key]));
  }

  #allBeginning(): Served[] {
    return [...this.#beginning.values()].flatMap((begun) => [...begun]);
  }

  /** Forgets the listener's streams that were left, and waits until all processes know. */
  async #endLeft(subject: string): Promise<void> {
    const left = [...this.#beginning.get(subject) ?? []].filter((served) => !this.#isBeginning(served));
    if (left.length === 0) return;
    for (const served of left) this.#forget(served);
    const songs = new Set(left.map(({ sent: { song } }) => song));
    await Promise.all([...this.#writes].filter(([, of]) => !songs.isDisjointFrom(of)).map(([write]) => write));
  }

  #endLeftSoon(): void {
    if (this.#leftTimer !== undefined || this.#isStopping) return;
    this.#leftTimer = setTimeout(() => {
      this.#leftTimer = undefined;
      for (const served of this.#allBeginning()) if (!this.#isBeginning(served)) this.#forget(served);
      if (this.#beginning.size > 0) this.#endLeftSoon();
    }, LEFT_AFTER_MS);
    Deno.unrefTimer(Number(this.#leftTimer));
  }

  #drop(served: Served): void {
    this.#forget(served);
    this.#open.delete(served.stream.grantId);
  }

  /** Notes the seconds that prove a play. */
  #write(served: Served): void {
    const { stream: { grantId, trackId, durationMs, listener: { shard, subject, address } }, sent } = served;
    const isCounted = Math.max(sent.coverage.ms, sent.sentMs) >= countedPlayMs(durationMs);
    if (served.isWriting || served.level > 0 || !isCounted) return;
    served.isWriting = true;
    const row = { grantId, trackId, shard, subject, address, bytes: served.bytes, begunAt: served.begunAt };
    const write = noteStream(this.sql, { ...row, countedAt: this.now(), isWhole: false }).then(
      () => {
        served.isWriting = false;
        if (served.level === 0) served.level = 1;
      },
      (error) => {
        // The next piece tries again.
        served.isWriting = false;
        this.log(`stream ${grantId} could not be noted`, error);
      },
    );
    this.#track([sent], write);
  }
}

/** Puts it last, and forgets the first where there are too many. */
function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > MOST_OPEN) map.delete(oldest);
}

function songOf(subject: string, trackId: string): string {
  return `${subject} ${trackId}`;
}

function newSent(song: string, day: string): Omit<Sent, "taken"> {
  return { song, day, coverage: new Coverage(), sentMs: 0, isNoting: false };
}

/** How often the song was taken by now; what was read of it may be older than what this process has heard. */
function takenBy(known: Sent | undefined, taken: number): number {
  return known ? Math.max(taken, known.taken + (known.wholeBy === undefined ? 0 : 1)) : taken;
}

function partOf({ day, taken, coverage }: Sent, { stream, begunAt, bytes }: Served, now: number): SongPart {
  const { grantId, trackId, durationMs, listener: { shard, subject, address } } = stream;
  const stretches = [...coverage.stretches];
  const sent = { grantId, shard, subject, trackId, address, bytes, begunAt, countedAt: now };
  return { ...sent, day, taken, wholeMs: wholeSongMs(durationMs), stretches };
}

/** A burst first, then no faster than it is heard: of all requests for the stream together, in ms of sound. */
function paceOf({ isCopy, speed }: StreamTicket): Pace | undefined {
  return isCopy ? undefined : new Pace({ perMs: speed, burst: STREAM_BURST_MS });
}

function deliveryOf({ stream, delivered, firstAt, lastAt, endsAt }: Served): Delivery {
  const { grantId, listener: { shard, userId = "" }, trackId, durationMs, device, speed, isCopy } = stream;
  const ticket = { ticketId: grantId, device, speed, isCopy, beganAt: firstAt, lastAt, endsAt };
  return { shard, listenerId: userId, trackId, durationMs, ...ticket, stretches: [...delivered.stretches] };
}

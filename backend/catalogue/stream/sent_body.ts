import type { Coverage } from "./coverage.ts";
import { Pace, type PaceShare } from "./pace.ts";

/** What of a file is about to be sent. */
export interface Sending {
  /** First byte, and the length of the whole file. */
  readonly start: number;
  readonly of: number;
  /** The most sound to send ahead of real time; without it the body goes out as fast as the client reads. */
  readonly aheadMs?: number | undefined;
  /** When the link ends that it was asked for with, epoch ms. */
  readonly endsAt?: number;
}

/** The pace that all bodies of a stream share. */
interface StreamPace {
  readonly pace: Pace;
  readonly delivered: Coverage;
}

interface Sent {
  sent(bytes: number, fromMs: number, toMs: number): void;
  over(): void;
}

/** After a seek or a lost connection a little sound comes immediately, whatever was sent before. */
const LEAST_BURST_MS = 2_000;
/** No more than this share of a song comes immediately. */
const MOST_AHEAD = 1 / 3;
/** A file begins with the list of its frames, 43 a second: no sound yet. */
const INDEX_BYTES_PER_SECOND = 250;
/** Sound that lies ahead of real time is bounded: longer wishes are those of a program. */
const LONGEST_AHEAD_MS = 60_000;

/** One body on its way: how fast it may go, and what of the song it has brought. */
export class SentBody {
  readonly #sending: Sending;
  readonly #durationMs: number;
  readonly #tell: Sent;
  readonly #pace: Pace | undefined;
  /** Of the whole stream, in ms of sound; what the stream has sent before costs nothing. */
  readonly #stream: StreamPace | undefined;
  readonly #share: PaceShare | undefined;
  readonly #gone = new AbortController();
  #at: number;

  constructor(
    sending: Sending & {
      readonly durationMs: number;
      readonly coverage?: Coverage | undefined;
      readonly stream?: StreamPace | undefined;
    },
    tell: Sent,
  ) {
    this.#sending = sending;
    this.#durationMs = sending.durationMs;
    this.#tell = tell;
    this.#at = sending.start;
    this.#stream = sending.stream;
    this.#share = this.#stream?.pace.share(this.#gone.signal);
    const { aheadMs, start, of, durationMs } = sending;
    if (aheadMs === undefined || durationMs === 0 || of === 0) return;
    const ahead = Math.min(aheadMs, durationMs * MOST_AHEAD);
    // What lies right before the first byte was sent a moment ago, and is ahead already.
    const before = sending.coverage?.before(this.#momentOf(start)) ?? 0;
    const bytesPerMs = of / durationMs;
    const indexBytes = Math.max(0, durationMs / 1_000 * INDEX_BYTES_PER_SECOND - start);
    const burst = Math.max(LEAST_BURST_MS, ahead - before) * bytesPerMs + indexBytes;
    this.#pace = new Pace({ perMs: bytesPerMs, burst });
  }

  /** How many of the next bytes may go out, at most `bytes`; with a pace only after a while. */
  async allow(bytes: number): Promise<number> {
    const allowed = await this.#pace?.allow(bytes) ?? bytes;
    const { start, of } = this.#sending;
    const from = this.#momentOf(this.#at);
    const isFree = from - this.#momentOf(start) < LEAST_BURST_MS;
    const newMs = this.#stream?.delivered.missing(from, this.#momentOf(this.#at + allowed)) ?? 0;
    if (!this.#stream || isFree || newMs < 1) return allowed;
    const ms = await this.#stream.pace.allow(newMs, this.#share);
    return ms >= newMs ? allowed : Math.max(1, Math.min(allowed, Math.round(ms / this.#durationMs * of)));
  }

  /** How many bytes go out. */
  went(bytes: number): void {
    const from = this.#momentOf(this.#at);
    this.#at += bytes;
    this.#tell.sent(bytes, from, this.#momentOf(this.#at));
  }

  /** The rest may go out immediately. */
  release(): void {
    this.#pace?.release();
  }

  /** The body is at its end, or the client no longer takes it. */
  over(): void {
    this.#pace?.release();
    this.#gone.abort();
    this.#tell.over();
  }

  #momentOf(byte: number): number {
    return byte / this.#sending.of * this.#durationMs;
  }
}

/** What a request says with `ahead=<seconds>`: ms, undefined for anything else. */
export function aheadOf(said: string | undefined): number | undefined {
  return said !== undefined && /^\d{1,3}$/.test(said) ? Math.min(Number(said) * 1_000, LONGEST_AHEAD_MS) : undefined;
}

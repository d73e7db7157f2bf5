import type { Segment } from "@contract/listening.ts";
import { MAX_SEGMENTS_PER_PLAY } from "@contract/policy.ts";
import type { Reading } from "../outbox/session.ts";
import { appendPlace, appendSegment, foldSegments, heardIn } from "./segments.ts";

/** Sound and clock may drift apart by this before the run is cut: more means a stall, a sleep or a jump. */
const DRIFT_MS = 500;
/** Positions are seconds in floating point: 99,999.9999 ms are 100,000. */
const ROUNDING_MS = 0.001;

/** What the audio element did at one moment. */
export interface Sample {
  /** Monotonic clock, ms. */
  now: number;
  /** Place in the track, s. */
  position: number;
  /** Playback rate. */
  rate: number;
  /** Sound comes out: not paused, not seeking, not waiting for data. */
  running: boolean;
}

/** A stretch of sound without a break, as far as it is known. */
interface Run {
  first: Sample;
  clockMs: number;
  soundMs: number;
}

interface MeterStart {
  /** Monotonic clock now, ms. */
  now: number;
  /** How long ago the play started, ms. */
  elapsedMs?: number;
  /** What was measured before, and how many of the segments are reported. */
  segments?: readonly Segment[];
  heard?: readonly Segment[] | undefined;
  reported?: number;
}

/**
 * Measures how long a play is really heard: over each run the lesser of the clock's and the sound's advance, so that
 * neither a seek, a stall nor a sleeping phone adds anything. Silence by volume is the listener's choice and counts.
 */
export class Meter {
  /** Monotonic moment of offset 0. */
  readonly #origin: number;
  #closed: Segment[];
  #heard: readonly Segment[];
  #reported: number;
  #run: Run | undefined;
  #last: Sample | undefined;

  constructor({ now, elapsedMs = 0, segments = [], heard = [], reported = 0 }: MeterStart) {
    this.#origin = now - elapsedMs;
    this.#closed = [...segments];
    this.#heard = heard;
    this.#reported = reported;
  }

  /** Takes a look at the element: what was heard since the last look counts. */
  sample(sample: Sample): void {
    this.#advance(sample);
    this.#follow(sample);
  }

  /** The position has moved by something else than playing: nothing since the last look counts. */
  jump(sample: Sample): void {
    this.#close();
    this.#follow(sample);
  }

  /** What was heard so far. */
  reading(): Reading {
    const added = this.#runSegment();
    return this.#readingOf(this.#folded(added ? appendSegment(this.#closed, added) : this.#closed));
  }

  /** The reading that is going to be reported: what it claims will not be moved any more. */
  freeze(): Reading {
    this.#close();
    this.#reported = this.#closed.length;
    if (this.#last) this.#follow(this.#last);
    return this.#readingOf(this.#closed);
  }

  #advance(sample: Sample): void {
    const [last, run] = [this.#last, this.#run];
    if (!last || !run) return;
    if (!(sample.position >= last.position)) return this.#close();
    run.clockMs = sample.now - run.first.now;
    run.soundMs = (sample.position - run.first.position) * 1_000 / run.first.rate;
    const hasDrifted = Math.abs(run.clockMs - run.soundMs) > DRIFT_MS;
    if (hasDrifted || !sample.running || sample.rate !== last.rate) this.#close();
  }

  #follow(sample: Sample): void {
    this.#last = sample;
    if (!sample.running || !(sample.rate > 0)) this.#run = undefined;
    else this.#run ??= { first: sample, clockMs: 0, soundMs: 0 };
  }

  #close(): void {
    const added = this.#runSegment();
    this.#heard = this.#places();
    this.#run = undefined;
    if (added) this.#closed = this.#folded(appendSegment(this.#closed, added));
  }

  #runSegment(): Segment | undefined {
    if (!this.#run) return undefined;
    const { first, clockMs, soundMs } = this.#run;
    const length = Math.floor(Math.min(clockMs, soundMs) + ROUNDING_MS);
    return length > 0 ? [Math.ceil(first.now - this.#origin), length] : undefined;
  }

  /** Which stretches of the song were heard so far, with the run that goes on. */
  #places(): readonly Segment[] {
    if (!this.#run) return this.#heard;
    const { first: { position, rate }, soundMs } = this.#run;
    return appendPlace(this.#heard, [Math.floor(position), Math.ceil(position + soundMs * rate / 1_000)]);
  }

  #readingOf(segments: readonly Segment[]): Reading {
    return { listenedMs: heardIn(segments), segments, heard: this.#places() };
  }

  #folded(segments: readonly Segment[]): Segment[] {
    return foldSegments(segments, { reported: this.#reported, most: MAX_SEGMENTS_PER_PLAY });
  }
}

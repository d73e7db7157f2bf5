/** Peaks are looked for at so many places a second, as FFmpeg's `ebur128` does: 4 to a sample at 48 kHz, as BS.1770 asks. */
const PLACES_A_SECOND = 192_000;
/** Samples around a place that say how high it is, and those that say the most. */
const TAPS = 32;
const MIDDLE = 8;
const BEFORE = TAPS / 2 - 1;
const KAISER_BETA = 9;
/** Where a stretch of so many samples cannot hold a higher peak, nothing is interpolated. */
const STRETCH = 64;
/** Samples of each channel that are looked at together. */
const ROOM = 32 * STRETCH + TAPS;

/**
 * The highest peak of a recording, also between its samples (dBTP of ITU-R BS.1770), each channel by itself. FFmpeg's own
 * filter interpolates everywhere; this one finds the same, and leaves out what cannot be higher.
 */
export class TruePeak {
  #highest = 0;
  #filter: Filter | undefined;
  #channels: Float64Array[] = [];
  /** Samples that wait in each channel. */
  #filled = 0;

  /** Interleaved samples, 1 is full scale; their rate and channels are those of the first. */
  add(samples: Float64Array, { sampleRate, channels }: { sampleRate: number; channels: number }): void {
    this.#filter ??= filterFor(sampleRate);
    if (this.#channels.length === 0) this.#channels = Array.from({ length: channels }, () => new Float64Array(ROOM));
    for (let at = 0; at < samples.length;) {
      const frames = Math.min(ROOM - this.#filled, (samples.length - at) / channels);
      for (const [channel, into] of this.#channels.entries()) {
        for (let frame = 0; frame < frames; frame++) {
          into[this.#filled + frame] = samples[at + frame * channels + channel] ?? 0;
        }
      }
      at += frames * channels;
      this.#filled += frames;
      if (this.#filled === ROOM) this.#look();
    }
  }

  /** To a tenth of a decibel; undefined where nothing was heard, or what is no number. */
  finish(): number | undefined {
    this.#look();
    const isHeard = this.#highest > 0 && Number.isFinite(this.#highest);
    // No peak is at -0.
    return isHeard ? Math.round(200 * Math.log10(this.#highest)) / 10 + 0 : undefined;
  }

  /** Looks at what waits, and keeps the last samples: their neighbours are still to come. */
  #look(): void {
    if (!this.#filter) return;
    for (const samples of this.#channels) {
      this.#lookAlong(samples.subarray(0, this.#filled), this.#filter);
      samples.copyWithin(0, Math.max(0, this.#filled - TAPS + 1), this.#filled);
    }
    this.#filled = Math.min(this.#filled, TAPS - 1);
  }

  #lookAlong(samples: Float64Array, filter: Filter): void {
    const { two, middle } = filter;
    const end = samples.length - TAPS + BEFORE + 1;
    for (let from = 0; from < samples.length; from += STRETCH) {
      this.#highest = Math.max(this.#highest, loudest(samples, from, from + STRETCH));
      const around = loudest(samples, from - BEFORE, from + STRETCH + TAPS);
      if (around * (two.near + two.far) <= this.#highest) continue;
      filter.rest = around * middle.far;
      for (let at = Math.max(from, BEFORE); at < Math.min(from + STRETCH, end); at++) {
        const nearest = Math.max(Math.abs(samples[at] ?? 0), Math.abs(samples[at + 1] ?? 0));
        if (nearest * two.near + around * two.far > this.#highest) this.#lookBetween(samples, at, filter);
      }
    }
  }

  /** Looks at the places between a sample and the next one. */
  #lookBetween(samples: Float64Array, at: number, { taps, rest }: Filter): void {
    const [middle, end] = [(TAPS - MIDDLE) / 2, (TAPS + MIDDLE) / 2];
    for (let place = 0, first = at - BEFORE; place < taps.length; place += TAPS) {
      let height = 0;
      for (let tap = middle; tap < end; tap++) height += (taps[place + tap] ?? 0) * (samples[first + tap] ?? 0);
      if (Math.abs(height) + rest <= this.#highest) continue;
      for (let tap = 0; tap < middle; tap++) height += (taps[place + tap] ?? 0) * (samples[first + tap] ?? 0);
      for (let tap = end; tap < TAPS; tap++) height += (taps[place + tap] ?? 0) * (samples[first + tap] ?? 0);
      this.#highest = Math.max(this.#highest, Math.abs(height));
    }
  }
}

interface Filter {
  /** The taps of each place between two samples, one place after the other. */
  readonly taps: Float64Array;
  readonly two: Bound;
  readonly middle: Bound;
  /** The most that the samples outside the middle give where it is looked. */
  rest: number;
}

/** The most that some samples around a place give it, were each 1, and the most that all the others do. */
interface Bound {
  readonly near: number;
  readonly far: number;
}

function filterFor(sampleRate: number): Filter {
  const places = Math.max(0, Math.round(PLACES_A_SECOND / sampleRate) - 1);
  const filters = Array.from({ length: places }, (_, place) => tapsAt((place + 1) / (places + 1)));
  const taps = new Float64Array(filters.flat());
  return { taps, two: boundOf(filters, 2), middle: boundOf(filters, MIDDLE), rest: 0 };
}

/** What the samples around it give to a place between two of them, from 0 to 1. */
function tapsAt(place: number): number[] {
  const weights = Array.from({ length: TAPS }, (_, tap) => weightAt(tap - BEFORE - place));
  const all = sumOf(weights);
  return weights.map((weight) => weight / all);
}

/** A sinc in Kaiser's window, so many samples off its middle. */
function weightAt(distance: number): number {
  const x = Math.PI * distance;
  const inWindow = 2 * distance / TAPS;
  return Math.sin(x) / x * bessel(KAISER_BETA * Math.sqrt(Math.max(1 - inWindow * inWindow, 0)));
}

/** The modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let n = 1; term > sum * 1e-15; n++) {
    term *= (x / (2 * n)) ** 2;
    sum += term;
  }
  return sum;
}

function boundOf(filters: readonly number[][], count: number): Bound {
  const bounds = filters.map((taps) => {
    const sizes = taps.map(Math.abs);
    const near = sumOf(sizes.slice((TAPS - count) / 2, (TAPS + count) / 2));
    return { near, far: sumOf(sizes) - near };
  });
  return { near: Math.max(0, ...bounds.map(({ near }) => near)), far: Math.max(0, ...bounds.map(({ far }) => far)) };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function loudest(samples: Float64Array, from: number, to: number): number {
  let highest = 0;
  for (let at = Math.max(from, 0); at < Math.min(to, samples.length); at++) {
    const height = Math.abs(samples[at] ?? 0);
    if (height > highest) highest = height;
  }
  return highest;
}

const POINTS = 200;
export const BLOCK_SAMPLES = 512;
/** A quarter of a second at the usual rates. */
const END_BLOCKS = 22;
/** A peak of 0 would be an infinity of decibels, which JSON cannot say. */
const FLOOR = 1 / 32_768 / 2;

/** Gathers interleaved 16-bit samples into the 200 heights a player draws. */
export class Waveform {
  readonly #blocks: number[] = [];
  #highest = 0;
  #blockPeak = 0;
  #inBlock = 0;

  add(samples: Int16Array, channels: number): void {
    for (let at = 0; at < samples.length; at++) {
      const height = Math.abs(samples[at] ?? 0);
      if (height > this.#blockPeak) this.#blockPeak = height;
      if (++this.#inBlock >= BLOCK_SAMPLES * channels) this.#endBlock();
    }
  }

  peakDbfs(): number {
    return decibels(Math.max(this.#highest, this.#blockPeak) / 32_768);
  }

  /** The peak of the last quarter of a second. */
  endPeakDbfs(): number {
    return decibels(Math.max(this.#blockPeak / 32_768, ...this.#blocks.slice(-END_BLOCKS)));
  }

  /** The mean of each stretch's block peaks: pure maxima of loud music would be a bar without a shape. */
  peaks(): number[] {
    if (this.#inBlock > 0) this.#endBlock();
    const heights = Array.from({ length: POINTS }, (_, point) => this.#mean(point));
    const highest = Math.max(...heights, FLOOR);
    return heights.map((height) => Math.round(height / highest * 100) / 100);
  }

  /** How long nothing is heard, in blocks of 512 samples: before the first sound, after the last, and in all. */
  silence(belowDbfs: number): { start: number; end: number; all: number } {
    const blocks = this.#inBlock > 0 ? [...this.#blocks, this.#blockPeak / 32_768] : this.#blocks;
    const limit = 10 ** (belowDbfs / 20);
    const first = blocks.findIndex((peak) => peak >= limit);
    const last = blocks.findLastIndex((peak) => peak >= limit);
    const all = blocks.filter((peak) => peak < limit).length;
    return first < 0 ? { start: all, end: 0, all } : { start: first, end: blocks.length - 1 - last, all };
  }

  #mean(point: number): number {
    const from = Math.floor(point * this.#blocks.length / POINTS);
    const to = Math.max(from + 1, Math.floor((point + 1) * this.#blocks.length / POINTS));
    const stretch = this.#blocks.slice(from, to);
    return stretch.reduce((sum, height) => sum + height, 0) / Math.max(stretch.length, 1);
  }

  #endBlock(): void {
    this.#blocks.push(this.#blockPeak / 32_768);
    this.#highest = Math.max(this.#highest, this.#blockPeak);
    this.#blockPeak = 0;
    this.#inBlock = 0;
  }
}

function decibels(peak: number): number {
  return 20 * Math.log10(Math.max(peak, FLOOR));
}

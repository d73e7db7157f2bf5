const CEILING = 32_767;
/** One or two samples reach the ceiling by chance; a flat top is what is heard as distortion. */
const FLAT_SAMPLES = 3;

/** Counts the places where interleaved 16-bit samples stand at the ceiling, each channel by itself. */
export class Clipping {
  places = 0;
  readonly #inRow: number[] = [];

  add(samples: Int16Array, channels: number): void {
    for (let channel = 0; channel < channels; channel++) {
      let inRow = this.#inRow[channel] ?? 0;
      for (let at = channel; at < samples.length; at += channels) {
        inRow = Math.abs(samples[at] ?? 0) >= CEILING ? inRow + 1 : 0;
        if (inRow === FLAT_SAMPLES) this.places++;
      }
      this.#inRow[channel] = inRow;
    }
  }
}

import { text } from "./file_bytes.ts";

/** Reads a WAV of 16-bit samples as it is written: its header says nothing of the length yet. */
export class PcmReader {
  sampleRate = 0;
  channels = 0;
  #samples = 0;
  #rest: Uint8Array = new Uint8Array();
  readonly #take: (samples: Int16Array) => void;

  constructor(take: (samples: Int16Array) => void) {
    this.#take = take;
  }

  get seconds(): number {
    return this.#samples === 0 ? 0 : this.#samples / this.channels / this.sampleRate;
  }

  take(bytes: Uint8Array): void {
    let all = joined(this.#rest, bytes);
    if (this.channels === 0) {
      const start = this.#readHeader(all);
      this.#rest = all;
      if (start === undefined) return;
      all = all.slice(start);
    }
    const whole = all.length - all.length % (2 * this.channels);
    this.#rest = all.slice(whole);
    const samples = new Int16Array(all.slice(0, whole).buffer);
    this.#samples += samples.length;
    this.#take(samples);
  }

  /** Where the sound begins; undefined while the header is not there as a whole. */
  #readHeader(bytes: Uint8Array): number | undefined {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 12; at + 8 <= bytes.length;) {
      const size = view.getUint32(at + 4, true);
      const name = text(bytes, at, 4);
      if (name === "fmt " && at + 16 <= bytes.length) {
        this.channels = view.getUint16(at + 10, true);
        this.sampleRate = view.getUint32(at + 12, true);
      }
      if (name === "data") return at + 8;
      at += 8 + size + size % 2;
    }
    this.channels = 0;
    return undefined;
  }
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array {
  if (one.length === 0) return two;
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}

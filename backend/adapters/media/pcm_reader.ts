import { text } from "./file_bytes.ts";

const BYTES = 8;
/** Added and taken away again, it leaves a number without its fraction: of two as near it is the even one. */
const ROUNDS = 1.5 * 2 ** 52;

/** How FFmpeg writes what a PcmReader reads: what floats and what exceeds full scale stays as it was decoded. */
export const PCM_OUTPUT = ["-c:a", "pcm_f64le", "-f", "wav", "-fflags", "+bitexact", "/dev/pcm"];

/** A sound's samples, interleaved. */
interface Pcm {
  /** 1 is full scale. */
  readonly exact: Float64Array;
  /** The same in 16 bit, as FFmpeg rounds and clips. */
  readonly rounded: Int16Array;
}

/** Reads a WAV of 64-bit samples as it is written: its header says nothing of the length yet. */
export class PcmReader {
  sampleRate = 0;
  channels = 0;
  #samples = 0;
  #rest: Uint8Array = new Uint8Array();
  readonly #take: (pcm: Pcm) => void;

  constructor(take: (pcm: Pcm) => void) {
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
    const whole = all.length - all.length % (BYTES * this.channels);
    this.#rest = all.slice(whole);
    const exact = new Float64Array(all.slice(0, whole).buffer);
    this.#samples += exact.length;
    this.#take({ exact, rounded: roundedOf(exact) });
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

function roundedOf(exact: Float64Array): Int16Array {
  const rounded = new Int16Array(exact.length);
  for (let at = 0; at < exact.length; at++) {
    const height = (exact[at] ?? 0) * 32_768;
    rounded[at] = height >= 32_767 ? 32_767 : height <= -32_768 ? -32_768 : height + ROUNDS - ROUNDS;
  }
  return rounded;
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array {
  if (one.length === 0) return two;
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}

import { createHash } from "node:crypto";
import { PRINT_SPEEDS } from "../../contract/prints.ts";
import { decode, onEvenSound, openAudio } from "./audio_source.ts";
import { Fingerprinter } from "./chromaprint.ts";
import { PCM_OUTPUT, PcmReader } from "./pcm_reader.ts";
import type { PrintReport } from "./types.ts";

/** Gathers a recording's fingerprints while it is decoded. */
export class Prints {
  readonly #hash = createHash("sha256");
  #isBegun = false;

  private constructor(readonly fingerprinter: Fingerprinter) {}

  static async open(speeds: readonly number[] = PRINT_SPEEDS): Promise<Prints> {
    return new Prints(await Fingerprinter.open(speeds));
  }

  take(samples: Int16Array, format: { sampleRate: number; channels: number }): void {
    this.fingerprinter.take(samples, format);
    if (!this.#isBegun) this.#hash.update(`${format.sampleRate} Hz, ${format.channels} channels\n`);
    this.#isBegun = true;
    this.#hash.update(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  }

  finish(): { prints: string[]; soundHash: string } {
    return { prints: this.fingerprinter.finish().map(base64Of), soundHash: this.#hash.digest("hex") };
  }
}

/** The fingerprint of a recording that Orin has taken in before: nothing is measured, nothing refused but what is no sound. */
export async function printAudio(path: string): Promise<PrintReport> {
  const { prints: [print = ""], soundHash } = await soundOfFile(path, [1]);
  return { print, soundHash };
}

/** The fingerprints of a sound file at some speeds. Throws a MediaRefusal for what is none. */
export async function printsOfFile(path: string, speeds: readonly number[] = PRINT_SPEEDS): Promise<string[]> {
  return (await soundOfFile(path, speeds)).prints;
}

async function soundOfFile(path: string, speeds: readonly number[]) {
  return await onEvenSound(await openAudio(path), async (source) => {
    const prints = await Prints.open(speeds);
    const pcm = new PcmReader(({ rounded }) => prints.take(rounded, pcm));
    await decode(source, { filters: [], output: PCM_OUTPUT, take: (bytes) => pcm.take(bytes) });
    return prints.finish();
  });
}

/** Every machine that Deno runs on is little-endian. */
function base64Of(items: Uint32Array): string {
  return Buffer.from(items.buffer, items.byteOffset, items.byteLength).toString("base64");
}

import { PRINT_SPEEDS } from "../../contract/prints.ts";
import { decode, onEvenSound, openAudio } from "./audio_source.ts";
import { Fingerprinter } from "./chromaprint.ts";
import { PcmReader } from "./pcm_reader.ts";
import type { PrintReport } from "./types.ts";

/** Gathers a recording's fingerprints while it is decoded. */
export class Prints {
  private constructor(readonly fingerprinter: Fingerprinter) {}

  static async open(speeds: readonly number[] = PRINT_SPEEDS): Promise<Prints> {
    return new Prints(await Fingerprinter.open(speeds));
  }

  take(samples: Int16Array, format: { sampleRate: number; channels: number }): void {
    this.fingerprinter.take(samples, format);
  }

  finish(): string[] {
    return this.fingerprinter.finish().map(base64Of);
  }
}

/** The fingerprint of a recording that Orin has taken in before: nothing is measured, nothing refused but what is no sound. */
export async function printAudio(path: string): Promise<PrintReport> {
  const [print = ""] = await printsOfFile(path, [1]);
  return { print };
}

/** The fingerprints of a sound file at some speeds. Throws a MediaRefusal for what is none. */
export async function printsOfFile(path: string, speeds: readonly number[] = PRINT_SPEEDS): Promise<string[]> {
  return await onEvenSound(await openAudio(path), async (source) => {
    const prints = await Prints.open(speeds);
    const pcm = new PcmReader((samples) => prints.take(samples, pcm));
    await decode(source, {
      filters: ["aformat=sample_fmts=s16"],
      output: ["-f", "wav", "-fflags", "+bitexact", "/dev/pcm"],
      take: (bytes) => pcm.take(bytes),
    });
    return prints.finish();
  });
}

/** Every machine that Deno runs on is little-endian. */
function base64Of(items: Uint32Array): string {
  return Buffer.from(items.buffer, items.byteOffset, items.byteLength).toString("base64");
}

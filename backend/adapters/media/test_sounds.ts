import { ffmpeg } from "./ffmpeg.ts";

export const RATE = 44_100;

interface TestFormat {
  readonly muxer: string;
  readonly encoder: string;
  /** Of the encoder and the muxer, as on FFmpeg's command line. */
  readonly options?: readonly string[];
  readonly tags?: Readonly<Record<string, string>>;
}

/** A stereo melody, so that files differ from second to second: interleaved, -1 to 1. */
export function melody(seconds: number, level = 0.4): Float32Array {
  const pcm = new Float32Array(Math.round(seconds * RATE) * 2);
  for (let at = 0; at < pcm.length / 2; at++) {
    const second = at / RATE;
    const hz = 220 * 2 ** (Math.floor(second * 4) % 12 / 12);
    const swell = 0.3 + 0.7 * Math.sin(Math.PI * at / (pcm.length / 2));
    pcm[2 * at] = level * swell * Math.sin(2 * Math.PI * hz * second);
    pcm[2 * at + 1] = level * swell * Math.sin(2 * Math.PI * hz * 1.5 * second);
  }
  return pcm;
}

/** Turns a WAV into any other format FFmpeg can write, as a creator's own tools would. */
export async function convert(wav: string, output: string, spec: TestFormat): Promise<void> {
  const tags = Object.entries(spec.tags ?? {}).flatMap(([name, value]) => ["-metadata", `${name}=${value}`]);
  const format = ["-c:a", spec.encoder, ...spec.options ?? [], ...tags, "-f", spec.muxer, "output"];
  const { code, lines, read } = await ffmpeg(["-i", "input", ...format], { input: wav });
  if (code !== 0) throw new Error(`FFmpeg could not write ${output}: ${lines.slice(-3).join(" ")}`);
  await Deno.writeFile(output, read("output"));
}

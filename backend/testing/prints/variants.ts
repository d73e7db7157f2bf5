import { ffmpeg } from "../../adapters/media/ffmpeg.ts";

/** What a thief does to another person's recording, and how many of a hundred have to be recognised. */
export interface Variant {
  readonly name: string;
  readonly kind: "encoding" | "trimming" | "volume" | "together" | "speed";
  /** FFmpeg's filters, of a song of so many samples a second and so many seconds. */
  filters(song: { readonly sampleRate: number; readonly seconds: number }): readonly string[];
  readonly encode: readonly string[];
  readonly ending: string;
}

/** The shares that the catalogue promises. */
export const LEAST_FOUND: Readonly<Record<Variant["kind"], number>> = {
  ...{ encoding: 0.98, trimming: 0.98, volume: 0.98, together: 0.98 },
  speed: 0.9,
};

const AAC = (kbps: number) => ["-c:a", "aac", "-b:a", `${kbps}k`, "-f", "mp4"];
const MP3 = (kbps: number) => ["-c:a", "libmp3lame", "-b:a", `${kbps}k`, "-f", "mp3"];

const TRIM = {
  start: () => ["atrim=start=10", "asetpts=PTS-STARTPTS"],
  end: ({ seconds }: { seconds: number }) => [`atrim=end=${seconds - 10}`],
  both: ({ seconds }: { seconds: number }) => [`atrim=start=10:end=${seconds - 10}`, "asetpts=PTS-STARTPTS"],
};

const speedUp = (speed: number): Variant => ({
  name: `${speed > 1 ? "+" : "−"}${Math.abs(speed * 100 - 100).toFixed(1)} % speed, AAC 96 kbit/s`,
  kind: "speed",
  filters: ({ sampleRate }) => [`asetrate=${Math.round(sampleRate * speed)}`, `aresample=${sampleRate}`],
  ...{ encode: AAC(96), ending: "m4a" },
});

/** Every kind of change that has to be recognised, as real files. */
export const VARIANTS: readonly Variant[] = [
  { name: "AAC 48 kbit/s", kind: "encoding", filters: () => [], encode: ["-ar", "32000", ...AAC(48)], ending: "m4a" },
  { name: "AAC 96 kbit/s", kind: "encoding", filters: () => [], encode: AAC(96), ending: "m4a" },
  { name: "MP3 48 kbit/s, mono", kind: "encoding", filters: () => [], encode: ["-ac", "1", ...MP3(48)], ending: "mp3" },
  { name: "10 s off the beginning", kind: "trimming", filters: TRIM.start, encode: AAC(96), ending: "m4a" },
  { name: "10 s off the end", kind: "trimming", filters: TRIM.end, encode: AAC(96), ending: "m4a" },
  { name: "10 s off both ends", kind: "trimming", filters: TRIM.both, encode: AAC(96), ending: "m4a" },
  { name: "+6 dB", kind: "volume", filters: () => ["volume=6dB"], encode: AAC(96), ending: "m4a" },
  { name: "−6 dB", kind: "volume", filters: () => ["volume=-6dB"], encode: AAC(96), ending: "m4a" },
  {
    ...{ name: "10 s off the beginning, −6 dB, MP3 48 kbit/s", kind: "together" },
    filters: () => [...TRIM.start(), "volume=-6dB"],
    ...{ encode: ["-ac", "1", ...MP3(48)], ending: "mp3" },
  },
  ...[0.98, 0.985, 0.993, 1.005, 1.01, 1.015, 1.02].map(speedUp),
];

/** Writes what becomes of a song. Throws where FFmpeg cannot. */
export async function writeVariant(
  song: { readonly path: string; readonly sampleRate: number; readonly seconds: number },
  { variant: { filters, encode }, output }: { readonly variant: Variant; readonly output: string },
): Promise<void> {
  const chain = filters(song);
  const args = ["-i", "input", ...chain.length > 0 ? ["-af", chain.join(",")] : [], ...encode, "output"];
  const { code, lines, read } = await ffmpeg(args, { input: song.path });
  if (code !== 0) throw new Error(`FFmpeg could not write ${output}: ${lines.slice(-3).join(" ")}`);
  await Deno.writeFile(output, read("output"));
}

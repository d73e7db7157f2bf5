import { expect, it } from "vitest";
import { encodeWav } from "../../testing/wav.ts";
import { ffmpeg } from "./ffmpeg.ts";
import { PCM_OUTPUT, PcmReader } from "./pcm_reader.ts";
import { melody, RATE } from "./test_sounds.ts";

it("a PcmReader rounds and clips to 16 bit as FFmpeg does: the hashes of known recordings rest on it", async () => {
  const input = await Deno.makeTempFile({ suffix: ".wav" });
  try {
    await Deno.writeFile(input, encodeWav(melody(3), RATE));
    // Float samples half-way between two steps, and above full scale.
    const filters = "aformat=sample_fmts=dbl,volume=3.5:precision=double,aeval=val(0)+0.5/32768|val(1)";
    const read = async (output: readonly string[], take: (bytes: Uint8Array) => void) => {
      const { code, lines } = await ffmpeg(["-v", "error", "-i", "input", "-af", filters, ...output], { input, take });
      expect(code, lines.join("\n")).toBe(0);
    };
    const theirs: number[] = [];
    await read(["-c:a", "pcm_s16le", "-f", "s16le", "/dev/pcm"], (bytes) => {
      for (const sample of new Int16Array(bytes.slice().buffer)) theirs.push(sample);
    });
    const ours: number[] = [];
    const pcm = new PcmReader(({ rounded }) => {
      for (const sample of rounded) ours.push(sample);
    });
    await read(PCM_OUTPUT, (bytes) => pcm.take(bytes));
    expect([pcm.sampleRate, pcm.channels]).toEqual([RATE, 2]);
    expect(ours.length).toBe(theirs.length);
    expect(ours.findIndex((sample, at) => sample !== theirs[at])).toBe(-1);
    expect(ours).toContain(32_767);
  } finally {
    await Deno.remove(input);
  }
});

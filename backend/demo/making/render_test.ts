import { describe, expect, it } from "vitest";
import { type Brief, durationOf } from "./composer.ts";
import { renderTrack } from "./render.ts";
import { encodeWav } from "./wav.ts";

function rms(pcm: Float32Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);
}

describe("renderTrack()", () => {
  it("plays at full length, loud, clean, in stereo, and silent at both ends", () => {
    for (const style of ["afrobeat", "boomBap", "swing"] as const) {
      const brief: Brief = { style, seed: 5, seconds: 20 };
      const { pcm, sampleRate } = renderTrack(brief);
      const peak = pcm.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
      const side = pcm.map((sample, at) => at % 2 === 0 ? sample - (pcm[at + 1] ?? 0) : 0);
      expect(Math.abs(pcm.length / 2 / sampleRate - durationOf(brief)), style).toBeLessThan(0.001);
      expect(peak, style).toBeGreaterThan(0.4);
      expect(peak, style).toBeLessThan(0.9);
      expect(rms(pcm), style).toBeGreaterThan(0.06);
      expect(rms(side), style).toBeGreaterThan(0.01);
      for (const end of [pcm.subarray(0, 20), pcm.subarray(-20)]) expect(rms(end), style).toBeLessThan(0.005);
    }
  });

  it("has no hole: nowhere inside a song is a second silent", () => {
    const { pcm, sampleRate } = renderTrack({ style: "gospel", seed: 5, seconds: 24 });
    for (let start = sampleRate * 2; start < pcm.length - sampleRate * 6; start += sampleRate * 2) {
      expect(rms(pcm.subarray(start, start + sampleRate * 2)), `at ${start / sampleRate / 2} s`).toBeGreaterThan(0.01);
    }
  });

  it("makes the same samples from the same brief", () => {
    const brief: Brief = { style: "amapiano", seed: 2, seconds: 12 };
    const [first, second] = [renderTrack(brief).pcm, renderTrack(brief).pcm];
    expect(first.every((sample, at) => sample === second[at])).toBe(true);
  });
});

describe("encodeWav()", () => {
  it("writes a header players know and samples that do not wrap", () => {
    const bytes = encodeWav(new Float32Array([0, 0.5, 1.5, -1.5]), 44_100);
    const view = new DataView(bytes.buffer);
    expect(new TextDecoder().decode(bytes.subarray(0, 16))).toMatch(/^RIFF....WAVEfmt $/s);
    expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint32(40, true)]).toEqual([2, 44_100, 8]);
    expect([44, 46, 48, 50].map((at) => view.getInt16(at, true))).toEqual([0, 16_384, 32_767, -32_767]);
  });
});

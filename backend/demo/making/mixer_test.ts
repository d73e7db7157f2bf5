import { describe, expect, it } from "vitest";
import { Arrangement } from "./arrangement.ts";
import { master } from "./master.ts";
import { mixDown } from "./mixer.ts";
import { seededRandom } from "./random.ts";
import { planSong } from "./song.ts";

function band(): Arrangement {
  const progressions = [["I | I | I | I", "I | I | I | I"]] as const;
  const frame = { bpm: [120, 120], stepsPerBar: 16, swing: 0, keys: [0], progressions } as const;
  return new Arrangement(planSong(frame, 16, seededRandom(1)));
}

function energy(sound: Float32Array): number {
  return sound.reduce((sum, sample) => sum + sample * sample, 0);
}

const dry = { duck: 0, liveness: 0.7 };

describe("mixDown()", () => {
  it("puts each part on its side", () => {
    const left = band();
    left.notes("bell", { gain: 0.3, pan: -1 }, [{ at: 0, steps: 8, midi: 72, velocity: 0.9 }]);
    const desk = mixDown(left, 4, dry);
    expect(energy(desk.left)).toBeGreaterThan(1);
    expect(energy(desk.right)).toBeLessThan(energy(desk.left) / 1000);
  });

  it("lets the kick push the music down and back up", () => {
    const playing = (duck: number) => {
      const arrangement = band();
      arrangement.notes("organ", { gain: 0.3 }, [{ at: 0, steps: 16, midi: 60, velocity: 0.9 }]);
      arrangement.drum("kick", { gain: 0 }, (bar) => bar.index === 0 && "X...............");
      return mixDown(arrangement, 4, { ...dry, duck }).left;
    };
    const [flat, pushed] = [playing(0), playing(0.6)];
    const during = (sound: Float32Array) => energy(sound.subarray(1000, 3000));
    const after = (sound: Float32Array) => energy(sound.subarray(20_000, 40_000));
    expect(during(pushed)).toBeLessThan(during(flat) * 0.5);
    expect(Math.abs(after(pushed) / after(flat) - 1)).toBeLessThan(0.2);
  });
});

describe("master()", () => {
  it("keeps even a blow under the ceiling and begins and ends at nothing", () => {
    const side = () =>
      Float32Array.from({ length: 44_100 }, (_, at) => Math.sin(at / 20) * (at > 20_000 && at < 20_400 ? 60 : 0.1));
    const pcm = master({ left: side(), right: side() }, 0.2);
    const peak = pcm.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
    expect(peak).toBeLessThanOrEqual(0.8901);
    expect([pcm[0], pcm.at(-1)].map((sample) => Math.abs(sample ?? 1) < 1e-6)).toEqual([true, true]);
  });
});

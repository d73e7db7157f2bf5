import { describe, expect, it } from "vitest";
import { chordClasses } from "./harmony.ts";
import { composeMelody, type MelodySpec } from "./melody.ts";
import { seededRandom } from "./random.ts";
import { chordAt, planSong, type StyleFrame } from "./song.ts";

const frame: StyleFrame = {
  bpm: [100, 110],
  stepsPerBar: 16,
  swing: 0,
  keys: [0, 5],
  progressions: [["I | IV | ii7 | V7", "vi7 | IV | I | V7"]],
};
const spec: MelodySpec = {
  scale: "major",
  low: 60,
  high: 79,
  rhythms: ["x-x-x---x-x-x---", "x---x---x-x-----", "..x-x-x-x---x-x-"],
  sections: ["verse", "hook"],
};

function tune(seed: number) {
  const song = planSong(frame, 60, seededRandom(seed));
  return { song, notes: composeMelody(song, spec) };
}

describe("composeMelody()", () => {
  it("sets no note on a beat a half tone beside the chord", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { song, notes } = tune(seed);
      const rubbing = notes.filter(({ at, midi }) => {
        const bar = song.bars[Math.floor(at / 16)];
        if (!bar || at % 4 !== 0) return false;
        const classes = chordClasses(chordAt(bar, at % 16, 16));
        return !classes.has(midi % 12) && (classes.has((midi + 1) % 12) || classes.has((midi + 11) % 12));
      });
      expect(rubbing, `seed ${seed}`).toEqual([]);
    }
  });

  it("stays in its range and in its sections", () => {
    const { song, notes } = tune(3);
    for (const { at, midi } of notes) {
      expect(midi).toBeGreaterThanOrEqual(60);
      expect(midi).toBeLessThanOrEqual(79);
      expect(["verse", "hook"]).toContain(song.bars[Math.floor(at / 16)]?.section);
    }
  });

  it("comes again: the second half of an eight-bar verse begins like the first", () => {
    const { song, notes } = tune(4);
    const start = song.bars.findIndex(({ section }) => section === "verse");
    const bar = (index: number) =>
      notes.filter(({ at }) => Math.floor(at / 16) === start + index).map(({ at, midi }) => [at % 16, midi]);
    expect(bar(0).length).toBeGreaterThan(0);
    expect(bar(4)).toEqual(bar(0));
  });
});

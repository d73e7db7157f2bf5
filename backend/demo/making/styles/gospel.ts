import type { Arrangement } from "../arrangement.ts";
import { atStart, filling, from, not, on, type Style, tune, within } from "./style.ts";

/** A slow hymn in triplets: piano, organ that swells, a choir that answers. */
export const gospel: Style = {
  frame: {
    bpm: [58, 68],
    stepsPerBar: 12,
    swing: 0,
    keys: [0, 1, 3, 5, 7, 8, 10],
    progressions: [
      ["I | IV69 I | vi7 II7 | ii7 V7", "IV69 V7 | iii7 vi7 | ii7 V7 | I IV69"],
      ["I III7 | vi7 | IV69 iv6 | I V7", "IV69 | I III7 | vi7 ii7 | V7 I"],
      ["I I7 | IV69 iv6 | I vi7 | II7 V7", "I III7 | vi7 I7 | IV69 V7 | I"],
    ],
  },
  duck: 0,
  liveness: 0.85,
  ending: "stroke",
  parts: [drums, keys, voices],
};

function drums(band: Arrangement): void {
  band.drum("softKick", { gain: 0.26 }, not("X....xX.....", "intro"));
  band.drum(
    "fatSnare",
    { gain: 0.221, room: 0.3 },
    (bar) =>
      within(bar, "hook") ? (bar.last ? "...X....xXxX" : "...X.....X..") : within(bar, "verse") && "...x.....x..",
  );
  band.drum("ride", { gain: 0.075, pan: 0.3, room: 0.15 }, on("xooxooxooxoo", "hook"));
  band.drum("hat", { gain: 0.121, pan: 0.3 }, on("xooxooxooxoo", "verse", "break"));
  band.drum("tambourine", { gain: 0.12, pan: -0.4, room: 0.2 }, on("..xx.o..xx.o", "hook"));
  band.drum("tomHigh", { gain: 0.165, pan: -0.2, room: 0.3 }, filling("......x.x..."));
  band.drum("tomLow", { gain: 0.144, pan: 0.2, room: 0.3 }, filling(".........x.x"));
  band.drum("crash", { gain: 0.0975, room: 0.3 }, atStart("hook", "outro"));
}

function keys(band: Arrangement): void {
  const rolled = band.pick(["024353024353", "135424135424", "0.3425.13524", "245342245342"]);
  const bass = band.pick(["R----rR--5--", "R-----R--.a.", "R--5--R--o--"]);
  band.arpeggio("piano", { gain: 0.19, pan: -0.18, room: 0.28, low: 53 }, not(rolled, "hook"));
  band.chords("piano", { gain: 0.15, pan: -0.18, room: 0.28, low: 57 }, on("x--x--x--x--", "hook"));
  band.chords("organ", { gain: 0.06, pan: 0.25, room: 0.35, wide: true, low: 52 }, from(2, "x-----x-----"));
  band.bass("bass", { gain: 0.35, low: 31 }, not(bass, "intro"));
}

const LINES = "x--x-xx----- ..xx-xx--x-- x-xx-xx-x--- x-----x-xx-- ...x-xx----- x--x--x-x-x-";
const CALLS = "x--x--x----- x-xx-xx----- x-----x--x-- ...x-xx-----";

function voices(band: Arrangement): void {
  const { song } = band;
  const soloist = band.pick(["saxophone", "flute", "synthLead"]);
  const verse = tune(band, { scale: "majorPentatonic", range: [60, 76], rhythms: LINES, on: ["verse", "intro"] });
  band.notes(
    soloist,
    { gain: 0.2, pan: -0.05, room: 0.38, echo: 0.12 },
    verse.filter(({ at }) => at >= 2 * song.stepsPerBar),
  );
  band.chords(
    "choir",
    { gain: 0.1, pan: 0.1, room: 0.45, wide: true, low: 57 },
    (bar) => within(bar, "hook", "outro") ? "x-----x-----" : bar.round > 0 && "......x-----",
  );
  const hook = tune(band, { scale: "majorPentatonic", range: [65, 79], rhythms: CALLS, on: ["hook"], forms: "ABAC" });
  band.notes("choir", { gain: 0.21, room: 0.42, wide: true }, hook);
  band.notes(
    soloist,
    { gain: 0.12, pan: 0.1, room: 0.38 },
    hook.map((note) => ({ ...note, at: note.at + 1.5, steps: note.steps * 0.7 })),
  );
}

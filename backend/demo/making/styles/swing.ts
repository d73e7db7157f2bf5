import type { Arrangement, Note } from "../arrangement.ts";
import { noteAbove } from "../harmony.ts";
import { chordAt } from "../song.ts";
import { from, on, type Style, tune, within } from "./style.ts";

/** A quartet at night: ride and brushes, a bass that walks, electric piano, a horn with time to spare. */
export const swing: Style = {
  frame: {
    bpm: [112, 148],
    stepsPerBar: 12,
    swing: 0,
    keys: [0, 2, 3, 5, 7, 8, 10],
    progressions: [
      ["Imaj7 VI7 | ii9 V13 | iii7 VI7 | ii9 V13", "IVmaj7 | iv6 | iii7 VI7 | ii9 V13"],
      ["i9 | i9 | iihalf V7b9 | i9", "iv9 | bVII9 | bIIImaj7 | V7b9"],
      ["ii9 | V13 | Imaj9 | vi9", "iii7 | VI7 | ii9 | V13"],
      ["I7 | IV9 | I7 | I7", "IV9 | I7 VI7 | ii9 V13 | I7 V13"],
    ],
  },
  duck: 0,
  liveness: 0.76,
  ending: "stroke",
  parts: [drums, rhythm, horn],
};

function drums(band: Arrangement): void {
  const comp = band.pick(["....o....x..", "..o......o.x", ".....x.o....", "o...x......o"]);
  band.drum("ride", { gain: 0.12, pan: 0.3, room: 0.12 }, from(1, "x..X.xx..X.x"));
  band.drum("hat", { gain: 0.132, pan: -0.3 }, from(1, "...x.....x.."));
  band.drum("brush", { gain: 0.16, pan: -0.05, room: 0.15 }, "x..x..x..x.o");
  band.drum("softKick", { gain: 0.114 }, "x.....x.....");
  band.drum("snare", { gain: 0.128, room: 0.18 }, (bar) => !within(bar, "intro") && (bar.last ? "..x.xx.xx.xX" : comp));
  band.drum("tomHigh", { gain: 0.121, pan: -0.2, room: 0.2 }, on("..x...x.x...", "break"));
  band.drum("tomLow", { gain: 0.115, pan: 0.2, room: 0.2 }, on("x...x.....x.", "break"));
}

function rhythm(band: Arrangement): void {
  const comp = band.pick([["x----x------", "..x---...x--"], ["...x-.....x-", "x--..x-....."], [
    "x-...x-..x--",
    ".....x---...",
  ]]);
  band.chords(["rhodes", "piano"], { gain: 0.16, pan: -0.28, room: 0.22, low: 54 }, (bar) => comp[bar.index % 2]);
  band.notes("bass", { gain: 0.35, room: 0.05 }, walk(band));
  band.chords("nylonGuitar", { gain: 0.07, pan: 0.35, room: 0.15, low: 55 }, on("x..x..x..x..", "hook"));
}

/** Four to the bar: the root, two tones of the chord, and a half tone's step into what comes next. */
function walk(band: Arrangement): Note[] {
  const { song } = band;
  const low = 30;
  return song.bars.filter((bar) => bar.section !== "intro" || bar.position > 0).flatMap((bar) => {
    const next = song.bars[bar.index + 1] ?? bar;
    return [0, 1, 2, 3].map((beat) => {
      const step = beat * 3;
      const chord = chordAt(bar, step, song.stepsPerBar);
      const root = noteAbove(chord.root, low);
      const arrives = beat === 0 || (beat === 2 && bar.chords.length > 1);
      const leads = beat === 3 || (beat === 1 && bar.chords.length > 1);
      const target = beat === 3 ? chordAt(next, 0, song.stepsPerBar) : chordAt(bar, 6, song.stepsPerBar);
      const tone = chord.tones[band.pick([1, 2, 2, 3])] ?? 7;
      const midi = arrives ? root : leads ? noteAbove(target.root, low) + band.pick([-1, 1]) : root + tone % 12;
      return { at: bar.index * song.stepsPerBar + step, steps: 2.8, midi, velocity: arrives ? 0.85 : 0.72 };
    });
  });
}

const LINES = "x--x.xx--... x-xx-xx-xx-- ..xx.xx--x-- x-----x-xx-x ...x.xx-x--- x-xx-x...x-x .....xx--x--";

function horn(band: Arrangement): void {
  const player = band.pick(["saxophone", "mutedTrumpet", "flute"]);
  const scale = band.song.mode === "minor" ? "dorian" : "major";
  const head = tune(band, { scale, range: [60, 79], rhythms: LINES, on: ["verse", "outro"], forms: "AABC ABAC" });
  band.notes(player, { gain: 0.22, pan: 0.1, room: 0.3 }, head);
  const solo = tune(band, { scale: "blues", range: [62, 82], rhythms: LINES, on: ["hook"], forms: "ABCD ABAC" });
  band.notes(player === "saxophone" ? "mutedTrumpet" : "saxophone", { gain: 0.21, pan: -0.12, room: 0.3 }, solo);
  const keys = tune(band, { scale, range: [67, 84], rhythms: LINES, on: ["break"], forms: "ABCD" });
  band.notes("rhodes", { gain: 0.22, pan: -0.2, room: 0.28 }, keys);
}

import type { Arrangement } from "../arrangement.ts";
import {
  again,
  atStart,
  enters,
  filling,
  from,
  held,
  not,
  octaveBelow,
  on,
  pentatonic,
  type Style,
  tune,
  within,
} from "./style.ts";

/** Lagos pop: a bouncing kick, the rim on three and three and two, plucks and a tune to sing. */
export const afropop: Style = {
  frame: {
    bpm: [97, 109],
    stepsPerBar: 16,
    swing: 0.14,
    keys: [0, 2, 3, 5, 7, 8, 9, 10],
    progressions: [
      ["vi7 | IVmaj7 | I | V", "IVmaj7 | V | vi7 | I"],
      ["i9 | bVImaj7 | bIII | bVII", "bVImaj7 | bVII | i9 | i9"],
      ["Imaj7 | iii7 | vi7 | IVmaj7", "IVmaj7 | iii7 | ii7 | V"],
      ["i7 | iv9 | bVImaj7 | v7", "iv9 | v7 | i9 | bVImaj7"],
      ["ii9 | V | Imaj7 | vi7", "IVmaj7 | Imaj7 | ii9 | V"],
    ],
  },
  duck: 0.28,
  liveness: 0.78,
  ending: "stroke",
  parts: [drums, backing, leads],
};

function drums(band: Arrangement): void {
  const kick = band.pick(["X.....x.X.....x.", "X..x....X..x..x.", "X.....x.X..x....", "X..x..x.X.....x."]);
  const rim = band.pick(["...X..X....X..X.", "...X..X...X...X.", "...X...x...X..X."]);
  const shaker = band.pick(["oxXoxoXxoxXoxoXx", "X.oxX.oxX.oxX.ox", "ooXoooXoooXoooXo"]);
  const conga = band.pick(["..........xx..oX", "o..x..o.x..o.xx.", "....x.o....xx.o."]);
  band.drum("kick", { gain: 0.31 }, (bar) => enters(bar, 2) && !within(bar, "break") && kick);
  band.drum("rim", { gain: 0.345, pan: 0.12, room: 0.12 }, from(2, rim));
  band.drum(
    "snare",
    { gain: 0.255, room: 0.14 },
    (bar) =>
      within(bar, "hook") ? (bar.last ? "....X.......X.xX" : "....x.......x...") : bar.last && "............x.xX",
  );
  band.drum("shaker", { gain: 0.16, pan: 0.4 }, shaker);
  band.drum("hat", { gain: 0.154, pan: -0.3 }, on("..x...x...x...x.", "hook", "verse"));
  band.drum("congaHigh", { gain: 0.136, pan: -0.35, room: 0.1 }, not(conga, "outro"));
  band.drum("congaLow", { gain: 0.132, pan: -0.25, room: 0.1 }, on("X.....o.......X.", "hook", "break"));
  band.drum("talkUp", { gain: 0.187, pan: 0.45, room: 0.2 }, filling("........x......."));
  band.drum("talkDown", { gain: 0.187, pan: 0.45, room: 0.2 }, filling("...........x..x."));
  band.drum("crash", { gain: 0.105, pan: -0.2, room: 0.2 }, atStart("hook"));
}

function backing(band: Arrangement): void {
  const bass = band.pick(["R--.r.5.R--.o.5.", "R--..r5.R--..ro.", "R-----5.o--.5.3.", "R..rr.5.R..r..a."]);
  const pluck = band.pick(["3..5..4.3..5..6.", "4.3.5..4.3.2..3.", "2..4.3..5..4.3..", "5.4..3.5..4..2.3"]);
  const keys = band.pick(["..x-..x-..x-..x-", "x--.x--..x-.x--.", "...x--x-...x--x-"]);
  band.bass("bass", { gain: 0.35, low: 31 }, not(bass, "intro", "break"));
  band.chords("pad", { gain: 0.075, room: 0.35, wide: true, low: 52 }, held("hook", "intro", "break", "outro"));
  band.chords("rhodes", { gain: 0.12, pan: -0.2, room: 0.2, low: 55 }, on(keys, "verse", "hook"));
  band.arpeggio(
    ["synthPluck", "kalimba", "balafon"],
    { gain: 0.2, pan: 0.28, room: 0.3, echo: 0.3, low: 60 },
    again(pluck, "hook", "intro"),
  );
  const guitar = band.pick(["..3.4...5.4.3...", "5.4.3...4.3.2...", "..5...4.3...5.6."]);
  band.arpeggio(
    "guitar",
    { gain: 0.17, pan: -0.42, room: 0.22, wide: true, low: 58 },
    (bar) => (within(bar, "verse", "outro") || (within(bar, "hook") && bar.position % 2 === 1)) && guitar,
  );
}

const RHYTHMS =
  "x-x-..x-x-..x--- ..x-x-x...x-x-x- x--x--x-..x-x--- x-xx--x---..x-x- ....x-x-x--x---- x-x-x---..x-x--- ..xxx-x-..xxx-x-";

function leads(band: Arrangement): void {
  const scale = pentatonic(band.song);
  const verse = band.pick(["synthLead", "flute", "saxophone"]);
  const sung = tune(band, { scale, range: [62, 76], rhythms: RHYTHMS, on: ["verse"] });
  band.notes(verse, { gain: 0.17, pan: -0.06, room: 0.28, echo: 0.2 }, sung);
  const hook = tune(band, { scale, range: [67, 81], rhythms: RHYTHMS, on: ["hook"], forms: "AABC ABAC" });
  band.notes(verse === "synthLead" ? "saxophone" : "synthLead", { gain: 0.16, room: 0.3, echo: 0.22 }, hook);
  band.notes("choir", { gain: 0.15, pan: 0.1, room: 0.4, wide: true }, octaveBelow(hook));
}

import type { Arrangement } from "../arrangement.ts";
import { from, held, not, on, pentatonic, type Style, tune, within } from "./style.ts";

/** Hip-hop of dusty records: a lazy beat, electric piano in a loop, room for a voice. */
export const boomBap: Style = {
  frame: {
    bpm: [82, 92],
    stepsPerBar: 16,
    swing: 0.3,
    keys: [0, 2, 3, 5, 7, 9, 10],
    progressions: [
      ["i9 | iv9", "bVImaj7 | v7"],
      ["ii9 | V13 | Imaj9 | VI7", "ii9 | V13 | iii7 | vi9"],
      ["i9 bVImaj7 | iv9 v7", "bVImaj7 bVII | i9 i9"],
      ["Imaj9 | iii7 | vi9 | ii9", "IVmaj9 | iii7 | ii9 | V13"],
    ],
  },
  duck: 0.22,
  liveness: 0.7,
  ending: "fade",
  parts: [drums, loop, leads],
};

function drums(band: Arrangement): void {
  const kick = band.pick(["X......x..X.....", "X..x......Xx....", "X.....x...X..x..", "X.x....x.xX....."]);
  const hat = band.pick(["x.x.x.xox.x.x.x.", "x.o.x.o.x.o.x.oo", "xox.xox.xox.xoxo"]);
  band.drum("deepKick", { gain: 0.29 }, not(kick, "intro", "break"));
  band.drum(
    "fatSnare",
    { gain: 0.306, room: 0.14 },
    (bar) => !within(bar, "intro") && (bar.last ? "....X..o.o..X.xx" : "....X..o....X..."),
  );
  band.drum("hat", { gain: 0.165, pan: 0.2 }, from(2, hat));
  band.drum("openHat", { gain: 0.09, pan: 0.2 }, on("..............x.", "hook"));
  band.drum("shekere", { gain: 0.104, pan: -0.45 }, on("..x...x...x...x.", "hook"));
  band.drum(
    "congaHigh",
    { gain: 0.093, pan: -0.35, room: 0.15 },
    (bar) => bar.position % 2 === 1 && "..........x..xx.",
  );
  band.drum(
    "udu",
    { gain: 0.144, pan: 0.35, room: 0.2 },
    (bar) => (within(bar, "break") || bar.last) && "x.....x...x..x..",
  );
  band.drum("crackle", { gain: 0.05, pan: 0.1 }, "x.....x.....x...");
}

function loop(band: Arrangement): void {
  const keys = band.pick(["x---..x-...x--..", "x-----x---x-....", "x--...x--.......", "..x---..x-x--..."]);
  const bass = band.pick(["R--..r.5..R--.5.", "R-----....r-5-o-", "R--...o-R-..5-a-", "R-..r-..o---5---"]);
  const pluck = band.pick(["3..5..4..2..3...", "..4.5...3.4.....", "5...4..3....2..4", "2.3.4.......5.4."]);
  band.chords(["rhodes", "piano"], { gain: 0.17, pan: -0.12, room: 0.22, wide: true, low: 55 }, keys);
  band.bass("bass", { gain: 0.35, low: 31 }, not(bass, "intro", "break"));
  band.arpeggio(
    ["nylonGuitar", "kalimba", "balafon"],
    { gain: 0.19, pan: 0.38, room: 0.25, echo: 0.2, low: 62 },
    on(pluck, "hook", "break", "intro"),
  );
  band.chords("pad", { gain: 0.05, room: 0.4, wide: true, low: 50 }, held("hook"));
}

const RHYTHMS = "x-x---x-x-x---.. ..x-xxx-..x-x--- x---x-x-..x----- xxx-x-..x-x-x--- ....x-x-xxx-x--- x-..x-..xxx-x-x-";

function leads(band: Arrangement): void {
  const scale = pentatonic(band.song);
  const verse = tune(band, { scale, range: [60, 74], rhythms: RHYTHMS, on: ["verse"], forms: "ABAC ABCD" });
  const player = band.pick(["mutedTrumpet", "flute", "saxophone"]);
  band.notes(player, { gain: 0.18, pan: 0.06, room: 0.3, echo: 0.22 }, verse);
  const hook = tune(band, {
    scale,
    range: [65, 79],
    rhythms: "x---x---x-x-x--- ..x---x-x------- x-x-x---........",
    on: ["hook"],
    forms: "AABC ABAC",
  });
  band.notes("choir", { gain: 0.19, pan: -0.1, room: 0.4, wide: true }, hook);
  band.notes(player, { gain: 0.12, pan: 0.1, room: 0.3 }, hook);
}

import type { Arrangement } from "../arrangement.ts";
import { atStart, enters, held, not, octaveBelow, on, pentatonic, type Style, tune, within } from "./style.ts";

/** Hip-hop of today: half-time drums, hats that roll, a bass drum that sings, bells in minor. */
export const trap: Style = {
  frame: {
    bpm: [134, 148],
    stepsPerBar: 16,
    swing: 0,
    keys: [0, 1, 2, 4, 5, 7, 9, 11],
    progressions: [
      ["i | i | bVI | bVII", "bVI | bVII | i | v7"],
      ["i9 | bVImaj7 | iv9 | v7", "iv9 | bVImaj7 | i9 | v7"],
      ["i | bVII | bVI | v7", "i | bVII | bVI | bVII"],
    ],
  },
  duck: 0.3,
  liveness: 0.83,
  ending: "fade",
  parts: [drums, low, high],
};

function drums(band: Arrangement): void {
  const kick = band.pick(["X.....x....x..x.", "X..x......x...x.", "X.....X...x.x..."]);
  const hats = band.pick([["x.x.x.x.x.x.xxxx", "x.x.xxx.x.x.x.xx"], ["xxx.x.xxx.x.x.x.", "x.x.x.xxxxx.x.x."], [
    "x.o.x.o.x.xxx.o.",
    "x.xxx.o.x.o.xxxx",
  ]]);
  band.drum("deepKick", { gain: 0.25 }, not(kick, "intro", "break"));
  band.drum("clap", { gain: 0.255, room: 0.22 }, not("........X.......", "intro"));
  band.drum(
    "fatSnare",
    { gain: 0.187, room: 0.2 },
    (bar) => within(bar, "hook") && (bar.last ? "........X.x.xxXx" : "........x......."),
  );
  band.drum(
    "hat",
    { gain: 0.176, pan: 0.15 },
    (bar) => enters(bar, 2) && !within(bar, "break") && hats[bar.position % 2],
  );
  band.drum("openHat", { gain: 0.1, pan: -0.2 }, on("......x.........", "hook"));
  band.drum("rim", { gain: 0.184, pan: -0.35, room: 0.25 }, on("...x.....x....x.", "verse"));
  band.drum("udu", { gain: 0.156, pan: 0.3, room: 0.25 }, on("x...........x.x.", "break", "verse"));
  band.drum("talkDown", { gain: 0.158, pan: 0.45, room: 0.3 }, (bar) => bar.position % 4 === 3 && "....x.......x...");
  band.drum("rise", { gain: 0.12, room: 0.3 }, (bar) => bar.last && !within(bar, "outro") && "X...............");
  band.drum("crash", { gain: 0.09, room: 0.3 }, atStart("hook"));
}

function low(band: Arrangement): void {
  const calm = band.pick(["R-----......r-..", "R---------r---5-", "R------..o--...."]);
  const busy = band.pick(["R-----o-..R---5-", "R--.R-----7-5---", "R-----..R-.o--5-"]);
  band.bass(
    "subBass",
    { gain: 0.4, low: 29 },
    (bar) => !within(bar, "intro", "break") && (within(bar, "hook") ? busy : calm),
  );
  band.chords("pad", { gain: 0.085, room: 0.45, wide: true, low: 48 }, not("x---------------", "verse"));
  band.chords("choir", { gain: 0.07, pan: 0.2, room: 0.5, wide: true, low: 55 }, held("hook", "break"));
}

const RHYTHMS = "x-x-x---x-x-x--- x---x---x-x-x-x- ..x-x-x-x---.... x-----x-x------- x-x-..x-..x-x--- x---------x-x-x-";

function high(band: Arrangement): void {
  const turn = band.pick(["3.2.1.2.4.3.2.1.", "4..3..2.4..3..5.", "2.3.5.3.2.3.5.6.", "5...4...3...4.3."]);
  const strings = band.pick(["bell", "kalimba", "piano", "nylonGuitar"]);
  band.arpeggio(strings, { gain: 0.18, pan: -0.25, room: 0.4, echo: 0.25, low: 62 }, not(turn, "outro"));
  const scale = pentatonic(band.song);
  const verse = tune(band, { scale, range: [60, 75], rhythms: RHYTHMS, on: ["verse"] });
  band.notes(["flute", "synthLead"], { gain: 0.16, pan: 0.12, room: 0.4, echo: 0.25 }, verse);
  const hook = tune(band, { scale, range: [67, 82], rhythms: RHYTHMS, on: ["hook"], forms: "AABC ABAC" });
  band.notes("synthLead", { gain: 0.13, pan: -0.05, room: 0.4, echo: 0.3 }, hook);
  band.notes("horns", { gain: 0.09, pan: 0.2, room: 0.35, wide: true }, octaveBelow(hook));
}

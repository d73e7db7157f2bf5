import type { Arrangement } from "../arrangement.ts";
import { again, atStart, enters, filling, from, held, not, on, pentatonic, type Style, tune, within } from "./style.ts";

/** Shakers and a soft four to the floor, jazz chords on top, and the log drum that everyone waits for. */
export const amapiano: Style = {
  frame: {
    bpm: [110, 115],
    stepsPerBar: 16,
    swing: 0.18,
    keys: [0, 1, 3, 5, 6, 8, 10],
    progressions: [
      ["i9 | i9 | bVImaj9 | v7", "i9 | iv9 | bVImaj9 | v7"],
      ["iv9 | i9 | bVImaj9 | bVII", "bVImaj9 | v7 | i9 | i9"],
      ["ii9 | V13 | Imaj9 | vi9", "ii9 | V13 | iii7 | vi9"],
      ["bVImaj9 | v7 | iv9 | i9", "iv9 | v7 | i9 | bIIImaj7"],
    ],
  },
  duck: 0.4,
  liveness: 0.82,
  ending: "fade",
  parts: [drums, logs, keys],
};

function drums(band: Arrangement): void {
  const rim = band.pick(["...x..x....x..x.", "...x..x..x..x...", "..x..x....x..x.."]);
  const block = band.pick(["x..x....x..x....", "....x..x....x..x", "..x...x..x......"]);
  band.drum("softKick", { gain: 0.291 }, (bar) => enters(bar, 2) && !within(bar, "break") && "X...X...X...X...");
  band.drum("shaker", { gain: 0.2, pan: 0.25 }, "oxXooxXooxXooxXx");
  band.drum("hat", { gain: 0.143, pan: -0.25 }, not("..x...x...x...x.", "intro"));
  band.drum("rim", { gain: 0.276, pan: -0.2, room: 0.2 }, from(2, rim));
  band.drum("clap", { gain: 0.17, room: 0.25 }, on("....x.......x...", "hook"));
  band.drum("woodblock", { gain: 0.195, pan: 0.5, room: 0.25 }, again(block, "hook", "break"));
  band.drum("congaLow", { gain: 0.11, pan: -0.4, room: 0.15 }, on("......x..x....x.", "verse", "hook"));
  band.drum("congaSlap", { gain: 0.12, pan: -0.35, room: 0.15 }, filling("........x.xx.xxx"));
  band.drum("rise", { gain: 0.132, room: 0.3 }, (bar) => bar.last && !within(bar, "outro") && "X...............");
  band.drum("crash", { gain: 0.075, room: 0.3 }, atStart("hook"));
}

function logs(band: Arrangement): void {
  const calm = band.pick(["R--.....r--..o..", "R--...5-....r-5-", "R-----..o-..5---"]);
  const wild = band.pick(["R..r..O-..r.5.O-", "R.r..O..R.r.5-7-", "R-.R-.o.R-.o.5.7", "R..O..r.O..r.5o."]);
  const end = band.pick(["R..O.O.O5.5.7.7a", "R.R.O-..7.7.5-a-", "O.O.R.R.5.5.7.a."]);
  band.bass("logDrum", { gain: 0.35, room: 0.06, low: 33 }, (bar) => {
    if (within(bar, "hook")) return bar.position % 4 === 3 ? end : wild;
    return within(bar, "verse", "outro") && calm;
  });
}

const RHYTHMS = "x---..x-x---.... ......x-x-x-x--- x-x-x---....x-x- ..x---x-..x----- x--x--x--------- ....x-xxx---x---";

function keys(band: Arrangement): void {
  const comp = band.pick(["x--...x-..x--...", "x-.x-..x-..x-...", "..x--.x-..x--.x-", "x--..x--..x-...."]);
  band.chords(["rhodes", "piano"], { gain: 0.15, pan: -0.1, room: 0.3, wide: true, low: 56 }, not(comp, "break"));
  band.chords("pad", { gain: 0.065, room: 0.4, wide: true, low: 50 }, held("intro", "break", "hook"));
  const sparkle = band.pick(["....5...3...4..6", "..4..5..6..5..4.", "6..5..4.....5..."]);
  band.arpeggio(
    ["kalimba", "bell"],
    { gain: 0.14, pan: 0.4, room: 0.4, echo: 0.35, low: 64 },
    again(sparkle, "break", "intro"),
  );
  const scale = pentatonic(band.song);
  const melody = tune(band, { scale, range: [62, 78], rhythms: RHYTHMS, on: ["verse", "hook"] });
  band.notes(["flute", "mutedTrumpet", "saxophone"], { gain: 0.17, pan: 0.08, room: 0.38, echo: 0.28 }, melody);
  const chant = tune(band, {
    scale,
    range: [57, 67],
    rhythms: "x-x-..x-........ ....x-x-x---.... x-x-x---........",
    on: ["hook"],
    forms: "ABAB",
  });
  band.notes("choir", { gain: 0.16, pan: -0.15, room: 0.4, wide: true }, chant);
}

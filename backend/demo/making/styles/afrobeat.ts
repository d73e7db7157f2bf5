import type { Arrangement } from "../arrangement.ts";
import { atStart, filling, from, octaveBelow, on, type Style, tune } from "./style.ts";

/** The big band of the seventies: one groove that does not stop, a tenor guitar, an organ, horns in octaves. */
export const afrobeat: Style = {
  frame: {
    bpm: [104, 118],
    stepsPerBar: 16,
    swing: 0.1,
    keys: [0, 2, 4, 5, 7, 9],
    progressions: [
      ["i7 | i7 | IV9 | IV9", "bVII | i7 | bVII | i7"],
      ["i9 | i9 | bVII69 | bVII69", "bVI | bVII | i7 | i7"],
      ["i7 | i7 | i7 | v7", "iv7 | i7 | iv7 | v7"],
    ],
  },
  duck: 0.12,
  liveness: 0.74,
  ending: "stroke",
  parts: [drums, rhythm, winds],
};

function drums(band: Arrangement): void {
  const kick = band.pick(["X..x..x...X..x..", "X.....x..xX...x.", "X..x..X...x..x.."]);
  const ghost = band.pick(["....x..o.o..X..o", "..o.X..o.o.oX.o.", "....X.o..o.oX..o"]);
  band.drum("kick", { gain: 0.26 }, from(2, kick));
  band.drum("snare", { gain: 0.255, room: 0.16 }, from(2, ghost, "..o.X..xX.xxX.XX"));
  band.drum("hat", { gain: 0.176, pan: 0.3 }, from(1, "x.Xxx.Xxx.Xxx.Xx"));
  band.drum("openHat", { gain: 0.1, pan: 0.3, room: 0.1 }, on("......x.......x.", "hook"));
  band.drum("shekere", { gain: 0.228, pan: -0.45 }, "X.x.X.x.X.x.X.xx");
  band.drum("clave", { gain: 0.204, pan: 0.5, room: 0.15 }, "x..x..x...x.x...");
  band.drum("congaHigh", { gain: 0.161, pan: -0.3, room: 0.1 }, from(1, "..o.x..o..o.x.xx"));
  band.drum("congaLow", { gain: 0.143, pan: -0.2, room: 0.1 }, from(1, "........x......."));
  band.drum("agogoHigh", { gain: 0.115, pan: 0.4, room: 0.15 }, on("x...x.x.....x.x.", "hook", "break"));
  band.drum("agogoLow", { gain: 0.115, pan: 0.4, room: 0.15 }, on("..x.....x.x.....", "hook", "break"));
  band.drum("tomHigh", { gain: 0.187, pan: -0.2, room: 0.2 }, filling("........x.x....."));
  band.drum("tomLow", { gain: 0.173, pan: 0.2, room: 0.2 }, filling("............x.x."));
  band.drum("crash", { gain: 0.0975, room: 0.2 }, atStart("hook", "break"));
}

function rhythm(band: Arrangement): void {
  const bass = band.pick(["R-.r..5.o.7.5.r.", "R..7r.5..r5.o-..", "R-.5..7.o-..7.5.", "R.r.5.o...7.5.3."]);
  const tenor = band.pick(["3.43.43.3.43.45.", "4.3.2.34.3.2.345", "2.324.3.2.324.5.", "5.453.4.5.453.2."]);
  const stab = band.pick(["....x-....x-..x-", "..x-..x-....x-..", "......x-..x-...."]);
  band.bass("bass", { gain: 0.35, low: 31 }, from(1, bass));
  band.arpeggio("mutedGuitar", { gain: 0.26, pan: -0.5, room: 0.12, low: 52 }, tenor);
  band.arpeggio("guitar", { gain: 0.13, pan: 0.5, room: 0.2, low: 64 }, on("..0...1...0..2..", "verse", "hook"));
  band.chords("organ", { gain: 0.075, pan: 0.3, room: 0.25, low: 57 }, on(stab, "verse", "hook"));
  band.chords(
    "rhodes",
    { gain: 0.1, pan: -0.15, room: 0.25, low: 55 },
    on("x--..x-...x-....", "break", "outro", "intro"),
  );
}

const RIFFS = "x-x.x-..x.x-x--- ..x.x-x-x-..x--- x.x.x---x.x.x--- x--x--x-x-...... ....x.x.x-x-x--- x-.x-.x---..x.x.";
const SOLOS = "x-x-x-xxx---x-x- ..x-xxx-x-x-x--- x---..x-x-x-xx-- xxx-x-..x---.... x-x---x-xxx-x--- ..x---x-x-------";

function winds(band: Arrangement): void {
  const riff = tune(band, {
    scale: "minorPentatonic",
    range: [62, 77],
    rhythms: RIFFS,
    on: ["hook"],
    forms: "AABC ABAB",
  });
  band.notes("horns", { gain: 0.17, pan: -0.18, room: 0.25, wide: true }, riff);
  band.notes("saxophone", { gain: 0.17, pan: 0.2, room: 0.25 }, octaveBelow(riff));
  const solo = tune(band, { scale: "dorian", range: [58, 77], rhythms: SOLOS, on: ["verse"], forms: "ABCD ABAC" });
  band.notes(["saxophone", "mutedTrumpet", "organ"], { gain: 0.2, pan: 0.05, room: 0.3, echo: 0.14 }, solo);
  band.notes("horns", { gain: 0.12, pan: -0.2, room: 0.3 }, stabs(band));
}

/** The section answers at the end of every second bar of a verse. */
function stabs({ song }: Arrangement) {
  return song.bars.filter((bar) => bar.section === "verse" && bar.position % 4 === 3).flatMap((bar) => {
    const root = 60 + (bar.chords[0]?.root ?? 0);
    return [[10, 1], [12, 3]].flatMap(([step = 0, steps = 1]) =>
      [0, 7, 10].map((tone) => ({ at: bar.index * song.stepsPerBar + step, steps, midi: root + tone, velocity: 0.85 }))
    );
  });
}

import type { Arrangement } from "../arrangement.ts";
import { atStart, filling, from, held, not, octaveBelow, on, type Style, tune, within } from "./style.ts";

/** Jazz over the twelve-pulse bell of West Africa. */
export const afroJazz: Style = {
  frame: {
    bpm: [88, 108],
    stepsPerBar: 12,
    swing: 0,
    keys: [0, 2, 3, 5, 7, 10],
    progressions: [
      ["i9 | i9 | IV9 | IV9", "bVImaj7 | bVII9 | i9 | i9"],
      ["i11 | bIIImaj7 | iv9 | v7", "bVImaj9 | v7 | iv9 | i9"],
      ["Imaj9 | bVII69 | Imaj9 | IVmaj9", "vi9 | ii9 | IVmaj9 | V13"],
    ],
  },
  duck: 0,
  liveness: 0.8,
  ending: "stroke",
  parts: [drums, rhythm, leads],
};

function drums(band: Arrangement): void {
  const conga = band.pick(["..xx..o.xx.o", "x.oo.xx.oo.x", "..x.xx..x.xx"]);
  band.drum(["agogoHigh", "woodblock"], { gain: 0.14, pan: 0.4, room: 0.2 }, "x.x.xx.x.x.x");
  band.drum("shekere", { gain: 0.19, pan: -0.45 }, from(1, "x..x..x..x.."));
  band.drum("softKick", { gain: 0.208 }, from(2, "X....x...x.."));
  band.drum("rim", { gain: 0.184, pan: 0.1, room: 0.2 }, from(2, "...x....x..."));
  band.drum("ride", { gain: 0.0825, pan: 0.25, room: 0.15 }, on("x.xx.xx.xx.x", "hook"));
  band.drum("congaHigh", { gain: 0.149, pan: -0.3, room: 0.15 }, conga);
  band.drum("congaLow", { gain: 0.132, pan: -0.2, room: 0.15 }, from(1, "X.....x....."));
  band.drum(
    "talkUp",
    { gain: 0.144, pan: 0.5, room: 0.25 },
    (bar) => (bar.last || within(bar, "break")) && "x.....x.....",
  );
  band.drum(
    "talkDown",
    { gain: 0.144, pan: 0.5, room: 0.25 },
    (bar) => (bar.last || within(bar, "break")) && "...x.....x.x",
  );
  band.drum("tomLow", { gain: 0.144, pan: 0.15, room: 0.25 }, filling(".......x.x.x"));
  band.drum("crash", { gain: 0.0825, room: 0.25 }, atStart("hook"));
}

function rhythm(band: Arrangement): void {
  const bass = band.pick(["R--.r5--o-5-", "R-.5-.o--5-.", "R----r5-.7-5", "R-5-o-.5-r-."]);
  const vamp = band.pick(["x-.x-..x-.x-", "..x-.x-..x--", "x--..x-.x-.."]);
  const guitar = band.pick(["0.2.34.3.2.4", "2.4.3.2.45.4", "4.35.4.23.4."]);
  band.bass("bass", { gain: 0.35, low: 31 }, from(1, bass));
  band.chords("rhodes", { gain: 0.15, pan: -0.22, room: 0.28, wide: true, low: 55 }, from(1, vamp));
  band.arpeggio(["balafon", "kalimba", "guitar"], { gain: 0.2, pan: 0.4, room: 0.25, low: 60 }, not(guitar, "hook"));
  band.chords("pad", { gain: 0.05, room: 0.4, wide: true, low: 50 }, held("hook", "outro"));
}

const LINES = "x-x-xx--x--- ..xx-xx----- x--x--x-xx-- x-xx-x-x---- ....x-xx-x-- x-----x-x-x-";

function leads(band: Arrangement): void {
  const { song } = band;
  const scale = band.song.mode === "minor" ? "dorian" : "majorPentatonic";
  const player = band.pick(["saxophone", "flute", "mutedTrumpet"]);
  const verse = tune(band, { scale, range: [60, 77], rhythms: LINES, on: ["verse"] });
  band.notes(player, { gain: 0.21, pan: 0.06, room: 0.32, echo: 0.12 }, verse);
  const hook = tune(band, { scale, range: [65, 81], rhythms: LINES, on: ["hook"], forms: "AABC ABAC" });
  band.notes("horns", { gain: 0.13, pan: -0.15, room: 0.32, wide: true }, hook);
  band.notes(player, { gain: 0.16, pan: 0.12, room: 0.32 }, octaveBelow(hook));
  const solo = tune(band, { scale, range: [64, 84], rhythms: LINES, on: ["break", "intro"], forms: "ABCD" });
  band.notes("rhodes", { gain: 0.2, pan: -0.15, room: 0.32 }, solo.filter(({ at }) => at >= 2 * song.stepsPerBar));
}

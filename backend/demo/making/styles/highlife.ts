import type { Arrangement, Note } from "../arrangement.ts";
import { filling, from, held, not, on, type Style, tune } from "./style.ts";

/** Palm-wine guitars that interlock, a bell, a bass that walks up its chord, and horns that greet. */
export const highlife: Style = {
  frame: {
    bpm: [106, 124],
    stepsPerBar: 16,
    swing: 0.08,
    keys: [0, 2, 4, 5, 7, 9, 10],
    progressions: [
      ["I | IV | I | V7", "I | IV | V7 | I"],
      ["I | I | IV | V7", "IV | I | V7 | I"],
      ["I | vi | ii7 | V7", "IV | V7 | I | vi"],
      ["I IV | I V7 | I IV | V7 I", "IV | I | V7 | I"],
      ["IV | V7 | I | I", "I | IV V7 | I | IV V7"],
    ],
  },
  duck: 0,
  liveness: 0.72,
  ending: "stroke",
  parts: [drums, guitars, leads],
};

function drums(band: Arrangement): void {
  const bell = band.pick(["x..x..x...x.x...", "x.x.x..x.x.x.x..", "x..x.x..x..x.x.."]);
  const conga = band.pick(["o..xo..xo..xo.xx", "..x.o.xx..x.o.xx", "x.o.x.oox.o.xx.o"]);
  band.drum("softKick", { gain: 0.239 }, from(2, "X.......X..x...."));
  band.drum("rim", { gain: 0.253, pan: 0.1, room: 0.15 }, from(2, "....x.......x..x"));
  band.drum("snare", { gain: 0.221, room: 0.18 }, filling("........x.xxX.X."));
  band.drum("hat", { gain: 0.132, pan: 0.35 }, from(1, "x.xox.xox.xox.xo"));
  band.drum(["agogoHigh", "woodblock", "clave"], { gain: 0.13, pan: -0.45, room: 0.2 }, bell);
  band.drum("shekere", { gain: 0.162, pan: 0.5 }, not("x.o.x.o.x.o.x.o.", "intro"));
  band.drum("congaHigh", { gain: 0.143, pan: -0.25, room: 0.12 }, from(1, conga));
  band.drum("congaLow", { gain: 0.127, pan: -0.15, room: 0.12 }, from(1, "........X..o...."));
  band.drum("talkUp", { gain: 0.144, pan: 0.4, room: 0.2 }, on("x.....x...x.....", "break"));
  band.drum("talkLow", { gain: 0.14, pan: 0.4, room: 0.2 }, on("...x........x.x.", "break"));
}

function guitars(band: Arrangement): void {
  const first = band.pick(["0.2.4.3.2.4.3.1.", "2.43.2.42.31.2.3", "4.3.2.3.4.5.4.2.", "0.243.2.0.245.4."]);
  const second = band.pick(["..3.5...4.3.5...", "3...4.5.3...2.4.", "..5.4.3...4.3.2.", "5.6.5.3.4...3..."]);
  const bass = band.pick(["R-..3-5-o-..5-3-", "R-.R5-..R-.5o-5-", "R--.5--.o-5-3-a-", "R-..5-..3-..5-a-"]);
  band.arpeggio("guitar", { gain: 0.24, pan: -0.45, room: 0.18, low: 55 }, first);
  band.arpeggio("guitar", { gain: 0.19, pan: 0.45, room: 0.2, wide: true, low: 64 }, from(1, second));
  band.chords("nylonGuitar", { gain: 0.1, pan: 0.15, room: 0.15, low: 57 }, not("..x...x...x...xx", "intro"));
  band.bass("bass", { gain: 0.35, low: 31 }, from(2, bass));
  band.chords("organ", { gain: 0.035, pan: -0.2, room: 0.3, low: 57 }, held("hook", "outro"));
}

const TUNES = "x-x-x---x-x-x--- ..x-x-x-x---x-x- x---x-x-x------- x-x-..x-x-..x--- x-xxx---x-x-.... ....x-x-x-x-x---";
const GREETINGS = "x-x-x---........ x.x.x-x-x---.... ..x-x-x-x------- x---x---x-x-x---";

function leads(band: Arrangement): void {
  const verse = tune(band, { scale: "major", range: [60, 76], rhythms: TUNES, on: ["verse"] });
  const singer = band.pick(["saxophone", "flute", "mutedTrumpet"]);
  band.notes(singer, { gain: 0.19, room: 0.26, echo: 0.1 }, verse);
  const hook = tune(band, { scale: "majorPentatonic", range: [62, 79], rhythms: GREETINGS, on: ["hook", "outro"] });
  band.notes("horns", { gain: 0.14, pan: -0.2, room: 0.28 }, hook);
  band.notes("horns", { gain: 0.11, pan: 0.25, room: 0.28 }, inThirds(hook, band));
  const answer = tune(band, {
    scale: "majorPentatonic",
    range: [72, 86],
    rhythms: "........x.x.xxx. ..........xxx.x. ........xxx.x.x.",
    on: ["hook", "verse"],
    forms: "ABAB",
  });
  band.notes("guitar", { gain: 0.16, pan: 0.3, room: 0.25, echo: 0.15 }, answer);
}

/** The second horn a third or so below, on a tone of the same major scale. */
function inThirds(notes: Note[], { song }: Arrangement) {
  const scale = new Set([0, 2, 4, 5, 7, 9, 11].map((step) => (step + song.key) % 12));
  return notes.map((note) => ({ ...note, midi: scale.has((note.midi - 4) % 12) ? note.midi - 4 : note.midi - 3 }));
}

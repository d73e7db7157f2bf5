import type { Arrangement } from "../arrangement.ts";
import { atStart, from, held, not, octaveBelow, type Style, tune } from "./style.ts";

/** Sunday's fast part: tambourines, clapping, talking drums, everyone on their feet. */
export const praise: Style = {
  frame: {
    bpm: [114, 126],
    stepsPerBar: 16,
    swing: 0.06,
    keys: [0, 2, 3, 5, 7, 8, 10],
    progressions: [
      ["I | IV | V7 | I", "I | IV | I V7 | I"],
      ["I | I7 | IV | V7", "IV V7 | I vi7 | ii7 V7 | I"],
      ["vi7 | IV | I | V7", "I V7 | vi7 IV | I V7 | I"],
    ],
  },
  duck: 0.1,
  liveness: 0.8,
  ending: "stroke",
  parts: [drums, keys, voices],
};

function drums(band: Arrangement): void {
  const talk = band.pick(["x..x....x.......", "..x...x.....x...", "x.....x...x....."]);
  band.drum("kick", { gain: 0.25 }, from(2, "X..x..x.X..x..x."));
  band.drum("snare", { gain: 0.204, room: 0.2 }, from(2, "....x..o.o..x...", "....X..xX.x.XxXx"));
  band.drum("clap", { gain: 0.187, pan: 0.15, room: 0.25 }, not("....x.......x...", "intro"));
  band.drum("tambourine", { gain: 0.14, pan: -0.4, room: 0.12 }, "xoXoxoXoxoXoxoXo");
  band.drum("shekere", { gain: 0.162, pan: 0.45 }, from(1, "x.x.X.x.x.x.X.xx"));
  band.drum("agogoHigh", { gain: 0.127, pan: 0.5, room: 0.15 }, from(1, "x...x.x.....x..."));
  band.drum("agogoLow", { gain: 0.127, pan: 0.5, room: 0.15 }, from(1, "..x.......x...x."));
  band.drum("talkUp", { gain: 0.18, pan: -0.5, room: 0.2 }, talk);
  band.drum("talkDown", { gain: 0.18, pan: -0.5, room: 0.2 }, ".....x.....x..x.");
  band.drum("talkHigh", { gain: 0.154, pan: -0.45, room: 0.2 }, (bar) => bar.position % 2 === 1 && "........xxx.x...");
  band.drum("crash", { gain: 0.09, room: 0.25 }, atStart("hook"));
}

function keys(band: Arrangement): void {
  const piano = band.pick(["x.x..x.xx.x..x..", "x..x..x.x..x.x..", "..x.x..x..x.x.x."]);
  const guitar = band.pick(["3.4.5.4.3.4.2.3.", "..5.4.3...5.4.6.", "4.5.4.3.2.3.4..."]);
  const bass = band.pick(["R-.r5-.rR-.5o-a-", "R..R..5.R..o5.3.", "R-r.5-..o-5.3-a-"]);
  band.chords("piano", { gain: 0.15, pan: -0.2, room: 0.2, low: 58 }, not(piano, "intro"));
  band.chords("organ", { gain: 0.055, pan: 0.25, room: 0.3, wide: true, low: 55 }, held("hook", "break", "outro"));
  band.arpeggio("guitar", { gain: 0.18, pan: 0.4, room: 0.18, low: 60 }, guitar);
  band.bass("bass", { gain: 0.35, low: 31 }, from(2, bass));
}

const CALLS = "x-x-x-x-........ x-x-x---x---.... ..x-x-x-x-...... x---x-x-x---.... x-xxx-x-........";
const ANSWERS = "........x-x-x--- ........x---x--- .........xx-x---";

/** A leader calls in the first half of each bar and the people answer in the second. */
function voices(band: Arrangement): void {
  const leader = band.pick(["saxophone", "synthLead", "mutedTrumpet"]);
  const scale = "majorPentatonic";
  const calls = tune(band, { scale, range: [64, 79], rhythms: CALLS, on: ["verse", "hook"] });
  band.notes(leader, { gain: 0.19, pan: -0.08, room: 0.28, echo: 0.1 }, calls);
  const answers = tune(band, { scale, range: [62, 74], rhythms: ANSWERS, on: ["verse", "hook"], forms: "ABAC" });
  band.notes("choir", { gain: 0.22, pan: 0.12, room: 0.38, wide: true }, answers);
  band.notes("choir", { gain: 0.14, pan: -0.2, room: 0.38 }, octaveBelow(answers));
  const brass = tune(band, {
    scale,
    range: [67, 79],
    rhythms: "x.x.x---........ ............x.x. x---........x.x.",
    on: ["hook", "outro"],
    forms: "ABAB",
  });
  band.notes("horns", { gain: 0.12, pan: 0.3, room: 0.3, wide: true }, brass);
}

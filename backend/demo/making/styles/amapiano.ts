import { Arrangement } from "../arrangement.ts";
import { composeMelody } from "../melody.ts";
import { pick } from "../random.ts";
import { enters, pentatonic, type Style, within } from "./style.ts";

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
  arrange(song) {
    const band = new Arrangement(song);
    drums(band);
    logs(band);
    keys(band);
    return band;
  },
};

function drums(band: Arrangement): void {
  const { random } = band.song;
  const rim = pick(random, ["...x..x....x..x.", "...x..x..x..x...", "..x..x....x..x.."]);
  const block = pick(random, ["x..x....x..x....", "....x..x....x..x", "..x...x..x......"]);
  band.drum("softKick", { gain: 0.291 }, (bar) => enters(bar, 2) && !within(bar, "break") && "X...X...X...X...");
  band.drum("shaker", { gain: 0.2, pan: 0.25 }, () => "oxXooxXooxXooxXx");
  band.drum("hat", { gain: 0.143, pan: -0.25 }, (bar) => !within(bar, "intro") && "..x...x...x...x.");
  band.drum("rim", { gain: 0.276, pan: -0.2, room: 0.2 }, (bar) => enters(bar, 2) && rim);
  band.drum("clap", { gain: 0.17, room: 0.25 }, (bar) => within(bar, "hook") && "....x.......x...");
  band.drum(
    "woodblock",
    { gain: 0.195, pan: 0.5, room: 0.25 },
    (bar) => (within(bar, "hook", "break") || bar.round > 0) && block,
  );
  band.drum(
    "congaLow",
    { gain: 0.11, pan: -0.4, room: 0.15 },
    (bar) => within(bar, "verse", "hook") && "......x..x....x.",
  );
  band.drum("congaSlap", { gain: 0.12, pan: -0.35, room: 0.15 }, (bar) => bar.last && "........x.xx.xxx");
  band.drum("rise", { gain: 0.132, room: 0.3 }, (bar) => bar.last && !within(bar, "outro") && "X...............");
  band.drum(
    "crash",
    { gain: 0.075, room: 0.3 },
    (bar) => within(bar, "hook") && bar.position === 0 && "X...............",
  );
}

function logs(band: Arrangement): void {
  const { random } = band.song;
  const calm = pick(random, ["R--.....r--..o..", "R--...5-....r-5-", "R-----..o-..5---"]);
  const wild = pick(random, ["R..r..O-..r.5.O-", "R.r..O..R.r.5-7-", "R-.R-.o.R-.o.5.7", "R..O..r.O..r.5o."]);
  const end = pick(random, ["R..O.O.O5.5.7.7a", "R.R.O-..7.7.5-a-", "O.O.R.R.5.5.7.a."]);
  band.bass("logDrum", { gain: 0.35, room: 0.06, low: 33 }, (bar) => {
    if (within(bar, "hook")) return bar.position % 4 === 3 ? end : wild;
    return within(bar, "verse", "outro") && calm;
  });
}

const RHYTHMS = [
  "x---..x-x---....",
  "......x-x-x-x---",
  "x-x-x---....x-x-",
  "..x---x-..x-----",
  "x--x--x---------",
  "....x-xxx---x---",
];

function keys(band: Arrangement): void {
  const { song } = band;
  const comp = pick(song.random, ["x--...x-..x--...", "x-.x-..x-..x-...", "..x--.x-..x--.x-", "x--..x--..x-...."]);
  band.chords(
    pick(song.random, ["rhodes", "piano"] as const),
    { gain: 0.15, pan: -0.1, room: 0.3, wide: true, low: 56 },
    (bar) => !within(bar, "break") && comp,
  );
  band.chords(
    "pad",
    { gain: 0.065, room: 0.4, wide: true, low: 50 },
    (bar) => within(bar, "intro", "break", "hook") && "x---------------",
  );
  const sparkle = pick(song.random, ["....5...3...4..6", "..4..5..6..5..4.", "6..5..4.....5..."]);
  band.arpeggio(
    pick(song.random, ["kalimba", "bell"] as const),
    { gain: 0.14, pan: 0.4, room: 0.4, echo: 0.35, low: 64 },
    (bar) => (within(bar, "break", "intro") || bar.round > 0) && sparkle,
  );
  const scale = pentatonic(song);
  const tune = composeMelody(song, { scale, low: 62, high: 78, rhythms: RHYTHMS, sections: ["verse", "hook"] });
  band.notes(pick(song.random, ["flute", "mutedTrumpet", "saxophone"] as const), {
    gain: 0.17,
    pan: 0.08,
    room: 0.38,
    echo: 0.28,
  }, tune);
  const chant = composeMelody(song, {
    scale,
    low: 57,
    high: 67,
    rhythms: ["x-x-..x-........", "....x-x-x---....", "x-x-x---........"],
    sections: ["hook"],
    forms: ["ABAB"],
  });
  band.notes("choir", { gain: 0.16, pan: -0.15, room: 0.4, wide: true }, chant);
}

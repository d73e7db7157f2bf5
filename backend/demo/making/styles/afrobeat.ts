import { Arrangement } from "../arrangement.ts";
import { composeMelody } from "../melody.ts";
import { pick } from "../random.ts";
import { enters, type Style, within } from "./style.ts";

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
  arrange(song) {
    const band = new Arrangement(song);
    drums(band);
    rhythm(band);
    winds(band);
    return band;
  },
};

function drums(band: Arrangement): void {
  const { random } = band.song;
  const kick = pick(random, ["X..x..x...X..x..", "X.....x..xX...x.", "X..x..X...x..x.."]);
  const ghost = pick(random, ["....x..o.o..X..o", "..o.X..o.o.oX.o.", "....X.o..o.oX..o"]);
  band.drum("kick", { gain: 0.26 }, (bar) => enters(bar, 2) && kick);
  band.drum("snare", { gain: 0.255, room: 0.16 }, (bar) => enters(bar, 2) && (bar.last ? "..o.X..xX.xxX.XX" : ghost));
  band.drum("hat", { gain: 0.176, pan: 0.3 }, (bar) => enters(bar, 1) && "x.Xxx.Xxx.Xxx.Xx");
  band.drum("openHat", { gain: 0.1, pan: 0.3, room: 0.1 }, (bar) => within(bar, "hook") && "......x.......x.");
  band.drum("shekere", { gain: 0.228, pan: -0.45 }, () => "X.x.X.x.X.x.X.xx");
  band.drum("clave", { gain: 0.204, pan: 0.5, room: 0.15 }, () => "x..x..x...x.x...");
  band.drum("congaHigh", { gain: 0.161, pan: -0.3, room: 0.1 }, (bar) => enters(bar, 1) && "..o.x..o..o.x.xx");
  band.drum("congaLow", { gain: 0.143, pan: -0.2, room: 0.1 }, (bar) => enters(bar, 1) && "........x.......");
  band.drum(
    "agogoHigh",
    { gain: 0.115, pan: 0.4, room: 0.15 },
    (bar) => within(bar, "hook", "break") && "x...x.x.....x.x.",
  );
  band.drum(
    "agogoLow",
    { gain: 0.115, pan: 0.4, room: 0.15 },
    (bar) => within(bar, "hook", "break") && "..x.....x.x.....",
  );
  band.drum("tomHigh", { gain: 0.187, pan: -0.2, room: 0.2 }, (bar) => bar.last && "........x.x.....");
  band.drum("tomLow", { gain: 0.173, pan: 0.2, room: 0.2 }, (bar) => bar.last && "............x.x.");
  band.drum(
    "crash",
    { gain: 0.0975, room: 0.2 },
    (bar) => bar.position === 0 && within(bar, "hook", "break") && "X...............",
  );
}

function rhythm(band: Arrangement): void {
  const { random } = band.song;
  const bass = pick(random, ["R-.r..5.o.7.5.r.", "R..7r.5..r5.o-..", "R-.5..7.o-..7.5.", "R.r.5.o...7.5.3."]);
  const tenor = pick(random, ["3.43.43.3.43.45.", "4.3.2.34.3.2.345", "2.324.3.2.324.5.", "5.453.4.5.453.2."]);
  const stab = pick(random, ["....x-....x-..x-", "..x-..x-....x-..", "......x-..x-...."]);
  band.bass("bass", { gain: 0.35, low: 31 }, (bar) => enters(bar, 1) && bass);
  band.arpeggio("mutedGuitar", { gain: 0.26, pan: -0.5, room: 0.12, low: 52 }, () => tenor);
  band.arpeggio(
    "guitar",
    { gain: 0.13, pan: 0.5, room: 0.2, low: 64 },
    (bar) => within(bar, "verse", "hook") && "..0...1...0..2..",
  );
  band.chords("organ", { gain: 0.075, pan: 0.3, room: 0.25, low: 57 }, (bar) => within(bar, "verse", "hook") && stab);
  band.chords(
    "rhodes",
    { gain: 0.1, pan: -0.15, room: 0.25, low: 55 },
    (bar) => within(bar, "break", "outro", "intro") && "x--..x-...x-....",
  );
}

const RIFFS = [
  "x-x.x-..x.x-x---",
  "..x.x-x-x-..x---",
  "x.x.x---x.x.x---",
  "x--x--x-x-......",
  "....x.x.x-x-x---",
  "x-.x-.x---..x.x.",
];
const SOLOS = [
  "x-x-x-xxx---x-x-",
  "..x-xxx-x-x-x---",
  "x---..x-x-x-xx--",
  "xxx-x-..x---....",
  "x-x---x-xxx-x---",
  "..x---x-x-------",
];

function winds(band: Arrangement): void {
  const { song } = band;
  const riff = composeMelody(song, {
    scale: "minorPentatonic",
    low: 62,
    high: 77,
    rhythms: RIFFS,
    sections: ["hook"],
    forms: ["AABC", "ABAB"],
  });
  band.notes("horns", { gain: 0.17, pan: -0.18, room: 0.25, wide: true }, riff);
  band.notes(
    "saxophone",
    { gain: 0.17, pan: 0.2, room: 0.25 },
    riff.map((note) => ({ ...note, midi: note.midi - 12 })),
  );
  const solo = composeMelody(song, {
    scale: "dorian",
    low: 58,
    high: 77,
    rhythms: SOLOS,
    sections: ["verse"],
    forms: ["ABCD", "ABAC"],
  });
  band.notes(pick(song.random, ["saxophone", "mutedTrumpet", "organ"] as const), {
    gain: 0.2,
    pan: 0.05,
    room: 0.3,
    echo: 0.14,
  }, solo);
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

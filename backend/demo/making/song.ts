import { type Chord, readChords } from "./harmony.ts";
import { between, pick, type Random } from "./random.ts";

export type Section = "intro" | "verse" | "hook" | "break" | "outro";

export interface Bar {
  index: number;
  section: Section;
  /** Counts within the section, from 0. */
  position: number;
  /** The section's last bar: the place for a fill. */
  last: boolean;
  /** How often a section of this name was there before. */
  round: number;
  /** One for the whole bar or two halves. */
  chords: readonly Chord[];
}

/** What a style fixes before a note is written. */
export interface StyleFrame {
  bpm: readonly [low: number, high: number];
  /** 16 sixteenths, or 12 eighths in triplet time; four beats either way. */
  stepsPerBar: 16 | 12;
  /** How late every second step comes, in steps. */
  swing: number;
  /** Keys as pitch classes that suit the instruments. */
  keys: readonly number[];
  /** Pairs of chord sequences for verse and hook; "|" divides bars, two chords share one. */
  progressions: readonly (readonly [verse: string, hook: string])[];
}

export interface Song {
  random: Random;
  bpm: number;
  stepsPerBar: number;
  swing: number;
  key: number;
  mode: "major" | "minor";
  bars: readonly Bar[];
}

/** Chooses tempo, key and chords, and lays out the sections so that the song lasts about `seconds`. */
export function planSong(frame: StyleFrame, seconds: number, random: Random): Song {
  const bpm = Math.round(between(random, frame.bpm[0], frame.bpm[1]));
  const key = pick(random, frame.keys);
  const [verse, hook] = pick(random, frame.progressions);
  const chords = { verse: readBars(verse, key), hook: readBars(hook, key) };
  const bars = layOut(Math.max(8, Math.round(seconds * bpm / 240))).map((place) => {
    const sequence = place.section === "hook" || place.section === "outro" ? chords.hook : chords.verse;
    return { ...place, chords: sequence[place.position % sequence.length] ?? [] };
  });
  return { random, bpm, stepsPerBar: frame.stepsPerBar, swing: frame.swing, key, mode: modeOf(verse), bars };
}

/** How long a step of the pattern lasts. */
export function stepSeconds(song: Song): number {
  return 240 / song.bpm / song.stepsPerBar;
}

/** The chord under a step of a bar. */
export function chordAt(bar: Bar, step: number, stepsPerBar: number): Chord {
  const chord = bar.chords[Math.floor(step / stepsPerBar * bar.chords.length)] ?? bar.chords[0];
  if (!chord) throw new Error(`No chord in bar ${bar.index}`);
  return chord;
}

/** A song is in minor when its first degree is a minor chord. */
function modeOf(progression: string): "major" | "minor" {
  return /(^| )i(\d| |$)/.test(progression) ? "minor" : "major";
}

function readBars(text: string, key: number): Chord[][] {
  return text.split(" | ").map((bar) => readChords(bar, key));
}

/** Blocks of four bars between an intro and an outro: V verse, H hook, B break. */
const LAYOUTS = ["", "H", "VH", "VHH", "VVHH", "VVHBH", "VVHHBH", "VVHHBHH", "VVHHVBHH", "VVHHVVBHH", "VVHHVVHBHH"];
const SECTIONS: Record<string, Section> = { V: "verse", H: "hook", B: "break" };

function layOut(total: number): Omit<Bar, "chords">[] {
  const introBars = total >= 20 ? 4 : 2;
  const blocks = Math.floor((total - introBars - 2) / 4);
  const outroBars = total - introBars - blocks * 4;
  const layout = LAYOUTS[Math.min(blocks, LAYOUTS.length - 1)] ?? "";
  const middle = layout.padEnd(blocks, "H").match(/(.)\1?/g) ?? [];
  const sections: [Section, number][] = [
    ["intro", introBars],
    ...middle.map((run): [Section, number] => [SECTIONS[run[0] ?? ""] ?? "hook", run.length * 4]),
    ["outro", outroBars],
  ];
  return numbered(sections);
}

function numbered(sections: [Section, number][]): Omit<Bar, "chords">[] {
  const rounds = new Map<Section, number>();
  return sections.flatMap(([section, count]) => {
    const round = rounds.get(section) ?? 0;
    rounds.set(section, round + 1);
    return Array.from({ length: count }, (_, position) => ({ section, round, position, last: position === count - 1 }));
  }).map((bar, index) => ({ index, ...bar }));
}

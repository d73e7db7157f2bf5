import type { Note } from "./arrangement.ts";
import { type Chord, chordClasses, type Scale, scaleNotes } from "./harmony.ts";
import { pick, pickWeighted, type Random } from "./random.ts";
import { type Bar, chordAt, type Section, type Song } from "./song.ts";

export interface MelodySpec {
  scale: Scale;
  low: number;
  high: number;
  /** One-bar rhythms: x begins a note, - holds it, . rests. */
  rhythms: readonly string[];
  sections: readonly Section[];
  /** Bars of each four that are sung: "ABAC" says the first motif twice. */
  forms?: readonly string[];
}

interface MotifNote {
  step: number;
  steps: number;
  /** Index in the scale. */
  degree: number;
}

const FORMS = ["ABAC", "AABC", "ABAC", "ABCD"];
/** How likely the voice moves by so many scale steps; a step is the commonest thing in any song. */
const MOVES: Record<number, number> = {
  [-4]: 0.15,
  [-3]: 0.4,
  [-2]: 1.1,
  [-1]: 2.2,
  0: 0.8,
  1: 2.2,
  2: 1.1,
  3: 0.5,
  4: 0.25,
};

/**
 * A tune in phrases of four bars: motifs that come again, bent where the chord under them has changed, and a last bar
 * that comes home. The same phrase opens every section of its kind, so the song has something to remember.
 */
export function composeMelody(song: Song, spec: MelodySpec): Note[] {
  const scale = scaleNotes({ ...spec, key: song.key });
  const form = pick(song.random, spec.forms ?? FORMS);
  const themes = new Map<Section, Map<string, MotifNote[]>>();
  return song.bars.filter((bar) => spec.sections.includes(bar.section)).flatMap((bar) => {
    const theme = themes.get(bar.section) ?? new Map<string, MotifNote[]>();
    themes.set(bar.section, theme);
    const letter = form[bar.position % 4] ?? "A";
    const name = letter === "C" && bar.position % 8 === 7 ? "home" : letter;
    const motif = theme.get(name) ?? inventMotif(song, bar, { spec, scale, closes: name === "home" || letter === "C" });
    theme.set(name, motif);
    return sing(song, { bar, motif, scale });
  });
}

interface Setting {
  spec: MelodySpec;
  scale: number[];
  closes: boolean;
}

function inventMotif(song: Song, bar: Bar, { spec, scale, closes }: Setting): MotifNote[] {
  const { random, stepsPerBar } = song;
  const onsets = readRhythm(pick(random, spec.rhythms));
  const contour = pick(random, CONTOURS);
  const middle = (scale.length - 1) / 2;
  let degree = Math.round(middle + (random() - 0.5) * 3);
  return onsets.map(({ step, steps }, index) => {
    const chord = chordAt(bar, step, stepsPerBar);
    const aim = middle + contour(index / Math.max(1, onsets.length - 1)) * middle * 0.7;
    const strong = step % (stepsPerBar / 4) === 0 || steps >= 4;
    degree = nextDegree(random, degree, { scale, chord, strong, aim });
    const last = closes && index === onsets.length - 1;
    if (last) degree = nearestChordTone(degree, scale, chord);
    return { step, steps: last ? Math.max(steps, stepsPerBar - step - 1) : steps, degree };
  });
}

/** From -1 (low) to 1 (high), as the bar goes by. */
const CONTOURS: readonly ((way: number) => number)[] = [
  (way) => Math.sin(Math.PI * way) * 1.4 - 0.6,
  (way) => 0.8 - 1.5 * way,
  (way) => 1.4 * way - 0.6,
  (way) => Math.sin(2 * Math.PI * way) * 0.8,
  (way) => 0.3 - 0.5 * way,
];

interface Surroundings {
  scale: number[];
  chord: Chord;
  strong: boolean;
  aim: number;
}

function nextDegree(random: Random, degree: number, { scale, chord, strong, aim }: Surroundings): number {
  const classes = chordClasses(chord);
  const moves = Object.entries(MOVES).map(([move, weight]) => ({ to: degree + Number(move), weight }));
  const weights = moves.map(({ to, weight }) => {
    const midi = scale[to];
    if (midi === undefined) return 0;
    const fits = classes.has(midi % 12) ? (strong ? 4 : 1.4) : strong ? 0.25 : 1;
    return weight * fits * Math.exp(-(((to - aim) / 3.2) ** 2));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? moves[pickWeighted(random, weights)]?.to ?? degree : clamp(degree, scale.length);
}

function sing(song: Song, { bar, motif, scale }: { bar: Bar; motif: MotifNote[]; scale: number[] }): Note[] {
  return motif.flatMap(({ step, steps, degree }) => {
    const chord = chordAt(bar, step, song.stepsPerBar);
    const strong = step % (song.stepsPerBar / 4) === 0 || steps >= 4;
    const fitting = strong && clashes(scale[degree], chord) ? nearestChordTone(degree, scale, chord) : degree;
    const midi = scale[clamp(fitting, scale.length)];
    if (midi === undefined) return [];
    const velocity = (strong ? 0.86 : 0.7) + (song.random() - 0.5) * 0.12;
    return [{ at: bar.index * song.stepsPerBar + step, steps: steps * 0.94, midi, velocity }];
  });
}

/** A half tone above or below a tone of the chord rubs when it lasts. */
function clashes(midi: number | undefined, chord: Chord): boolean {
  if (midi === undefined) return true;
  const classes = chordClasses(chord);
  return !classes.has(midi % 12) && (classes.has((midi + 11) % 12) || classes.has((midi + 1) % 12));
}

function nearestChordTone(degree: number, scale: number[], chord: Chord): number {
  const classes = chordClasses(chord);
  const fitting = scale.map((midi, index) => ({ midi, index })).filter(({ midi }) => classes.has(midi % 12));
  return fitting.reduce(
    (best, { index }) => Math.abs(index - degree) < Math.abs(best - degree) ? index : best,
    fitting[0]?.index ?? degree,
  );
}

function clamp(degree: number, count: number): number {
  return Math.max(0, Math.min(count - 1, degree));
}

function readRhythm(rhythm: string): { step: number; steps: number }[] {
  return [...rhythm.matchAll(/x-*/g)].map((match) => ({ step: match.index, steps: match[0].length }));
}

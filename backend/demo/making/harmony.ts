/** A chord: its root as a pitch class, and its tones in semitones above it. */
export interface Chord {
  root: number;
  tones: readonly number[];
}

const DEGREES: Record<string, number> = { I: 0, II: 2, III: 4, IV: 5, V: 7, VI: 9, VII: 11 };

const MAJOR_KINDS: Record<string, readonly number[]> = {
  "": [0, 4, 7],
  add9: [0, 4, 7, 14],
  6: [0, 4, 7, 9],
  69: [0, 4, 7, 9, 14],
  7: [0, 4, 7, 10],
  9: [0, 4, 7, 10, 14],
  13: [0, 4, 10, 14, 21],
  "7b9": [0, 4, 7, 10, 13],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 7, 11, 14],
  sus: [0, 5, 7, 10, 14],
};

const MINOR_KINDS: Record<string, readonly number[]> = {
  "": [0, 3, 7],
  6: [0, 3, 7, 9],
  7: [0, 3, 7, 10],
  9: [0, 3, 7, 10, 14],
  11: [0, 3, 7, 10, 17],
  half: [0, 3, 6, 10],
  dim: [0, 3, 6, 9],
};

/** Reads "ii9 V13 Imaj9 bVImaj7" in a key (a pitch class). Capital letters are major chords. */
export function readChords(text: string, key: number): Chord[] {
  return text.split(" ").map((symbol) => readChord(symbol, key));
}

function readChord(symbol: string, key: number): Chord {
  const match = /^([b#]?)(VII|VI|V|IV|III|II|I|vii|vi|v|iv|iii|ii|i)(.*)$/.exec(symbol);
  const [, accidental = "", numeral = "", kind = ""] = match ?? [];
  const degree = DEGREES[numeral.toUpperCase()];
  const tones = (numeral === numeral.toUpperCase() ? MAJOR_KINDS : MINOR_KINDS)[kind];
  if (degree === undefined || !tones) throw new Error(`Not a chord: "${symbol}"`);
  const shift = accidental === "b" ? -1 : accidental === "#" ? 1 : 0;
  return { root: (key + degree + shift + 12) % 12, tones };
}

/** The chord's tones at or above a note, ascending, as many as asked for: what arpeggios climb. */
export function ladder(chord: Chord, low: number, count: number): number[] {
  const classes = chordClasses(chord);
  const notes: number[] = [];
  for (let midi = low; notes.length < count; midi++) {
    if (classes.has(midi % 12)) notes.push(midi);
  }
  return notes;
}

/** The pitch classes of a chord, 0 for C. */
export function chordClasses({ root, tones }: Chord): Set<number> {
  return new Set(tones.map((tone) => (root + tone) % 12));
}

/** The lowest note of a pitch class at or above `low`. */
export function noteAbove(pitchClass: number, low: number): number {
  return low + ((pitchClass - low) % 12 + 12) % 12;
}

/**
 * A voicing in close position that moves as little as possible from the one before. Rich chords leave the root to the
 * bass.
 */
export function voicing(chord: Chord, low: number, previous: readonly number[]): number[] {
  const tones = chord.tones.length > 3 ? chord.tones.slice(1) : chord.tones;
  const classes = tones.map((tone) => (chord.root + tone) % 12);
  // With four tones, every second turn would put the ninth under the third: a rub at the bottom.
  const turns = classes.map((_, turn) => turn).filter((turn) => classes.length < 4 || turn % 2 === 0);
  const choices = turns.map((turn) => stacked([...classes.slice(turn), ...classes.slice(0, turn)], low));
  const [first = []] = choices;
  if (previous.length === 0) return first;
  return choices.reduce((best, choice) => movement(previous, choice) < movement(previous, best) ? choice : best, first);
}

function stacked(classes: number[], low: number): number[] {
  let floor = low;
  return classes.map((pitchClass) => {
    const note = noteAbove(pitchClass, floor);
    floor = note + 1;
    return note;
  });
}

function movement(from: readonly number[], to: readonly number[]): number {
  return to.reduce((sum, note) => sum + Math.min(...from.map((old) => Math.abs(old - note))), 0) +
    Math.abs(mean(from) - mean(to));
}

function mean(notes: readonly number[]): number {
  return notes.reduce((sum, note) => sum + note, 0) / notes.length;
}

const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  majorPentatonic: [0, 2, 4, 7, 9],
  minor: [0, 2, 3, 5, 7, 8, 10],
  minorPentatonic: [0, 3, 5, 7, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  blues: [0, 3, 5, 6, 7, 10],
} as const;

export type Scale = keyof typeof SCALES;

/** All notes of a scale between two notes. */
export function scaleNotes(
  { scale, key, low, high }: { scale: Scale; key: number; low: number; high: number },
): number[] {
  const classes = new Set(SCALES[scale].map((step) => (step + key) % 12));
  return Array.from({ length: high - low + 1 }, (_, index) => low + index).filter((midi) => classes.has(midi % 12));
}

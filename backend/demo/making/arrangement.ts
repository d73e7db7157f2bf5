import type { Drum } from "./drums.ts";
import { ladder, noteAbove, voicing } from "./harmony.ts";
import type { Instrument } from "./instruments.ts";
import { pick } from "./random.ts";
import { type Bar, chordAt, type Song } from "./song.ts";

/** Times and lengths are in steps from the start of the song. */
export interface Note {
  at: number;
  steps: number;
  midi: number;
  velocity: number;
}

interface Strike {
  at: number;
  velocity: number;
}

export interface Mix {
  gain: number;
  /** -1 left to 1 right. */
  pan?: number;
  /** How much goes to the room. */
  room?: number;
  /** Repeats three steps later, on the other side. */
  echo?: number;
  /** Plays a second time, a hair later, on the other side. */
  wide?: boolean;
}

export interface Part {
  instrument: Instrument;
  mix: Mix;
  notes: Note[];
}

export interface DrumPart {
  drum: Drum;
  mix: Mix;
  strikes: Strike[];
}

/** A pattern, one letter a step, for every bar; or each bar's own, nothing where the part rests. */
export type PatternFor = string | ((bar: Bar) => string | undefined | false);

/** Several: the song's random numbers choose. */
type OneOf<Name> = Name | readonly Name[];

const VELOCITIES: Record<string, number> = { X: 1, x: 0.75, o: 0.42 };

/** Gathers a song's parts. Patterns: X loud, x middle, o soft, - held, . rest. */
export class Arrangement {
  readonly parts: Part[] = [];
  readonly drums: DrumPart[] = [];
  readonly song: Song;

  constructor(song: Song) {
    this.song = song;
  }

  pick<const Item>(choices: readonly Item[]): Item {
    return pick(this.song.random, choices);
  }

  drum(drum: OneOf<Drum>, mix: Mix, patternFor: PatternFor): void {
    const strikes = this.#steps(patternFor).flatMap(({ letter, at }) => {
      const velocity = VELOCITIES[letter];
      return velocity === undefined ? [] : [{ at, velocity }];
    });
    this.drums.push({ drum: this.#one(drum), mix, strikes });
  }

  /** Letters: r root, 3 third, 5 fifth, 7 seventh, o octave, a leads by a half tone to the next root; large is loud. */
  bass(instrument: OneOf<Instrument>, { low, ...mix }: Range, patternFor: PatternFor): void {
    const notes = this.#steps(patternFor).flatMap(({ letter, at, held, bar, step }) => {
      const midi = this.#bassNote(letter.toLowerCase(), { bar, step, low });
      if (midi === undefined) return [];
      return [{ at, steps: held, midi, velocity: letter === letter.toUpperCase() && letter !== "3" ? 0.95 : 0.7 }];
    });
    this.parts.push({ instrument: this.#one(instrument), mix, notes });
  }

  /** Whole chords, voiced to lie close to each other. */
  chords(instrument: OneOf<Instrument>, { low, ...mix }: Range, patternFor: PatternFor): void {
    let previous: number[] = [];
    const notes = this.#steps(patternFor).flatMap(({ letter, at, held, bar, step }) => {
      const velocity = VELOCITIES[letter];
      if (velocity === undefined) return [];
      previous = voicing(chordAt(bar, step, this.song.stepsPerBar), low, previous);
      return previous.map((midi, voice) => ({ at: at + voice * 0.03, steps: held, midi, velocity: velocity * 0.85 }));
    });
    this.parts.push({ instrument: this.#one(instrument), mix, notes });
  }

  /** Digits climb the chord's tones from `low`: 0 the lowest, 1 the next. */
  arpeggio(instrument: OneOf<Instrument>, { low, ...mix }: Range, patternFor: PatternFor): void {
    const notes = this.#steps(patternFor).flatMap(({ letter, at, held, bar, step }) => {
      if (letter < "0" || letter > "9") return [];
      const midi = ladder(chordAt(bar, step, this.song.stepsPerBar), low, 10)[Number(letter)];
      const velocity = step % 4 === 0 ? 0.85 : 0.65;
      return midi === undefined ? [] : [{ at, steps: held, midi, velocity }];
    });
    this.parts.push({ instrument: this.#one(instrument), mix, notes });
  }

  notes(instrument: OneOf<Instrument>, mix: Mix, notes: Note[]): void {
    this.parts.push({ instrument: this.#one(instrument), mix, notes });
  }

  #one<Name extends string>(choice: OneOf<Name>): Name {
    return typeof choice === "string" ? choice : this.pick(choice);
  }

  #steps(patternFor: PatternFor): Step[] {
    return this.song.bars.flatMap((bar) =>
      readPattern((typeof patternFor === "string" ? patternFor : patternFor(bar)) || "", bar, this.song.stepsPerBar)
    );
  }

  #bassNote(letter: string, { bar, step, low }: { bar: Bar; step: number; low: number }): number | undefined {
    const chord = chordAt(bar, step, this.song.stepsPerBar);
    const root = noteAbove(chord.root, low);
    const tone = (index: number, otherwise: number) => root + (chord.tones[index] ?? otherwise) % 12;
    switch (letter) {
      case "r":
        return root;
      case "o":
        return root + 12;
      case "3":
        return tone(1, 4);
      case "5":
        return root + 7 > low + 14 ? root - 5 : root + 7;
      case "7":
        return root + 10 > low + 14 ? root - 2 : root + 10;
      case "a":
        return noteAbove(this.#nextRoot(bar), low) - 1;
      default:
        return undefined;
    }
  }

  #nextRoot(bar: Bar): number {
    const next = this.song.bars[bar.index + 1] ?? bar;
    return chordAt(next, 0, this.song.stepsPerBar).root;
  }
}

/** How loud and where it sounds, and from which note (MIDI) on up it is played. */
type Range = Mix & { low: number };

interface Step {
  bar: Bar;
  step: number;
  at: number;
  letter: string;
  held: number;
}

/** Shorter patterns are repeated through the bar. A note without a hold lasts one step. */
function readPattern(pattern: string, bar: Bar, stepsPerBar: number): Step[] {
  if (pattern === "") return [];
  const letters = pattern.repeat(Math.ceil(stepsPerBar / pattern.length)).slice(0, stepsPerBar);
  return [...letters].flatMap((letter, step) => {
    if (letter === "." || letter === "-") return [];
    const held = 1 + (/^-*/.exec(letters.slice(step + 1))?.[0].length ?? 0);
    return [{ bar, step, at: bar.index * stepsPerBar + step, letter, held }];
  });
}

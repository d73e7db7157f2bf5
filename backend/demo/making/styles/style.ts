import type { Arrangement, Note, PatternFor } from "../arrangement.ts";
import type { Scale } from "../harmony.ts";
import { composeMelody } from "../melody.ts";
import type { Bar, Section, Song, StyleFrame } from "../song.ts";

/** How one kind of music is made. */
export interface Style {
  frame: StyleFrame;
  /** How far the kick pushes the music down, 0 to 1. */
  duck: number;
  /** How long the room rings, 0.6 (dry) to 0.9. */
  liveness: number;
  /** The last bar is one held stroke, or the band fades as it plays. */
  ending: "stroke" | "fade";
  /** Written in this order. */
  parts: readonly ((band: Arrangement) => void)[];
}

/** Whether a bar is in one of the sections. */
export function within(bar: Bar, ...sections: Section[]): boolean {
  return sections.includes(bar.section);
}

/** Plays in these sections alone. */
export function on(pattern: string, ...sections: Section[]): PatternFor {
  return (bar) => within(bar, ...sections) && pattern;
}

/** Rests in these sections. */
export function not(pattern: string, ...sections: Section[]): PatternFor {
  return (bar) => !within(bar, ...sections) && pattern;
}

/** Enters at a bar of the intro and stays; the section's last bar may have a pattern of its own. */
export function from(position: number, pattern: string, last = pattern): PatternFor {
  return (bar) => enters(bar, position) && (bar.last ? last : pattern);
}

/** Plays in the last bar of every section. */
export function filling(pattern: string): PatternFor {
  return (bar) => bar.last && pattern;
}

/** Plays in these sections, and everywhere once a section of the name was there before. */
export function again(pattern: string, ...sections: Section[]): PatternFor {
  return (bar) => (within(bar, ...sections) || bar.round > 0) && pattern;
}

/** One stroke as the section begins. */
export function atStart(...sections: Section[]): PatternFor {
  return (bar) => bar.position === 0 && within(bar, ...sections) && STROKE;
}

/** One sound through each bar. */
export function held(...sections: Section[]): PatternFor {
  return on("x---------------", ...sections);
}

const STROKE = "X...............";

/** Parts come in one after the other during an intro. */
export function enters(bar: Bar, atPosition: number): boolean {
  return bar.section !== "intro" || bar.position >= atPosition;
}

/** The five notes that fit nearly everything, in the song's mode. */
export function pentatonic(song: Song): Scale {
  return song.mode === "minor" ? "minorPentatonic" : "majorPentatonic";
}

interface Tune {
  scale: Scale;
  range: readonly [low: number, high: number];
  /** As in `MelodySpec`, with blanks between them. */
  rhythms: string;
  forms?: string;
  on: Section[];
}

/** A melody for some of the sections. */
export function tune({ song }: Arrangement, { scale, range: [low, high], rhythms, forms, on: sections }: Tune): Note[] {
  const spec = { scale, low, high, rhythms: rhythms.split(" "), sections };
  return composeMelody(song, forms === undefined ? spec : { ...spec, forms: forms.split(" ") });
}

export function octaveBelow(notes: Note[]): Note[] {
  return notes.map((note) => ({ ...note, midi: note.midi - 12 }));
}

import type { Arrangement } from "../arrangement.ts";
import type { Scale } from "../harmony.ts";
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
  arrange(song: Song): Arrangement;
}

/** Whether a bar stands in one of the sections. */
export function within(bar: Bar, ...sections: Section[]): boolean {
  return sections.includes(bar.section);
}

/** The five notes that fit nearly everything, in the song's mode. */
export function pentatonic(song: Song): Scale {
  return song.mode === "minor" ? "minorPentatonic" : "majorPentatonic";
}

/** Parts come in one after the other while an intro goes on. */
export function enters(bar: Bar, atPosition: number): boolean {
  return bar.section !== "intro" || bar.position >= atPosition;
}

import { Arrangement } from "./arrangement.ts";
import { seededRandom } from "./random.ts";
import { planSong, type Song, stepSeconds } from "./song.ts";
import { afrobeat } from "./styles/afrobeat.ts";
import { afroJazz } from "./styles/afro_jazz.ts";
import { afropop } from "./styles/afropop.ts";
import { amapiano } from "./styles/amapiano.ts";
import { boomBap } from "./styles/boom_bap.ts";
import { gospel } from "./styles/gospel.ts";
import { highlife } from "./styles/highlife.ts";
import { praise } from "./styles/praise.ts";
import type { Style } from "./styles/style.ts";
import { swing } from "./styles/swing.ts";
import { trap } from "./styles/trap.ts";

const STYLES = { afrobeat, afroJazz, afropop, amapiano, boomBap, gospel, highlife, praise, swing, trap };
type StyleName = keyof typeof STYLES;

/** What rings on after the last bar. */
const TAIL_S = 2;

export interface Brief {
  seed: number;
  style: StyleName;
  /** About how long; the song ends with a whole bar. */
  seconds: number;
}

interface Composition {
  style: Style;
  arrangement: Arrangement;
  seconds: number;
}

/** The same brief always gives the same song. */
export function compose({ seed, style: name, seconds }: Brief): Composition {
  const style = STYLES[name];
  const song = planSong(style.frame, seconds - TAIL_S, seededRandom(seed));
  const arrangement = new Arrangement(song);
  for (const write of style.parts) write(arrangement);
  if (style.ending === "stroke") endTogether(arrangement);
  return { style, arrangement, seconds: songSeconds(song) };
}

/** Known before a note is written, for the catalogue. */
export function durationOf({ seed, style, seconds }: Brief): number {
  return songSeconds(planSong(STYLES[style].frame, seconds - TAIL_S, seededRandom(seed)));
}

function songSeconds(song: Song): number {
  return song.bars.length * song.stepsPerBar * stepSeconds(song) + TAIL_S;
}

/** Of the last bar only the first stroke stays, and is held. */
function endTogether({ song, parts, drums }: Arrangement): void {
  const end = (song.bars.length - 1) * song.stepsPerBar;
  for (const part of parts) {
    part.notes = part.notes.filter(({ at }) => at < end + 0.5)
      .map((note) => note.at >= end ? { ...note, steps: song.stepsPerBar } : note);
  }
  for (const drum of drums) drum.strikes = drum.strikes.filter(({ at }) => at <= end);
}

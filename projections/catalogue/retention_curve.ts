/** In how many parts of equal length a song is looked at. */
const PARTS = 100;

/** A hundred noughts. */
export const MOMENTS: readonly number[] = Array.from({ length: PARTS }, () => 0);

/** From this part of the song on, who leaves has heard it to its end: the rest is the fading sound. */
const END = 97;
/** Of the hundred parts, so many make it heard whole. */
const WHOLE = 90;

/** What a device said of a play: stretches of the song, s from and to, in the order of hearing. */
export interface Said {
  readonly heard: readonly (readonly [from: number, to: number])[];
  /** The song's length, s. */
  readonly ofSeconds: number;
}

/** What plays heard of a song, and where their listeners left it. */
export interface Moments {
  readonly plays: number;
  /** Heard to the end and nearly all of it. */
  readonly completed: number;
  /** By hundredth of the song: plays that heard it. */
  readonly heard: readonly number[];
  /** By hundredth of the song: plays that ended there, before its end. */
  readonly left: readonly number[];
}

/** One play's part, with a sign. A hundredth is heard where its middle was. */
export function momentsOf({ heard: stretches, ofSeconds }: Said, sign: 1 | -1): Moments {
  const middle = (part: number) => (part + 0.5) * ofSeconds / PARTS;
  const heard = MOMENTS.map((_, part) =>
    stretches.some(([from, to]) => from <= middle(part) && middle(part) < to) ? sign : 0
  );
  const [, end = 0] = stretches.at(-1) ?? [];
  const leftAt = Math.min(PARTS - 1, Math.floor(end * PARTS / ofSeconds));
  const isToTheEnd = leftAt >= END;
  const isWhole = isToTheEnd && heard.filter((one) => one !== 0).length >= WHOLE;
  return {
    plays: sign,
    completed: isWhole ? sign : 0,
    heard,
    left: MOMENTS.map((_, part) => part === leftAt && !isToTheEnd ? sign : 0),
  };
}

/** The sums of several. */
export function addedUp(all: readonly Moments[]): Moments {
  const sumOf = (pick: (moments: Moments) => number) => all.reduce((sum, moments) => sum + pick(moments), 0);
  return {
    plays: sumOf((one) => one.plays),
    completed: sumOf((one) => one.completed),
    heard: MOMENTS.map((_, part) => sumOf((one) => one.heard[part] ?? 0)),
    left: MOMENTS.map((_, part) => sumOf((one) => one.left[part] ?? 0)),
  };
}

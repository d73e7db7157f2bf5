/** A cursor in a list sorted by time: a moment (epoch ms) and the id of the row there. */
export interface Cursor {
  readonly at: number;
  readonly id: string;
}

/** The place that a checked cursor names; undefined where the list begins. */
export function cursorIn(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const dot = text.indexOf(".");
  return { at: Number(text.slice(0, dot)), id: text.slice(dot + 1) };
}

/** The cursor of the page behind `last`; null where there is none. */
export function cursorAfter(last: Cursor | undefined): string | null {
  return last ? `${last.at}.${last.id}` : null;
}

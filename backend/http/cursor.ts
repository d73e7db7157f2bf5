import * as z from "zod/mini";

/** A place in a list that is read from the newest, or oldest, on: a moment (epoch ms) and the id of what stands there. */
export interface Cursor {
  readonly at: number;
  readonly id: string;
}

/** A cursor in a query, "at.id". Ids are UUIDs or words such as "streak-2026-11-26". */
export const CursorText = z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,64}$/));

/** A cursor whose id is a UUID: SQL compares it as one. */
export const UuidCursorText = z.string().check(z.regex(/^\d{1,15}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

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

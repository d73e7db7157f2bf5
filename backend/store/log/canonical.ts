/** The possible content of an event: plain JSON. `undefined` members are left out. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * The one byte form of a JSON value: members sorted by UTF-16 code units, no white space (RFC 8785 for the values in
 * use). Throws on numbers that JSON cannot hold and on text that Postgres cannot store (NUL, lone surrogates): such an
 * event would stop every projector for ever.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (typeof value === "string") return canonicalText(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${canonicalText(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

/** Whether Postgres can store the text: no NUL, no lone surrogate. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`Cannot store the number ${value}`);
  return JSON.stringify(value);
}

function canonicalText(text: string): string {
  if (!isStorableText(text)) throw new TypeError("Cannot store text with NUL or a lone surrogate");
  return JSON.stringify(text);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

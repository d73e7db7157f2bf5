/**
 * A column of values as one text, to be cast in the statement: `${plainArray(ids)}::text::uuid[]`. For ids, numbers,
 * days, booleans, names of logs and kinds, which have nothing to escape; the client library would look for it in every
 * element of every array. Throws when one needs quotes after all.
 */
export function plainArray(values: readonly (string | number | boolean)[]): string {
  const text = values.join(",");
  if (!PLAIN.test(text)) throw new TypeError(`Cannot send ${text.slice(0, 200)} as plain values`);
  return `{${text}}`;
}

/** Not even white space, which would be trimmed; values that are empty or `null` are for textArray. */
const PLAIN = /^[\w./:+,-]*$/;

/** The same for any text, and for values that may be missing. */
export function textArray(values: readonly (string | undefined)[]): string {
  return `{${values.map(quoted).join(",")}}`;
}

function quoted(text: string | undefined): string {
  return text === undefined ? "null" : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

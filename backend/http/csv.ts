export type Cell = string | number;

/** A table for spreadsheets (RFC 4180, UTF-8 with its mark). Text never begins a formula there. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `${CSV_MARK}${csvLinesOf(rows)}`;
}

/** What a table begins with when its lines are sent a few at a time. */
export const CSV_MARK = "\uFEFF";

/** Some lines of a table. */
export function csvLinesOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

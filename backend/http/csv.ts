import { stringify } from "csv-stringify/sync";
import type { Context } from "hono";

export type Cell = string | number;

/** A table for spreadsheets (RFC 4180, UTF-8 with its mark). Text never begins a formula there. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return `${CSV_MARK}${csvLinesOf(rows)}`;
}

/** The start of a table whose lines are sent a few at a time. */
export const CSV_MARK = "\uFEFF";

/** Some lines of a table. */
export function csvLinesOf(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows.map((row) => row.map(plain)), { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}

/** What a spreadsheet takes for the beginning of a formula, also in the wide forms. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** A number below zero is a number; any other text that could be a formula gets a quote before it. */
function plain(cell: Cell): Cell {
  if (typeof cell === "number" || /^-\d+(\.\d+)?$/.test(cell)) return cell;
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** A table as a file, sent while it is made: a list of any length is never in memory as a whole. */
export function csvFile(c: Context, name: string, lines: AsyncIterable<string>): Response {
  return c.body(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
  });
}

import type { Kind, Row } from "./rows.ts";

export const RENDERED = "docs/documented.md";

const TITLES: Readonly<Record<Kind, string>> = {
  route: "Routes",
  call: "Calls",
  text: "Texts",
  constant: "Rules and constants",
};
const DOCUMENTS = { 1: "Accounts, discover, player", 2: "The listener", 3: "Creators, back office, terms" } as const;

/** The table for people. */
export function renderRows(rows: readonly Row[]): string {
  const open = rows.filter((row) => row.open !== undefined).length;
  const parts = ([1, 2, 3] as const).flatMap((document) => [
    `## Document ${document}: ${DOCUMENTS[document]}`,
    ...(["route", "call", "text", "constant"] as const).flatMap((kind) => {
      const own = rows.filter((row) => row.document === document && row.kind === kind);
      return [`### ${TITLES[kind]}`, table(own)];
    }),
  ]);
  return [
    "# What the documents promise",
    "Written by `deno task documented` from the rows in `backend/dev/documented/`; `deno task ok` fails when a row names " +
    "code, a text or a test that does not exist. A text without a test is held by that check alone.",
    `${rows.length} rows, ${open} of them open.`,
    ...parts,
  ].join("\n\n") + "\n";
}

/** Whether two pages differ in more than how their tables are aligned. */
export function sameWords(one: string, two: string): boolean {
  const words = (text: string) => text.replace(/[\s\-|]+/g, " ").trim();
  return words(one) === words(two);
}

function table(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [row.section, cell(row.what), row.open === undefined ? `\`${row.code}\`` : `open: ${row.open}`, proof(row)].join(
      " | ",
    )
  );
  return ["| Section | What | Code | Test |", "| --- | --- | --- | --- |", ...lines.map((line) => `| ${line} |`)].join(
    "\n",
  );
}

function proof({ test, name, note }: Row): string {
  const shown = test === undefined ? "" : `\`${test}\`: ${cell(name ?? "")}`;
  return note === undefined ? shown : `${shown} (${note})`;
}

/** As Markdown shows it in a table. */
function cell(text: string): string {
  return text.replace(/[\\|*_<>[\]`]/g, "\\$&");
}

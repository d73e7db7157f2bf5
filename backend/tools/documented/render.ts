import { type Kind, type Row, UNSEEN } from "./rows.ts";
import { type Sighting, sightingOf } from "./sightings.ts";

export const RENDERED = "docs/documented.md";

const TITLES: Readonly<Record<Kind, string>> = {
  route: "Routes",
  call: "Calls",
  text: "Texts",
  constant: "Rules and constants",
  state: "Elements and states",
};
const DOCUMENTS = { 1: "Accounts, discover, player", 2: "The listener", 3: "Creators, back office, terms" } as const;

type Sightings = ReadonlyMap<string, Sighting>;

/** The table for people. */
export function renderRows(rows: readonly Row[], sightings: Sightings): string {
  const open = rows.filter((row) => row.open !== undefined).length;
  const parts = ([1, 2, 3] as const).flatMap((document) => [
    `## Document ${document}: ${DOCUMENTS[document]}`,
    ...(["route", "call", "text", "constant", "state"] as const).flatMap((kind) => {
      const own = rows.filter((row) => row.document === document && row.kind === kind);
      return own.length === 0 ? [] : [`### ${TITLES[kind]}`, table(own, sightings)];
    }),
  ]);
  return [
    "# What the documents promise",
    "Written by `deno task make documented` from the rows in `backend/tools/documented/`; `deno task ok` fails when a row names " +
    'code, a text or a test that does not exist. "Seen" names the browser test that finds it visible at 1280x800 and at ' +
    "360x740, after one press or scroll at most.",
    `Not seen: ${Object.entries(UNSEEN).map(([word, meaning]) => `"${word}" is ${meaning}`).join("; ")}.`,
    `${rows.length} rows, ${open} of them open.`,
    ...parts,
  ].join("\n\n") + "\n";
}

/** Whether two pages differ in more than how their tables are aligned. */
export function sameWords(one: string, two: string): boolean {
  const words = (text: string) => text.replace(/[\s\-|]+/g, " ").trim();
  return words(one) === words(two);
}

function table(rows: readonly Row[], sightings: Sightings): string {
  const lines = rows.map((row) => {
    const code = row.open === undefined ? `\`${row.code}\`` : `open: ${row.open}`;
    return [row.section, cell(row.what), code, proof(row), seen(row, sightingOf(row, sightings))].join(" | ");
  });
  return [
    "| Section | What | Code | Test | Seen |",
    "| --- | --- | --- | --- | --- |",
    ...lines.map((line) => `| ${line} |`),
  ].join("\n");
}

function seen({ kind, unseen, decision }: Row, sighting: Sighting | undefined): string {
  const decided = decision === undefined ? [] : [`decision ${decision}`];
  const said = sighting ? `\`${sighting.test}\`: ${cell(sighting.name)}` : unseen ?? (kind === "call" ? "call" : "");
  return [said, ...decided].filter(Boolean).join(", ");
}

function proof({ test, name, note }: Row): string {
  const shown = test === undefined ? "" : `\`${test}\`: ${cell(name ?? "")}`;
  return note === undefined ? shown : `${shown} (${note})`;
}

/** As Markdown shows it in a table. */
function cell(text: string): string {
  return text.replace(/[\\|*_<>[\]`]/g, "\\$&");
}

import { join } from "node:path";
import { flat, pathPattern, readRows, type Row, textPattern, UNSEEN } from "./rows.ts";
import { readSightings, type Sighting, sightingOf, sightKey } from "./sightings.ts";

/** Whose screens are looked at already; a row of another document may wait. */
const LOOKED_AT: readonly Row["document"][] = [1, 2, 3];

const DECISIONS = "docs/decisions.md";

/** What the table of the documents says that is not so, one line each: code, texts and tests that are gone. */
export function checkDocumented(root: string): string[] {
  const rows = readRows(root);
  const files = new Files(root);
  const sightings = readSightings(root);
  const keys = new Set(rows.map(sightKey));
  const twice = rows.filter((row, index) => rows.findIndex((one) => keyOf(one) === keyOf(row)) !== index);
  return [
    ...twice.map((row) => `${keyOf(row)}: is there twice`),
    ...rows.flatMap((row) =>
      [...problemsOf(row, files), ...decisionProblems(row, files), ...sightProblems(row, sightingOf(row, sightings))]
        .map((problem) => `${keyOf(row)}: ${problem}`)
    ),
    ...[...sightings].filter(([key]) => !keys.has(key)).map(([key, { test }]) =>
      `${test} sees ${key}, which is no row`
    ),
  ];
}

function keyOf({ document, kind, what }: Row): string {
  return `document ${document}, ${kind} "${what}"`;
}

function problemsOf(row: Row, files: Files): string[] {
  if (row.open !== undefined) return row.document === 3 ? [] : ["is open: documents 1 and 2 are built"];
  const code = files.read(row.code);
  const problems = code === undefined ? [`${row.code} does not exist`] : codeProblems(row, code);
  if (row.test === undefined || row.name === undefined) {
    // A text is held by this very check, a state by the browser test that sees it.
    return row.kind === "text" || row.kind === "state" ? problems : [...problems, "names no test"];
  }
  const test = files.read(row.test);
  if (test === undefined) return [...problems, `${row.test} does not exist`];
  return flat(test).includes(row.name) ? problems : [...problems, `${row.test} has no test "${row.name}"`];
}

function decisionProblems({ decision }: Row, files: Files): string[] {
  if (decision === undefined) return [];
  const isThere = files.read(DECISIONS)?.split("\n").some((line) => line.startsWith(`${decision}. `)) ?? false;
  return isThere ? [] : [`${DECISIONS} has no decision ${decision}`];
}

/** A row is seen at both sizes, or says why not. */
function sightProblems(row: Row, sighting: Sighting | undefined): string[] {
  if (row.unseen !== undefined && !Object.hasOwn(UNSEEN, row.unseen)) return [`"${row.unseen}" is no reason`];
  if (sighting && row.unseen !== undefined) {
    return [`is seen by ${sighting.test} ("${sighting.name}"), so it is not "${row.unseen}"`];
  }
  if (sighting ?? row.unseen ?? row.decision) return [];
  if (row.kind === "call" || !LOOKED_AT.includes(row.document)) return [];
  return ["no browser test sees it at both sizes (pwa/e2e/see.ts)"];
}

function codeProblems({ kind, what, has = "", code: path }: Row, code: string): string[] {
  const missing = (sought: string) => [`${path} does not have ${sought}`];
  switch (kind) {
    case "text":
      return textPattern(what).test(flat(code)) ? [] : missing("the text");
    case "call": {
      return pathPattern(what).test(code) ? [] : missing("the declaration");
    }
    case "route":
    case "constant":
    case "state":
      return has !== "" && flat(code).includes(has) ? [] : missing(`"${has}"`);
    default:
      return kind satisfies never;
  }
}

/** Reads each file once. */
class Files {
  readonly #texts = new Map<string, string | undefined>();
  constructor(readonly root: string) {}

  read(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, this.#readNow(path));
    return this.#texts.get(path);
  }

  #readNow(path: string): string | undefined {
    try {
      return Deno.readTextFileSync(join(this.root, path));
    } catch {
      return undefined;
    }
  }
}

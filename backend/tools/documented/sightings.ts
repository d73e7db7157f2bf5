import { join } from "node:path";
import { type Row, WALK } from "./rows.ts";

const FOLDER = "pwa/e2e";
/** Whose lists count: it looks at both sizes. */
const HELPER = 'from "./see.ts"';

/** A browser test that finds a row's text or element seen, at both sizes. */
export interface Sighting {
  readonly test: string;
  readonly name: string;
}

/** By row (`sightKey`), the browser test whose list names it. */
export function readSightings(root: string): Map<string, Sighting> {
  const found = new Map<string, Sighting>();
  for (const { name: file } of filesIn(join(root, FOLDER))) {
    const test = `${FOLDER}/${file}`;
    const source = Deno.readTextFileSync(join(root, test)).replace(/\s+/g, " ");
    if (!source.includes(HELPER)) continue;
    for (const [key, name] of sightingsIn(source)) found.set(key, { test, name });
  }
  return found;
}

/** The browser test that finds the row seen, if one does. */
export function sightingOf(row: Row, sightings: ReadonlyMap<string, Sighting>): Sighting | undefined {
  const { kind, test, name } = row;
  if (kind === "route" && test === WALK.test && name !== undefined) return { test, name };
  return sightings.get(sightKey(row));
}

/** What a row is called in a browser test: `"1 §2.2", "Login"`. */
export function sightKey({ document, section, what }: Row): string {
  return `${document} §${section}: ${what}`;
}

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const TEST_OR_LIST = new RegExp(
  `\\bit\\((${STRING.source})|"([123] §[^"]+)", (\\[(?:${STRING.source}|[^\\]"'])*\\]|${STRING.source})`,
  "g",
);

/** Of each list in a test: its rows and the test's name. */
function* sightingsIn(source: string): Iterable<[key: string, name: string]> {
  let name = "";
  for (const [, title, section, list = ""] of source.matchAll(TEST_OR_LIST)) {
    if (title !== undefined) name = said(title);
    else for (const [text] of list.matchAll(STRING)) yield [`${section}: ${said(text)}`, name];
  }
}

function said(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/g, "$1");
}

function filesIn(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith("_test.ts"));
  } catch {
    return [];
  }
}

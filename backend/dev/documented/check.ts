import { join } from "node:path";
import { flat, pathPattern, readRows, type Row, textPattern } from "./rows.ts";
import { RENDERED, renderRows, sameWords } from "./render.ts";

/** What the table of the documents says that is not so, one line each: code, texts and tests that are gone. */
export function checkDocumented(root: string): string[] {
  const rows = readRows(root);
  const files = new Files(root);
  const twice = rows.filter((row, index) => rows.findIndex((one) => keyOf(one) === keyOf(row)) !== index);
  const rendered = files.read(RENDERED);
  return [
    ...twice.map((row) => `${keyOf(row)}: stands twice`),
    ...rows.flatMap((row) => problemsOf(row, files).map((problem) => `${keyOf(row)}: ${problem}`)),
    ...(rendered !== undefined && sameWords(rendered, renderRows(rows))
      ? []
      : [`${RENDERED} is not what the rows say: run deno task documented`]),
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
    // A text is held by this very check.
    return row.kind === "text" ? problems : [...problems, "names no test"];
  }
  const test = files.read(row.test);
  if (test === undefined) return [...problems, `${row.test} does not exist`];
  return flat(test).includes(row.name) ? problems : [...problems, `${row.test} has no test "${row.name}"`];
}

function codeProblems({ kind, what, has = "", code: path }: Row, code: string): string[] {
  const missing = (sought: string) => [`${path} does not have ${sought}`];
  switch (kind) {
    case "text":
      return textPattern(what).test(flat(code)) ? [] : missing("the text");
    case "call": {
      const [, address = ""] = what.split(" ");
      return pathPattern(address).test(code) ? [] : missing("the path");
    }
    case "route":
    case "constant":
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

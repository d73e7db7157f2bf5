import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** Those up to it ran before processes of two releases shared a database. */
const LAST_BEFORE = "0023";
/** Comments, texts between dollars, texts between quotes, ends of statements. */
const TOKENS = /(--[^\n]*|\/\*[^]*?\*\/)|(\$\w*\$)([^]*?)\2|('(?:[^']|'')*')|(;)|[^]/g;

/** What breaks code that still runs, by what it does to it. */
const STEPS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\bdrop\s+(?!not\s+null\b)/, "takes away what older code may use"],
  [/\brename\b/, "takes a name away that older code may use"],
  [/\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/, "changes a type that older code reads and writes"],
  [/\bset\s+not\s+null\b/, "refuses rows of older code"],
  [
    /\badd\s+(column\s+)?(?!constraint\b)\S+\s+(?![^,]*\b(default|generated)\b)[^,]*\bnot\s+null\b/,
    "refuses rows of older code: give a default",
  ],
  [/\badd\s+(constraint|check|unique|primary|foreign|exclude)\b/, "may refuse rows of older code"],
  [/\bcreate\s+unique\s+index\b/, "may refuse rows of older code"],
  [/(?<!before )\btruncate\b/, "takes rows away that older code may use"],
];

const MARKER = /--\s*contract:\s*unused since (\d+\.\d+\.\d+)\b/;

/** Checks that code of the release before can work on, while and after each migration runs. */
if (import.meta.main) {
  const { version } = JSON.parse(Deno.readTextFileSync(join(ROOT, "package.json")));
  const folder = join(ROOT, "migrations");
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => isChecked(name)).sort();
  const problems = names.flatMap((name) =>
    contractSteps(Deno.readTextFileSync(join(folder, name)), version).map((what) => `migrations/${name}: ${what}`)
  );
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) Deno.exit(1);
  console.log("Every migration leaves the release before it working");
}

function isChecked(name: string): boolean {
  return name.endsWith(".sql") && name.slice(0, LAST_BEFORE.length) > LAST_BEFORE;
}

/**
 * The statements of a migration that code of the release before could not live with, each with the way out. One may stand
 * under `-- contract: unused since <release>` when that release is older than `version`, the one that brings it.
 */
export function contractSteps(sql: string, version: string): string[] {
  const statements = statementsOf(sql);
  const made = new Set(statements.map(({ text }) => /^create table (?:if not exists )?([\w.]+)/.exec(text)?.[1]));
  return statements.flatMap(({ text, comment }) => {
    const table = /^(?:alter table (?:if exists )?(?:only )?|create unique index .*?\bon )([\w.]+)/.exec(text)?.[1];
    const step = made.has(table ?? "") ? undefined : STEPS.find(([pattern]) => pattern.test(text));
    if (!step) return [];
    const [, since] = MARKER.exec(comment) ?? [];
    if (since !== undefined && isOlder(since, version)) return [];
    const wayOut = since === undefined
      ? "do it in a later release, under `-- contract: unused since <release>` (migrations/README.md)"
      : `it waits for a release after ${since}, and this is ${version}`;
    return [`"${text.slice(0, 80)}" ${step[1]}: ${wayOut}`];
  });
}

interface Statement {
  /** In small letters on one line, without texts and the bodies of functions; blocks (`do`) with theirs. */
  readonly text: string;
  /** The comment above it and in it. */
  readonly comment: string;
}

function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = [];
  let [text, comment] = ["", ""];
  const end = () => {
    const line = text.replaceAll(/\s+/g, " ").trim().toLowerCase();
    if (line !== "") statements.push({ text: line, comment });
    [text, comment] = ["", ""];
  };
  for (const [token, said, , body, quoted, semicolon] of sql.matchAll(TOKENS)) {
    if (said !== undefined) comment += said;
    else if (body !== undefined) text += /^\s*do\s/i.test(text) ? body : "''";
    else if (quoted !== undefined) text += "''";
    else if (semicolon !== undefined) end();
    else text += token;
  }
  end();
  return statements;
}

function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((release) => release.split(".").map(Number));
  const at = (a ?? []).findIndex((part, index) => part !== b?.[index]);
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}

import { basename, dirname, join } from "node:path";
import { checkDocumented } from "./documented/check.ts";
import { findVagueWords } from "./lint/plain_english.ts";
import { MADE } from "./make.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** Words that only say "some name goes here". */
const PLACEHOLDER = /[<>*…{}]|\.\.\./;
/** Files that exist only once Orin has run. */
const MADE_LATER = /^((\.orin|(pwa\/)?dist|node_modules)(\/|$)|heads\.json$)/;

/**
 * Fails when a document cites a path, a `deno task` or a command of `orin` that does not exist, promises what no code
 * keeps, or is not in plain English.
 */
if (import.meta.main) {
  const problems = [...checkDocs(ROOT), ...checkDocumented(ROOT)];
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? "Documents are right" : `${problems.length} places in documents are wrong`);
  if (problems.length > 0) Deno.exit(1);
}

/** Lists wrong citations and vague words in a repository's documents, one line each. */
export function checkDocs(root: string): string[] {
  const files = filesIn(root);
  const known: Citable = {
    root,
    names: new Set(files.map((file) => basename(file))),
    tasks: Object.keys(readJson(join(root, "deno.json"))["tasks"] ?? {}),
    commands: commandsIn(join(root, "backend/tools/orin/main.ts")),
    scripts: ["install", ...Object.keys(readJson(join(root, "package.json"))["scripts"] ?? {})],
  };
  return files.filter((file) => file.endsWith(".md")).flatMap((document) => {
    const text = Deno.readTextFileSync(join(root, document));
    const gone = text.split("\n").flatMap((line, index) =>
      [...pathsGone(line, document, known), ...tasksGone(line, known)].map((citation) =>
        `${document}:${index + 1}: ${citation} does not exist: correct the citation, or add the file`
      )
    );
    const vague = findVagueWords(text).map(({ index, message }) =>
      `${document}:${text.slice(0, index).split("\n").length}: ${message}`
    );
    return [...gone, ...vague];
  });
}

type Citable = { root: string; names: Set<string>; tasks: string[]; commands: string[]; scripts: string[] };

/** A path is meant from the root or from beside the document; a bare file name means every file of that name. */
function pathsGone(line: string, document: string, { root, names }: Citable): string[] {
  const cited = [...line.matchAll(/`([^`\s]+)`/g), ...line.matchAll(/\]\(([^)#\s]+)/g)].map(([, path]) => path ?? "");
  return cited.filter(looksLikePath).filter((path) => {
    if (MADE_LATER.test(path) || names.has(path)) return false;
    return !exists(join(root, path)) && !exists(join(root, dirname(document), path));
  });
}

/** `backend/store/`, `compose.yaml`, `routes.ts` beside the document; not `/api/v1/tracks` or `application/json`. */
function looksLikePath(word: string): boolean {
  if (PLACEHOLDER.test(word) || /^(https?:|mailto:|\/|@|npm:|\$)/.test(word)) return false;
  return /^[\w.@-]+(\/[\w.@-]+)+\/?$/.test(word)
    ? isOfHouse(word)
    : /^[\w-]+\.(tsx?|md|json|sql|yaml|lock)$/.test(word);
}

function isOfHouse(path: string): boolean {
  return /^(\.|\.\.|\.ci|backend|proofs|pwa|projections|migrations)\//.test(path) ||
    /\.(tsx?|md|json|sql|yaml|css)$/.test(path);
}

function tasksGone(line: string, { tasks, commands, scripts }: Citable): string[] {
  const cited = [...line.matchAll(/(?:^|[`&;] ?)(deno task|npm run|npm) ([a-z][\w:-]*)/g)];
  const gone = cited.filter(([, runner, word]) => !(runner === "deno task" ? tasks : scripts).includes(word ?? ""));
  const made = [...line.matchAll(/deno task make ([a-z][\w-]*)/g)].filter(([, what = ""]) => !(what in MADE));
  const ofOrin = [...line.matchAll(/deno task orin ([a-z]+)/g)].filter(([, name]) => !commands.includes(name ?? ""));
  return [...gone.map(([, runner, word]) => `${runner} ${word}`), ...[...made, ...ofOrin].map(([call]) => call)];
}

/** The commands that `orin` declares. */
function commandsIn(path: string): string[] {
  if (!exists(path)) return [];
  return [...Deno.readTextFileSync(path).matchAll(/\.command\("([a-z]+)"\)/g)].map(([, name = ""]) => name);
}

function filesIn(dir: string, prefix = ""): string[] {
  return [...Deno.readDirSync(join(dir, prefix))].flatMap(({ name, isDirectory }) => {
    const path = join(prefix, name);
    if (!isDirectory) return [path];
    // A build that runs at the same time has folders, too.
    return /^(node_modules|dist(\..+)?|\.git|\.orin)$/.test(name) ? [] : filesIn(dir, path);
  }).toSorted();
}

function readJson(path: string): Record<string, Record<string, unknown> | undefined> {
  return JSON.parse(Deno.readTextFileSync(path));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

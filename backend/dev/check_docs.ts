import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** Words that only say "some name goes here". */
const PLACEHOLDER = /[<>*…{}]|\.\.\./;
/** What comes into being when Orin runs. */
const MADE_LATER = /^(\.orin|pwa\/dist|node_modules)(\/|$)/;

/** Fails when a document cites a path or a `deno task` that does not exist. */
if (import.meta.main) {
  const problems = checkDocs(ROOT);
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? "Documents cite nothing that is gone" : `${problems.length} citations are wrong`);
  if (problems.length > 0) Deno.exit(1);
}

/** Lists what the documents of a repository cite wrongly, one line each. */
export function checkDocs(root: string): string[] {
  const tasks = Object.keys(readJson(join(root, "deno.json"))["tasks"] ?? {});
  const scripts = ["start", "test", "install", ...Object.keys(readJson(join(root, "package.json"))["scripts"] ?? {})];
  return documentsIn(root).flatMap((document) => {
    const text = Deno.readTextFileSync(join(root, document));
    return text.split("\n").flatMap((line, index) => {
      const gone = [...pathsGone(line, { root, document }), ...tasksGone(line, { tasks, scripts })];
      return gone.map((citation) =>
        `${document}:${index + 1}: ${citation} does not exist: mend the citation, or what it names`
      );
    });
  });
}

function pathsGone(line: string, { root, document }: { root: string; document: string }): string[] {
  const cited = [...line.matchAll(/`([^`\s]+)`/g), ...line.matchAll(/\]\(([^)#\s]+)/g)].map(([, path]) => path ?? "");
  return cited.filter(looksLikePath).filter((path) => {
    if (MADE_LATER.test(path)) return false;
    const candidates = [join(root, path), join(root, dirname(document), path)];
    return !candidates.some(exists);
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
  return /^(\.|\.\.|\.ci|backend|pwa|projections|migrations)\//.test(
    path,
  ) ||
    /\.(tsx?|md|json|sql|yaml|css)$/.test(path);
}

function tasksGone(line: string, { tasks, scripts }: { tasks: string[]; scripts: string[] }): string[] {
  const tasksCited = [...line.matchAll(/deno task ([a-z][\w:-]*)/g)].filter(([, task]) => !tasks.includes(task ?? ""));
  const scriptsCited = [...line.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].filter(([, script]) =>
    !scripts.includes(script ?? "")
  );
  return [...tasksCited, ...scriptsCited].map(([citation]) => citation);
}

function documentsIn(dir: string, prefix = ""): string[] {
  return [...Deno.readDirSync(join(dir, prefix))].flatMap(({ name, isDirectory }) => {
    const path = join(prefix, name);
    if (isDirectory) {
      return name === "node_modules" || name === "dist" || name.startsWith(".") ? [] : documentsIn(dir, path);
    }
    return name.endsWith(".md") ? [path] : [];
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

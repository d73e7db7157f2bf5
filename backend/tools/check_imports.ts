import { dirname, join, normalize } from "node:path/posix";
import { areaOf } from "./lint/places.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const FOLDERS = ["backend", "projections", "migrations", "pwa", "proofs"];
const EXPORT = /^export (?:async |abstract |declare )*(?:function\*?|class|const|let|type|interface|enum) (\w+)/gm;
const EXPORT_LIST = /^export (?:type )?\{([^}]*)\}/gm;
const IMPORT = /^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from "([^"]+)"/gm;
/** A path in quotes: a dynamic import, a worker, a script for another process. */
const PATH = /"((?:\.\.?|@contract)\/[^"\s]+\.tsx?)"/g;
/** Vitest calls its functions by their names. */
const CALLED_BY_NAME = ["backend/testing/cluster.ts"];
const TEST = /_test\.tsx?$|\/testing\/|\/test_[^/]+$|^backend\/tools\/|^pwa\/e2e\/|^proofs\//;

/** Areas that still import each other; README's map draws them. What ends goes from here, and no pair is added. */
const MUTUAL_AREAS = ["accounts mails", "listening trust", "mails notifications", "trust wallet"];

/**
 * Fails when a name is exported that no other file imports, when files import each other in a circle, be it for types
 * alone, and when two areas do; counts what only tests and tools import.
 */
if (import.meta.main) {
  const sources = readSources(ROOT);
  const { dead, testOnly } = findDeadExports(sources);
  for (const { path, line, name } of dead) {
    console.error(
      `${path}:${line}: nobody imports ${name}: drop \`export\`, or delete it if its own file has no use for it`,
    );
  }
  if (Deno.args.includes("--tests")) { for (const { path, name } of testOnly) console.log(`${path}: ${name}`); }
  console.log(`${dead.length} exports that nobody imports, ${testOnly.length} that only tests and tools do (--tests)`);
  const circles = findCircles(sources);
  for (const files of circles) {
    console.error(`These files import each other: ${files.join(", ")}. Move what they share to a file of its own`);
  }
  console.log(`${circles.length} circles of imports`);
  const pairs = findMutualAreas(sources);
  const isExpected = `${[...pairs.keys()]}` === `${MUTUAL_AREAS}`;
  if (!isExpected) {
    for (const pair of MUTUAL_AREAS.filter((one) => !pairs.has(one))) {
      console.error(`${pair} no longer import each other: take them out of MUTUAL_AREAS and of README's map`);
    }
    for (const [pair, imports] of pairs) {
      if (MUTUAL_AREAS.includes(pair)) continue;
      const [one, other] = pair.split(" ");
      console.error(
        `${one} and ${other} import each other:\n  ${
          imports.join("\n  ")
        }\nMove what they share: README.md draws which may import which`,
      );
    }
  }
  console.log(`${pairs.size} pairs of areas that import each other`);
  if (dead.length + circles.length > 0 || !isExpected) Deno.exit(1);
}

interface Export {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/** Exports by their importers: none, or tests and tools alone. `sources` is text by path from the root. */
export function findDeadExports(sources: ReadonlyMap<string, string>): { dead: Export[]; testOnly: Export[] } {
  const exports = [...sources].flatMap(([path, text]) => exportsOf(path, text));
  const names = Map.groupBy(exports, (one) => one.path);
  const users = new Map<string, string[]>();
  for (const [path, text] of sources) {
    for (const use of usesOf(path, text, names)) users.set(use, [...users.get(use) ?? [], path]);
  }
  const usersOf = ({ path, name }: Export) => users.get(`${path} ${name}`) ?? [];
  return {
    dead: exports.filter((one) => usersOf(one).length === 0 && !CALLED_BY_NAME.includes(one.path)),
    testOnly: exports.filter((one) => !TEST.test(one.path) && usersOf(one).length > 0 && usersOf(one).every(isTest)),
  };
}

/**
 * Groups of files that reach each other by their imports; what is imported while running (`import()`) joins nothing.
 * By Tarjan's algorithm: https://en.wikipedia.org/wiki/Tarjan%27s_strongly_connected_components_algorithm
 */
export function findCircles(sources: ReadonlyMap<string, string>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const closed = new Set<string>();
  const open: string[] = [];
  const visit = (path: string): number => {
    const at = order.size;
    order.set(path, at);
    open.push(path);
    let low = at;
    for (const next of importsOf(path, sources)) {
      const known = order.get(next);
      if (known === undefined) low = Math.min(low, visit(next));
      else if (!closed.has(next)) low = Math.min(low, known);
    }
    if (low < at) return low;
    const circle = open.splice(open.indexOf(path));
    for (const one of circle) closed.add(one);
    if (circle.length > 1) circles.push(circle.toSorted());
    return Infinity;
  };
  for (const path of sources.keys()) if (!order.has(path)) visit(path);
  return circles;
}

/** Pairs of areas that import each other, each with its imports; tests may import all. */
export function findMutualAreas(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  for (const path of sources.keys()) {
    const area = areaOf(path);
    if (area === undefined) continue;
    for (const target of importsOf(path, sources)) {
      const other = areaOf(target);
      if (other === undefined || other === area) continue;
      const way = `${area} ${other}`;
      imports.set(way, [...imports.get(way) ?? [], `${path} imports ${target}`]);
    }
  }
  const pairs = [...imports].flatMap(([way, there]): [string, string[]][] => {
    const [area = "", other = ""] = way.split(" ");
    const back = imports.get(`${other} ${area}`);
    return area < other && back ? [[way, [...there, ...back]]] : [];
  });
  return new Map(pairs.toSorted(([one], [other]) => one.localeCompare(other)));
}

function importsOf(path: string, sources: ReadonlyMap<string, string>): string[] {
  const targets = [...(sources.get(path) ?? "").matchAll(IMPORT)].map(([, , specifier = ""]) =>
    resolved(path, specifier)
  );
  return targets.filter((target) => sources.has(target));
}

function isTest(path: string): boolean {
  return TEST.test(path);
}

function exportsOf(path: string, text: string): Export[] {
  const lineAt = (index: number) => text.slice(0, index).split("\n").length;
  const lists = [...text.matchAll(EXPORT_LIST)].flatMap(({ 1: list = "", index }) =>
    namesIn(list).map(({ outside }) => ({ path, line: lineAt(index), name: outside }))
  );
  const declared = [...text.matchAll(EXPORT)].map(({ 1: name = "", index }) => ({ path, line: lineAt(index), name }));
  // Overloads of a function are one export.
  return [...lists, ...declared.filter((one, index) => declared.findIndex(({ name }) => name === one.name) === index)];
}

/** As `path name`. */
function* usesOf(path: string, text: string, exports: ReadonlyMap<string, Export[]>): Iterable<string> {
  for (const [, list = "", specifier = ""] of text.matchAll(IMPORT)) {
    const target = resolved(path, specifier);
    for (const { inside } of namesIn(list)) yield `${target} ${inside}`;
  }
  const words = new Set(text.match(/\w+/g));
  for (const [, specifier = ""] of text.replace(IMPORT, "").matchAll(PATH)) {
    const target = resolved(path, specifier);
    for (const { name } of exports.get(target) ?? []) if (words.has(name)) yield `${target} ${name}`;
  }
}

/** `type a as b` is a inside its file and b outside. */
function namesIn(list: string): { inside: string; outside: string }[] {
  return list.split(",").map((name) => name.trim().replace(/^type /, "")).filter(Boolean).map((name) => {
    const [inside = "", outside = inside] = name.split(" as ");
    return { inside, outside };
  });
}

function resolved(path: string, specifier: string): string {
  if (specifier.startsWith("@contract/")) return specifier.replace("@contract", "backend/contract");
  return normalize(join(dirname(path), specifier));
}

function readSources(root: string): Map<string, string> {
  const files = FOLDERS.flatMap((folder) => filesIn(root, folder));
  return new Map(files.map((path) => [path, Deno.readTextFileSync(join(root, path))]));
}

function filesIn(root: string, folder: string): string[] {
  return [...Deno.readDirSync(join(root, folder))].flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return /^(node_modules|dist(\..+)?)$/.test(name) ? [] : filesIn(root, path);
    return /(?<!\.d)\.tsx?$/.test(name) ? [path] : [];
  });
}

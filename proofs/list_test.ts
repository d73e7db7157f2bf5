import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { PROOFS } from "./list.ts";

const ROOT = join(import.meta.dirname ?? "", "..");
const NAMES = PROOFS.map(({ name }) => name);
const textOf = (path: string) => Deno.readTextFileSync(join(ROOT, path));

describe("the list of proofs", () => {
  it.each(PROOFS)("knows how to run $name", ({ name, tests = [`proofs/${name}/main.ts`] }) => {
    expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(PROOFS)("has $name in the README, with its size in `all`, and in the results", ({ name, minutes, inAll }) => {
    const row = textOf("proofs/README.md").split("\n").find((line) => line.startsWith(`| \`${name}\` `));
    expect(row).toContain(minutes === 0 ? "skipped" : `${minutes} min`);
    if (inAll) expect(row).toContain(`\`${inAll}\``);
    expect(textOf("proofs/RESULTS.md")).toMatch(new RegExp(`^(## ${name}$|\\| ${name} )`, "m"));
  });

  it("runs each test that has a larger size", () => {
    const listed = PROOFS.flatMap(({ tests = [] }) => tests);
    const sized = [...walkSync(join(ROOT, "backend"))].filter((path) => {
      return path.endsWith("_test.ts") && /from "[./]+testing\/proof\.ts"/.test(Deno.readTextFileSync(path));
    }).map((path) => relative(ROOT, path));
    expect(sized.length).toBeGreaterThan(10);
    expect(sized.filter((path) => !listed.some((one) => path.startsWith(one)))).toEqual([]);
  });

  it("takes an hour at most", () => {
    expect(PROOFS.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(60);
  });

  it("has each proof that a document names", () => {
    const docs = [...Deno.readDirSync(join(ROOT, "docs"))].map(({ name }) => `docs/${name}`);
    const named = ["README.md", "CONTRIBUTING.md", "proofs/README.md", "backend/store/README.md", ...docs]
      .filter((path) => path.endsWith(".md"))
      .flatMap((path) => [...textOf(path).matchAll(/deno task proofs ([a-z]\w*)/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => name !== "all" && !NAMES.includes(name ?? ""))).toEqual([]);
  });
});

function* walkSync(folder: string): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* walkSync(join(folder, name));
    else yield join(folder, name);
  }
}

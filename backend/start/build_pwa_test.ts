import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compressFiles, hashSources, replaceBuild } from "./build_pwa.ts";

let root: string;

beforeEach(() => {
  root = Deno.makeTempDirSync();
});
afterEach(() => Deno.removeSync(root, { recursive: true }));

describe("replaceBuild()", () => {
  it("keeps the hashed files of the last builds for phones with an older shell, and lets the oldest go", async () => {
    const dist = join(root, "dist");
    for (const name of ["first", "second", "third", "fourth"]) {
      const fresh = join(root, "dist.building");
      write(join(fresh, "index.html"), name);
      write(join(fresh, "assets", `app-${name}.js`), name);
      await replaceBuild(dist, { fresh, hash: name });
    }
    expect(Deno.readTextFileSync(join(dist, "index.html"))).toBe("fourth");
    expect(names(join(dist, "assets"))).toEqual(["app-fourth.js", "app-second.js", "app-third.js"]);
    expect(names(root)).toEqual(["dist"]);
  });
});

describe("compressFiles()", () => {
  it("puts a smaller form beside texts that gain from it, and leaves pages and pictures alone", async () => {
    const long = "tokens ".repeat(500);
    for (const name of ["assets/app.js", "assets/style.css", "index.html", "icon.png"]) write(join(root, name), long);
    write(join(root, "assets/tiny.js"), "1");
    await compressFiles(root);
    expect(names(root)).toEqual(["assets", "icon.png", "index.html"]);
    expect(names(join(root, "assets"))).toEqual(["app.js", "app.js.br", "style.css", "style.css.br", "tiny.js"]);
    expect(brotliDecompressSync(Deno.readFileSync(join(root, "assets/app.js.br"))).toString()).toBe(long);
  });
});

describe("hashSources()", () => {
  beforeEach(() => {
    for (const path of ["package.json", "deno.lock", "backend/contract/money.ts", "pwa/src/main.tsx"]) {
      write(join(root, path), path);
    }
  });

  it.each([
    ["backend/contract/money.ts", "changed"],
    ["pwa/src/main.tsx", "changed"],
    ["deno.lock", "changed"],
    ["pwa/src/New.tsx", "the same"],
  ])("changes when %s does", (path, text) => {
    const before = hashSources(root);
    write(join(root, path), text);
    expect(hashSources(root)).not.toBe(before);
  });

  it.each(["pwa/dist/index.html", "pwa/dist.building/index.html", "pwa/e2e/journey_test.ts", "pwa/src/main_test.tsx"])(
    "stays the same when only %s changes",
    (path) => {
      const before = hashSources(root);
      write(join(root, path), "changed");
      expect(hashSources(root)).toBe(before);
    },
  );
});

function write(path: string, text: string): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

function names(dir: string): string[] {
  return [...Deno.readDirSync(dir)].map((entry) => entry.name).toSorted();
}

import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import "../../backend/contract/calls/all.ts";
import { declaredCalls } from "../../backend/contract/calls/call.ts";
import { buildPwaIfChanged } from "../../backend/start/build_pwa.ts";

const DIST = join(import.meta.dirname ?? "", "../dist");
const KIB = 1024;

describe("the built app", () => {
  beforeAll(() => buildPwaIfChanged(() => undefined));

  it("opens its first screen with at most 105 KiB of scripts", () => {
    const entries = [...read("index.html").matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map(([, path]) => path);
    const scripts = new Set<string>();
    for (const entry of entries) if (entry) addWithImports(entry, scripts);
    expect(scripts.size).toBeGreaterThan(1);
    expect(kib(scripts)).toBeLessThanOrEqual(105);
  });

  it("keeps at most 350 KiB for a start without a network", () => {
    const entries = read("sw.js").matchAll(/\{"revision":[^,]*,"url":"([^"]+)"\}/g);
    const precached = [...entries].map(([, path]) => path ?? "");
    expect(precached).toContain("index.html");
    expect(precached.length).toBeGreaterThan(50);
    expect(kib(precached)).toBeLessThanOrEqual(350);
  });

  it("has of a call's declaration no more than its method and path", () => {
    const scripts = [...Deno.readDirSync(join(DIST, "assets"))].filter(({ name }) => name.endsWith(".js"))
      .map(({ name }) => read(`assets/${name}`)).join("\n");
    expect(scripts).toContain("POST /api/v1/gifts");
    const words = [...declaredCalls().values()].map(({ does }) => does).filter(({ length }) => length > 40);
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter((does) => scripts.includes(does))).toEqual([]);
  });
});

/** A script and all that it imports before it runs. */
function addWithImports(path: string, scripts: Set<string>): void {
  if (scripts.has(path)) return;
  scripts.add(path);
  for (const [, name] of read(path).matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) {
    addWithImports(`assets/${name}`, scripts);
  }
}

/** As they go over the network, compressed. */
function kib(paths: Iterable<string>): number {
  return [...paths].reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0) / KIB;
}

function read(path: string): string {
  return Deno.readTextFileSync(join(DIST, path));
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Owner, STORED_HERE } from "./stored_here.ts";

const SRC = join(import.meta.dirname ?? "", "..");
const KNOWN = new Set(Object.values(STORED_HERE).flatMap((names) => Object.keys(names)));
/** What stores, and how it is told the name. */
const STORES = [
  /[sS]torage\??\.setItem\(\s*([^,]+),/g,
  /\bstored(?:Choice|Switch)(?:<[^>]+>)?\(\s*("[^"]+")/g,
  /\bcaches\.open\(\s*([^)]+)\)/g,
  /\bopenDB(?:<[^>]+>)?\(\s*([^,]+),/g,
];

/** A name as the file writes it: a literal, or a constant of this file or of one that it imports from. */
function nameOf(said: string, file: string, text: string): string | undefined {
  const literal = /^["']([^"']+)["']$/.exec(said.trim())?.[1];
  if (literal) return literal;
  const constant = new RegExp(`\\bconst ${said.trim()}(?:: string)? = "([^"]+)"`);
  const own = constant.exec(text)?.[1];
  if (own) return own;
  const from = new RegExp(`import \\{[^}]*\\b${said.trim()}\\b[^}]*\\} from "([^"]+)"`).exec(text)?.[1];
  return from ? constant.exec(readFileSync(join(file, "..", from), "utf8"))?.[1] : undefined;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/_test\.tsx?$|\btesting\b/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf8") }));

/** The diagnostics page opens what is there, by the names that the browser says; a stored choice gets its name. */
const isStoring = ({ path }: { path: string }) =>
  !path.startsWith("diagnostics/") && !path.endsWith("lib/stored_choice.ts");

describe("STORED_HERE", () => {
  it("has every name under which the app stores something", () => {
    const stored = files.filter(isStoring).flatMap(({ path, text }) =>
      STORES.flatMap((pattern) => [...text.matchAll(pattern)]).map(([, said = ""]) => ({
        path,
        said,
        name: nameOf(said, join(SRC, path), text),
      }))
    );
    expect(stored.length).toBeGreaterThan(20);
    expect(stored.filter(({ name }) => name === undefined || !KNOWN.has(name))).toEqual([]);
  });

  it("has every name of Orin's own that is written anywhere, so that none gets past by another way of storing", () => {
    const names = files.filter(({ path }) => !path.endsWith("stored_here.ts"))
      .flatMap(({ path, text }) => [...text.matchAll(/"(orin\.[a-z-]+)"/g)].map(([, name = ""]) => ({ path, name })));
    expect(names.filter(({ name }) => !KNOWN.has(name))).toEqual([]);
  });

  it("lets only these stay when the person leaves", () => {
    const stays = Object.entries(STORED_HERE).flatMap(([kind, names]) =>
      Object.entries<Owner>(names).flatMap(([name, owner]) =>
        owner === "person" || owner === "session" ? [] : [`${kind} ${name}: ${owner}`]
      )
    );
    expect(stays).toEqual([
      ...[
        "device",
        "saves",
        "theme",
        "side",
        "shortcuts",
        "quality",
        "autoplay",
        "crossfade",
        "speed",
        "same_loudness",
        "data-saver",
        "install-dismissed",
        "admin-filters",
      ]
        .map((name) => `local orin.${name}: device`),
      ...["adminToken", "username", "orin.admin"].map((name) => `local ${name}: back office`),
      ...["tab orin.visits: device", "tab orin.tab: outbox", "tab orin.font: device", "tab orin.reloaded-for: device"],
      ...["databases orin-outbox: outbox", "databases orin-saved: locked", "caches orin-saved: locked"],
      "caches orin-code: device",
      "caches orin-fonts: device",
    ]);
  });

  it("has no name that nothing stores any more", () => {
    const before = readFileSync(join(SRC, "../theme.js"), "utf8");
    const all = [before, ...files.filter(({ path }) => !path.endsWith("stored_here.ts")).map(({ text }) => text)]
      .join();
    expect([...KNOWN].filter((name) => !all.includes(`"${name}"`))).toEqual([]);
  });
});

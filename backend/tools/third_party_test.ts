import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thirdPartyFiles } from "./third_party.ts";
import { type Lock, lockOf, lockText, pruned } from "./third_party/lock.ts";
import { pageOf } from "./third_party/page.ts";
import { sbomOf } from "./third_party/sbom.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const stored = (path: string) => Deno.readTextFileSync(join(ROOT, path));
/** Apart from where the formatter breaks lines. */
const words = (text: string) => text.split(/\s+/).join(" ");

describe("deno task make third-party", () => {
  it.each([...thirdPartyFiles(ROOT)])(
    "has written %s: run it again after a change of the dependencies",
    (path, text) => {
      expect(words(stored(path))).toBe(words(text));
    },
  );

  it("keeps second copies of native code, the WebRTC stack and `ip` out of what anybody installs", () => {
    const keys = Object.keys(JSON.parse(stored("deno.lock")).npm);
    expect(keys.filter((key) => /^(werift|ip@)|musl/.test(key))).toEqual([]);
  });
});

describe("pruned()", () => {
  const lock: Lock = {
    specifiers: { "npm:sound@1.0.0": "1.0.0" },
    npm: {
      "sound@1.0.0": { dependencies: ["shared"], optionalDependencies: ["sound-musl", "sound-linux"], os: ["linux"] },
      "sound-musl@1.0.0": { dependencies: ["ip", "shared"] },
      "ip@1.0.0": {},
      "shared@1.0.0": {},
      "sound-linux@1.0.0": {},
    },
  };

  it("takes out unwanted packages with all that only they need", () => {
    expect(Object.keys(pruned(lock).npm)).toEqual(["sound@1.0.0", "shared@1.0.0", "sound-linux@1.0.0"]);
    expect(pruned(lock).npm["sound@1.0.0"]?.optionalDependencies).toEqual(["sound-linux"]);
  });

  it("keeps only what the asked packages need", () => {
    const two = { ...lock, specifiers: { ...lock.specifiers, "npm:tests@2.0.0": "2.0.0" } };
    const both: Lock = {
      ...two,
      npm: { ...lock.npm, "tests@2.0.0": { dependencies: ["browser"] }, "browser@1.0.0": {} },
    };
    expect(lockOf(both, ["sound@1.0.0"])).toEqual(lock);
  });

  it("is written as Deno writes it", () => {
    expect(lockText(lock)).toContain('"os": ["linux"]\n');
    expect(lockText(JSON.parse(stored("deno.lock")))).toBe(stored("deno.lock"));
  });
});

describe("sbomOf()", () => {
  const sound = {
    name: "@a/sound",
    version: "1.0.0",
    licence: "MIT",
    isNative: false,
    hash: "qg==",
    needs: ["b@2.0.0"],
  };
  const needed = { name: "b", version: "2.0.0", licence: "ISC", isNative: true, hash: undefined, needs: [] };

  it("names each package by its package URL, with licence, hash and what it needs", () => {
    const bom = JSON.parse(sbomOf([sound, needed], { name: "orin", version: "0.1.0", needs: ["@a/sound@1.0.0"] }));
    expect(bom.components[0]).toEqual({
      ...{ type: "library", "bom-ref": "pkg:npm/%40a/sound@1.0.0", group: "@a", name: "sound", version: "1.0.0" },
      ...{ hashes: [{ alg: "SHA-512", content: "aa" }], licenses: [{ expression: "MIT" }] },
      purl: "pkg:npm/%40a/sound@1.0.0",
    });
    expect(bom.dependencies).toEqual([
      { ref: "orin", dependsOn: ["pkg:npm/%40a/sound@1.0.0"] },
      { ref: "pkg:npm/%40a/sound@1.0.0", dependsOn: ["pkg:npm/b@2.0.0"] },
      { ref: "pkg:npm/b@2.0.0", dependsOn: [] },
    ]);
  });

  it("and the page, by licence", () => {
    expect(pageOf([sound, needed])).toMatch(
      /## MIT \(1\)\n\n- @a\/sound 1\.0\.0\n\n## ISC \(1\)\n\n- b 2\.0\.0, on its/,
    );
  });
});

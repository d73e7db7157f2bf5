import { join } from "node:path";
import { expect, it } from "vitest";
import { VERSION } from "../contract/version.ts";
import { builtAgain, changelogProblems, entryOf, newShapes } from "./release.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const CHANGELOG =
  "# Changes\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\n### Added\n\n- A song\n\n## [1.0.0] - 2026-11-01\n";

it("the changelog has an entry for this version", () => {
  const text = Deno.readTextFileSync(join(ROOT, "CHANGELOG.md"));
  expect(entryOf(text, VERSION)).toMatch(/^- /m);
});

it("entryOf() is what a changelog says of one version", () => {
  expect(entryOf(CHANGELOG, "1.1.0")).toBe("### Added\n\n- A song");
  expect(entryOf(CHANGELOG, "1.0.0")).toBe("");
});

it("changelogProblems() names another version, and entries that belong to none", () => {
  expect(changelogProblems(CHANGELOG, "1.1.0")).toEqual([]);
  expect(changelogProblems(CHANGELOG, "1.2.0")).toEqual([
    "CHANGELOG.md begins with 1.1.0, package.json says 1.2.0: make them agree",
  ]);
  expect(changelogProblems(CHANGELOG.replace("[Unreleased]\n", "[Unreleased]\n\n- Soon\n"), "1.1.0")).toEqual([
    "CHANGELOG.md has entries under Unreleased: move them to the version that brings them",
  ]);
});

it("builtAgain() names projections that are new or have another version", () => {
  const before = '  name: "plays",\n  version: 1,\n  name: "gifts",\n  version: 9,\n  name: "gone",\n  version: 1,\n';
  const now =
    '  name: "plays",\n  version: 1,\n  name: "gifts",\n  version: 10,\n    name: "words",\n    version: 1,\n';
  expect(builtAgain(before, now)).toEqual(["gifts (9 to 10)", "words (new)"]);
});

it("newShapes() names events that the version before cannot read, and no new ones", () => {
  const line = (type: string, version: number) => `{"type":"${type}","schemaVersion":${version},"shape":{}}\n`;
  const before = line("TrackUploaded", 1) + line("TrackUploaded", 2) + line("PlayReported", 9);
  const now = before + line("PlayReported", 10) + line("SongHummed", 1) + line("SongHummed", 2);
  expect(newShapes(before, now)).toEqual(["PlayReported (9 to 10)"]);
});

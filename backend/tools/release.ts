import { existsSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../contract/version.ts";
import { sbom } from "./third_party.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** Git ignores it. */
const FOLDER = "dist/release";
/** Every event and version that a tree knows, one a line. */
const GOLDEN = ["backend/tools/golden"];
/** Where projections are: `git grep` reads them in a version that is not checked out. */
const PROJECTIONS = ["projections", "backend/ledger", ":!*_test.ts"];

/**
 * `deno task release <the tag or commit of the release before>`: refuses a tree that is no release, then writes the notes
 * and the SBOM, and builds the image where its tool is. `--sbom` writes the SBOM alone. People make the tag.
 */
if (import.meta.main) {
  const before = Deno.args.find((arg) => !arg.startsWith("--")) ?? newestTag();
  if (Deno.args.includes("--sbom")) write("sbom.cdx.json", sbom(ROOT));
  else release(before);
}

function release(before: string | undefined): void {
  const changelog = Deno.readTextFileSync(join(ROOT, "CHANGELOG.md"));
  const problems = [
    ...(git("status", "--porcelain") === "" ? [] : ["The tree is not clean: commit what belongs to the release"]),
    ...changelogProblems(changelog, VERSION),
    ...(before === undefined ? ["There is no tag: name the commit of the release before"] : []),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 || before === undefined) Deno.exit(1);
  write("notes.md", notesOf(changelog, before));
  write("sbom.cdx.json", sbom(ROOT));
  if (!buildImage()) Deno.exit(1);
  console.log(`Orin ${VERSION} is a release. Read the notes, then: git tag --sign v${VERSION}`);
}

/** What keeps a changelog from being that of this version, one line each. */
export function changelogProblems(changelog: string, version: string): string[] {
  const [newest] = changelog.matchAll(/^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/gm);
  return [
    ...(newest?.[1] === version
      ? []
      : [`CHANGELOG.md begins with ${newest?.[1] ?? "no version"}, package.json says ${version}: make them agree`]),
    ...(/^- /m.test(entryOf(changelog, "Unreleased"))
      ? ["CHANGELOG.md has entries under Unreleased: move them to the version that brings them"]
      : []),
  ];
}

/** What a changelog says of one version, without its heading. */
export function entryOf(changelog: string, version: string): string {
  const [, entry = ""] = changelog.split(`\n## [${version}]`);
  return entry.split("\n## ")[0]?.replace(/^.*\n/, "").trim() ?? "";
}

/** Projections that a start builds again, from the names and versions in both trees. */
export function builtAgain(before: string, now: string): string[] {
  const old = versionsIn(before);
  return [...versionsIn(now)].flatMap(([name, version]) => {
    const was = old.get(name);
    if (was === version) return [];
    return was === undefined ? [`${name} (new)`] : [`${name} (${was} to ${version})`];
  }).toSorted();
}

/** Events that this version writes in a shape which the one before cannot read, from the golden lines of both trees. */
export function newShapes(before: string, now: string): string[] {
  const old = shapesIn(before);
  return [...shapesIn(now)].flatMap(([type, version]) => {
    const was = old.get(type);
    return was !== undefined && was < version ? [`${type} (${was} to ${version})`] : [];
  }).toSorted();
}

function notesOf(changelog: string, before: string): string {
  const added = git("diff", "--name-only", "--diff-filter=A", before, "HEAD", "--", "migrations/*.sql");
  const migrations = added.split("\n").filter(Boolean).map((path) => path.replace("migrations/", ""));
  const projections = builtAgain(projectionsAt(before), projectionsAt("HEAD"));
  const shapes = newShapes(goldenAt(before), goldenAt("HEAD"));
  const listed = (names: readonly string[]) => names.map((name) => `- ${name}\n`).join("") || "None.\n";
  return [
    `# Orin ${VERSION}`,
    entryOf(changelog, VERSION),
    `## Migrations since ${before}`,
    listed(migrations),
    `## Projections that a start builds again`,
    listed(projections),
    `## Events in a new shape: once one is stored, no version before this one reads the log`,
    listed(shapes),
  ].join("\n\n");
}

function projectionsAt(commit: string): string {
  return git("grep", "-hE", '^\\s+(name: "[a-z_]+"|version: [0-9]+),$', commit, "--", ...PROJECTIONS);
}

function goldenAt(commit: string): string {
  return git("grep", "-hE", '"type":', commit, "--", ...GOLDEN);
}

/** The newest version of each type. */
function shapesIn(lines: string): Map<string, number> {
  const newest = new Map<string, number>();
  for (const [, type = "", version] of lines.matchAll(/^\{"type":"(\w+)","schemaVersion":(\d+)/gm)) {
    newest.set(type, Math.max(Number(version), newest.get(type) ?? 0));
  }
  return newest;
}

function versionsIn(lines: string): Map<string, number> {
  return new Map(
    [...lines.matchAll(/name: "(\w+)",\s+version: (\d+),/g)].map(([, name = "", version]) => [name, Number(version)]),
  );
}

/** Whether the image could be built, or its tool is not here. */
function buildImage(): boolean {
  const hasTool = ["/usr/bin", "/usr/local/bin"].some((folder) => existsSync(join(folder, "mmdebstrap")));
  if (Deno.uid() !== 0 || !hasTool) {
    console.log("The image was not built: deno task image needs root and mmdebstrap");
    return true;
  }
  const args = ["run", "-A", join(ROOT, "backend/tools/image.ts")];
  return new Deno.Command(Deno.execPath(), { args, stdout: "inherit", stderr: "inherit" }).outputSync().success;
}

function write(name: string, text: string): void {
  Deno.mkdirSync(join(ROOT, FOLDER), { recursive: true });
  Deno.writeTextFileSync(join(ROOT, FOLDER, name), text);
  console.log(`Wrote ${FOLDER}/${name}`);
}

function newestTag(): string | undefined {
  const asked = new Deno.Command("git", { args: ["describe", "--tags", "--abbrev=0"], cwd: ROOT }).outputSync();
  return asked.success ? new TextDecoder().decode(asked.stdout).trim() : undefined;
}

function git(...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command("git", { args, cwd: ROOT }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
  return new TextDecoder().decode(stdout).trimEnd();
}

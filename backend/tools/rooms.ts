import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../..");

/** The rooms of the house, the first that fits a path; what none fits is documents, settings and pictures. */
const ROOMS: readonly (readonly [room: string, path: RegExp])[] = [
  ["tests", /_test\.tsx?$|^backend\/testing\/|^pwa\/(e2e|test)|^backend\/adapters\/\w+\/test_/],
  ["store, ledger, http", /^backend\/(store|ledger|http)\/.*\.ts$/],
  ["projections", /^projections\/.*\.ts$/],
  ["contract", /^backend\/contract\/.*\.ts$/],
  ["adapters, vendor", /^backend\/(adapters|vendor)\/.*\.(ts|js)$/],
  ["start, main, app, config, mails", /^backend\/(start\/.*|mails\/.*|[\w]+)\.ts$/],
  ["demo", /^backend\/demo\/.*\.ts$/],
  ["tools, proofs", /^(backend\/tools|proofs|tools)\/.*\.(ts|mjs)$/],
  ["areas", /^backend\/.*\.ts$/],
  ["app: back office", /^pwa\/src\/admin\/.*\.tsx?$/],
  ["app: the rest", /^pwa\/.*\.(tsx?|css|js)$/],
  ["migrations", /^migrations\/.*\.(ts|sql)$/],
];
const OTHER = "documents and settings";
/** So many features' commits show how many files a change takes. */
const WALKS = 10;

interface Cost {
  files: number;
  added: number;
  removed: number;
}

/**
 * `deno run -A backend/tools/rooms.ts`: lines and files of each room. `--cost`: of what is not committed, or of the last
 * commit; `deno task ok` prints it. `--walks`: files by room of the last ten commits that say what they cost.
 */
if (import.meta.main) {
  if (Deno.args.includes("--cost")) console.log(await costLine());
  else if (Deno.args.includes("--walks")) { for (const line of await walks()) console.log(line); }
  else printRooms(await git(["ls-files"]));
}

/** The room of a file. */
export function roomOf(path: string): string {
  return ROOMS.find(([, pattern]) => pattern.test(path))?.[0] ?? OTHER;
}

/** What a `git diff --numstat` costs, by room; a binary file counts as a file without lines. */
export function costOf(numstat: string): Map<string, Cost> {
  const rooms = new Map<string, Cost>();
  for (const [, added, removed, path] of numstat.matchAll(/^(\d+|-)\t(\d+|-)\t(.+)$/gm)) {
    const room = roomOf(newPath(path ?? ""));
    const cost = rooms.get(room) ?? { files: 0, added: 0, removed: 0 };
    rooms.set(room, {
      files: cost.files + 1,
      added: cost.added + (Number(added) || 0),
      removed: cost.removed + (Number(removed) || 0),
    });
  }
  return rooms;
}

/** "areas 3 files +40 −12", one for each room. */
export function said(rooms: ReadonlyMap<string, Cost>): string {
  return [...rooms].toSorted(([one], [other]) => one.localeCompare(other))
    .map(([room, { files, added, removed }]) =>
      `${room} ${files} ${files === 1 ? "file" : "files"} +${added} −${removed}`
    )
    .join("; ");
}

/** Of `a/{b => c}/d`, where a file goes to. */
function newPath(path: string): string {
  return path.replace(/\{.* => (.*)\}/, "$1").replace(/^.* => /, "").replaceAll("//", "/");
}

async function costLine(): Promise<string> {
  const open = await git(["diff", "--numstat", "HEAD"]);
  const [what, numstat] = open === ""
    ? ["The last commit", await git(["show", "--numstat", "--format="])]
    : ["Not committed", open];
  return `${what}: ${said(costOf(numstat)) || "nothing"}`;
}

async function walks(): Promise<string[]> {
  const log = await git(["log", "--no-merges", "--extended-regexp", "--grep", "[0-9]+ lines", "--format=%h %s"]);
  const commits = log.trim().split("\n").slice(0, WALKS);
  return await Promise.all(commits.map(async (line) => {
    const numstat = await git(["show", "--numstat", "--format=", line.split(" ")[0] ?? ""]);
    return `${line}\n    ${said(costOf(numstat))}`;
  }));
}

function printRooms(paths: string): void {
  const rooms = new Map<string, { files: number; lines: number }>();
  for (const path of paths.trim().split("\n").filter((one) => /\.(tsx?|js|mjs|css|sql)$/.test(one))) {
    const room = rooms.get(roomOf(path)) ?? { files: 0, lines: 0 };
    const lines = Deno.readTextFileSync(join(ROOT, path)).split("\n").length - 1;
    rooms.set(roomOf(path), { files: room.files + 1, lines: room.lines + lines });
  }
  console.table(Object.fromEntries([...rooms].toSorted(([one], [other]) => one.localeCompare(other))));
}

async function git(args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command("git", { args, cwd: ROOT, stderr: "null" }).output();
  return new TextDecoder().decode(stdout);
}

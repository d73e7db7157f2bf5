import { join, relative } from "node:path";
import { isWaiting, readSpent, type Spent } from "./spent.ts";

/** Where the run wants its summary; none where files are run by themselves. */
export const SUMMARY_PATH = Deno.env.get("ORIN_TEST_SUMMARY");

export interface Failure {
  readonly file: string;
  /** Empty where the file itself has failed. */
  readonly name: string;
  readonly text: string;
  /** The commands that run it alone and under load. */
  readonly repeat: string;
}

/** What a run of the tests has found; times in ms. */
export interface TestSummary {
  readonly files: readonly {
    readonly project: string;
    readonly file: string;
    /** To load the file and what it imports. */
    readonly loadMs: number;
    /** Its hooks and tests. */
    readonly runMs: number;
  }[];
  readonly failures: readonly Failure[];
  readonly passed: number;
  readonly skipped: number;
  /** Not one that was broken off. */
  readonly isWhole: boolean;
}

const SLOWEST = 30;

/** The commands that run a file alone: as it is, and with eight processes beside it that keep all cores busy. */
export function repeatOf(file: string, project: string): string {
  const command = `deno task test ${file}${project === "shards" ? " --project shards" : ""}`;
  return `Repeat it: ${command}\nUnder load: ${command} --load 8`;
}

/** The slowest files: to load them and set up what they need, to wait for results, and the tests' own work, in seconds. */
export function slowestFiles(summary: TestSummary, profileDir: string): string {
  const spent = Map.groupBy(readSpent(profileDir), ({ file }) => file);
  const rows = summary.files.map(({ project, file, loadMs, runMs }) => {
    const own = (spent.get(join(Deno.cwd(), file)) ?? []).filter((one) => one.project === project);
    const waiting = sum(own.filter(({ cause }) => isWaiting(cause)));
    const setUp = sum(own) - waiting;
    const tests = Math.max(0, runMs - setUp - waiting);
    return { name: `${project} ${file}`, all: loadMs + runMs, parts: [loadMs + setUp, waiting, tests] };
  }).sort((one, other) => other.all - one.all).slice(0, SLOWEST);
  return [
    columns(["all", "set-up", "waiting", "tests"], "the slowest files, s"),
    ...rows.map(({ all, parts, name }) => columns([all, ...parts].map(seconds), name)),
  ].join("\n");
}

/** What the run spent its time on besides its tests' own work, in seconds and ms for each time. */
export function causesOfTime(profileDir: string): string {
  const byCause = Map.groupBy(readSpent(profileDir), ({ cause }) => cause);
  const rows = [...byCause].map(([cause, spent]) => {
    return { cause, times: spent.length, ms: sum(spent) };
  }).sort((one, other) => other.ms - one.ms);
  return [
    columns(["s", "times", "ms each"], "what the time went to besides the tests' own work"),
    ...rows.map(({ cause, times, ms }) => columns([seconds(ms), `${times}`, (ms / times).toFixed(0)], cause)),
  ].join("\n");
}

/** The file and test of each failure with the first line of what it said, for the end of the output. */
export function shortFailures({ failures }: TestSummary): string {
  return failures.map(({ file, name, text, repeat }) =>
    `${[relative(".", file), name].filter(Boolean).join(" > ")}\n  ${text.split("\n")[0]}\n${repeat}`
  ).join("\n\n");
}

function sum(spent: readonly Spent[]): number {
  return spent.reduce((total, { ms }) => total + ms, 0);
}

function columns(figures: readonly string[], name: string): string {
  return `${figures.map((figure) => figure.padStart(8)).join("")}  ${name}`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

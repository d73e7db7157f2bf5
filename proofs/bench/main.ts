import { cpus, loadavg } from "node:os";
import { openDatabase, type ProofDatabase } from "../parts/database.ts";
import { readOptions } from "../parts/options.ts";
import { benchAdmin } from "./admin.ts";
import { benchAppends } from "./appends.ts";
import { bytesText, measureBytes } from "./bytes.ts";
import { capacityText } from "./capacity.ts";
import { benchGrowth } from "./growth.ts";
import { benchLedger } from "./ledger.ts";
import { BENCH_FLAGS, type BenchOptions, benchOptions } from "./options.ts";
import { benchPlays } from "./plays.ts";
import { benchPrints } from "./prints.ts";
import { profilePlays, profileText } from "./profile.ts";
import { benchReads } from "./reads.ts";
import { benchSearch } from "./search.ts";
import { type Row, textOf } from "./report.ts";
import { installRivals } from "./rivals.ts";

/**
 * `deno task proofs bench`: every budget of the server as ratios in one run, on a Postgres of its own. JSON with `--json`,
 * else a table. With `--profile` it tells where the time of a credited play goes instead, with `--bytes` how many bytes it
 * leaves in each table; `--capacity` writes docs/capacity.md from them.
 */
if (import.meta.main) {
  const asked = readOptions(BENCH_FLAGS);
  const [options, isJson] = [benchOptions(asked), asked.has("json")];
  const print = <Value>(value: Value, text: (value: Value) => string) =>
    console.log(isJson ? JSON.stringify(value, null, 2) : text(value));
  await using database = await openDatabase({ statements: asked.has("profile") });
  if (asked.has("profile")) print(await profilePlays(database, options), profileText);
  else if (asked.has("bytes")) print(await measureBytes(database, options), bytesText);
  else if (asked.has("capacity")) {
    await Deno.writeTextFile("docs/capacity.md", capacityText(await measureBytes(database, options)));
    console.log("docs/capacity.md is written");
  } else {
    const machine = machineOf(database, options.seed);
    const rows = await runSuites(database, options, isJson ? () => {} : (line) => console.error(line));
    print({ machine, rows }, reportOf);
  }
}

type Machine = ReturnType<typeof machineOf>;

function machineOf(database: ProofDatabase, seed: number) {
  return {
    cpu: `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    /** How much else ran when it began: a busy machine is named, not hidden. */
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    postgres: `${database.version}, ${database.durability}`,
    deno: Deno.version.deno,
    seed,
  };
}

async function runSuites(database: ProofDatabase, options: BenchOptions, say: (line: string) => void): Promise<Row[]> {
  const isWanted = (suite: string) => options.only === undefined || suite.includes(options.only);
  const rivals = isWanted("appends") ? await installRivals(database.directory) : undefined;
  if (isWanted("appends") && !rivals) say("npm cannot be reached: the rows of other event stores are left out");
  const suites: [string, () => Promise<Row[]>][] = [
    ["appends", () => benchAppends(database, options, rivals)],
    ["plays", () => benchPlays(database, options)],
    ["ledger", () => benchLedger(database, options)],
    ["reads", () => benchReads(database, options, say)],
    ["growth", () => benchGrowth(database, options, say)],
    ["admin", () => benchAdmin(database, options, say)],
    ["search", () => benchSearch(database, options, say)],
    ["prints", () => benchPrints(database, options, say)],
  ];
  const rows: Row[] = [];
  for (const [suite, run] of suites) {
    if (!isWanted(suite)) continue;
    say(`… ${suite}`);
    rows.push(...await run());
  }
  return rows;
}

function reportOf({ machine, rows }: { machine: Machine; rows: readonly Row[] }): string {
  const judged = rows.filter(({ met }) => met !== undefined);
  return [
    textOf(rows),
    Object.entries(machine).map(([key, value]) => `${key}: ${value}`).join("; "),
    `${judged.filter(({ met }) => met).length} of ${judged.length} budgets are met`,
  ].join("\n\n");
}

import { cpus, loadavg } from "node:os";
import { benchAdmin } from "./admin.ts";
import { benchAppends } from "./appends.ts";
import { bytesText, measureBytes } from "./bytes.ts";
import { capacityText } from "./capacity.ts";
import { openBenchDatabase } from "./database.ts";
import { benchGrowth } from "./growth.ts";
import { benchLedger } from "./ledger.ts";
import { readOptions } from "./options.ts";
import { benchPlays } from "./plays.ts";
import { benchPrints } from "./prints.ts";
import { profilePlays, profileText } from "./profile.ts";
import { benchSearch } from "./search.ts";
import { type Row, tableOf } from "./report.ts";
import { installRivals } from "./rivals.ts";

/**
 * Every budget of the server as ratios in one run, on a Postgres of its own. JSON with `--json`, else a table. With
 * `--profile` it tells where the time of a credited play goes instead, with `--bytes` how many bytes it leaves in each
 * table; `--capacity` writes docs/capacity.md from them.
 */
if (import.meta.main) {
  const options = readOptions(Deno.args);
  const say = Deno.args.includes("--json") ? () => {} : (line: string) => console.error(line);
  const profile = Deno.args.includes("--profile");
  await using database = await openBenchDatabase({ statements: profile });
  if (profile) {
    const profiles = await profilePlays(database, options);
    console.log(Deno.args.includes("--json") ? JSON.stringify(profiles, null, 2) : profileText(profiles));
    Deno.exit();
  }
  if (Deno.args.includes("--capacity")) {
    await Deno.writeTextFile("docs/capacity.md", capacityText(await measureBytes(database, options)));
    Deno.exit();
  }
  if (Deno.args.includes("--bytes")) {
    const bytes = await measureBytes(database, options);
    console.log(Deno.args.includes("--json") ? JSON.stringify(bytes, null, 2) : bytesText(bytes));
    Deno.exit();
  }
  const load = loadavg()[0] ?? 0;
  const machine = {
    cpu: `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}`,
    /** How much else ran when it began: a busy machine is named, not hidden. */
    load: Number(load.toFixed(1)),
    postgres: `${database.version}, ${database.durability}`,
    deno: Deno.version.deno,
    seed: options.seed,
  };
  const wanted = (suite: string) => options.only === undefined || suite.includes(options.only);
  const rivals = wanted("appends") ? await installRivals(database.directory) : undefined;
  if (wanted("appends") && !rivals) say("npm cannot be reached: the rows of other event stores are left out");
  const suites: [string, () => Promise<Row[]>][] = [
    ["appends", () => benchAppends(database, options, rivals)],
    ["plays", () => benchPlays(database, options)],
    ["ledger", () => benchLedger(database, options)],
    ["growth", () => benchGrowth(database, options, say)],
    ["admin", () => benchAdmin(database, options, say)],
    ["search", () => benchSearch(database, options, say)],
    ["prints", () => benchPrints(database, options, say)],
  ];
  const rows: Row[] = [];
  for (const [suite, run] of suites) {
    if (!wanted(suite)) continue;
    say(`… ${suite}`);
    rows.push(...await run());
  }
  if (Deno.args.includes("--json")) console.log(JSON.stringify({ machine, rows }, null, 2));
  else {console.log(`${tableOf(rows)}\n\n${
      Object.entries(machine).map(([key, value]) => `${key}: ${value}`).join("; ")
    }`);}
}

import { createFiles } from "../../backend/adapters/files/mod.ts";
import { ledgerAccounts } from "../../backend/ledger/accounts.ts";
import { ledgerCheck } from "../../backend/ledger/verify.ts";
import { archiveDue } from "../../backend/store/archive/archive.ts";
import { registerArchive } from "../../backend/store/archive/archive_files.ts";
import { forgetFrames } from "../../backend/store/archive/cold.ts";
import { verify } from "../../backend/store/chain/verify.ts";
import { rebuild } from "../../backend/store/projections/rebuild.ts";
import { keepByColumn } from "../../backend/store/archive/columnar.ts";
import { FAULT_PROJECTIONS, shardWords } from "../faults/workload.ts";
import { onDatabase, seal } from "../parts/database.ts";
import { openFolder } from "../parts/folder.ts";
import { pause } from "../parts/waiting.ts";
import { seconds, type Seen, type Stage } from "./criteria.ts";

const MOST_BYTES_AN_EVENT = 150;
/** With its two keys. */
const MOST_BYTES_BY_COLUMN = 300;

const LONGEST_WAIT_MS = 300_000;
const MOST_PAUSE_MS = 1_000;

/**
 * Ranges that every shard has filled are kept by column while the load runs. The answers that are held against what is
 * stored at the end, and the verification, read them.
 */
export async function rangesByColumn({ engine, database, load }: Stage): Promise<Seen> {
  const { ownerUrl } = load;
  const begun = performance.now();
  let longest = 0;
  for (; performance.now() < begun + LONGEST_WAIT_MS; await pause(1_000)) {
    // As the service's upkeep does: what no block holds stays as it is.
    await onDatabase(load.serviceUrl, (sql) => seal(sql, { all: false }));
    load.forget();
    const [range] = await keepByColumn({ ownerUrl, afterDays: 0, now: () => Date.now() + 1_000 });
    if (!range) continue;
    if (!await load.everyShardAnswers()) return { isMet: false, figure: "no answers afterwards" };
    longest = Math.max(...load.pauses());
    const [size] = await engine.on(0, database, (sql) =>
      sql<{ each: number }[]>`
        select citus_total_relation_size(${`public.${range.kind}_events_${range.first}`}::regclass)::float8 / (
          select count(*) from ${sql.unsafe(`${range.kind}_events`)}
          where position between ${range.first} and ${range.last}
        ) as each`);
    const each = size?.each ?? Infinity;
    return {
      isMet: longest <= MOST_PAUSE_MS && each <= MOST_BYTES_BY_COLUMN,
      figure: `${range.kind} from ${range.first} to ${range.last}, ${Math.round(each)} bytes an event, longest pause ${
        seconds(longest)
      }`,
    };
  }
  return { isMet: false, figure: "no range was filled" };
}

/**
 * Ranges that every shard has filled leave for files. What is built again from both parts of the log is what was there,
 * everything is proven, and one changed byte of an object is named. The writers have ended by now.
 */
export async function rangesArchived({ engine, database, load }: Stage): Promise<Seen> {
  await using folder = await openFolder("archive");
  const directory = folder.path;
  const files = createFiles({ kind: "disk", directory });
  registerArchive(files);
  try {
    const options = { ownerUrl: load.ownerUrl, files, afterDays: 0, sparse: ["said/"], now: () => Date.now() + 1_000 };
    const left = await archiveDue(options);
    const objects = await engine.on(0, database, (sql) =>
      sql<{ log: string; object: string; each: number }[]>`
        select log, object, bytes::float8 / (last_position - first_position + 1) as each from archived_ranges`);
    const each = objects.reduce((sum, object) => sum + object.each, 0) / objects.length;
    let differences = 0;
    for (const projection of [ledgerAccounts, shardWords]) {
      differences += (await rebuild({ ownerUrl: load.ownerUrl, projection })).differences?.length ?? 0;
    }
    const before = await problemsOf(load.serviceUrl);
    const [changed] = objects;
    if (changed) await changeByte(`${directory}/${changed.object}`);
    forgetFrames();
    const after = await problemsOf(load.serviceUrl);
    const isNamed = changed !== undefined && after.length > 0 && after.every((where) => where.includes(changed.log));
    return {
      isMet: left.length > 0 && each <= MOST_BYTES_AN_EVENT && differences === 0 && before.length === 0 && isNamed,
      figure:
        `${left.length} ranges left as ${objects.length} objects, ${Math.round(each)} bytes an event; built again: ` +
        `${differences} differences; ${before.length} problems, with a changed byte of ${changed?.log}: ${
          after.join(", ")
        }`,
    };
  } finally {
    registerArchive(undefined);
  }
}

async function problemsOf(url: string): Promise<string[]> {
  const { problems } = await verify({ url, projections: FAULT_PROJECTIONS, checks: [ledgerCheck], full: true });
  return problems.map(({ where }) => where);
}

async function changeByte(path: string): Promise<void> {
  const bytes = await Deno.readFile(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await Deno.writeFile(path, bytes);
}

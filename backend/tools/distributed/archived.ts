import { createFiles } from "../../adapters/files/mod.ts";
import { ledgerAccounts } from "../../ledger/accounts.ts";
import { ledgerCheck } from "../../ledger/verify.ts";
import { archiveDue } from "../../store/archive/archive.ts";
import { registerArchive } from "../../store/archive/archive_files.ts";
import { forgetFrames } from "../../store/archive/cold.ts";
import { verify } from "../../store/chain/verify.ts";
import { rebuild } from "../../store/projections/rebuild.ts";
import { FAULT_PROJECTIONS, shardWords } from "../faults/workload.ts";
import type { Seen, Stage } from "./criteria.ts";

const MOST_BYTES_AN_EVENT = 150;

/**
 * Ranges that every shard has filled leave for files. What is built again from both parts of the log is what was there,
 * everything is proven, and one changed byte of an object is named. The writers have ended by now.
 */
export async function rangesArchived({ engine, database, load }: Stage): Promise<Seen> {
  const directory = await Deno.makeTempDir({ prefix: "orin_archive_" });
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
    await Deno.remove(directory, { recursive: true });
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

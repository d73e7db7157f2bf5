import { ADVISORY_LOCKS } from "../advisory_locks.ts";
import { shardOfLog } from "../log/event.ts";
import { connect, type Sql, type Transaction } from "../sql.ts";
import type { ArchiveFiles } from "./archive_files.ts";
import { ArchiveIndex } from "./archive_index.ts";
import { forgetIds } from "./forget_ids.ts";
import { ArchiveDiffers, type Manifest, manifestsOf, type Part, proveObject, writeObject } from "./object.ts";
import { isDue, KINDS, type Range, rangesNow } from "./ranges_due.ts";
import { inShortTries } from "./short_tries.ts";

export interface ArchiveOptions {
  /** The owner's connection string: the service itself may take nothing away. */
  readonly ownerUrl: string;
  readonly files: ArchiveFiles;
  /** A range may leave when its newest event is so old. */
  readonly afterDays: number;
  /** How the streams begin that are many and short, and that no decision reads. */
  readonly sparse: readonly string[];
  readonly now?: () => number;
  readonly log?: (line: string) => void;
  /** Hears what is done next; for tests. */
  readonly step?: (step: string) => Promise<void>;
}

/**
 * Moves every range that is due out of the database, the oldest first, and answers them. Each leaves in one transaction,
 * after its objects were read back whole and are what the chain says: a crash at any moment leaves it where it was, and
 * the next try takes an object that is finished. Of several processes one works; the others answer none. Throws what
 * stops it: a full disk, files that do not answer, an object that differs.
 */
export async function archiveDue(options: ArchiveOptions): Promise<Range[]> {
  const sql = connect(options.ownerUrl, { name: "orin archive", max: 1 });
  try {
    const left: Range[] = [];
    if (!await areSeparate(sql)) return left;
    for (const kind of KINDS) {
      for (let next = await archiveNext(sql, kind, options); next; next = await archiveNext(sql, kind, options)) {
        left.push(next);
        options.log?.(`Archived ${kind} from ${next.first} to ${next.last}`);
      }
    }
    await forgetIds(sql);
    return left;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** A database that was made before plays and money had tables of their own keeps everything. */
async function areSeparate(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ separate: boolean }[]>`select shards_are_separate() as separate`;
  return row?.separate ?? false;
}

/** Archives the oldest range of a kind that is due; undefined where none is, or another process is at it. */
async function archiveNext(sql: Sql, kind: Range["kind"], options: ArchiveOptions): Promise<Range | undefined> {
  const { files, afterDays, now = Date.now, step = async () => {} } = options;
  const done = await sql.begin(async (tx) => {
    const [lock] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.archive}) as taken`;
    if (!lock?.taken) return { range: undefined };
    const ranges = await rangesNow(tx, { afterDays, now: now() });
    const range = ranges.find((one) => one.kind === kind && isDue(one));
    if (!range) return { range };
    for (const { log, state, recordedTo = 0 } of range.logs) {
      if (state !== "due") continue;
      const part = { log, first: range.first, last: range.last };
      await step(`write ${log}`);
      const manifest = await finishedObject(tx, files, part) ?? await writeObject(tx, files, part);
      await step(`prove ${log}`);
      await enter(tx, { manifest, recordedTo, ...options });
    }
    await step(`leave ${kind}`);
    await inShortTries(
      tx,
      (inner) => inner`select leave_range(${`${kind}_events`}, ${range.first}, ${range.last + 1})`,
    );
    await step(`commit ${kind}`);
    return { range };
  });
  await step(`left ${kind}`);
  return done.range;
}

/** An object of an earlier try that is whole. One that is not is left where it is: it may be another database's. */
async function finishedObject(tx: Transaction, files: ArchiveFiles, part: Part): Promise<Manifest | undefined> {
  for await (const manifest of manifestsOf(files, part)) {
    try {
      for await (const _ of proveObject(tx, files, manifest));
      return manifest;
    } catch (error) {
      if (!(error instanceof ArchiveDiffers)) throw error;
    }
  }
  return undefined;
}

/** Reads an object back, proves it, and enters it with the ways into it. */
async function enter(
  tx: Transaction,
  { manifest, recordedTo, files, sparse }: ArchiveOptions & { manifest: Manifest; recordedTo: number },
): Promise<void> {
  const index = new ArchiveIndex(tx, manifest, sparse);
  for await (const frame of proveObject(tx, files, manifest)) await index.add(frame);
  await index.end();
  const { log, first, last, object, sha256, bytes, rawBytes } = manifest;
  await tx`
    insert into archived_ranges
      (shard, log, first_position, last_position, object, sha256, bytes, raw_bytes, recorded_to, sparse, pages)
    values (${shardOfLog(log)}, ${log}, ${first}, ${last}, ${object}, ${
    Buffer.from(sha256, "hex")
  }, ${bytes}, ${rawBytes},
      ${new Date(recordedTo)}, ${[...sparse]}, ${index.pages})`;
}

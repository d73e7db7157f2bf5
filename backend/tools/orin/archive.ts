import { createFiles } from "../../adapters/files/mod.ts";
import { ARCHIVE_DAYS, SPARSE_STREAMS } from "../../start/archive.ts";
import { archiveDue } from "../../store/archive/archive.ts";
import { archivedRanges, isDue, type LogRange, type RangeNow, rangesNow } from "../../store/archive/ranges_due.ts";
import { openTool } from "./tool.ts";

interface ArchiveOptions {
  readonly now?: boolean | undefined;
  readonly days?: number | undefined;
}

/**
 * `orin archive`: lists the ranges of events, where each is and what it takes. `now` moves those that are due out of
 * the database; `days` says how old their newest event must be, in place of `ARCHIVE_DAYS`.
 */
export async function listArchive({ now = false, days }: ArchiveOptions): Promise<void> {
  await using tool = await openTool();
  const { config, sql, ownerUrl } = tool;
  const afterDays = days ?? config.archiveDays ?? ARCHIVE_DAYS;
  if (now) {
    const files = createFiles(config.files);
    const left = await archiveDue({ ownerUrl, files, afterDays, sparse: SPARSE_STREAMS, log: console.log });
    if (left.length === 0) console.log("Nothing is due, or another process is at it.");
  }
  for (const { log, first, last, bytes, rawBytes, object } of await archivedRanges(sql)) {
    console.log(`${span(first, last)} of ${log}: archived, ${size(bytes)} of ${size(rawBytes)}, ${object}`);
  }
  for (const range of await rangesNow(sql, { afterDays, now: Date.now() })) console.log(describe(range, afterDays));
  if (config.archiveDays === undefined) {
    console.log("Nothing leaves by itself: ARCHIVE_DAYS is not set (docs/operating/restore.md)");
  }
}

const WORDS: Record<LogRange["state"], string> = {
  before: "has no events there yet",
  open: "still grows",
  unsealed: "waits for the chain",
  young: "is too young",
  waiting: "waits for an earlier range",
  due: "is due",
  archived: "is archived",
};

function describe(range: RangeNow, afterDays: number): string {
  const states = range.logs.map(({ log, state }) => `${log} ${WORDS[state]}`).join(", ");
  const due = isDue(range) ? `, may leave (${afterDays} days)` : "";
  return `${span(range.first, range.last)} of ${range.kind}: in the database, ${size(range.bytes)}${due}: ${states}`;
}

function span(first: number, last: number): string {
  return `${first.toLocaleString("en")} to ${last.toLocaleString("en")}`;
}

function size(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

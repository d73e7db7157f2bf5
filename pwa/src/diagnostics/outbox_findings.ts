import { formatDateTime, formatDuration, plural } from "../lib/format.ts";
import type { OutboxSnapshot } from "../outbox/snapshot.ts";
import type { Finding } from "./checks.ts";

/** What waits on this device, and how the last sending went. */
export function outboxFindings(outbox: OutboxSnapshot | undefined): Finding[] {
  if (!outbox) return [{ name: "Outbox", value: "Not open", isBad: true }];
  const { waiting, waitingMs, blocked, dead, othersWaiting, lastFlush, clockOffsetMs, storageFailed } = outbox;
  const { writes, refusedWrites, othersWrites } = outbox;
  return [
    { name: "Waiting", value: `${plural(waiting, "play")}, ${formatDuration(waitingMs / 1_000)} of listening` },
    { name: "Waiting for a log-in", value: String(blocked), isBad: blocked > 0 },
    { name: "Waiting of other people", value: String(othersWaiting) },
    { name: "Refused", value: String(dead.length), isBad: dead.length > 0 },
    { name: "Changes waiting", value: String(writes.length) },
    { name: "Changes of other people", value: String(othersWrites) },
    { name: "Changes refused", value: String(refusedWrites.length), isBad: refusedWrites.length > 0 },
    { name: "Last sent", value: lastFlush ? formatDateTime(lastFlush.at) : "Not since this page was opened" },
    { name: "Clock", value: clockText(clockOffsetMs) },
    { name: "Can store", value: storageFailed ? "No" : "Yes", isBad: storageFailed },
  ];
}

function clockText(offsetMs: number | undefined): string {
  if (offsetMs === undefined) return "Not compared yet";
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  return seconds < 2 ? "Right" : `${plural(seconds, "second")} ${offsetMs > 0 ? "behind" : "ahead"}`;
}

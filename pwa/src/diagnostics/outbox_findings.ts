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
    { name: "Waiting for you to log in", value: String(blocked), isBad: blocked > 0 },
    { name: "Other people's plays waiting", value: String(othersWaiting) },
    { name: "Refused", value: String(dead.length), isBad: dead.length > 0 },
    { name: "Changes waiting", value: String(writes.length) },
    { name: "Other people's changes waiting", value: String(othersWrites) },
    { name: "Changes refused", value: String(refusedWrites.length), isBad: refusedWrites.length > 0 },
    { name: "Last sent", value: lastFlush ? formatDateTime(lastFlush.at) : "Not since you opened this page" },
    { name: "Clock", value: clockText(clockOffsetMs) },
    { name: "Storage works", value: storageFailed ? "No" : "Yes", isBad: storageFailed },
  ];
}

function clockText(offsetMs: number | undefined): string {
  if (offsetMs === undefined) return "Not checked yet";
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  return seconds < 2 ? "Correct" : `${plural(seconds, "second")} ${offsetMs > 0 ? "behind" : "ahead"}`;
}

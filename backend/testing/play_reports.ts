import { lagosDay } from "../contract/policy.ts";
import { newId } from "../contract/ids.ts";
import type { PlayReported } from "../listening/report/events.ts";

/** The first report of a counted minute, credited and paid in full. */
export function playReport(more: Partial<PlayReported["data"]> & { readonly trackId: string }): PlayReported {
  const { startedAt = Date.UTC(2026, 5, 1, 12), listenedMs = 60_000, creditedMs = listenedMs } = more;
  const units = Math.floor(creditedMs / 3_000);
  return {
    type: "PlayReported",
    data: {
      playId: newId(),
      listenerId: newId(),
      report: 1,
      startedAt,
      skewMs: 0,
      day: lagosDay(startedAt),
      listenedMs,
      creditedMs,
      newCreditedMs: creditedMs,
      units,
      newUnits: units,
      poolDay: lagosDay(startedAt),
      spans: [[startedAt, startedAt + creditedMs]],
      counted: true,
      newlyCounted: true,
      status: "accepted",
      policyVersion: 1,
      offline: false,
      serverMade: false,
      ...more,
    },
  };
}

import type { CaseFile } from "@contract/cases.ts";
import { formatDate, formatHours, plural } from "../../lib/format.ts";

type Listening = CaseFile["listening"];

const SHOWN = 14;
const DAY_SECONDS = 86_400;

/** Listening of each day against the 24 hours of the clock: what was reported, and in it what was credited. */
export function DayBars({ days, older }: { days: Listening["days"]; older: Listening["olderDays"] }) {
  const more = days.length - SHOWN + older.days;
  return (
    <>
      <p className="mb-2 text-xs text-ink-soft">
        A full bar is 24 hours. Light: reported. Dark: credited.
      </p>
      <ul className="flex flex-col gap-2">
        {days.slice(0, SHOWN).map(({ day, hours, claimedSeconds, creditedSeconds }) => (
          <li key={day} className="text-sm">
            <div className="flex flex-wrap justify-between gap-x-3">
              <span>{formatDate(day)}</span>
              <span className="text-xs text-ink-soft tabular-nums">
                {formatHours(claimedSeconds)} reported, {formatHours(creditedSeconds)} credited, in{" "}
                {plural(hours, "hour")} of the day
              </span>
            </div>
            <div aria-hidden="true" className="relative mt-1 h-2 overflow-hidden rounded-full bg-ink/10">
              <div className="absolute inset-y-0 left-0 bg-primary/45" style={{ width: shareOf(claimedSeconds) }} />
              <div className="absolute inset-y-0 left-0 bg-primary" style={{ width: shareOf(creditedSeconds) }} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-xs text-ink-soft">and {plural(more, "earlier day")}</p>}
    </>
  );
}

function shareOf(seconds: number): string {
  return `${Math.min(100, (seconds / DAY_SECONDS) * 100).toFixed(1)}%`;
}

import type { CreatorSeries } from "@contract/creator.ts";
import { Info } from "lucide-react";
import { formatDate, plural } from "../lib/format.ts";

const MOST_DAYS = 12;

/** Plays without a listener that we removed: when, and of which songs. */
export function RemovedPlays({ removed }: Pick<CreatorSeries, "removed">) {
  const days = [...Map.groupBy(removed, ({ removedOn }) => removedOn)].slice(0, MOST_DAYS);
  if (days.length === 0) return null;
  return (
    <section aria-labelledby="removed-plays" className="rounded-lg bg-info-soft p-4 text-sm">
      <h3 id="removed-plays" className="mb-2 flex items-center gap-2 text-base font-semibold">
        <Info aria-hidden="true" size={20} className="shrink-0 text-info" />
        Removed plays
      </h3>
      <ul className="flex flex-col gap-3">
        {days.map(([day, tracks]) => {
          const all = tracks.reduce((sum, { plays }) => sum + plays, 0);
          return (
            <li key={day}>
              {plural(all, "play")} from accounts that did not listen {all === 1 ? "was" : "were"} removed on{" "}
              {formatDate(day)}.
              <ul className="mt-1 text-ink-soft">
                {tracks.map(({ _id, title, plays }) => (
                  <li key={_id} className="flex justify-between gap-3">
                    <span className="min-w-0 wrap-anywhere">{title}</span>
                    <span className="shrink-0 tabular-nums">{plural(plays, "play")}</span>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

import type { CreatorSeries } from "@contract/creator.ts";
import type { ReactNode } from "react";
import { formatHours, plural } from "../lib/format.ts";
import { reasonWords, sourceWords } from "./words.ts";

/** Where plays come from, how much of it the keenest listen, and why some plays do not count. */
export function Breakdown({ series: { sources, reasons, topListeners } }: { series: CreatorSeries }) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Lines title="Where plays come from" empty="No plays yet">
        {sources.map((one) => (
          <Line
            key={one.source}
            name={sourceWords(one.source)}
            value={plural(one.plays, "play")}
          />
        ))}
      </Lines>
      <Lines title="Top listeners" empty="Nobody yet">
        {topListeners.map(({ listeners, seconds }, place, all) => (
          <Line key={place} name={listenersWords(listeners, place, all)} value={formatHours(seconds)} />
        ))}
      </Lines>
      <Lines title="What does not count" empty="Everything counts">
        {reasons.map((one) => (
          <Line
            key={one.reason}
            name={reasonWords(one.reason)}
            value={`${plural(one.plays, "play")}, ${formatHours(one.seconds)}`}
          />
        ))}
      </Lines>
    </div>
  );
}

/** The first sum is of those who listen longest; where there is no other, it is of everyone. */
function listenersWords(listeners: number, place: number, { length }: CreatorSeries["topListeners"]): string {
  if (place > 0) return plural(listeners, "other listener");
  return length === 1 ? plural(listeners, "listener") : `Your top ${listeners} listeners`;
}

function Lines({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-base font-semibold">{title}</h3>
      {children.length === 0
        ? <p className="text-sm text-ink-soft">{empty}</p>
        : <ul className="flex flex-col gap-2 text-sm">{children}</ul>}
    </section>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 break-words">{name}</span>
      <span className="shrink-0 text-ink-soft tabular-nums">{value}</span>
    </li>
  );
}

import type { ReactNode } from "react";
import type { InsightGroups } from "@contract/insights.ts";
import { formatFullCount } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { daysWords } from "./insight_words.ts";

interface GroupCardProps {
  title: string;
  /** What those are called who do not say. */
  notSaid: string;
  /** Why nothing is shown. */
  empty: string;
  /** Where it comes from. */
  origin: string;
  groups: InsightGroups | null;
}

/** Listeners in groups. What one person does can be read from none of them. */
export function GroupCard({ title, notSaid, empty, origin, groups }: GroupCardProps) {
  return (
    <Card>
      <h2 className="mb-3 text-xl">{title}</h2>
      {groups === null ? <p className="text-sm text-ink-soft">{empty}</p> : (
        <>
          <BarList
            bars={groups.groups.map(({ name, listeners }) => ({
              key: name,
              name: name || notSaid,
              size: listeners,
              value: `about ${formatFullCount(listeners)}`,
            }))}
          />
          <p className="mt-4 text-xs text-ink-soft">
            Counted listeners of all your songs, {daysWords(groups)}, rounded to fives. {origin}{" "}
            Groups of fewer than five people are not shown. These figures stay as you saw them first.{" "}
            {groups.isSample && "Taken from a sample of your listeners."}
          </p>
        </>
      )}
    </Card>
  );
}

interface Bar {
  key: string;
  name: ReactNode;
  /** What the bar's length shows. */
  size: number;
  value: ReactNode;
}

/** Names with their values, and a bar behind each that shows how large it is beside the largest. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const largest = Math.max(1, ...bars.map(({ size }) => size));
  return (
    <ul className="flex flex-col gap-2.5 text-sm">
      {bars.map(({ key, name, size, value }) => (
        <li key={key}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 break-words">{name}</span>
            <span className="text-ink-soft tabular-nums">{value}</span>
          </div>
          <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-ink/8">
            <div className="h-full rounded-full bg-accent" style={{ width: `${Math.round(size * 100 / largest)}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}

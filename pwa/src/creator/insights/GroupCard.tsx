import type { InsightGroups } from "@contract/insights.ts";
import { formatFullCount } from "../../lib/format.ts";
import { Card } from "../../ui/Card.tsx";
import { BarList } from "./BarList.tsx";
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

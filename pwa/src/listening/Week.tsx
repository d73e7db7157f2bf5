import type { ListeningDay } from "@contract/listening_days.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Flame } from "lucide-react";
import { Link } from "react-router-dom";
import { listeningDaysQuery } from "../data/listening.ts";
import { formatDuration, plural } from "../lib/format.ts";
import { classNames } from "../ui/class_names.ts";
import { paceText } from "./earning_words.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { useEarning } from "./use_earning.ts";

/** A day counts from half a minute on, as the service counts it. */
const DAY_COUNTS_MS = 30_000;

/** How the week went. A day without listening says nothing. */
export function WeekCard() {
  const { data: days } = useQuery(listeningDaysQuery);
  const { earning } = useEarning();
  return (
    <section aria-labelledby="week" className="rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="week" className="flex items-center gap-2 text-lg">
          <Flame aria-hidden="true" size={18} className="text-accent" />
          {days && days.run > 1 ? `${plural(days.run, "day")} in a row` : "Your week"}
        </h2>
        {days && days.longestRun > Math.max(1, days.run) && (
          <p className="text-sm text-ink-soft">Your longest: {plural(days.longestRun, "day")}</p>
        )}
      </div>
      <ol className="mt-3 flex min-h-14 justify-between gap-1">
        {days?.days.map((day) => <Day key={day.day} day={day} />)}
      </ol>
      {/* The pace comes with its own call: its line is kept. */}
      <p className="mt-3 min-h-5 text-sm text-ink-soft">{earning && paceText(earning, days?.tokensPerDay)}</p>
      <p className="mt-1 text-sm">
        <Link to="/month" className="font-semibold text-accent underline-offset-4 hover:underline">
          Your month in review
        </Link>
      </p>
    </section>
  );
}

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });
const fullWeekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

function Day({ day: { day, heardMs, tokens } }: { day: ListeningDay }) {
  const isHeard = heardMs >= DAY_COUNTS_MS;
  const date = new Date(`${day}T00:00:00Z`);
  const said = heardMs > 0 ? `${formatDuration(heardMs / 1_000)} heard, ${tokensWithNaira(tokens)}` : "no listening";
  return (
    <li className="flex min-w-0 flex-1 flex-col items-center gap-1" title={said}>
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-8 place-items-center rounded-full",
          isHeard ? "bg-primary text-on-primary" : "border border-line-strong",
        )}
      >
        {isHeard && <Check size={16} strokeWidth={3} />}
      </span>
      <span aria-hidden="true" className="text-xs text-ink-soft">{weekday.format(date)}</span>
      <span className="sr-only">{fullWeekday.format(date)}: {said}</span>
    </li>
  );
}

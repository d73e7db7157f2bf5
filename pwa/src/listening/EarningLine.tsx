import { Coins } from "lucide-react";
import { Fragment, useEffect } from "react";
import { Link } from "react-router-dom";
import type { Earning } from "@contract/earning.ts";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useOnline } from "../lib/connection.ts";
import { plural, startOfToday } from "../lib/format.ts";
import { classNames } from "../ui/class_names.ts";
import { Progress } from "../ui/Progress.tsx";
import { getSession } from "../lib/session.ts";
import { createStore, useStore } from "../lib/store.ts";
import { livePlay } from "../player/live_play.ts";
import { announce } from "../ui/live_region.ts";
import { dayOverText, earningWords, isDayOver } from "./earning_words.ts";
import { useEarning } from "./use_earning.ts";

interface EarningLineProps {
  className?: string;
  /** Its links take the place of what is open over the page. */
  replaces?: boolean;
}

/**
 * What a member has earned today, what is left and what comes next: one sentence, the same everywhere. It grows while
 * a song plays. Its room is kept until it is known; nothing shows for visitors, and where it failed.
 */
export function EarningLine({ className, replaces = false }: EarningLineProps) {
  const { earning, isFailed } = useEarning();
  const over = useDayOver(earning);
  const waiting = useWaiting();
  if (!earning) return isFailed ? null : <div className={classNames("min-h-14", className)} />;
  const { today, goal, level, pool } = earningWords(earning);
  const parts = [
    ["/earnings", today],
    ["/withdraw-tokens", goal],
    ...(level === undefined ? [] : [["/settings/level", level] as const]),
    ...(waiting === undefined ? [] : [["/earnings", waiting] as const]),
  ] as const;
  return (
    <section aria-label="What you earn" className={classNames("flex flex-col gap-1.5 text-sm", className)}>
      <p className="flex gap-2">
        <Coins aria-hidden="true" size={18} className="mt-px shrink-0 text-accent" />
        <span className="tabular-nums">
          {parts.map(([to, words], index) => (
            // A line may break after the dot alone.
            <Fragment key={index}>
              {index > 0 && " "}
              <span className="inline-block">
                <Link to={to} replace={replaces} className="underline-offset-4 hover:underline">{words}</Link>
                {index < parts.length - 1 && " ·"}
              </span>
            </Fragment>
          ))}
        </span>
      </p>
      <Progress
        label="Earned today"
        value={earning.today.earned}
        max={earning.today.limit}
        text={today}
      />
      {(over ?? pool) && <p className={over ? "font-medium text-accent" : "text-ink-soft"}>{over ?? pool}</p>}
    </section>
  );
}

/** Today's part of it in the mini player, with a meter; the whole sentence where that opens. */
export function ShortEarningLine() {
  const { earning } = useEarning();
  const over = useDayOver(earning);
  if (!earning) return null;
  const { earned, limit } = earning.today;
  if (over) return <span className="line-clamp-4 font-medium text-accent">{over}</span>;
  return (
    // It changes every few seconds: Now Playing says it to screen readers when they ask.
    <span aria-hidden="true" className="block text-ink-soft tabular-nums">
      <span className="line-clamp-2">{earningWords(earning).today}</span>
      {!isDayOver(earning) && (
        <span className="mt-0.5 block h-0.5 w-28 max-w-full overflow-hidden rounded-full bg-ink/15">
          <span
            className="block size-full origin-left bg-accent"
            style={{ transform: `scaleX(${limit > 0 ? earned / limit : 1})` }}
          />
        </span>
      )}
    </span>
  );
}

/** Plays that wait for a network: what they earn is not known before. */
function useWaiting(): string | undefined {
  const waiting = useOutboxSnapshot()?.waiting ?? 0;
  const isOnline = useOnline();
  return isOnline || waiting === 0 ? undefined : `${plural(waiting, "play")} waiting for a network`;
}

const KEY = "orin.day-over";
const SHOWN_MS = 30_000;

const shown = createStore<string | undefined>(undefined);

/** Says, once a day and while one listens, that the day gives nothing more; the text for as long as it is new. */
function useDayOver(earning: Earning | undefined): string | undefined {
  const isHeard = useStore(livePlay) !== undefined;
  const text = isHeard && earning && isDayOver(earning) ? dayOverText(earning) : undefined;
  useEffect(() => {
    if (text !== undefined) sayOnce(text);
  }, [text]);
  return useStore(shown);
}

function sayOnce(text: string): void {
  const day = `${getSession()?.userId} ${startOfToday()}`;
  if (localStorage.getItem(KEY) === day) return;
  localStorage.setItem(KEY, day);
  announce(text);
  shown.set(text);
  setTimeout(() => shown.set(undefined), SHOWN_MS);
}

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { PlayHistoryEntry, PlayStatus } from "@contract/listening.ts";
import type { PlayHistory } from "@contract/listening.ts";
import { reasonText } from "@contract/play_reasons.ts";
import { formatDate, formatDateTime, formatTime, formatTokens } from "../lib/format.ts";
import { settlementText } from "../lib/settling_words.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Cover } from "../ui/Cover.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Duration } from "../ui/Duration.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import { classNames } from "../ui/class_names.ts";

/** The listening history by days. A press on a play opens its receipt. */
export function PlayHistoryList({ history }: { history: UseInfiniteQueryResult<InfiniteData<PlayHistory>> }) {
  const [opened, setOpened] = useState<PlayHistoryEntry>();
  const plays = history.data?.pages.flatMap((page) => page.playHistory) ?? [];
  if (plays.length === 0) return <NoPlays />;
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-xl">Listening history</h2>
      {byDay(plays).map(([day, entries]) => (
        <div key={day} className="mb-5">
          <h3 className="mb-1 text-sm font-semibold tracking-normal text-ink-soft">{dayName(day)}</h3>
          <ul className="-mx-2">
            {entries.map((entry) => <Row key={entry._id} entry={entry} onOpen={() => setOpened(entry)} />)}
          </ul>
        </div>
      ))}
      {history.hasNextPage && (
        <div className="flex justify-center">
          <Button
            variant="quiet"
            busy={history.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void history.fetchNextPage()}
          >
            Show older plays
          </Button>
        </div>
      )}
      {opened && <Receipt entry={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

function Row({ entry, onOpen }: { entry: PlayHistoryEntry; onOpen(): void }) {
  const { trackId: track, status, tokensEarned } = entry;
  return (
    <li className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex min-h-16 w-full items-center gap-3 rounded-lg px-2 text-left -outline-offset-2 transition-colors hover:bg-ink/6"
      >
        <Cover src={track.coverImageUrl} seed={track._id} size={48} className="shrink-0 rounded-md" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{track.title}</span>
          <span className="block truncate text-sm text-ink-soft">
            {track.artist}
            <span className="sr-only">, played at</span> · {formatTime(entry.playedAt)}
          </span>
        </span>
        <span className="text-right text-sm">
          <span
            className={classNames(
              "block font-semibold tabular-nums",
              tokensEarned > 0 ? "text-success" : "text-ink-soft",
            )}
          >
            {tokensEarned > 0 ? `+${formatTokens(tokensEarned)}` : formatTokens(0)}
            <span className="sr-only">tokens</span>
          </span>
          <span className="block text-xs text-ink-faint">
            {status === "accepted" ? `${entry.durationPlayed.toFixed(2)} min` : "See why"}
          </span>
        </span>
      </button>
    </li>
  );
}

function NoPlays() {
  return (
    <EmptyState
      title="No plays yet"
      text="Listen to a song for half a minute to earn your first tokens."
      action={<ButtonLink to="/songs">Stream & Earn</ButtonLink>}
    />
  );
}

function byDay(plays: readonly PlayHistoryEntry[]): [string, PlayHistoryEntry[]][] {
  const days = new Map<string, PlayHistoryEntry[]>();
  for (const play of plays) {
    const day = formatDate(play.playedAt);
    days.set(day, [...(days.get(day) ?? []), play]);
  }
  return [...days];
}

function dayName(day: string): string {
  if (day === formatDate(Date.now())) return "Today";
  return day === formatDate(Date.now() - 24 * 3_600_000) ? "Yesterday" : day;
}

interface ReceiptProps {
  entry: PlayHistoryEntry;
  onClose(): void;
}

/** The receipt of one play: what was heard, what of it was credited, and why not all of it. */
function Receipt({ entry, onClose }: ReceiptProps) {
  const { trackId: track, status, reason } = entry;
  const why = reasonText(reason);
  return (
    <Dialog open title="Receipt" onClose={onClose}>
      <div className="flex items-center gap-4">
        <Cover src={track.coverImageUrl} seed={track._id} size={64} className="shrink-0 rounded-md" />
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">
            <Link to={`/track/${track._id}`} className="underline-offset-4 hover:underline">{track.title}</Link>
          </p>
          <p className="truncate text-sm text-ink-soft">{track.artist}</p>
        </div>
      </div>
      <dl className="flex flex-col gap-2.5 border-y border-dashed border-line-strong py-4 text-sm">
        <Line name="Played">{formatDateTime(entry.playedAt)}</Line>
        <Line name="Listened">
          <Duration seconds={entry.listenedMs / 1_000} />
        </Line>
        <Line name="Credited">
          <Duration seconds={entry.creditedMs / 1_000} />
        </Line>
        <Line name="Status">{statusText(status)}</Line>
        <Line name="Heard">{entry.offline ? "From a copy saved on your device" : "Over the network"}</Line>
        <Line name="Rules">
          <Link to="/policy" className="font-semibold text-accent underline-offset-4 hover:underline">
            Version {entry.policyVersion}
          </Link>
        </Line>
      </dl>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">Tokens earned</span>
        <Tokens amount={entry.tokensEarned} withNaira className="text-2xl font-extrabold" />
      </p>
      {entry.settlement && (
        <p className="rounded-lg bg-info-soft px-4 py-3 text-sm">{settlementText(entry.settlement)}</p>
      )}
      {why && <p className="rounded-lg bg-info-soft px-4 py-3 text-sm">{why}</p>}
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}

/** What became of a play, in a word or two. */
function statusText(status: PlayStatus): string {
  switch (status) {
    case "accepted":
      return "Earned in full";
    case "capped":
      return "Earned in part";
    case "duplicate":
      return "Already counted";
    case "refused":
      return "Not counted";
    default:
      return status satisfies never;
  }
}

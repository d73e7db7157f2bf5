import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Check, CloudUpload, Flame, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ListeningDay } from "@contract/listening_days.ts";
import { reasonText } from "@contract/play_reasons.ts";
import type { WithdrawalSummary } from "@contract/wallet.ts";
import { listeningDaysQuery, playHistoryQuery } from "../data/listening.ts";
import { useWalletSummary } from "../data/wallet.ts";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useOnline } from "../lib/connection.ts";
import { formatDateTime, formatDuration, formatFullCount, plural, spokenDuration } from "../lib/format.ts";
import { nairaOf, tokensWithNaira } from "../lib/naira.ts";
import { loginPath } from "../lib/session.ts";
import { settlingText } from "../lib/settling_words.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import type { OutboxSnapshot } from "../outbox/snapshot.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Banner } from "../ui/Banner.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import { buttonClass } from "../ui/button_class.ts";
import { classNames } from "../ui/class_names.ts";
import { EarningLine } from "./EarningLine.tsx";
import { PlayHistoryList } from "./PlayHistoryList.tsx";
import { WaitingChanges } from "./WaitingChanges.tsx";
import { useRefreshOnReward } from "./api.ts";
import { paceText } from "./earning_words.ts";
import { useEarning } from "./use_earning.ts";

const FAILURE = "Failed to load your earnings data. Please try again later.";

/** `/earnings`: earned tokens, plays that wait on this device, every play's receipt. Never guesses money. `level` is above all, `actions` are below the figures. */
export function Earnings({ actions, level }: { actions?: ReactNode; level?: ReactNode }) {
  return (
    <>
      <PageHeader title="Your Earnings" subtitle="Every token, and the play it came from." />
      <div className="flex flex-col gap-8">
        {level}
        <EarningStates actions={actions} />
      </div>
    </>
  );
}

function EarningStates({ actions }: { actions: ReactNode }) {
  useRefreshOnReward();
  const isOnline = useOnline();
  const summary = useWalletSummary();
  const history = useInfiniteQuery(playHistoryQuery);
  const savedAt = useSavedAt(summary);
  if (summary.data && history.data) {
    return (
      <>
        <SavedNote what="figures" savedAt={savedAt} />
        <Totals summary={summary.data} playCount={history.data.pages[0]?.playCount} />
        <EarningLine />
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="quiet" to="/statement">Statement</ButtonLink>
          {actions}
        </div>
        <WeekCard />
        <Incoming />
        <PlayHistoryList history={history} />
      </>
    );
  }
  const failed = [summary, history].filter((query) => query.isError);
  if (failed.length === 0) {
    return (
      <>
        <Skeleton shape="figures" count={4} label="Loading your earnings..." />
        <Incoming />
        <Skeleton shape="rows" label="Loading your plays..." />
      </>
    );
  }
  return (
    <>
      <Incoming />
      <ErrorState
        message={FAILURE}
        detail={isOnline ? undefined : "You are offline. Orin keeps your plays on this device and counts them later."}
        busy={failed.some((query) => query.isFetching)}
        onRetry={() => failed.forEach((query) => void query.refetch())}
      />
    </>
  );
}

interface TotalsProps {
  summary: WithdrawalSummary;
  /** All plays of the listener. */
  playCount: number | undefined;
}

/** The four figures; the one that can be withdrawn is the largest, with the way to do so. */
function Totals({ summary, playCount }: TotalsProps) {
  return (
    // Measured in letters: large ones get fewer columns.
    <div className="@container flex flex-col gap-3">
      <div className="relative isolate flex flex-wrap items-end justify-between gap-4 overflow-hidden rounded-xl bg-dye p-5 text-on-dye sm:p-6">
        <AdireCloth
          seed="available balance"
          className="-z-10 text-on-dye opacity-10 mask-[linear-gradient(to_left,black,transparent)]"
        />
        <dl className="min-w-0">
          <dt className="text-sm font-semibold">Available Balance</dt>
          <dd className="mt-1 text-4xl font-extrabold tracking-tight">
            <Tokens amount={summary.availableBalance} />
            <span className="ml-2 text-base font-semibold tracking-normal">tokens</span>
          </dd>
          <dd className="mt-1 font-semibold">{nairaOf(summary.availableBalance)}</dd>
          {summary.settlingBalance > 0 && <dd className="mt-2 text-sm">{settlingText(summary)}</dd>}
        </dl>
        <ButtonLink to="/withdraw-tokens" className="bg-on-dye! text-dye!">Redeem Tokens</ButtonLink>
      </div>
      <dl className="figure-grid @2xl:grid-cols-3">
        <Figure name="Total tokens earned" naira={nairaOf(summary.totalEarned)}>
          <Tokens amount={summary.totalEarned} />
        </Figure>
        <Figure name="Pending amount" naira={nairaOf(summary.pendingWithdrawal)}>
          <Tokens amount={summary.pendingWithdrawal} />
        </Figure>
        <Figure name="Tracks played" className="@max-2xl:col-span-full @max-2xl:flex-row @max-2xl:items-baseline">
          {playCount === undefined ? "–" : formatFullCount(playCount)}
        </Figure>
      </dl>
    </div>
  );
}

interface FigureProps {
  name: string;
  naira?: string;
  className?: string;
  children: ReactNode;
}

function Figure({ name, naira, className = "", children }: FigureProps) {
  return (
    <div
      className={`flex flex-col justify-between gap-1 rounded-xl border border-line bg-surface p-4 sm:p-5 ${className}`}
    >
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-2xl font-bold tracking-tight tabular-nums">{children}</dd>
      {naira && <dd className="text-sm text-ink-soft tabular-nums">{naira}</dd>}
    </div>
  );
}

/** A day counts from half a minute on, as the service counts it. */
const DAY_COUNTS_MS = 30_000;

/** How the week went. A day without listening says nothing. */
function WeekCard() {
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

/** What this device has not handed in yet, what came of the last that it did, and what was refused. */
function Incoming() {
  const outbox = useOutboxSnapshot();
  if (!outbox) return null;
  return (
    <>
      {outbox.storageFailed && (
        <Banner tone="error">
          This device has no space to store your plays. Free some space and keep this page open.
        </Banner>
      )}
      {outbox.waiting > 0 && <Waiting outbox={outbox} />}
      {outbox.waiting === 0 && outbox.earnedSince > 0 && <CameIn outbox={outbox} />}
      {outbox.dead.length > 0 && <Refused outbox={outbox} />}
      <WaitingChanges outbox={outbox} />
    </>
  );
}

function Waiting({ outbox: { waiting, waitingMs, blocked } }: { outbox: OutboxSnapshot }) {
  const isOnline = useOnline();
  const seconds = waitingMs / 1_000;
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line-strong bg-surface p-4 sm:p-5">
      <CloudUpload aria-hidden="true" size={28} className="shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base font-semibold tracking-normal">
          {plural(waiting, "play")} waiting, <span aria-hidden="true">{formatDuration(seconds)}</span>
          <span className="sr-only">{spokenDuration(seconds)}</span> of listening
        </h2>
        <p className="text-sm text-ink-soft">
          {blocked > 0
            ? "Log in again to send them. Nothing gets lost."
            : isOnline
            ? "Sending now. You will see what you earned once Orin has counted them."
            : "They are safe on this device. Orin sends them when you are back online and shows what you earned."}
        </p>
      </div>
      {blocked > 0 && <Link to={loginPath()} className={buttonClass("primary", "small")}>Log in</Link>}
    </section>
  );
}

function CameIn({ outbox: { earnedSince, receipts } }: { outbox: OutboxSnapshot }) {
  const gains = receipts.filter((receipt) => receipt.gainedUnits > 0);
  const newest = gains[0];
  return (
    <Banner tone="success">
      <strong>{tokensWithNaira(earnedSince)}</strong> earned since you opened Orin
      {newest && `, most recently with ${newest.track.title}`}.
    </Banner>
  );
}

function Refused({ outbox: { dead } }: { outbox: OutboxSnapshot }) {
  return (
    <details className="rounded-xl border border-line bg-surface">
      <summary className="flex min-h-12 items-center gap-3 rounded-xl px-4 py-3 text-sm font-semibold">
        <TriangleAlert aria-hidden="true" size={20} className="shrink-0 text-danger" />
        {plural(dead.length, "play was", "plays were")} not counted
      </summary>
      <ul className="flex flex-col gap-3 border-t border-line p-4 text-sm">
        {dead.map((row) => (
          <li key={row.id}>
            <span className="font-semibold">{row.track.title}</span>
            <span className="text-ink-soft">by {row.track.artist}, {formatDateTime(row.createdAt)}</span>
            <p className="text-ink-soft">{reasonText(row.lastError)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

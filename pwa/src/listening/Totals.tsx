import type { WithdrawalSummary } from "@contract/wallet.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import { formatFullCount } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { settlingText } from "../lib/settling_words.ts";
import type { ReactNode } from "react";

interface TotalsProps {
  summary: WithdrawalSummary;
  /** All plays of the listener. */
  playCount: number | undefined;
}

/** The four figures; the one that can be withdrawn is the largest, with the way to do so. */
export function Totals({ summary, playCount }: TotalsProps) {
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

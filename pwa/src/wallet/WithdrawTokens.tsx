import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, CircleAlert, Clock, Hourglass, Landmark, type LucideIcon, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { WithdrawalSummary } from "@contract/wallet.ts";
import { banksQuery, useWalletSummary } from "../data/wallet.ts";
import { useOnline } from "../lib/connection.ts";
import { nairaOf, tokensWithNaira } from "../lib/naira.ts";
import { settlingText } from "../lib/settling_words.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { BackLink } from "../ui/BackLink.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import { WithdrawForm } from "./WithdrawForm.tsx";
import { WithdrawalList } from "./WithdrawalList.tsx";

const FAILURE = "Failed to load withdrawal data. Please try again later.";

/** `/withdraw-tokens`: from tokens to a bank account. `level` says what the account needs to be paid, `goal` how far it is. */
export function WithdrawTokens({ level, goal }: { level?: ReactNode; goal?: ReactNode }) {
  return (
    <>
      <PageHeader
        title="Withdraw Tokens"
        subtitle="Send the money you earned by listening to your bank."
        before={<BackLink to="/earnings">Back to Earnings</BackLink>}
      />
      <WithdrawStates level={level} goal={goal} />
    </>
  );
}

function WithdrawStates({ level, goal }: { level: ReactNode; goal: ReactNode }) {
  const isOnline = useOnline();
  const summary = useWalletSummary();
  const banks = useQuery(banksQuery);
  const savedAt = useSavedAt(summary);
  const failed = [summary, banks].filter((query) => query.isError && !query.data);
  const failure = failed.length > 0 && (
    <ErrorState
      message={FAILURE}
      detail={isOnline ? undefined : "You are offline."}
      busy={failed.some((query) => query.isFetching)}
      onRetry={() => failed.forEach((query) => void query.refetch())}
    />
  );
  if (!summary.data) return failure || <Skeleton shape="figures" count={2} label="Loading your Available Balance..." />;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-8">
      <div className="flex min-w-0 flex-col gap-6">
        {savedAt !== undefined && <SavedNote what="figures" savedAt={savedAt} />}
        {level}
        <Balance summary={summary.data} />
        {goal}
        {banks.data
          ? <WithdrawForm summary={summary.data} banks={banks.data} />
          : failure || <Skeleton shape="fields" count={3} label="Loading banks..." />}
      </div>
      <WithdrawalList />
    </div>
  );
}

/** What can be withdrawn, withdrawals on their way, and the minimum. */
function Balance({ summary }: { summary: WithdrawalSummary }) {
  const { availableBalance, settlingBalance, pendingWithdrawal, minimumWithdrawal, month, owed = 0, held } = summary;
  return (
    <section
      aria-labelledby="balance"
      className="relative isolate overflow-hidden rounded-xl bg-dye p-5 text-on-dye sm:p-6"
    >
      <AdireCloth
        seed="available balance"
        className="-z-10 text-on-dye opacity-10 mask-[linear-gradient(to_left,black,transparent)]"
      />
      <h2 id="balance" className="text-sm font-semibold tracking-normal">Available Balance</h2>
      <p className="mt-1 text-4xl font-extrabold tracking-tight">
        <Tokens amount={availableBalance} />
        <span className="ml-2 text-base font-semibold tracking-normal">tokens</span>
      </p>
      <p className="mt-1 font-semibold">{nairaOf(availableBalance)}</p>
      {settlingBalance > 0 && <Line icon={Clock}>{settlingText(summary)}</Line>}
      {owed > 0 && (
        <Line icon={CircleAlert}>
          You owe Orin {tokensWithNaira(owed)}. What comes in pays that first, then you can withdraw again.
        </Line>
      )}
      {held && <Line icon={ShieldCheck}>{held.text} You can ask for a withdrawal: it is paid after that.</Line>}
      {pendingWithdrawal > 0 && <Line icon={Hourglass}>Pending withdrawal: {tokensWithNaira(pendingWithdrawal)}</Line>}
      <Line icon={Landmark}>Minimum withdrawal: {tokensWithNaira(minimumWithdrawal)}</Line>
      {month && (
        <Line icon={BadgeCheck}>
          Paid this month: {nairaOf(month.paid)} of up to {nairaOf(month.limit)}. For more, prove your identity in{" "}
          <Link to="/settings/level" className="font-semibold underline underline-offset-4">your settings</Link>.
        </Line>
      )}
    </section>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="mt-3 flex items-start gap-2 text-sm">
      <Icon aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

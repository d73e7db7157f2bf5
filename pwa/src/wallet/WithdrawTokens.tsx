import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { banksQuery, useWalletSummary } from "../data/wallet.ts";
import { useOnline } from "../lib/connection.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Balance } from "./Balance.tsx";
import { WithdrawalList } from "./WithdrawalList.tsx";
import { WithdrawForm } from "./WithdrawForm.tsx";

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

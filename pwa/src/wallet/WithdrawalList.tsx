import type { UserWithdrawal } from "@contract/wallet.ts";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { isUnderWay, useWithdrawals } from "../data/wallet.ts";
import { formatDate, formatTokens } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class_names.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { CancelDialog } from "./CancelDialog.tsx";
import { type StatusTone, statusWords } from "./withdrawal_words.ts";
import { WithdrawalSteps } from "./WithdrawalSteps.tsx";

/** The user's own withdrawals, each with every step it took. */
export function WithdrawalList() {
  const query = useWithdrawals();
  const [cancelled, setCancelled] = useState<UserWithdrawal>();
  return (
    <section aria-labelledby="withdrawals">
      <h2 id="withdrawals" className="mb-3 text-xl">Your withdrawals</h2>
      {query.isPending && <Skeleton shape="rows" count={3} label="Loading your withdrawals..." />}
      {query.isError && !query.data && (
        <Banner
          tone="error"
          action={
            <Button variant="quiet" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
              Try Again
            </Button>
          }
        >
          Failed to load withdrawal data. Please try again later.
        </Banner>
      )}
      {query.data?.length === 0 && (
        <p className="text-sm text-ink-soft">No withdrawals yet. You can follow each one here, step by step.</p>
      )}
      <ul className="flex flex-col gap-3">
        {query.data?.map((withdrawal, index) => (
          <Row
            key={withdrawal._id}
            withdrawal={withdrawal}
            isOpen={index === 0 && isUnderWay(withdrawal)}
            onCancel={() => setCancelled(withdrawal)}
          />
        ))}
      </ul>
      {cancelled && (
        <CancelDialog
          withdrawal={cancelled}
          onClose={() => setCancelled(undefined)}
          onCancelled={() => {
            setCancelled(undefined);
            void toast("Withdrawal cancelled. Your tokens are back in your Available Balance.", "success");
          }}
        />
      )}
    </section>
  );
}

interface RowProps {
  withdrawal: UserWithdrawal;
  isOpen: boolean;
  onCancel(): void;
}

function Row({ withdrawal, isOpen, onCancel }: RowProps) {
  const { amount, status, requestDate, bankDetails: bank, canCancel, needsIdentity } = withdrawal;
  const { text, tone } = statusWords(status);
  return (
    <li className="rounded-xl border border-line bg-surface">
      <details open={isOpen} className="group">
        <summary className="flex cursor-pointer list-none items-center gap-3 rounded-xl p-4 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="text-lg font-bold tabular-nums">
                {formatTokens(amount)}{" "}
                <span className="text-sm font-semibold text-ink-soft">tokens ({nairaOf(amount)})</span>
              </span>
              <span className={classNames("text-sm font-semibold", TONES[tone])}>{text}</span>
            </span>
            <span className="block text-sm text-ink-soft">
              {formatDate(requestDate)} · {bank.bankName} {bank.accountNumber}
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            size={20}
            className="shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          />
        </summary>
        <WithdrawalSteps withdrawal={withdrawal} />
      </details>
      {needsIdentity && (
        <div className="px-4 pb-4">
          <Banner
            tone="info"
            action={
              <Link to="/settings/level" className="font-semibold text-accent underline-offset-4 hover:underline">
                Prove your identity
              </Link>
            }
          >
            This waits for your identity: with it, we would pay you more than a month's limit. Your tokens stay
            reserved.
          </Banner>
        </div>
      )}
      {canCancel && (
        <div className="px-4 pb-4">
          <Button variant="quiet" size="small" onClick={onCancel}>Cancel Withdrawal</Button>
        </div>
      )}
    </li>
  );
}

const TONES: Readonly<Record<StatusTone, string>> = {
  waiting: "text-accent",
  good: "text-success",
  bad: "text-danger",
  plain: "text-ink-soft",
};

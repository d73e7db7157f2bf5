import type { UserWithdrawal, WithdrawalStatus } from "@contract/wallet.ts";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { isUnderWay, useWithdrawals } from "../data/wallet.ts";
import { formatDate, formatDateTime, formatTokens } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/class_names.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { CancelDialog } from "./CancelDialog.tsx";

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
                {formatTokens(amount)} <span className="text-sm font-semibold text-ink-soft">tokens</span>
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

type StatusTone = "waiting" | "good" | "bad" | "plain";

const WORDS: Readonly<Record<WithdrawalStatus, { text: string; tone: StatusTone }>> = {
  pending_review: { text: "Pending review", tone: "waiting" },
  awaiting_second_approval: { text: "Second approval", tone: "waiting" },
  processing: { text: "On its way", tone: "waiting" },
  needs_otp: { text: "On its way", tone: "waiting" },
  uncertain: { text: "Being checked", tone: "waiting" },
  completed: { text: "Completed", tone: "good" },
  failed: { text: "Failed, funds returned", tone: "bad" },
  rejected: { text: "Rejected, funds returned", tone: "bad" },
  reversed: { text: "Reversed, funds returned", tone: "bad" },
  cancelled: { text: "Cancelled", tone: "plain" },
};

/** A withdrawal's state in a word or two. */
function statusWords(status: WithdrawalStatus): { text: string; tone: StatusTone } {
  // A newer service can have states that this app does not know.
  return WORDS[status] ?? { text: "In progress", tone: "plain" };
}

/** A withdrawal's steps with their times, the last one marked. */
function WithdrawalSteps({ withdrawal: { steps, bankDetails, transactionReference } }: {
  withdrawal: UserWithdrawal;
}) {
  return (
    <div className="border-t border-line px-4 py-4 text-sm">
      <p className="mb-4 text-ink-soft">
        To <strong className="text-ink">{bankDetails.accountName}</strong>
      </p>
      <ol className="flex flex-col">
        {steps.map(({ step, text, at }, index) => (
          <li key={`${step} ${at}`} className="relative flex gap-3 pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className={classNames(
                "relative mt-1.5 size-2.5 shrink-0 rounded-full",
                index === steps.length - 1
                  ? "bg-accent"
                  : "bg-line-strong after:absolute after:top-2.5 after:left-1 after:h-12 after:w-0.5 after:bg-line",
              )}
            />
            <span className="relative bg-surface">
              <span className={index === steps.length - 1 ? "block font-semibold" : "block"}>{text}</span>
              <time dateTime={at} className="text-ink-faint">{formatDateTime(at)}</time>
            </span>
          </li>
        ))}
      </ol>
      {transactionReference && (
        <p className="mt-4 text-ink-soft">
          Reference <code className="select-all wrap-anywhere text-ink">{transactionReference}</code>
        </p>
      )}
    </div>
  );
}

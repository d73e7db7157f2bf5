import type { UserWithdrawal } from "@contract/wallet.ts";
import { formatDateTime } from "../lib/format.ts";
import { classNames } from "../ui/class_names.ts";

/** A withdrawal's steps with their times, the last one marked. */
export function WithdrawalSteps({ withdrawal: { steps, bankDetails, transactionReference } }: {
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

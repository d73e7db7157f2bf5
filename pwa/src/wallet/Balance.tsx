import type { WithdrawalSummary } from "@contract/wallet.ts";
import { BadgeCheck, CircleAlert, Clock, Hourglass, Landmark } from "lucide-react";
import { Link } from "react-router-dom";
import { formatTokens } from "../lib/format.ts";
import { settlingText } from "../lib/settling_words.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Progress } from "../ui/Progress.tsx";
import { Tokens } from "../ui/Tokens.tsx";

/** The balance to withdraw, withdrawals on their way, and the minimum. */
export function Balance({ summary }: { summary: WithdrawalSummary }) {
  const { availableBalance, settlingBalance, pendingWithdrawal, minimumWithdrawal, month, owed = 0 } = summary;
  const missing = minimumWithdrawal - availableBalance;
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
      {settlingBalance > 0 && (
        <p className="mt-3 flex items-start gap-2 text-sm">
          <Clock aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          <span>{settlingText(summary)}</span>
        </p>
      )}
      {owed > 0 && <Owed tokens={owed} />}
      {pendingWithdrawal > 0 && (
        <p className="mt-3 flex items-center gap-2 text-sm">
          <Hourglass aria-hidden="true" size={16} className="shrink-0" />
          Pending withdrawal: {formatTokens(pendingWithdrawal)} tokens
        </p>
      )}
      <p className="mt-3 flex items-center gap-2 text-sm">
        <Landmark aria-hidden="true" size={16} className="shrink-0" />
        Minimum withdrawal: {formatTokens(minimumWithdrawal)} tokens
      </p>
      {month && (
        <p className="mt-3 flex items-start gap-2 text-sm">
          <BadgeCheck aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          <span>
            Paid this month: {formatTokens(month.paid)} of up to {formatTokens(month.limit)}{" "}
            tokens. For more, prove your identity in{" "}
            <Link to="/settings" className="font-semibold underline underline-offset-4">your settings</Link>.
          </span>
        </p>
      )}
      {missing > 0 && (
        <div className="mt-4 [--primary:var(--marigold)]">
          <Progress
            label="On the way to the minimum"
            value={availableBalance}
            max={minimumWithdrawal}
            text={`${formatTokens(missing)} tokens to go`}
          />
          <p className="mt-2 text-sm">{formatTokens(missing)} tokens to go</p>
        </div>
      )}
    </section>
  );
}

function Owed({ tokens }: { tokens: number }) {
  return (
    <p className="mt-3 flex items-start gap-2 text-sm">
      <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
      <span>
        You owe Orin {formatTokens(tokens)} tokens. What comes in pays that first, then you can withdraw again.
      </span>
    </p>
  );
}

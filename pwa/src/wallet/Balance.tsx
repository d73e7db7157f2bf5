import type { WithdrawalSummary } from "@contract/wallet.ts";
import { BadgeCheck, CircleAlert, Clock, Hourglass, Landmark, type LucideIcon, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { nairaOf, tokensWithNaira } from "../lib/naira.ts";
import { settlingText } from "../lib/settling_words.ts";
import { AdireCloth } from "../ui/AdireCloth.tsx";
import { Tokens } from "../ui/Tokens.tsx";

/** What can be withdrawn, withdrawals on their way, and the minimum. */
export function Balance({ summary }: { summary: WithdrawalSummary }) {
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

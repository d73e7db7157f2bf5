import type { UserWithdrawal } from "@contract/wallet.ts";
import { useQuery } from "@tanstack/react-query";
import { creatorEarningsQuery, giftPayoutsQuery } from "../data/creator.ts";
import { useWalletSummary, useWithdrawals } from "../data/wallet.ts";
import { failureText } from "../lib/api_error.ts";
import { formatDate } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { settlingText } from "../lib/settling_words.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { GiftTrace } from "./GiftTrace.tsx";

const FAILED = "Failed to load your earnings data. Please try again later.";

/** `/cs-wallet`: what there is, what is on its way, and every payout with its reference. */
export function Wallet() {
  return (
    <>
      <PageHeader title="Wallet" subtitle="1 token is 1 naira.">
        <ButtonLink to="/withdraw-tokens">Withdraw</ButtonLink>
      </PageHeader>
      <States />
    </>
  );
}

function States() {
  const [wallet, payouts, gifts] = [useWalletSummary(), useWithdrawals(), useQuery(giftPayoutsQuery)];
  const earnings = useQuery(creatorEarningsQuery);
  if (wallet.data && payouts.data && gifts.data && earnings.data) {
    return (
      <div className="flex flex-col gap-8">
        <Figures>
          <Figure
            name="Available Balance"
            {...(wallet.data.settlingBalance > 0 && { note: settlingText(wallet.data) })}
          >
            {nairaOf(wallet.data.availableBalance)}
          </Figure>
          <Figure name="On its way to your bank">
            {nairaOf(wallet.data.pendingWithdrawal)}
          </Figure>
          <Figure
            name="Total gifts"
            note={`${nairaOf(gifts.data.totals.paidOut)} of them paid to your bank`}
          >
            {nairaOf(gifts.data.totals.received)}
          </Figure>
          <Figure name="Royalties, after tax">{nairaOf(earnings.data.earned.royalties)}</Figure>
          {wallet.data.totalEarned > 0 && (
            <Figure name="Earned by listening">
              {nairaOf(wallet.data.totalEarned)}
            </Figure>
          )}
        </Figures>
        <Payouts payouts={payouts.data} />
        <GiftTrace traced={gifts.data} />
      </div>
    );
  }
  const failed = [wallet, payouts, gifts, earnings].filter((query) => query.isError);
  if (failed.length === 0) return <Skeleton shape="figures" count={4} label="Loading your wallet..." />;
  return (
    <ErrorState
      message={failureText(failed[0]?.error, FAILED)}
      busy={failed.some((query) => query.isFetching)}
      onRetry={() => failed.forEach((query) => void query.refetch())}
    />
  );
}

function Payouts({ payouts }: { payouts: readonly UserWithdrawal[] }) {
  return (
    <Card>
      <h2 className="mb-4 text-xl">Payouts</h2>
      {payouts.length === 0 && <p className="text-sm text-ink-soft">No payouts yet.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {payouts.map((payout) => (
          <li key={payout._id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
            <span className="font-semibold tabular-nums">{nairaOf(payout.amount)}</span>
            <span className="text-sm text-ink-soft">{payout.steps.at(-1)?.text ?? payout.status}</span>
            <span className="w-full text-xs wrap-anywhere text-ink-faint">
              {formatDate(payout.requestDate)} · {payout.bankDetails.bankName} {payout.bankDetails.accountNumber}
              {payout.transactionReference && ` · Reference ${payout.transactionReference}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

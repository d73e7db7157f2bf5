import { useQuery } from "@tanstack/react-query";
import type { GiftPartShown, GiftPayouts } from "@contract/gifts.ts";
import { formatDollars } from "@contract/money.ts";
import type { UserWithdrawal } from "@contract/wallet.ts";
import { creatorEarningsQuery, giftPayoutsQuery } from "../data/creator.ts";
import { useWalletSummary, useWithdrawals } from "../data/wallet.ts";
import { failureText } from "../lib/api_error.ts";
import { formatDate } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { settlingText } from "../lib/settling_words.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Fold } from "../ui/Fold.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { payoutWords } from "./words.ts";

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

/** Every gift, and where its tokens went: to which payout with which reference, or where they still are. */
function GiftTrace({ traced: { gifts, totals } }: { traced: GiftPayouts }) {
  const sums = [
    ["Paid to your bank", totals.paidOut],
    ["On the way to your bank", totals.underWay],
    ["Settling", totals.settling ?? 0],
    ["In your Available Balance", totals.inBalance],
    ["Spent on Orin", totals.spent],
    ["Returned to the sender", totals.givenBack],
  ] as const;
  return (
    <Fold title="Where your gifts went">
      <p className="mb-4 text-sm text-ink-soft">
        Tokens leave your Available Balance in the order they came in, gifts and rewards together: first in, first out.
      </p>
      {gifts.length === 0 && <p className="text-sm text-ink-soft">No gifts yet.</p>}
      {gifts.length > 0 && (
        <dl className="mb-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
          {sums.filter(([, tokens]) => tokens > 0).map(([name, tokens]) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="font-semibold tabular-nums">{nairaOf(tokens)}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-3">
            <dt className="text-ink-soft">All gifts, in tokens</dt>
            <dd className="font-semibold tabular-nums">{nairaOf(totals.received)}</dd>
          </div>
        </dl>
      )}
      <ul aria-label="Gifts and their payouts" className="flex flex-col divide-y divide-line">
        {gifts.map(({ id, amount, naira, sender, date, parts }) => (
          <li key={id} className="flex flex-col gap-1 py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold tabular-nums">{formatDollars(amount)} from {sender.name}</span>
              <span className="text-sm text-ink-soft tabular-nums">
                {nairaOf(naira)}, {formatDate(date)}
              </span>
            </p>
            <ul className="flex flex-col gap-1 text-sm text-ink-soft">
              {parts.map((part, index) => <Part key={index} part={part} />)}
            </ul>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function Part({ part }: { part: GiftPartShown }) {
  return (
    <li>
      <span className="text-ink tabular-nums">{nairaOf(part.tokens)}</span> {payoutWords(part)}
      {part.date && `${part.to === "settling" ? " until" : ","} ${formatDate(part.date)}`}
      {part.to === "payout" && (
        <span className="block text-xs break-all text-ink-faint">
          {part.reference ? `Reference ${part.reference}` : "No reference yet"}
        </span>
      )}
    </li>
  );
}

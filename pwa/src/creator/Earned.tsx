import type { CreatorEarnings } from "@contract/earnings.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { creatorEarningsQuery } from "../data/creator.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { nairaOf } from "../lib/naira.ts";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { royaltyMonthName } from "./royalty_words.ts";

/** `/cs-money`: what music brought, by kind and month, and how it became the balance. */
export function Earned() {
  const earned = useQuery(creatorEarningsQuery);
  const savedAt = useSavedAt(earned);
  return (
    <>
      <PageHeader title="Money" subtitle="What your music earned: gifts, royalties, and your shares of other songs." />
      <SavedNote what="earnings" savedAt={savedAt} />
      {earned.data ? <Content earned={earned.data} /> : (
        <LoadState
          query={earned}
          shape="figures"
          count={4}
          label="Loading your earnings..."
          failure="Failed to load your earnings data. Please try again later."
        />
      )}
    </>
  );
}

function Content({ earned: { earnings, earned, months, account } }: { earned: CreatorEarnings }) {
  return (
    <div className="flex flex-col gap-8">
      <Figures>
        <Figure name="Earned in all">{nairaOf(earnings.total)}</Figure>
        <Figure name="This month">{nairaOf(earnings.thisMonth)}</Figure>
        <Figure name="Last month">{nairaOf(earnings.lastMonth)}</Figure>
        <Figure name="This year">{nairaOf(earnings.thisYear)}</Figure>
      </Figures>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        {account && <Balance earned={earned} account={account} />}
        <Months months={months} />
      </div>
    </div>
  );
}

type Account = Required<CreatorEarnings>["account"];

/** Adds up, so that no kobo of the balance is unexplained. What is nothing is left out, but for what was earned. */
function Balance({ earned, account }: { earned: CreatorEarnings["earned"]; account: Account }) {
  const lines = [
    { name: "Gifts", amount: earned.gifts, stays: true },
    { name: "Royalties, after tax", amount: earned.royalties, stays: true },
    { name: "Paid back to Orin", amount: earned.repaid },
    { name: "Rewards for your own listening", amount: account.listening },
    { name: "Spent on gifts and plays", amount: account.spent },
    { name: "Paid to your bank", amount: account.paidOut },
  ].filter(({ amount, stays }) => stays || amount !== 0);
  return (
    <Card>
      <h2 className="mb-4 text-xl">How it became your balance</h2>
      <dl className="flex flex-col divide-y divide-line">
        {lines.map(({ name, amount }) => <Line key={name} name={name} amount={amount} />)}
        <div className="flex justify-between gap-4 pt-3 font-bold">
          <dt>Your balance</dt>
          <dd className="tabular-nums">{nairaOf(account.balance)}</dd>
        </div>
      </dl>
      <p className="mt-4 text-sm text-ink-soft">
        The balance includes what still settles and what is on its way to your bank.{" "}
        <Link to="/statement" className="font-semibold text-accent underline-offset-4 hover:underline">
          See every movement
        </Link>
      </p>
    </Card>
  );
}

function Line({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold tabular-nums">{nairaOf(amount)}</dd>
    </div>
  );
}

function Months({ months }: Pick<CreatorEarnings, "months">) {
  if (months.length === 0) {
    return (
      <EmptyState
        title="Nothing earned yet"
        text="Gifts and royalties are listed here, month by month, as soon as the first one comes."
      />
    );
  }
  return (
    <Card>
      <h2 className="mb-2 text-xl">By month</h2>
      <ul aria-label="Earned by month" className="flex flex-col divide-y divide-line">
        {months.map(({ month, gifts, royalties, repaid, total }) => {
          const parts = [["Gifts", gifts], ["royalties", royalties], ["paid back", repaid]] as const;
          return (
            <li key={month} className="py-3">
              <p className="flex items-baseline justify-between gap-4 font-semibold">
                {royaltyMonthName(month)}
                <span className="tabular-nums">{nairaOf(total)}</span>
              </p>
              <p className="text-sm text-ink-soft tabular-nums">
                {parts.filter(([, amount]) => amount !== 0).map(([name, amount]) => `${name} ${nairaOf(amount)}`).join(
                  ", ",
                )}
              </p>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">
        By the day on which it was booked: royalties come about three weeks after the month in which people listened,
        and their tax when they settle.
      </p>
    </Card>
  );
}

import type { Revenue } from "@contract/creator.ts";
import { Link } from "react-router-dom";
import { Card } from "../ui/Card.tsx";
import { nairaDigits } from "./words.ts";

/** What came in, by the calendar of Lagos. */
export function RevenueSummary({ earnings }: { earnings: Revenue }) {
  const sums = [
    ["This Month", earnings.thisMonth],
    ["Last Month", earnings.lastMonth],
    ["This Year", earnings.thisYear],
  ] as const;
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Revenue Summary</h2>
        <p className="flex flex-wrap gap-x-4 text-sm font-semibold text-accent">
          <Link to="/cs-gift" className="hover:underline">See your gifts</Link>
          <Link to="/cs-money" className="hover:underline">How it adds up</Link>
        </p>
      </div>
      <dl className="grid gap-4 sm:grid-cols-3">
        {sums.map(([name, amount]) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-2 sm:flex-col">
            <dt className="text-sm text-ink-soft">{name}</dt>
            <dd className="text-xl font-bold tabular-nums">N{nairaDigits(amount)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

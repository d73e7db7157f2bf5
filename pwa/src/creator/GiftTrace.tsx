import type { GiftPartShown, GiftPayouts } from "@contract/gifts.ts";
import { formatDollars } from "@contract/money.ts";
import { formatDate } from "../lib/format.ts";
import { nairaOf } from "../lib/naira.ts";
import { Fold } from "../ui/Fold.tsx";
import { payoutWords } from "./words.ts";

/** Every gift, and where its tokens went: to which payout with which reference, or where they still are. */
export function GiftTrace({ traced: { gifts, totals } }: { traced: GiftPayouts }) {
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

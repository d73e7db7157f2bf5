import type { CaseFile } from "@contract/cases.ts";
import { formatFullCount, formatTokens } from "../../lib/format.ts";

/** Where the tokens came from and went: the sum is what the user has. */
export function CaseMoney({ caseFile: { sources, balance, rewards } }: { caseFile: CaseFile }) {
  const { available, reserved, settling = 0 } = balance;
  const sum = available + reserved + settling;
  const areEqual = rewards.booked === rewards.fromPlays;
  return (
    <div>
      <h2 className="mb-3 text-lg">Where the tokens came from</h2>
      <div tabIndex={0} role="region" aria-label="Where the tokens came from" className="overflow-x-auto">
        <table className="w-full max-w-xl text-sm">
          <caption className="sr-only">Everything paid into and out of this balance</caption>
          <thead className="text-left text-xs text-ink-soft">
            <tr>
              <th scope="col" className="py-1 font-semibold">Kind</th>
              <th scope="col" className="py-1 pl-4 text-right font-semibold">Times</th>
              <th scope="col" className="py-1 pl-4 text-right font-semibold">Tokens</th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ kind, label, count, tokens }) => (
              <tr key={kind} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal">{label}</th>
                <td className="py-1.5 pl-4 text-right tabular-nums">{formatFullCount(count)}</td>
                <td className="py-1.5 pl-4 text-right tabular-nums">{formatTokens(tokens)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t-2 border-line-strong font-bold">
              <th scope="row" colSpan={2} className="py-1.5 text-left">
                In the balance now ({formatTokens(reserved)} reserved
                {settling > 0 && `, ${formatTokens(settling)} settle`})
              </th>
              <td className="py-1.5 pl-4 text-right tabular-nums">{formatTokens(sum)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {(rewards.booked > 0 || !areEqual) && (
        <p className="mt-2 text-sm text-ink-soft">
          {areEqual
            ? `The plays below add up to the ${formatTokens(rewards.booked)} tokens of rewards in the ledger.`
            : `The ledger has ${formatTokens(rewards.booked)} tokens of rewards, but the plays below add up to ${
              formatTokens(rewards.fromPlays)
            }.`}
        </p>
      )}
    </div>
  );
}

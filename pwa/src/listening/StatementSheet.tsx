import type { Statement } from "@contract/statement.ts";
import type { ReactNode } from "react";
import { formatDate, formatFullCount } from "../lib/format.ts";
import { Tokens } from "../ui/Tokens.tsx";
import { type Sum, totalOf, turnover } from "./statement_sums.ts";
import styles from "../ui/printed.module.css";

interface StatementSheetProps {
  statement: Statement;
  /** "November 2026". */
  month: string;
  /** Whose it is. */
  of: string;
}

/** The sheet that is printed: opening, what each kind of movement changed, closing; then every day. In tokens. */
export function StatementSheet({ statement, month, of }: StatementSheetProps) {
  const { opening, closing, totals, lines } = statement;
  return (
    <section aria-label={`Statement for ${month}`} className={`${styles.sheet} flex flex-col gap-6`}>
      <header className={styles.onPaper}>
        <p className="text-xl font-bold">Orin</p>
        <p>Statement for {month}, printed {formatDate(Date.now())}. 1 token is ₦1.</p>
        <p>{of}</p>
      </header>
      <Sums statement={statement} />
      <Table caption={`What changed in ${month}, in tokens`} first="Movement">
        <Row name="Opening balance" sum={opening} isStrong />
        {totals.map((total) => <Row key={total.kind} name={total.label} count={total.count} sum={total} />)}
        <Row name="Closing balance" sum={closing} isStrong />
      </Table>
      {lines.length === 0 ? <p className="text-sm text-ink-soft">No tokens came in or went out this month.</p> : (
        <div>
          <h2 className="mb-2 text-xl">Day by day</h2>
          <Table caption={`${month} day by day, in tokens`} first="Day and entry">
            {lines.map((line) => (
              <Row
                key={`${line.day} ${line.kind}`}
                name={`${formatDate(line.day)}, ${line.label}`}
                count={line.count}
                sum={line}
              />
            ))}
          </Table>
        </div>
      )}
    </section>
  );
}

/** Opening + credits − debits = closing. */
function Sums({ statement }: { statement: Statement }) {
  const { credits, debits } = turnover(statement);
  const figures = [
    ["Opening", "", totalOf(statement.opening)],
    ["Credits", "+", credits],
    ["Debits", "−", debits],
    ["Closing", "=", totalOf(statement.closing)],
  ] as const;
  return (
    <dl className="figure-grid">
      {figures.map(([name, sign, amount]) => (
        <div key={name} className="rounded-xl border border-line bg-surface p-4">
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="text-2xl font-bold tracking-tight">
            {sign && <span className="mr-1 text-ink-faint">{sign}</span>}
            <Tokens amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Scrolls sideways by itself on a phone; it can be reached by keyboard for that. */
function Table({ caption, first, children }: { caption: string; first: string; children: ReactNode }) {
  return (
    <div tabIndex={0} role="region" aria-label={caption} className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums max-sm:text-xs sm:min-w-120">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-right text-ink-soft">
            <th scope="col" className="py-2 pr-2 text-left font-semibold">{first}</th>
            {["How often", "Available", "Settling", "Held for withdrawal"].map((name) => (
              <th key={name} scope="col" className="py-2 pl-2 align-bottom font-semibold sm:pl-6">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Row({ name, count, sum, isStrong = false }: { name: string; count?: number; sum: Sum; isStrong?: boolean }) {
  return (
    <tr className={`border-b border-line text-right last:border-0 ${isStrong ? "font-bold" : ""}`}>
      <th scope="row" className={`py-2 pr-2 text-left ${isStrong ? "font-bold" : "font-normal"}`}>{name}</th>
      <td className="py-2 pl-2 sm:pl-6">{count === undefined ? "" : formatFullCount(count)}</td>
      <td className="py-2 pl-2 sm:pl-6">
        <Tokens amount={sum.available} />
      </td>
      <td className="py-2 pl-2 sm:pl-6">
        <Tokens amount={sum.settling} />
      </td>
      <td className="py-2 pl-2 sm:pl-6">
        <Tokens amount={sum.pending} />
      </td>
    </tr>
  );
}

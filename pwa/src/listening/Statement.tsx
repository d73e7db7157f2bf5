import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useState } from "react";
import { fullName } from "@contract/full_name.ts";
import type { Statement as MonthStatement } from "@contract/statement.ts";
import { useProfile } from "../data/account.ts";
import { balanceOnQuery, statementQuery } from "../data/wallet.ts";
import { formatDate, formatFullCount } from "../lib/format.ts";
import { nairaOf, tokensWithNaira } from "../lib/naira.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { FigureTable } from "../ui/FigureTable.tsx";
import { Tokens } from "../ui/Tokens.tsx";
import styles from "../ui/printed.module.css";
import { monthName, MonthSelect, useMonth } from "./MonthSelect.tsx";
import { type Sum, totalOf, turnover } from "./statement_sums.ts";

const FAILURE = "Failed to load your earnings data. Please try again later.";

/** `/statement?month=`: a month's movements that add up, for the screen and for paper; and what there was on a day. */
export function Statement() {
  const { data: profile } = useProfile();
  const chosen = useMonth();
  const { month } = chosen;
  const statement = useQuery(statementQuery(month));
  const savedAt = useSavedAt(statement);
  return (
    <>
      <PageHeader
        title="Statement"
        subtitle="What you started with, what came in and went out, and what is left."
        before={<BackLink to="/earnings">Back to Earnings</BackLink>}
      >
        <Button
          variant="quiet"
          icon={<Printer size={18} />}
          disabled={!statement.data}
          onClick={() => globalThis.print()}
        >
          Print
        </Button>
      </PageHeader>
      <div className="flex flex-col gap-8">
        <MonthSelect {...chosen} />
        <SavedNote what="statement" savedAt={savedAt} />
        {statement.data && (
          <StatementSheet
            statement={statement.data}
            month={monthName(month)}
            of={fullName(profile)}
          />
        )}
        {statement.isPending && <Skeleton shape="rows" label="Loading your statement..." />}
        {statement.isError && !statement.data && (
          <ErrorState
            message={FAILURE}
            busy={statement.isFetching}
            onRetry={() => void statement.refetch()}
          />
        )}
        <BalanceOn since={profile?.createdAt} />
      </div>
    </>
  );
}

/** What someone had when a day was over, by the books alone. `since`: before that there was nothing. */
function BalanceOn({ since }: { since: string | undefined }) {
  const [day, setDay] = useState("");
  const { data, isError, isFetching } = useQuery(balanceOnQuery(day));
  const days = { max: lagosDay(Date.now()), ...(since && { min: lagosDay(Date.parse(since)) }) };
  return (
    <Card>
      <h2 className="text-xl">Available Balance on a date</h2>
      <div className="mt-4 flex flex-wrap items-end gap-x-8 gap-y-4">
        <div className="w-44 max-w-full">
          <TextField
            {...days}
            label="Date"
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </div>
        <p role="status" className="min-h-11 text-sm text-ink-soft" aria-busy={isFetching || undefined}>
          {day !== "" && isError && "Failed to load your earnings data. Please try again later."}
          {day !== "" && !isError && data && (
            <>
              At the end of {formatDate(day)}:{" "}
              <strong className="text-lg text-ink">
                {tokensWithNaira(data.available)}
              </strong>
              {data.settling > 0 && (
                <>
                  , {nairaOf(data.settling)} settling
                </>
              )}
              {data.pending > 0 && (
                <>
                  {" "}and {nairaOf(data.pending)} held for withdrawal
                </>
              )}
            </>
          )}
        </p>
      </div>
    </Card>
  );
}

function lagosDay(epochMs: number): string {
  return new Date(epochMs + 3_600_000).toISOString().slice(0, 10);
}

interface StatementSheetProps {
  statement: MonthStatement;
  /** "November 2026". */
  month: string;
  /** Whose it is. */
  of: string;
}

/** The sheet that is printed: opening, what each kind of movement changed, closing; then every day. In tokens. */
function StatementSheet({ statement, month, of }: StatementSheetProps) {
  const { opening, closing, totals, lines } = statement;
  return (
    <section aria-label={`Statement for ${month}`} className={`${styles.sheet} flex flex-col gap-6`}>
      <header className={styles.onPaper}>
        <p className="text-xl font-bold">Orin</p>
        <p>Statement for {month}, printed {formatDate(Date.now())}. 1 token is ₦1.</p>
        <p>{of}</p>
      </header>
      <Sums statement={statement} />
      <Table
        label={`What changed in ${month}, in tokens`}
        first="Movement"
        rows={[
          { key: "opening", name: "Opening balance", sum: opening, isTotal: true },
          ...totals.map((total) => ({ key: total.kind, name: total.label, count: total.count, sum: total })),
          { key: "closing", name: "Closing balance", sum: closing, isTotal: true },
        ]}
      />
      {lines.length === 0 ? <p className="text-sm text-ink-soft">No tokens came in or went out this month.</p> : (
        <div>
          <h2 className="mb-2 text-xl">Day by day</h2>
          <Table
            label={`${month} day by day, in tokens`}
            first="Day and entry"
            rows={lines.map((line) => ({
              key: `${line.day} ${line.kind}`,
              name: `${formatDate(line.day)}, ${line.label}`,
              count: line.count,
              sum: line,
            }))}
          />
        </div>
      )}
    </section>
  );
}

/** Opening + credits − debits = closing. */
function Sums({ statement }: { statement: MonthStatement }) {
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

interface TableProps {
  label: string;
  /** The heading of the rows' names. */
  first: string;
  rows: readonly StatementRow[];
}

interface StatementRow {
  key: string;
  name: string;
  count?: number;
  sum: Sum;
  isTotal?: boolean;
}

function Table({ label, first, rows }: TableProps) {
  return (
    <FigureTable
      label={label}
      heads={[first, "How often", "Available", "Settling", "Held for withdrawal"]}
      rows={rows.map(({ key, name, count, sum, isTotal = false }) => ({
        key,
        name,
        isTotal,
        cells: [
          count === undefined ? "" : formatFullCount(count),
          ...(["available", "settling", "pending"] as const).map((part) => <Tokens key={part} amount={sum[part]} />),
        ],
      }))}
      className="max-sm:text-xs sm:min-w-120"
    />
  );
}

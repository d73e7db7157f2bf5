import type { BooksDifference, ReconciledDay } from "@contract/books.ts";
import { formatNaira, koboOf } from "@contract/money.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Badge } from "../parts/Badge.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { useMay } from "../shell/roles.ts";
import { type Handling, useDays, useHandleDifference } from "./api.ts";
import { CELL, HEAD, HEADS, NUMBER, ROW } from "./table_class.ts";
import { TableBox } from "./TableBox.tsx";
import { kindWords, STATES } from "./words.ts";

type Asking = Omit<Handling, "note">;

/** Each nightly comparison with the payment provider, with its differences and who dealt with them. */
export function Reconciliations() {
  const query = useDays();
  const { isPending, setAsking, dialog } = useHandling();
  if (!query.data) {
    return (
      <LoadState
        query={query}
        count={6}
        label="Loading the reconciliations..."
        failure="The reconciliations could not be loaded"
      />
    );
  }
  const { data } = query;
  if (data.days.length === 0) return <None />;
  return (
    <div className="flex flex-col gap-4">
      <TableBox label="Reconciliations">
        <table className="w-full border-collapse text-sm">
          <thead className={HEADS}>
            <tr>
              <th scope="col" className={HEAD}>Day</th>
              <th scope="col" className={`${HEAD} text-right max-sm:hidden`}>Paid out that day</th>
              <th scope="col" className={`${HEAD} text-right max-sm:hidden`}>Received that day</th>
              <th scope="col" className={`${HEAD} max-md:hidden`}>Looked at</th>
              <th scope="col" className={HEAD}>Differences</th>
            </tr>
          </thead>
          <tbody>
            {data.days.map((day, index) => (
              <Day key={day.at} day={day} isNewest={index === 0} busy={isPending} onAsk={setAsking} />
            ))}
          </tbody>
        </table>
      </TableBox>
      <p className="text-xs text-ink-soft">
        Each reconciliation looks back over a week, so a payment is looked at several times. The sums are what the books
        booked on that day alone: each payment is in one row, paid out without fees, received before fees.
      </p>
      {dialog}
    </div>
  );
}

/** The difference of an id such as `amount_differs:reference`, as the last reconciliation found it. */
export function DifferenceCase({ id }: { id: string }) {
  const query = useDays();
  const { isPending, setAsking, dialog } = useHandling();
  if (!query.data) {
    return <LoadState query={query} label="Loading..." failure="The reconciliations could not be loaded" />;
  }
  const [newest] = query.data.days;
  const found = newest?.differences.find(({ kind, subject }) => `${kind}:${subject}` === id);
  if (!found) return <p className="text-sm text-ink-soft">The last reconciliation no longer finds it.</p>;
  return (
    <div className="flex flex-col gap-4">
      <ul>
        <Shown difference={found} isNewest busy={isPending} onAsk={setAsking} />
      </ul>
      {dialog}
    </div>
  );
}

/** Asks for the words, sends them, and says what failed. */
function useHandling() {
  const [asking, setAsking] = useState<Asking>();
  const handle = useHandleDifference();
  const dialog = (
    <>
      {handle.isError && <Banner tone="error">{failureText(handle.error, "That did not work")}</Banner>}
      {asking && (
        <ReasonDialog
          {...WORDS[asking.does]}
          label="What you found"
          initial=""
          onClose={() => setAsking(undefined)}
          onConfirm={(note) => {
            setAsking(undefined);
            handle.mutate({ ...asking, note });
          }}
        />
      )}
    </>
  );
  return { isPending: handle.isPending, setAsking, dialog };
}

/** Of a day that was looked at again the newest row has the sums. */
function nairaOf(tokens: number | null): string {
  return tokens === null ? "Above" : formatNaira(koboOf(tokens));
}

function None() {
  return (
    <EmptyState
      title="No reconciliation yet"
      text={`Orin compares its books with ${PROVIDER_NAME}'s every night. The first result appears tomorrow.`}
    />
  );
}

const WORDS = {
  explain: {
    title: "Explain this difference",
    description: "Say why the books differ. It stays open until you settle it.",
    confirmLabel: "Explain",
  },
  settle: {
    title: "Settle this difference",
    description: "Say how you settled it. It opens again if a later reconciliation still finds it.",
    confirmLabel: "Settle",
  },
} as const;

interface Acting {
  /** Only what the last reconciliation found can still be dealt with. */
  isNewest: boolean;
  busy: boolean;
  onAsk(asking: Asking): void;
}

function Day({ day, ...acting }: Acting & { day: ReconciledDay }) {
  const { differences } = day;
  return (
    <>
      <tr className={differences.length === 0 ? ROW : ""}>
        <th scope="row" className={`${CELL} text-left font-normal whitespace-nowrap`}>
          <time dateTime={day.at} title={formatDateTime(day.at)}>{formatDate(`${day.day}T12:00:00+01:00`)}</time>
        </th>
        <td className={`${NUMBER} max-sm:hidden`}>{nairaOf(day.paid)}</td>
        <td className={`${NUMBER} max-sm:hidden`}>{nairaOf(day.received)}</td>
        <td className={`${CELL} text-ink-soft max-md:hidden`}>
          {`${formatDate(day.from)} to ${formatDateTime(day.to)}: ${plural(day.payouts, "payout")}, `}
          {plural(day.charges, "payment")}
        </td>
        <td className={`${CELL} whitespace-nowrap`}>
          {differences.length === 0
            ? <Badge tone="good">None</Badge>
            : <Badge tone="bad">{plural(differences.length, "difference")}</Badge>}
        </td>
      </tr>
      {differences.length > 0 && (
        <tr className={ROW}>
          <td colSpan={5} className="px-3 pb-3">
            <ul className="flex flex-col gap-3">
              {differences.map((difference) => (
                <Shown key={`${difference.kind} ${difference.subject}`} difference={difference} {...acting} />
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

function Shown({ difference, isNewest, busy, onAsk }: Acting & { difference: BooksDifference }) {
  const { kind, subject, ours, theirs, state, handling } = difference;
  const may = useMay("POST /api/v1/admin/books/differences/settle");
  const { tone, text } = STATES[state];
  return (
    <li className="rounded-lg bg-ink/4 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{kindWords(kind)}</strong>
        <Badge tone={tone}>{text}</Badge>
        <span className="wrap-anywhere text-ink-soft">{subject}</span>
      </div>
      <p className="mt-1 tabular-nums">Orin says {ours}, the other side says {theirs}.</p>
      <ol className="mt-2 text-xs text-ink-soft">
        {handling.map((step) => (
          <li key={`${step.at} ${step.text}`} className="wrap-anywhere">
            {formatDateTime(step.at)}: {step.text} by {step.by}
            {step.note && (
              <>
                : <bdi>{step.note}</bdi>
              </>
            )}
          </li>
        ))}
      </ol>
      {may && isNewest && (state === "open" || state === "explained") && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="small" variant="quiet" busy={busy} onClick={() => onAsk({ does: "explain", kind, subject })}>
            Explain
          </Button>
          <Button size="small" busy={busy} onClick={() => onAsk({ does: "settle", kind, subject })}>Settle</Button>
        </div>
      )}
    </li>
  );
}

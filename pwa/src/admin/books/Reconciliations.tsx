import { settleDifference } from "@contract/calls/books.ts";
import type { BooksDifference, ReconciledDay } from "@contract/books.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Badge } from "../parts/Badge.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { useMay } from "../shell/roles.ts";
import { type Handling, useDays, useHandleDifference } from "./api.ts";
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
      <DataTable
        label="Reconciliations"
        columns={COLUMNS}
        rows={data.days}
        keyOf={({ at }) => at}
        below={(day) =>
          day.differences.length > 0 && (
            <ul className="flex flex-col gap-3">
              {day.differences.map((difference) => (
                <Shown
                  key={`${difference.kind} ${difference.subject}`}
                  difference={difference}
                  isNewest={day === data.days[0]}
                  busy={isPending}
                  onAsk={setAsking}
                />
              ))}
            </ul>
          )}
      />
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
function sumOf(tokens: number | null): string {
  return tokens === null ? "Above" : nairaOf(tokens);
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

const COLUMNS: readonly Column<ReconciledDay>[] = [
  {
    label: "Day",
    cell: ({ at, day }) => <time dateTime={at} title={formatDateTime(at)}>{formatDate(`${day}T12:00:00+01:00`)}</time>,
  },
  { label: "Paid out that day", isFigure: true, onPhone: "named", cell: ({ paid }) => sumOf(paid) },
  { label: "Received that day", isFigure: true, onPhone: "named", cell: ({ received }) => sumOf(received) },
  {
    label: "Looked at",
    wraps: true,
    cell: ({ from, to, payouts, charges }) =>
      `${formatDate(from)} to ${formatDateTime(to)}: ${plural(payouts, "payout")}, ${plural(charges, "payment")}`,
  },
  {
    label: "Differences",
    onPhone: "end",
    cell: ({ differences: { length } }) =>
      length === 0 ? <Badge tone="good">None</Badge> : <Badge tone="bad">{plural(length, "difference")}</Badge>,
  },
];

function Shown({ difference, isNewest, busy, onAsk }: Acting & { difference: BooksDifference }) {
  const { kind, subject, ours, theirs, state, handling } = difference;
  const may = useMay(settleDifference);
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

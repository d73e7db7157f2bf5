import { codeWords } from "@contract/code_words.ts";
import { explainDifference, settleDifference } from "@contract/calls/books.ts";
import type { BooksDifference, ReconciledDay } from "@contract/books.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Badge } from "../parts/Badge.tsx";
import { Actions, type CaseAction, useCaseSteps } from "../parts/case_steps.tsx";
import { figure } from "../parts/columns.ts";
import { CaseScreen } from "../parts/CaseScreen.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { type Handling, useDays, useHandleDifference } from "./api.ts";
import { STATES } from "./words.ts";

/** Each nightly comparison with the payment provider, with its differences and who dealt with them. */
export function Reconciliations() {
  const query = useDays();
  const steps = useCaseSteps(useHandleDifference());
  return (
    <ListBody
      query={query}
      rows={query.data?.days}
      loading="Loading the reconciliations..."
      failure="The reconciliations could not be loaded"
      empty={{
        title: "No reconciliation yet",
        text: `Orin compares its books with ${PROVIDER_NAME}'s every night. The first result appears tomorrow.`,
      }}
    >
      {(days) => (
        <div className="flex flex-col gap-4">
          {steps.said}
          <DataTable
            label="Reconciliations"
            columns={COLUMNS}
            rows={days}
            keyOf={({ at }) => at}
            below={(day) =>
              day.differences.length > 0 && (
                <ul className="flex flex-col gap-3">
                  {day.differences.map((difference) => (
                    <li key={`${difference.kind} ${difference.subject}`} className="rounded-lg bg-ink/4 p-3">
                      <Difference difference={difference} />
                      {day === days[0] && <Actions steps={steps} actions={actionsOf(difference)} />}
                    </li>
                  ))}
                </ul>
              )}
          />
          <p className="text-xs text-ink-soft">
            Each reconciliation looks back over a week, so a payment is looked at several times. The sums are what the
            books booked on that day alone: each payment is in one row, paid out without fees, received before fees.
          </p>
        </div>
      )}
    </ListBody>
  );
}

/** The difference of an id such as `amount_differs:reference`, as the last reconciliation found it. */
export function DifferenceCase({ id }: { id: string }) {
  const query = useDays();
  const steps = useCaseSteps(useHandleDifference());
  const found = query.data?.days[0]?.differences.find(({ kind, subject }) => `${kind}:${subject}` === id);
  if (query.data && !found) {
    return <ScreenHead title="Difference" subtitle="The last reconciliation no longer finds it." />;
  }
  return (
    <CaseScreen
      title="Difference"
      query={{ ...query, data: found }}
      loading="Loading..."
      failure="The reconciliations could not be loaded"
    >
      {(difference) => (
        <>
          {steps.said}
          <div className="text-sm">
            <Difference difference={difference} />
          </div>
          <Actions steps={steps} actions={actionsOf(difference)} />
        </>
      )}
    </CaseScreen>
  );
}

/** Of a day that was looked at again the newest row has the sums. */
function sumOf(tokens: number | null): string {
  return tokens === null ? "Above" : nairaOf(tokens);
}

/** Only what the last reconciliation found can still be dealt with. */
function actionsOf({ kind, subject, state }: BooksDifference): CaseAction<Handling>[] {
  if (state !== "open" && state !== "explained") return [];
  return [
    {
      label: "Explain",
      call: explainDifference,
      variant: "quiet",
      asks: {
        title: "Explain this difference",
        description: "Say why the books differ. It stays open until you settle it.",
        label: "What you found",
        send: "Explain",
      },
      step: (note) => ({ does: "explain", kind, subject, note }),
      done: "Your explanation is noted",
    },
    {
      label: "Settle",
      call: settleDifference,
      asks: {
        title: "Settle this difference",
        description: "Say how you settled it. It opens again if a later reconciliation still finds it.",
        label: "What you found",
        send: "Settle",
      },
      step: (note) => ({ does: "settle", kind, subject, note }),
      done: "The difference is settled",
    },
  ];
}

const COLUMNS: readonly Column<ReconciledDay>[] = [
  {
    label: "Day",
    cell: ({ at, day }) => <time dateTime={at} title={formatDateTime(at)}>{formatDate(`${day}T12:00:00+01:00`)}</time>,
  },
  figure("Paid out that day", ({ paid }) => sumOf(paid)),
  figure("Received that day", ({ received }) => sumOf(received)),
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

function Difference({ difference }: { difference: BooksDifference }) {
  const { kind, subject, ours, theirs, state, handling } = difference;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{codeWords(kind)}</strong>
        <Badge {...STATES[state]} />
        <span className="wrap-anywhere text-ink-soft">{subject}</span>
      </div>
      <p className="mt-1 tabular-nums">Orin says {ours}, the other side says {theirs}.</p>
      <ol className="mt-2 text-xs text-ink-soft not-last:mb-3">
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
    </>
  );
}

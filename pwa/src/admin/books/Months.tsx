import type { BooksMonth } from "@contract/books.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { LoadState } from "../../ui/LoadState.tsx";
import { useMonths } from "./api.ts";
import { BooksFiles } from "./BooksFiles.tsx";
import { monthEnd } from "./lagos_time.ts";
import { DataTable } from "../parts/DataTable.tsx";
import { nairaOf } from "../../lib/naira.ts";

const COLUMNS: readonly { part: Exclude<keyof BooksMonth, "month">; label: string }[] = [
  { part: "owed", label: "Owed" },
  { part: "available", label: "Available" },
  { part: "settling", label: "Rewards settling" },
  { part: "heldGifts", label: "Gifts settling" },
  { part: "reserved", label: "Reserved" },
  { part: "disputed", label: "Disputed" },
  { part: "unclaimed", label: "Unclaimed" },
  { part: "withheldTax", label: "Withheld tax" },
  { part: "provider", label: `At ${PROVIDER_NAME}` },
  { part: "claims", label: "Claims" },
  { part: "pool", label: "Rewards given" },
  { part: "fees", label: "Fees" },
  { part: "revenue", label: "Revenue" },
  { part: "disputesLost", label: "Lost disputes" },
];

/** The end of each month, newest first; `onAt` opens the books of that moment (ISO 8601, empty for now). */
export function Months({ onAt }: { onAt(at: string): void }) {
  const query = useMonths();
  if (!query.data) {
    return <LoadState query={query} count={6} label="Loading the months..." failure="The months could not be loaded" />;
  }
  const { data } = query;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
          Each line shows the end of the month in Lagos, in naira. This month shows now.
        </p>
        <BooksFiles files={["months/csv"]} at="" />
      </div>
      <DataTable
        isWide
        label="Months"
        rows={data.months}
        keyOf={({ month }) => month}
        columns={[
          {
            label: "Month",
            cell: ({ month }) => (
              <button
                type="button"
                className="min-h-8 text-link underline"
                onClick={() => onAt(month === data.months[0]?.month ? "" : monthEnd(month))}
              >
                {month}
              </button>
            ),
          },
          ...COLUMNS.map(({ part, label }) => ({
            ...{ label, isFigure: true },
            cell: (month: BooksMonth) => nairaOf(month[part]),
          })),
        ]}
      />
    </div>
  );
}

import { formatNaira } from "@contract/money.ts";
import type { RoyaltyBooksMonth } from "@contract/royalties.ts";
import { formatFullCount } from "../../lib/format.ts";
import { LoadState } from "../../ui/LoadState.tsx";
import { useRoyalties } from "./api.ts";
import { BooksFiles } from "./BooksFiles.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";

function sum(
  label: string,
  part: "incomeKobo" | "shareKobo" | "royaltiesKobo" | "restKobo" | "sentKobo" | "voidedKobo",
) {
  return { label, isFigure: true, cell: (month: RoyaltyBooksMonth) => formatNaira(month[part]) };
}

const COLUMNS: readonly Column<RoyaltyBooksMonth>[] = [
  {
    label: "Month",
    cell: ({ month, isSent }) => (
      <>
        {month}
        {!isSent && <span className="ml-2 text-xs text-ink-faint">being sent</span>}
      </>
    ),
  },
  { label: "Listeners", isFigure: true, cell: ({ listeners }) => formatFullCount(listeners) },
  { label: "Artists", isFigure: true, cell: ({ creators }) => formatFullCount(creators) },
  sum("Premium income", "incomeKobo"),
  sum("Share of artists", "shareKobo"),
  sum("Royalties", "royaltiesKobo"),
  sum("Rest", "restKobo"),
  sum("Sent", "sentKobo"),
  sum("Voided", "voidedKobo"),
];

/** What artists got of each month of Premium. */
export function RoyaltyMonths() {
  const query = useRoyalties();
  if (!query.data) {
    return (
      <LoadState query={query} count={6} label="Loading the royalties..." failure="The royalties could not be loaded" />
    );
  }
  const { months } = query.data;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
          Each month of listening in Lagos, in naira. Royalties and rest make the share of artists, to the kobo. The
          rest is Orin's: of listeners who heard nobody.
        </p>
        <BooksFiles files={["royalties"]} at="" />
      </div>
      {months.length === 0
        ? <p className="text-sm text-ink-soft">No month has been computed yet.</p>
        : <DataTable isWide label="Royalties" columns={COLUMNS} rows={months} keyOf={({ month }) => month} />}
    </div>
  );
}

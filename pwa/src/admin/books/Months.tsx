import { booksByMonthCsv } from "@contract/calls/books.ts";
import { royaltiesOfAllCsv } from "@contract/calls/royalties.ts";
import type { BooksMonth } from "@contract/books.ts";
import { formatNaira } from "@contract/money.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import type { RoyaltyBooksMonth } from "@contract/royalties.ts";
import { formatFullCount } from "../../lib/format.ts";
import { figure, naira } from "../parts/columns.ts";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { FileButton } from "../parts/FileButton.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { adminFile } from "../shell/admin_api.ts";
import { useMonths, useRoyalties } from "./api.ts";
import { Explained } from "./Explained.tsx";
import { monthEnd } from "./lagos_time.ts";

const SUMS: readonly Column<BooksMonth>[] = [
  naira("Owed", ({ owed }) => owed),
  naira("Available", ({ available }) => available),
  naira("Rewards settling", ({ settling }) => settling),
  naira("Gifts settling", ({ heldGifts }) => heldGifts),
  naira("Reserved", ({ reserved }) => reserved),
  naira("Disputed", ({ disputed }) => disputed),
  naira("Unclaimed", ({ unclaimed }) => unclaimed),
  naira("Withheld tax", ({ withheldTax }) => withheldTax),
  naira(`At ${PROVIDER_NAME}`, ({ provider }) => provider),
  naira("Claims", ({ claims }) => claims),
  naira("Rewards given", ({ pool }) => pool),
  naira("Fees", ({ fees }) => fees),
  naira("Revenue", ({ revenue }) => revenue),
  naira("Lost disputes", ({ disputesLost }) => disputesLost),
];

/** The end of each month, newest first; `onAt` opens the books of that moment (ISO 8601, empty for now). */
export function Months({ onAt }: { onAt(at: string): void }) {
  return (
    <Loaded query={useMonths()} count={6} label="Loading the months..." failure="The months could not be loaded">
      {({ months }) => (
        <Explained
          text="Each line shows the end of the month in Lagos, in naira. This month shows now."
          actions={<FileButton label="CSV" save={() => adminFile(booksByMonthCsv)} />}
        >
          <DataTable
            isWide
            label="Months"
            rows={months}
            keyOf={({ month }) => month}
            columns={[
              {
                label: "Month",
                cell: ({ month }) => (
                  <button
                    type="button"
                    className="min-h-8 text-link underline"
                    onClick={() => onAt(month === months[0]?.month ? "" : monthEnd(month))}
                  >
                    {month}
                  </button>
                ),
              },
              ...SUMS,
            ]}
          />
        </Explained>
      )}
    </Loaded>
  );
}

const ROYALTIES: readonly Column<RoyaltyBooksMonth>[] = [
  {
    label: "Month",
    cell: ({ month, isSent }) => (
      <>
        {month}
        {!isSent && <span className="ml-2 text-xs text-ink-faint">being sent</span>}
      </>
    ),
  },
  figure("Listeners", ({ listeners }) => formatFullCount(listeners)),
  figure("Artists", ({ creators }) => formatFullCount(creators)),
  figure("Premium income", ({ incomeKobo }) => formatNaira(incomeKobo)),
  figure("Share of artists", ({ shareKobo }) => formatNaira(shareKobo)),
  figure("Royalties", ({ royaltiesKobo }) => formatNaira(royaltiesKobo)),
  figure("Rest", ({ restKobo }) => formatNaira(restKobo)),
  figure("Sent", ({ sentKobo }) => formatNaira(sentKobo)),
  figure("Voided", ({ voidedKobo }) => formatNaira(voidedKobo)),
];

/** What artists got of each month of Premium. */
export function RoyaltyMonths() {
  return (
    <Loaded
      query={useRoyalties()}
      count={6}
      label="Loading the royalties..."
      failure="The royalties could not be loaded"
    >
      {({ months }) => (
        <Explained
          text="Each month of listening in Lagos, in naira. Royalties and rest make the share of artists, to the kobo. The rest is Orin's: of listeners who heard nobody."
          actions={<FileButton label="CSV" save={() => adminFile(royaltiesOfAllCsv)} />}
        >
          {months.length === 0
            ? <p className="text-sm text-ink-soft">No month has been computed yet.</p>
            : <DataTable isWide label="Royalties" columns={ROYALTIES} rows={months} keyOf={({ month }) => month} />}
        </Explained>
      )}
    </Loaded>
  );
}

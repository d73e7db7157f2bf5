import type { RoyaltyBooksMonth } from "@contract/royalties.ts";
import { formatFullCount, formatTokens } from "../../lib/format.ts";
import { LoadState } from "../../ui/LoadState.tsx";
import { useRoyalties } from "./api.ts";
import { BooksFiles } from "./BooksFiles.tsx";
import { CELL, HEAD, HEADS, NUMBER, ROW } from "./table_class.ts";
import { TableBox } from "./TableBox.tsx";

const COLUMNS: readonly { part: Exclude<keyof RoyaltyBooksMonth, "month" | "isSent">; label: string }[] = [
  { part: "listeners", label: "Listeners" },
  { part: "creators", label: "Artists" },
  { part: "incomeKobo", label: "Premium income" },
  { part: "shareKobo", label: "Share of artists" },
  { part: "royaltiesKobo", label: "Royalties" },
  { part: "restKobo", label: "Rest" },
  { part: "sentKobo", label: "Sent" },
  { part: "voidedKobo", label: "Voided" },
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
        : (
          <TableBox label="Royalties">
            <table className="w-full border-collapse text-sm">
              <thead className={HEADS}>
                <tr>
                  <th scope="col" className={`${HEAD} sticky left-0 bg-surface`}>Month</th>
                  {COLUMNS.map(({ part, label }) => (
                    <th key={part} scope="col" className={`${HEAD} text-right`}>{label}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {months.map((month) => (
                  <tr key={month.month} className={ROW}>
                    <th
                      scope="row"
                      className={`${CELL} sticky left-0 bg-surface text-left font-normal whitespace-nowrap`}
                    >
                      {month.month}
                      {!month.isSent && <span className="ml-2 text-xs text-ink-faint">being sent</span>}
                    </th>
                    {COLUMNS.map(({ part }) => (
                      <td key={part} className={NUMBER}>
                        {part === "listeners" || part === "creators"
                          ? formatFullCount(month[part])
                          : formatTokens(month[part] / 100)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
        )}
    </div>
  );
}

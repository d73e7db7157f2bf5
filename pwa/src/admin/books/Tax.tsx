import { formatNaira } from "@contract/money.ts";
import type { TaxAnswer, TaxMonth } from "@contract/tax.ts";
import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatFullCount, formatTokens } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { ExportDialog } from "../parts/ExportDialog.tsx";
import { May } from "../shell/May.tsx";
import { RemittanceDialog } from "./RemittanceDialog.tsx";
import { Remittances } from "./Remittances.tsx";
import { CELL, HEAD, HEADS, NUMBER, ROW, TOTAL } from "./table_class.ts";
import { TableBox } from "./TableBox.tsx";
import { saveTaxReturn, useTax, useTaxMonthsFile } from "./tax_api.ts";

/** What was withheld of royalties as tax, by month, and what was paid of it to the tax authority. */
export function Tax() {
  const query = useTax();
  if (!query.data) {
    return <LoadState query={query} count={6} label="Loading the tax..." failure="The tax could not be loaded" />;
  }
  return <Content tax={query.data} />;
}

function Content({ tax }: { tax: TaxAnswer }) {
  const { basisPoints, months, remittances } = tax;
  const [recording, setRecording] = useState(false);
  const [exported, setExported] = useState<string>();
  const save = useTaxMonthsFile();
  const payable = months.filter(({ isOver, dueKobo, waitingKobo }) => isOver && dueKobo > waitingKobo);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">
          Of this month's royalties {basisPoints === 0 ? "no tax is" : `${basisPoints / 100} % is`}{" "}
          withheld when they settle; the rate is a rule, under Policy. Each line is the month of the settlement in
          Lagos, in naira. It can be remitted once it is over.
        </p>
        <Button
          variant="quiet"
          size="small"
          icon={<FileSpreadsheet size={18} aria-hidden="true" />}
          busy={save.isPending}
          busyLabel="Saving..."
          onClick={() => save.mutate()}
        >
          CSV
        </Button>
        <May call="POST /api/v1/admin/tax/remittances">
          <Button size="small" disabled={payable.length === 0} onClick={() => setRecording(true)}>
            Record a remittance
          </Button>
        </May>
        {save.isError && (
          <Banner tone="error" className="basis-full">
            {failureText(save.error, "The file could not be saved", "The file could not be saved: no connection")}
          </Banner>
        )}
      </div>
      {months.length === 0
        ? <p className="text-sm text-ink-soft">No tax has been withheld yet.</p>
        : <Months tax={tax} onExport={setExported} />}
      {remittances.length > 0 && <Remittances remittances={remittances} />}
      {recording && <RemittanceDialog months={payable} onClose={() => setRecording(false)} />}
      {exported !== undefined && (
        <ExportDialog
          title={`Return of ${exported}`}
          text="Each artist with name, gross, tax and net, for the tax authority."
          save={(note) => saveTaxReturn(exported, note)}
          onClose={() => setExported(undefined)}
        />
      )}
    </div>
  );
}

type Sums = Exclude<keyof TaxMonth, "month" | "isOver" | "creators">;

const COLUMNS: readonly { part: Sums; label: string }[] = [
  { part: "grossKobo", label: "Gross" },
  { part: "withheldKobo", label: "Withheld" },
  { part: "remittedKobo", label: "Remitted" },
  { part: "waitingKobo", label: "Waits for approval" },
  { part: "dueKobo", label: "Due" },
];

function Months({ tax: { months, totals }, onExport }: { tax: TaxAnswer; onExport(month: string): void }) {
  return (
    <TableBox label="Withheld tax">
      <table className="w-full border-collapse text-sm">
        <thead className={HEADS}>
          <tr>
            <th scope="col" className={`${HEAD} sticky left-0 bg-surface`}>Month</th>
            <th scope="col" className={`${HEAD} text-right`}>Artists</th>
            {COLUMNS.map(({ part, label }) => <th key={part} scope="col" className={`${HEAD} text-right`}>{label}</th>)}
            <th scope="col" className={`${HEAD} text-right`}>Return</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month} className={ROW}>
              <th scope="row" className={`${CELL} sticky left-0 bg-surface text-left font-normal whitespace-nowrap`}>
                {month.month}
                {!month.isOver && <span className="ml-2 text-xs text-ink-faint">not over</span>}
              </th>
              <td className={NUMBER}>{formatFullCount(month.creators)}</td>
              {COLUMNS.map(({ part }) => <td key={part} className={NUMBER}>{formatTokens(month[part] / 100)}</td>)}
              <td className={`${CELL} text-right whitespace-nowrap`}>
                <May call="POST /api/v1/admin/tax/export">
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={`Return of ${month.month}`}
                    onClick={() => onExport(month.month)}
                  >
                    Return
                  </Button>
                </May>
              </td>
            </tr>
          ))}
          <tr className={TOTAL}>
            <th scope="row" className={`${CELL} sticky left-0 bg-surface text-left`}>Total</th>
            <td colSpan={2} />
            {(["withheldKobo", "remittedKobo", "waitingKobo", "dueKobo"] as const).map((part) => (
              <td key={part} className={NUMBER}>{formatNaira(totals[part])}</td>
            ))}
            <td />
          </tr>
        </tbody>
      </table>
    </TableBox>
  );
}

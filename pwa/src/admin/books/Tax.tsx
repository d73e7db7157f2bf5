import { exportTax, recordRemittance, taxCsv } from "@contract/calls/books.ts";
import { formatNaira } from "@contract/money.ts";
import type { TaxAnswer, TaxMonth } from "@contract/tax.ts";
import { useState } from "react";
import { formatFullCount } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ExportDialog } from "../parts/NoteForm.tsx";
import { figure } from "../parts/columns.ts";
import { FileButton } from "../parts/FileButton.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { adminFile } from "../shell/admin_api.ts";
import { May } from "../shell/May.tsx";
import { Explained } from "./Explained.tsx";
import { RemittanceDialog } from "./RecordDialogs.tsx";
import { Remittances } from "./Remittances.tsx";
import { saveTaxReturn, useTax } from "./tax_api.ts";

/** What was withheld of royalties as tax, by month, and what was paid of it to the tax authority. */
export function Tax() {
  return (
    <Loaded query={useTax()} count={6} label="Loading the tax..." failure="The tax could not be loaded">
      {(tax) => <Content tax={tax} />}
    </Loaded>
  );
}

function Content({ tax }: { tax: TaxAnswer }) {
  const { basisPoints, months, remittances } = tax;
  const [recording, setRecording] = useState(false);
  const [exported, setExported] = useState<string>();
  const payable = months.filter(({ isOver, dueKobo, waitingKobo }) => isOver && dueKobo > waitingKobo);
  return (
    <div className="flex flex-col gap-6">
      <Explained
        text={
          <>
            Of this month's royalties {basisPoints === 0 ? "no tax is" : `${basisPoints / 100} % is`}{" "}
            withheld when they settle; the rate is a rule, under Policy. Each line is the month of the settlement in
            Lagos, in naira. It can be remitted once it is over.
          </>
        }
        actions={
          <>
            <FileButton label="CSV" save={() => adminFile(taxCsv)} />
            <May call={recordRemittance}>
              <Button size="small" disabled={payable.length === 0} onClick={() => setRecording(true)}>
                Record a remittance
              </Button>
            </May>
          </>
        }
      >
        {months.length === 0
          ? <p className="text-sm text-ink-soft">No tax has been withheld yet.</p>
          : <Months tax={tax} onExport={setExported} />}
      </Explained>
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

/** A month, or the sum of all. */
type Line = Omit<TaxMonth, "grossKobo" | "creators"> & Partial<Pick<TaxMonth, "grossKobo" | "creators">>;

const TOTAL = "Total";

function Months({ tax: { months, totals }, onExport }: { tax: TaxAnswer; onExport(month: string): void }) {
  const columns: readonly Column<Line>[] = [
    {
      label: "Month",
      cell: ({ month, isOver }) => (
        <>
          {month}
          {!isOver && <span className="ml-2 text-xs text-ink-faint">not over</span>}
        </>
      ),
    },
    figure("Artists", ({ creators }) => creators !== undefined && formatFullCount(creators)),
    figure("Gross", ({ grossKobo }) => grossKobo !== undefined && formatNaira(grossKobo)),
    figure("Withheld", ({ withheldKobo }) => formatNaira(withheldKobo)),
    figure("Remitted", ({ remittedKobo }) => formatNaira(remittedKobo)),
    figure("Waits for approval", ({ waitingKobo }) => formatNaira(waitingKobo)),
    figure("Due", ({ dueKobo }) => formatNaira(dueKobo)),
    {
      label: "Return",
      cell: ({ month }) =>
        month !== TOTAL && (
          <May call={exportTax}>
            <Button variant="quiet" size="small" aria-label={`Return of ${month}`} onClick={() => onExport(month)}>
              Return
            </Button>
          </May>
        ),
    },
  ];
  return (
    <DataTable
      isWide
      label="Withheld tax"
      columns={columns}
      rows={[...months, { month: TOTAL, isOver: true, ...totals }]}
      keyOf={({ month }) => month}
      isTotal={({ month }) => month === TOTAL}
    />
  );
}

import { exportTax, recordRemittance } from "@contract/calls/books.ts";
import { formatNaira } from "@contract/money.ts";
import type { TaxAnswer, TaxMonth } from "@contract/tax.ts";
import { FileSpreadsheet } from "lucide-react";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatFullCount } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ExportDialog } from "../parts/ExportDialog.tsx";
import { May } from "../shell/May.tsx";
import { RemittanceDialog } from "./RemittanceDialog.tsx";
import { Remittances } from "./Remittances.tsx";
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
        <May call={recordRemittance}>
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

/** A month, or the sum of all. */
type Line = Omit<TaxMonth, "grossKobo" | "creators"> & Partial<Pick<TaxMonth, "grossKobo" | "creators">>;

const TOTAL = "Total";

function sum(label: string, part: "withheldKobo" | "remittedKobo" | "waitingKobo" | "dueKobo"): Column<Line> {
  return { label, isFigure: true, cell: (line) => formatNaira(line[part]) };
}

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
    { label: "Artists", isFigure: true, cell: ({ creators }) => creators !== undefined && formatFullCount(creators) },
    {
      label: "Gross",
      isFigure: true,
      cell: ({ grossKobo }) => grossKobo !== undefined && formatNaira(grossKobo),
    },
    sum("Withheld", "withheldKobo"),
    sum("Remitted", "remittedKobo"),
    sum("Waits for approval", "waitingKobo"),
    sum("Due", "dueKobo"),
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

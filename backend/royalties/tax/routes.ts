import * as calls from "../../contract/calls/books.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { TaxAnswer } from "../../contract/tax.ts";
import type { Deps } from "../../deps.ts";
import { type Cell, CSV_MARK, csvFile, csvLinesOf, csvOf } from "../../http/csv.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { metadataOf, requestIdOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { logListAccess, writeNote } from "../../audit/log_access.ts";
import { catchUpProposals } from "../../approvals/decide.ts";
import { allMonths, namedTaxLines, taxNow } from "./reads.ts";
import { askReversal, record } from "./kind.ts";

const ASK = "Please enter your password again to decide about tax";
const UNKNOWN = "There is no such remittance";

/** What was withheld of royalties as tax, and what was paid of it to the tax authority: recorded by one, confirmed by another. */
export function taxRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getTax, async (c) => await answered(deps, c))
    .serve(calls.taxCsv, async (c) => {
      const rows = (await allMonths(deps)).map((month): Cell[] => [
        ...[month.month, month.creators, naira(month.grossKobo), naira(month.withheldKobo)],
        ...[naira(month.remittedKobo), naira(month.waitingKobo), naira(month.dueKobo)],
      ]);
      return c.body(csvOf([MONTH_HEADINGS, ...rows]), 200, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="orin-tax.csv"',
      });
    })
    .serve(calls.exportTax, freshPassword(deps, "Please enter your password again to export the return"), async (c) => {
      const { month, note } = c.req.valid("json");
      const { userId: adminId, sessionId } = c.var.session;
      await writeNote(deps, { adminId, sessionId, note, requestId: requestIdOf(c) });
      return csvFile(c, `orin-tax-${month}.csv`, returnOf(deps, c, month));
    })
    .serve(calls.recordRemittance, freshPassword(deps, ASK), async (c) => {
      const { kobo: units, ...said } = c.req.valid("json");
      const { userId: adminId } = c.var.session;
      await record(deps, { ...said, units, adminId }, metadataOf(c, adminId));
      return await answered(deps, c);
    })
    .serve(calls.reverseRemittance, freshPassword(deps, ASK), async (c) => {
      const { userId: adminId } = c.var.session;
      const remittanceId = idInPath(c, "id", UNKNOWN);
      await askReversal(deps, { remittanceId, adminId, ...c.req.valid("json") }, metadataOf(c, adminId));
      return await answered(deps, c);
    });
}

async function answered(deps: Deps, c: Context) {
  await catchUpProposals(deps);
  return c.json(await taxNow(deps) satisfies TaxAnswer, 200);
}

const MONTH_HEADINGS = ["Month", "Artists", "Gross", "Withheld", "Remitted", "Waiting", "Due"];
const HEADINGS = [
  ...["Withheld in", "Name", "Artist", "Account", "Month of listening", "Gross", "Tax percent", "Tax", "Net"],
];

/** The return of a month. Who is in it is in the log before it leaves. */
async function* returnOf(deps: Deps, c: Context<WithSession>, month: string): AsyncGenerator<string, void> {
  yield `${CSV_MARK}${csvLinesOf([HEADINGS])}`;
  for await (const lines of namedTaxLines(deps, month)) {
    await logListAccess(deps, c.var.session, {
      ...{ list: "tax_export", filter: { month }, requestId: requestIdOf(c) },
      personIds: lines.filter(({ isPerson }) => isPerson).map(({ creatorId }) => creatorId),
    });
    yield csvLinesOf(lines.map((line): Cell[] => [
      ...[month, line.name, line.artist, line.creatorId, line.month, naira(line.grossUnits)],
      ...[line.basisPoints / 100, naira(line.withheldUnits), naira(line.grossUnits - line.withheldUnits)],
    ]));
  }
}

/** Exact, with two decimals: a spreadsheet reads a number. */
function naira(kobo: number): string {
  return (kobo / 100).toFixed(2);
}

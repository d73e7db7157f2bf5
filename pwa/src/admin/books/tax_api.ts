import { exportTax, getTax, recordRemittance, reverseRemittance } from "@contract/calls/books.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import { useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "books", "tax"];

/** What was withheld of royalties as tax, and what was paid of it to the tax authority. */
export function useTax() {
  return useAnswer(KEY, getTax);
}

/** What an admin does about a remittance. */
type TaxStep =
  | {
    readonly step: "record";
    readonly remittanceId: string;
    readonly month: string;
    readonly kobo: number;
    readonly paidOn: string;
    readonly receipt: string;
  }
  | { readonly step: "reverse"; readonly remittanceId: string; readonly reversalId: string; readonly reason: string };

/** Takes a step; the answer is the state of all then. */
export function useTaxStep() {
  return useChange((asked: TaxStep) => {
    if (asked.step === "record") {
      const { step: _, ...body } = asked;
      return askAsAdmin(recordRemittance, { body });
    }
    const { remittanceId, reversalId, reason } = asked;
    return askAsAdmin(reverseRemittance, { id: remittanceId, body: { reversalId, reason } });
  }, { holds: KEY, renews: [KEY, ["admin", "proposals"]] });
}

/** Saves the return of a month, with names: the log keeps the note. */
export async function saveTaxReturn(month: string, note: string): Promise<void> {
  await adminFile(exportTax, { body: { month, note } });
}

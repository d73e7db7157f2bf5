import { exportTax, getTax, recordRemittance, reverseRemittance, taxCsv } from "@contract/calls/books.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const KEY = ["admin", "books", "tax"];

/** What was withheld of royalties as tax, and what was paid of it to the tax authority. */
export function useTax() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAsAdmin(getTax, { signal }) });
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: TaxStep) => {
      if (asked.step === "record") {
        const { step: _, ...body } = asked;
        return askAsAdmin(recordRemittance, { body });
      }
      const { remittanceId, reversalId, reason } = asked;
      return askAsAdmin(reverseRemittance, { id: remittanceId, body: { reversalId, reason } });
    },
    onSuccess: (answer) => client.setQueryData(KEY, answer),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: KEY });
      await client.invalidateQueries({ queryKey: ["admin", "proposals"] });
    },
  });
}

/** Saves all months as a table. */
export function useTaxMonthsFile() {
  return useMutation({ mutationFn: () => adminFile(taxCsv) });
}

/** Saves the return of a month, with names: the log keeps the note. */
export async function saveTaxReturn(month: string, note: string): Promise<void> {
  await adminFile(exportTax, { body: { month, note } });
}

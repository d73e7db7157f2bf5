import type { TaxAnswer } from "@contract/tax.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi, adminFile } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/tax";
const KEY = ["admin", "books", "tax"];

/** What was withheld of royalties as tax, and what was paid of it to the tax authority. */
export function useTax() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<TaxAnswer>(PATH, { signal }) });
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

/** Takes a step; the answer is how all stands then. */
export function useTaxStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: TaxStep) => {
      const { path, body } = callOf(asked);
      return adminApi<TaxAnswer>(`${PATH}/remittances${path}`, { method: "POST", body });
    },
    onSuccess: (answer) => client.setQueryData(KEY, answer),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: KEY });
      await client.invalidateQueries({ queryKey: ["admin", "proposals"] });
    },
  });
}

function callOf(asked: TaxStep): { readonly path: string; readonly body: object } {
  if (asked.step === "record") {
    const { step: _, ...body } = asked;
    return { path: "", body };
  }
  const { remittanceId, reversalId, reason } = asked;
  return { path: `/${remittanceId}/reversals`, body: { reversalId, reason } };
}

/** Saves all months as a table. */
export function useTaxMonthsFile() {
  return useMutation({ mutationFn: () => adminFile(`${PATH}/csv`) });
}

/** Saves the return of a month, with names: the log keeps the note. */
export async function saveTaxReturn(month: string, note: string): Promise<void> {
  await adminFile(`${PATH}/export`, { month, note });
}

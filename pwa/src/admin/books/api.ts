import type { BooksAnswer, BooksMonths, CapitalAnswer, ReconciledDays } from "@contract/books.ts";
import type { RoyaltyBooks } from "@contract/royalties.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi, adminFile } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/books";
const ROYALTIES = "/api/v1/admin/royalties";
const DAYS = ["admin", "books", "days"];

/** The books at a moment (ISO 8601); empty for now. */
export function useBooks(at: string) {
  return useQuery({
    queryKey: ["admin", "books", "at", at],
    queryFn: ({ signal }) => adminApi<BooksAnswer>(`${PATH}${queryOf(at)}`, { signal }),
  });
}

export function useMonths() {
  return useQuery({
    queryKey: ["admin", "books", "months"],
    queryFn: ({ signal }) => adminApi<BooksMonths>(`${PATH}/months`, { signal }),
  });
}

/** What artists got of each month of Premium. */
export function useRoyalties() {
  return useQuery({
    queryKey: ["admin", "books", "royalties"],
    queryFn: ({ signal }) => adminApi<RoyaltyBooks>(ROYALTIES, { signal }),
  });
}

export function useDays() {
  return useQuery({ queryKey: DAYS, queryFn: ({ signal }) => adminApi<ReconciledDays>(`${PATH}/days`, { signal }) });
}

export type Handling = { does: "explain" | "settle"; kind: string; subject: string; note: string };

/** Explains or settles a difference; the answer is how all stand then. */
export function useHandleDifference() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ does, ...body }: Handling) =>
      adminApi<ReconciledDays>(`${PATH}/differences/${does}`, { method: "POST", body }),
    onSuccess: (answer) => client.setQueryData(DAYS, answer),
  });
}

/** Capital in kobo; below zero where it was taken out. `capitalId` is one for each form. */
interface Capital {
  capitalId: string;
  kobo: number;
  reason: string;
}

/** Proposes to record capital. */
export function useCapital() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Capital) => adminApi<CapitalAnswer>(`${PATH}/capital`, { method: "POST", body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin", "proposals"] }),
  });
}

/** Which file: the books at a moment as a table or as a signed bundle, all months, or the months' royalties. */
export type BooksFile = "csv" | "bundle" | "months/csv" | "royalties";

/** Saves a file. */
export function useBooksFile() {
  return useMutation({
    mutationFn: ({ file, at }: { file: BooksFile; at: string }) =>
      adminFile(file === "royalties" ? `${ROYALTIES}/csv` : `${PATH}/${file}${queryOf(at)}`),
  });
}

function queryOf(at: string): string {
  return at === "" ? "" : `?${new URLSearchParams({ at })}`;
}

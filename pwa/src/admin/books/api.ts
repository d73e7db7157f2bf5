import {
  booksBundle,
  booksByDay,
  booksByMonth,
  booksByMonthCsv,
  booksCsv,
  explainDifference,
  getBooks,
  recordCapital,
  settleDifference,
} from "@contract/calls/books.ts";
import { royaltiesOfAll, royaltiesOfAllCsv } from "@contract/calls/royalties.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const DAYS = ["admin", "books", "days"];

/** The books at a moment (ISO 8601); empty for now. */
export function useBooks(at: string) {
  return useQuery({
    queryKey: ["admin", "books", "at", at],
    queryFn: ({ signal }) => askAsAdmin(getBooks, { query: { at: at || undefined }, signal }),
  });
}

export function useMonths() {
  return useQuery({
    queryKey: ["admin", "books", "months"],
    queryFn: ({ signal }) => askAsAdmin(booksByMonth, { signal }),
  });
}

/** What artists got of each month of Premium. */
export function useRoyalties() {
  return useQuery({
    queryKey: ["admin", "books", "royalties"],
    queryFn: ({ signal }) => askAsAdmin(royaltiesOfAll, { signal }),
  });
}

export function useDays() {
  return useQuery({ queryKey: DAYS, queryFn: ({ signal }) => askAsAdmin(booksByDay, { signal }) });
}

export type Handling = { does: "explain" | "settle"; kind: string; subject: string; note: string };

/** Explains or settles a difference; the answer is the state of all then. */
export function useHandleDifference() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ does, ...body }: Handling) =>
      askAsAdmin(does === "explain" ? explainDifference : settleDifference, { body }),
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
    mutationFn: (body: Capital) => askAsAdmin(recordCapital, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin", "proposals"] }),
  });
}

/** Which file: the books at a moment as a table or as a signed bundle, all months, or the months' royalties. */
export type BooksFile = "csv" | "bundle" | "months/csv" | "royalties";

/** Saves a file. */
export function useBooksFile() {
  return useMutation({
    mutationFn: ({ file, at }: { file: BooksFile; at: string }) => {
      const query = { at: at || undefined };
      if (file === "csv") return adminFile(booksCsv, { query });
      if (file === "bundle") return adminFile(booksBundle, { query });
      return adminFile(file === "royalties" ? royaltiesOfAllCsv : booksByMonthCsv);
    },
  });
}

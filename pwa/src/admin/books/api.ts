import {
  booksByDay,
  booksByMonth,
  explainDifference,
  getBooks,
  recordCapital,
  settleDifference,
} from "@contract/calls/books.ts";
import { royaltiesOfAll } from "@contract/calls/royalties.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "books"];
const DAYS = [...KEY, "days"];

/** The books at a moment (ISO 8601); empty for now. */
export function useBooks(at: string) {
  return useAnswer([...KEY, "at", at], getBooks, { query: { at: at || undefined } });
}

export function useMonths() {
  return useAnswer([...KEY, "months"], booksByMonth);
}

/** What artists got of each month of Premium. */
export function useRoyalties() {
  return useAnswer([...KEY, "royalties"], royaltiesOfAll);
}

export function useDays() {
  return useAnswer(DAYS, booksByDay);
}

export type Handling = { does: "explain" | "settle"; kind: string; subject: string; note: string };

/** Explains or settles a difference; the answer is the state of all then. */
export function useHandleDifference() {
  return useChange(
    ({ does, ...body }: Handling) => askAsAdmin(does === "explain" ? explainDifference : settleDifference, { body }),
    { holds: DAYS },
  );
}

/** Capital in kobo; below zero where it was taken out. `capitalId` is one for each form. */
interface Capital {
  capitalId: string;
  kobo: number;
  reason: string;
}

/** Proposes to record capital. */
export function useCapital() {
  return useChange((body: Capital) => askAsAdmin(recordCapital, { body }), { renews: [["admin", "proposals"]] });
}

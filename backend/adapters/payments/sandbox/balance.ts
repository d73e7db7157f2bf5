import { Hono } from "hono";
import { success } from "./answers.ts";
import type { Book } from "./book.ts";
import { pageOf } from "./paging.ts";
import type { EntryRecord } from "./records.ts";
import { INTEGRATION, isoOf, type World } from "./world.ts";

/** Kobo in the balance: what the newest entry of its ledger says. */
export function balanceOf(book: Book): number {
  return book.list("entry", { limit: 1 })[0]?.balance ?? 0;
}

type Movement = Pick<EntryRecord, "difference" | "reason" | "model" | "row"> & { at?: number | undefined };

/** Moves the balance, with an entry that says why. */
export function post(book: Book, movement: Movement): void {
  book.atomically(() =>
    book.add("entry", { ...movement, balance: balanceOf(book) + movement.difference, key: null, due: null })
  );
}

/** Puts money on the balance, as the merchant does from a bank account. Kobo. */
export function topUp(book: Book, amountKobo: number): void {
  post(book, { difference: amountKobo, reason: "Top-up", model: "Topup", row: 0 });
}

/** `GET /balance` and its ledger. */
export function balanceRoutes({ book }: World): Hono {
  return new Hono()
    .get("/balance", (c) =>
      success(c, {
        message: "Balances retrieved",
        data: [{ currency: "NGN", balance: balanceOf(book) }, { currency: "USD", balance: 0 }],
      }))
    .get("/balance/ledger", (c) => {
      const { records, meta } = pageOf(c, book, "entry");
      return success(c, { message: "Balance ledger retrieved", data: records.map(entryJson), meta });
    });
}

function entryJson({ id, at, difference, balance, reason, model, row }: EntryRecord) {
  return {
    integration: INTEGRATION,
    domain: "test",
    balance,
    currency: "NGN",
    difference,
    reason,
    model_responsible: model,
    model_row: row,
    id,
    createdAt: isoOf(at),
    updatedAt: isoOf(at),
  };
}

import * as z from "zod/mini";
import { compact } from "../../contract/compact.ts";
import type { Call } from "./paystack_call.ts";
import { IdText, light, SignedKobo, Text, When } from "./paystack_fields.ts";
import { pagesOf } from "./paystack_pages.ts";
import type { LedgerEntry, Span } from "./types.ts";

const Balances = z.array(z.object({ currency: Text, balance: SignedKobo }));

/** What can be paid out, in kobo (`GET /balance`). */
export async function balance(call: Call): Promise<number> {
  const { data } = await call({ path: "/balance" }, Balances);
  return data.find(({ currency }) => currency === "NGN")?.balance ?? 0;
}

const Entry = z.object({
  id: IdText,
  difference: SignedKobo,
  balance: SignedKobo,
  currency: Text,
  reason: light(z.string()),
  model_responsible: light(Text),
  model_row: light(IdText),
  createdAt: light(When),
});

/** What moved the balance between two moments (`GET /balance/ledger`), each entry once. */
export async function* balanceLedger(
  call: Call,
  { fromMs, toMs }: Span,
): AsyncGenerator<LedgerEntry, void, undefined> {
  const query = { perPage: "100", from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  // Numbered pages shift when an entry is added meanwhile, and show one twice.
  const seen = new Set<string>();
  for await (const entry of pagesOf(call, { path: "/balance/ledger", query }, Entry)) {
    if (seen.has(entry.id)) continue;
    seen.add(entry.id);
    yield compact({
      entryId: entry.id,
      differenceKobo: entry.difference,
      balanceKobo: entry.balance,
      currency: entry.currency,
      of: MODELS.get(entry.model_responsible ?? "") ?? ("other" as const),
      ofId: entry.model_row,
      reason: entry.reason ?? "",
      at: entry.createdAt,
    });
  }
}

const MODELS = new Map<string, "payout" | "charge" | "refund">([
  ["Transfer", "payout"],
  ["Transaction", "charge"],
  ["Refund", "refund"],
]);

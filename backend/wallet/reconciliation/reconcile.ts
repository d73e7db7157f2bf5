import { lostPayoutsSince, lostPayoutSum } from "../../../projections/wallet/lost_payouts.ts";
import { payoutsSince, withdrawalSums } from "../../../projections/wallet/withdrawals.ts";
import type { Payout } from "../../adapters/payments/types.ts";
import { nameInReference } from "../../contract/payment_reference.ts";
import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { readReserved, readSumOf } from "../../ledger/accounts.ts";
import { PROVIDER } from "../../ledger/chart.ts";
import { advancePayoutOf } from "../withdrawal/payout.ts";
import { reconcileCharges } from "./charges.ts";
import { type Books, decideDifferences, type ProviderPayout } from "./state.ts";
import { PAYOUT_NAME } from "../withdrawal/events.ts";
import {
  type BooksReconciled,
  type Difference,
  PAYOUT_CODES,
  PROVIDER_BALANCE_STREAM,
  type ProviderBalanceNoted,
  reconciliationStream,
} from "./events.ts";

const DAY_MS = 24 * 3_600_000;
/** Payouts can change for days after they were made, so each night looks back over a week. */
const LOOK_BACK_DAYS = 7;

/** Reconciles yesterday, unless that was done. Throws PaymentsUnavailable when the provider cannot be asked now. */
export async function reconcileYesterday(deps: Deps): Promise<void> {
  const day = lagosDay(deps.now() - DAY_MS);
  const known = await deps.store.readStream("social", reconciliationStream(day));
  if (known.length > 0) return;
  await reconcile(deps, day);
}

/**
 * Holds withdrawals, payments by card, our ledger, the provider's lists and the provider's ledger against each other.
 * What was only not heard of yet is settled on the way; the rest is named in an event, one a day.
 */
export async function reconcile(deps: Deps, day: string): Promise<readonly Difference[]> {
  const from = lagosDayStart(day) - (LOOK_BACK_DAYS - 1) * DAY_MS;
  const to = Math.max(lagosDayStart(day) + DAY_MS - 1, deps.now());
  const books = await compareBooks(deps, { from, to });
  const event: BooksReconciled = { type: "BooksReconciled", data: { day, from, to, ...books } };
  const options = { metadata: { actor: "system:reconciliation" } };
  const noted: ProviderBalanceNoted = { type: "ProviderBalanceNoted", data: { kobo: await deps.payments.balance() } };
  await deps.store.appendToStream("social", PROVIDER_BALANCE_STREAM, [noted], options);
  await deps.store.appendToStream("social", reconciliationStream(day), [event], options);
  for (const difference of books.differences) {
    deps.log(`Books of ${day} differ: ${JSON.stringify(difference)}`, undefined, { level: "error" });
  }
  return books.differences;
}

/** Compares the books of a time, epoch ms, and settles on the way what was only not heard of yet. Sums in kobo. */
export async function compareBooks(
  deps: Deps,
  { from, to }: { from: number; to: number },
): Promise<Omit<BooksReconciled["data"], "day" | "from" | "to">> {
  const first = await readBooks(deps, { from, to });
  const behind = decideDifferences(first).filter(({ kind }) => kind === "status_differs" || kind === "payout_missing");
  for (const { subject } of behind) await advancePayoutOf(deps, subject);
  const missing = behind.filter(({ kind }) => kind === "payout_missing").map(({ subject }) => subject);
  const books = behind.length > 0 ? await readBooks(deps, { from, to, missing }) : first;
  const charges = await reconcileCharges(deps, { from, to, moved: await movedBy(deps, "charge", { from, to }) });
  const differences = [...decideDifferences(books), ...charges.differences];
  const paid = books.provider.filter(({ status }) => status === "success");
  return {
    ...{ differences, payouts: books.provider.length },
    paidKobo: paid.reduce((sum, payout) => sum + payout.amountKobo, 0),
    ...{ charges: charges.charges, receivedKobo: charges.receivedKobo },
  };
}

/** By how much the provider's balance moved for each of its payouts or charges. */
async function movedBy(
  deps: Deps,
  kind: "payout" | "charge",
  { from, to }: { from: number; to: number },
): Promise<Map<string, number>> {
  const moved = new Map<string, number>();
  for await (const { of, ofId = "", differenceKobo } of deps.payments.balanceLedger({ fromMs: from, toMs: to })) {
    if (of === kind) moved.set(ofId, (moved.get(ofId) ?? 0) + differenceKobo);
  }
  return moved;
}

interface Read {
  readonly from: number;
  readonly to: number;
  /** References that the provider's list lacks: it may be incomplete at first, and ends where the time begins. */
  readonly missing?: readonly string[];
}

async function readBooks(deps: Deps, { from, to, missing = [] }: Read): Promise<Books> {
  const provider: ProviderPayout[] = [];
  let begun = from;
  for await (const payout of deps.payments.listPayouts({ fromMs: from, toMs: to })) {
    if (nameInReference(deps.installation, payout.reference) === PAYOUT_NAME) provider.push(providerPayout(payout));
  }
  for (const reference of missing.filter((one) => !provider.some((payout) => payout.reference === one))) {
    const payout = await deps.payments.lookUpPayout(reference);
    if (payout.status === "not_found") continue;
    provider.push(providerPayout(payout));
    // The balance moved when it was begun.
    begun = Math.min(begun, payout.createdAt?.getTime() ?? begun);
  }
  const moved = await movedBy(deps, "payout", { from: begun, to });
  const { sql } = deps.store;
  const [rows, withdrawals, throughProvider, reserved, lost, lostKobo] = await Promise.all([
    payoutsSince(sql, from),
    withdrawalSums(sql),
    readSumOf(sql, PROVIDER, PAYOUT_CODES),
    readReserved(sql),
    lostPayoutsSince(sql, from),
    lostPayoutSum(sql),
  ]);
  const own = rows.flatMap(({ reference, units, status, funds, feeKobo }) =>
    reference === undefined ? [] : [{ reference, units, status, feeKobo, fundsReserved: funds === "reserved" }]
  );
  const booked = lost.map((payout) => ({ ...payout, status: "completed", fundsReserved: false }));
  return {
    own: [...own, ...booked],
    ...{ provider, moved, ledger: { throughProvider, reserved } },
    withdrawals: { ...withdrawals, throughProvider: withdrawals.throughProvider + lostKobo },
  };
}

function providerPayout(payout: Payout): ProviderPayout {
  const { reference, payoutId, amountKobo, feeKobo, status, said } = payout;
  return { reference, payoutId, amountKobo, feeKobo, status: said ?? status };
}

import { disputedOf } from "../../../projections/payments/disputes.ts";
import type { Charge } from "../../adapters/payments/types.ts";
import type { Deps } from "../../deps.ts";
import { readSumOf } from "../../ledger/accounts.ts";
import { PROVIDER } from "../../ledger/chart.ts";
import { isRefunded, reviewRefund } from "../../payments/charge.ts";
import { type Charged, purposeOf } from "../../payments/purpose.ts";
import { type ChargeBooks, decideChargeDifferences, type ProviderCharge } from "./state.ts";
import type { Difference } from "./events.ts";

/** News that was not heard yet looks like one of these. */
const MAY_BE_LATE = new Set<Difference["kind"]>(["charge_state_differs", "charge_missing"]);

interface ReconciledCharges {
  readonly differences: readonly Difference[];
  readonly charges: number;
  /** Paid and kept. */
  readonly receivedKobo: number;
}

/**
 * Holds payments by card against the provider's list and ledger. What was only not heard of yet
 * is settled on the way; `moved` says by how much the provider's balance moved for each of its charges.
 */
export async function reconcileCharges(
  deps: Deps,
  { from, to, moved }: { from: number; to: number; moved: ReadonlyMap<string, number> },
): Promise<ReconciledCharges> {
  const provider = await listOurs(deps, { from, to });
  const first = await readBooks(deps, { from, provider, moved });
  const behind = decideChargeDifferences(first).filter(({ kind }) => MAY_BE_LATE.has(kind));
  for (const { subject: reference } of behind) {
    const purpose = purposeOf(deps, reference);
    if (purpose) await reviewRefund(deps, purpose, reference);
  }
  const found = behind.length > 0 ? await withMissing(deps, provider, behind) : provider;
  const books = behind.length > 0 ? await readBooks(deps, { from, provider: found, moved }) : first;
  const kept = books.provider.filter(({ status }) => status === "success");
  return {
    differences: decideChargeDifferences(books),
    charges: books.provider.length,
    receivedKobo: kept.reduce((sum, { requestedKobo }) => sum + requestedKobo, 0),
  };
}

async function listOurs(deps: Deps, { from, to }: { from: number; to: number }): Promise<ProviderCharge[]> {
  const charges: ProviderCharge[] = [];
  for await (const charge of deps.payments.listCharges({ fromMs: from, toMs: to })) {
    if (purposeOf(deps, charge.reference)) charges.push(providerCharge(charge));
  }
  return charges;
}

/** The provider's list may be incomplete at first: what it lacks is asked for by its reference. */
async function withMissing(
  deps: Deps,
  provider: readonly ProviderCharge[],
  behind: readonly Difference[],
): Promise<ProviderCharge[]> {
  const found = [...provider];
  for (const { subject } of behind.filter(({ kind }) => kind === "charge_missing")) {
    const charge = await deps.payments.confirmCharge(subject);
    if (charge.status !== "not_found") found.push(providerCharge(charge));
  }
  return found;
}

function providerCharge(charge: Charge): ProviderCharge {
  const { reference, chargeId, requestedKobo, amountKobo, feesKobo, currency } = charge;
  return { reference, chargeId, requestedKobo, amountKobo, feesKobo, currency, status: charge.said ?? charge.status };
}

interface ChargeFacts {
  readonly from: number;
  readonly provider: readonly ProviderCharge[];
  readonly moved: ReadonlyMap<string, number>;
}

async function readBooks(deps: Deps, { from, provider, moved }: ChargeFacts): Promise<ChargeBooks> {
  const { purposes, store: { sql } } = deps;
  const [charged, sums, atProvider] = await Promise.all([
    Promise.all(purposes.map((purpose) => purpose.since(sql, from))),
    Promise.all(purposes.map((purpose) => purpose.sum(sql))),
    readSumOf(sql, PROVIDER, purposes.flatMap(({ codes }) => codes)),
  ]);
  const own = new Map(charged.flat().map((one) => [one.reference, one]));
  // Begun here just before the time that is looked at, and there within it.
  for (const { reference } of provider.filter((charge) => !own.has(charge.reference))) {
    const charge = await purposeOf(deps, reference)?.find(sql, reference);
    if (charge) own.set(reference, charge);
  }
  const told = await Promise.all(provider.map((charge) => asRefunded(deps, charge, own.get(charge.reference))));
  // Money at the provider is its debt to Orin, so the account is below zero.
  return {
    own: [...own.values()],
    provider: told,
    moved,
    disputed: await disputedOf(sql, [...own.keys()]),
    ledger: -atProvider,
    charges: sums.reduce((sum, one) => sum + one, 0),
  };
}

/** A charge can stay `success` there although all of it was refunded. */
async function asRefunded(deps: Deps, charge: ProviderCharge, own: Charged | undefined): Promise<ProviderCharge> {
  if (own?.state !== "reversed" || charge.status !== "success") return charge;
  const isBack = await isRefunded(deps.payments, own);
  return isBack ? { ...charge, status: "reversed" } : charge;
}

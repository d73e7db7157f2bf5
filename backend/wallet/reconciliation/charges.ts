import { cardGiftsSince, cardGiftSum, findGiftPayment, type GiftRow } from "../../../projections/gifts.ts";
import {
  findPremiumPayment,
  type PremiumPaymentRow,
  premiumPaymentsSince,
  premiumPaymentSum,
} from "../../../projections/premium_payments.ts";
import type { Charge } from "../../adapters/payments/types.ts";
import type { Deps } from "../../deps.ts";
import { reviewGiftPayment } from "../../gifts/give.ts";
import { readSumOf } from "../../ledger/accounts.ts";
import { PROVIDER } from "../../ledger/chart.ts";
import { reviewPremiumPayment, settlePremiumPayment } from "../../subscriptions/pay.ts";
import { isRefunded } from "../../payments/charge.ts";
import { type ChargeBooks, decideChargeDifferences, type OwnCharge, type ProviderCharge } from "./charges_state.ts";
import type { Difference } from "./events.ts";

const OURS = /^(premium|gift)-[0-9a-f-]{36}$/;
const CODES = ["premium", "premium_reversed", "gift", "gift_refunded"] as const;
/** News that was not heard yet looks like one of these. */
const MAY_BE_LATE = new Set<Difference["kind"]>(["charge_state_differs", "charge_missing"]);

interface ReconciledCharges {
  readonly differences: readonly Difference[];
  readonly charges: number;
  /** Paid and kept. */
  readonly receivedKobo: number;
}

/**
 * Holds payments for Premium and gifts by card against the provider's list and ledger. What was only not heard of yet
 * is settled on the way; `moved` says by how much the provider's balance moved for each of its charges.
 */
export async function reconcileCharges(
  deps: Deps,
  { from, to, moved }: { from: number; to: number; moved: ReadonlyMap<string, number> },
): Promise<ReconciledCharges> {
  const provider = await listOurs(deps, { from, to });
  const first = await readBooks(deps, { from, provider, moved });
  const behind = decideChargeDifferences(first).filter(({ kind }) => MAY_BE_LATE.has(kind));
  for (const { subject } of behind) await settle(deps, subject);
  const found = behind.length > 0 ? await withMissing(deps, provider, behind) : provider;
  const books = behind.length > 0 ? await readBooks(deps, { from, provider: found, moved }) : first;
  const kept = books.provider.filter(({ status }) => status === "success");
  return {
    differences: decideChargeDifferences(books),
    charges: books.provider.length,
    receivedKobo: kept.reduce((sum, { requestedKobo }) => sum + requestedKobo, 0),
  };
}

async function settle(deps: Deps, reference: string): Promise<void> {
  if (reference.startsWith("gift-")) return await reviewGiftPayment(deps, reference);
  await settlePremiumPayment(deps, reference);
  await reviewPremiumPayment(deps, reference, "refund");
}

async function listOurs(deps: Deps, { from, to }: { from: number; to: number }): Promise<ProviderCharge[]> {
  const charges: ProviderCharge[] = [];
  for await (const charge of deps.payments.listCharges({ fromMs: from, toMs: to })) {
    if (OURS.test(charge.reference)) charges.push(providerCharge(charge));
  }
  return charges;
}

/** The provider's list need not be complete at once: what it lacks is asked for by its reference. */
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

interface Known {
  readonly from: number;
  readonly provider: readonly ProviderCharge[];
  readonly moved: ReadonlyMap<string, number>;
}

async function readBooks(deps: Deps, { from, provider, moved }: Known): Promise<ChargeBooks> {
  const { sql } = deps.store;
  const [premium, gifts, premiumSum, giftSum, atProvider] = await Promise.all([
    premiumPaymentsSince(sql, from),
    cardGiftsSince(sql, from),
    premiumPaymentSum(sql),
    cardGiftSum(sql),
    readSumOf(sql, PROVIDER, CODES),
  ]);
  const own = new Map([...premium.map(premiumCharge), ...gifts.flatMap(giftCharge)].map((one) => [one.reference, one]));
  // Begun here just before the time that is looked at, and there within it.
  for (const { reference } of provider.filter((charge) => !own.has(charge.reference))) {
    const charge = await findOwn(deps, reference);
    if (charge) own.set(reference, charge);
  }
  const told = await Promise.all(provider.map((charge) => asRefunded(deps, charge, own.get(charge.reference))));
  // What lies at the provider is a debt of it, so the account stands below zero.
  return { own: [...own.values()], provider: told, moved, ledger: -atProvider, charges: premiumSum + giftSum };
}

async function findOwn({ store: { sql } }: Deps, reference: string): Promise<OwnCharge | undefined> {
  const premium = await findPremiumPayment(sql, reference);
  if (premium) return premiumCharge(premium);
  const gift = await findGiftPayment(sql, reference);
  return gift && giftCharge(gift)[0];
}

/** A charge can stay `success` there although all of it was refunded. */
async function asRefunded(deps: Deps, charge: ProviderCharge, own: OwnCharge | undefined): Promise<ProviderCharge> {
  if (own?.state !== "reversed" || charge.status !== "success") return charge;
  const isBack = await isRefunded(deps.payments, charge.reference, own.amountKobo);
  return isBack ? { ...charge, status: "reversed" } : charge;
}

function premiumCharge({ reference, amountKobo, feesKobo, status }: PremiumPaymentRow): OwnCharge {
  return { reference, kind: "premium", amountKobo, feesKobo, state: status === "disputed" ? "paid" : status };
}

function giftCharge({ reference, units, feesKobo, status }: GiftRow): OwnCharge[] {
  if (reference === undefined) return [];
  const state = { started: "started", sent: "paid", refunded: "reversed" } as const;
  return [{ reference, kind: "gift", amountKobo: units, feesKobo, state: state[status] }];
}

import type { Sandbox } from "../../adapters/payments/sandbox/mod.ts";
import { unitsOf } from "../../contract/money.ts";
import { paymentReference } from "../../contract/payment_reference.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import type { Deps } from "../../deps.ts";
import { noteGiftPayment } from "../../gifts/give.ts";
import { giftLogs, placesOf } from "../../gifts/group.ts";
import { type GiftPaymentStarted, giftReference, giftStream, type GiftTerms } from "../../gifts/events.ts";
import { derivedId } from "../../store/log/ids.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { type PremiumPaymentStarted, premiumPaymentStream } from "../../subscriptions/events.ts";
import { notePremiumPayment, PREMIUM_PURPOSE } from "../../subscriptions/pay.ts";
import { payoutReference } from "../../wallet/withdrawal/events.ts";
import { sealBankDetails } from "../../wallet/banks/details.ts";
import { approveWithdrawal } from "../../wallet/withdrawal/approve.ts";
import { cancelWithdrawal, rejectWithdrawal } from "../../wallet/withdrawal/review.ts";
import { attemptPayout, notePayout } from "../../wallet/withdrawal/payout.ts";
import { requestWithdrawal } from "../../wallet/withdrawal/request.ts";
import type { DemoAccount } from "./accounts.ts";

const METADATA = { actor: "system:demo" };
const FEE_KOBO = 1_000;
const KOBO_PER_DOLLAR = 150_000;
/** What a demo withdrawal asks for, unless said otherwise. */
const TOKENS = 1_000;

/** The state of a demo withdrawal. */
export type DemoWithdrawal =
  | "pending_review"
  | "awaiting_second_approval"
  | "completed"
  | "failed"
  | "reversed"
  | "uncertain"
  | "needs_otp"
  | "rejected"
  | "cancelled";

/** The sandbox's record of payments from before it existed. */
export type ProviderMemory = Pick<Sandbox, "remember" | "rememberCharge" | "nameOwner" | "state">;

/** Without a `provider` that remembers, only Orin knows the demo's money. */
export type MoneyDeps = Deps & { readonly provider?: ProviderMemory | undefined };

interface DemoRequest {
  readonly person: DemoAccount;
  readonly ends: DemoWithdrawal;
  readonly tokens?: number;
}

/**
 * The request of a withdrawal, once; answers which one. Its bank account is new, so an approval waits for 72 hours. It
 * leaves out people without enough tokens.
 */
export async function seedRequest(
  deps: MoneyDeps,
  { person, ends, tokens = TOKENS }: DemoRequest,
): Promise<{ shard: number; userId: string; withdrawalId: string } | undefined> {
  const { userId } = person;
  const units = unitsOf(tokens);
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata: METADATA };
  const bank = bankOf(person);
  deps.provider?.nameOwner(bank);
  const sealed = await sealBankDetails(deps, userId, bank);
  const commandId = derivedId(userId, `withdrawal ${ends}`);
  const request = { shard, userId, units, bank: { ...sealed, warnings: [] } };
  const requested = await deps.store.execute(requestWithdrawal, request, { ...options, commandId }).catch(() =>
    undefined
  );
  return requested && { shard, userId, withdrawalId: requested.result.withdrawalId };
}

/**
 * A withdrawal by the usual commands. Only the provider's part is written instead of asked for, because it happened
 * before the sandbox existed: both books get the same.
 */
export async function seedWithdrawal(
  deps: MoneyDeps,
  { admin, ...request }: DemoRequest & { readonly admin: DemoAccount },
): Promise<void> {
  const { person, ends, tokens = TOKENS } = request;
  const units = unitsOf(tokens);
  const about = await seedRequest(deps, request);
  if (!about || ends === "pending_review") return;
  const options = { logs: shardLogs(about.shard), metadata: METADATA };
  if (ends === "cancelled") return void await deps.store.execute(cancelWithdrawal, about, options);
  // The admin's own decision, as the audit lists it.
  const byAdmin = { actor: `user:${admin.userId}` };
  const decided = { ...about, adminId: admin.userId, caseSeen: { isOpened: true, warnings: 0 } };
  if (ends === "rejected") {
    const rejection = { ...decided, reason: "Rejected by admin" };
    return void await deps.store.execute(rejectWithdrawal, rejection, { ...options, metadata: byAdmin });
  }
  await approveWithdrawal(deps, { ...decided, installation: deps.installation }, byAdmin);
  if (ends === "awaiting_second_approval") return;
  await deps.store.execute(attemptPayout, { ...about, attempt: 1 }, options);
  const transferCode = deps.provider?.remember({
    ...{
      reference: payoutReference(deps.installation, about.withdrawalId),
      amountKobo: units,
      recipient: bankOf(person),
      at: deps.now(),
    },
    statuses: SAID[ends].map(([status]) => status),
  }) ?? "TRF_demo";
  for (const [status, feeKobo] of SAID[ends]) {
    const answer = { ...about, status, feeKobo, amountKobo: units, currency: "NGN", transferCode };
    await deps.store.execute(notePayout, answer, options);
  }
}

function bankOf({ userId, firstName, lastName }: DemoAccount) {
  return {
    accountNumber: `01${String(parseInt(userId.slice(-6), 16) % 10 ** 8).padStart(8, "0")}`,
    bankCode: "058",
    bankName: "Guaranty Trust Bank",
    accountName: `${lastName} ${firstName}`.toUpperCase(),
  };
}

type Undecided = "pending_review" | "awaiting_second_approval" | "rejected" | "cancelled";

/** The provider's answers about them, in order, with its fee. */
const SAID: Readonly<Record<Exclude<DemoWithdrawal, Undecided>, [string, number][]>> = {
  completed: [["pending", FEE_KOBO], ["success", FEE_KOBO]],
  failed: [["pending", FEE_KOBO], ["failed", 0]],
  reversed: [["success", FEE_KOBO], ["reversed", 0]],
  uncertain: [["pending", FEE_KOBO], ["under_investigation", FEE_KOBO]],
  needs_otp: [["otp", 0]],
};

/** A paid gift by card. */
export async function seedGift(
  deps: MoneyDeps,
  gift: { giver: DemoAccount; artistId: string; trackId?: string; dollars: number; message: string; isNamed?: boolean },
): Promise<void> {
  const { giver: { userId: giverId }, artistId, trackId, dollars, message, isNamed = false } = gift;
  const giftId = derivedId(giverId, `gift ${artistId} ${dollars}`);
  const reference = giftReference(deps.installation, giftId);
  const units = dollars * KOBO_PER_DOLLAR;
  const key = await deps.personal.keyOf(deps.store.sql, giverId);
  const terms: GiftTerms = {
    ...{ giftId, giverId, artistId, cents: dollars * 100, units, koboPerDollar: KOBO_PER_DOLLAR, policyVersion: 1 },
    ...(trackId === undefined ? {} : { trackId }),
    message: key.seal(`gift ${giftId}`, message),
    isNamed,
  };
  const event: GiftPaymentStarted & { eventId: string } = {
    type: "GiftPaymentStarted",
    data: { ...terms, reference },
    eventId: derivedId(giftId, "started"),
  };
  const places = placesOf(deps, { giftId, giverId, artistId, method: "card" });
  await deps.store.appendToStream(`ledger/${places.shard}`, giftStream(giftId), [event], { metadata: METADATA });
  const paid = { reference, amountKobo: units, email: gift.giver.email, metadata: { giftId }, at: deps.now() };
  const feesKobo = deps.provider?.rememberCharge(paid) ?? Math.min(200_000, Math.round(units * 0.015) + 10_000);
  const news = { news: "paid", feesKobo, reference };
  await deps.store.execute(noteGiftPayment, { ...places, ...news }, { logs: giftLogs(places), metadata: METADATA });
}

/** A paid checkout for months of Premium, which begin at the moment of the clock. */
export async function seedPremiumPayment(
  deps: MoneyDeps,
  { payer: { userId, email }, months }: { payer: DemoAccount; months: number },
): Promise<void> {
  const shard = deps.shardOf(userId);
  const id = derivedId(userId, "premium");
  const reference = paymentReference(PREMIUM_PURPOSE, { installation: deps.installation, id });
  const amountKobo = months * FIRST_POLICY.premiumMonthKobo;
  const event: PremiumPaymentStarted & { eventId: string } = {
    type: "PremiumPaymentStarted",
    data: { reference, userId, amountKobo, months, policyVersion: 1 },
    eventId: derivedId(id, "started"),
  };
  await deps.store.appendToStream(`ledger/${shard}`, premiumPaymentStream(reference), [event], { metadata: METADATA });
  const paid = { reference, amountKobo, email, metadata: { plan: "premium" }, at: deps.now() };
  const feesKobo = deps.provider?.rememberCharge(paid) ?? Math.min(200_000, Math.round(amountKobo * 0.015) + 10_000);
  const news = { shard, userId, reference, news: "paid" as const, amountKobo, feesKobo };
  await deps.store.execute(notePremiumPayment, news, { logs: shardLogs(shard), metadata: METADATA });
}

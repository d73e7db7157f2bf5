import type { CaseSeen } from "../contract/cases.ts";
import { newId } from "../contract/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import { paymentReference } from "../contract/payment_reference.ts";
import { type ApprovalFacts, evolve, NO_LIMIT, type Withdrawal } from "../wallet/withdrawal/state.ts";
import { requestWithdrawal } from "../wallet/withdrawal/request.ts";
import { payoutReference, type WithdrawalEvent } from "../wallet/withdrawal/events.ts";
import { type PayoutDeps, UNCLEAR_FOR_MS } from "../wallet/withdrawal/payout.ts";
import { interceptCalls } from "./intercept_calls.ts";
import { TEST_INSTALLATION } from "./store.ts";
import { type TestPerson, tokenOf } from "./people_fixtures.ts";
import type { TestWallet } from "./wallet.ts";

export const TEST_BANK = { accountNumber: "0123456789", bankCode: "058" };

/** A bank account that no other request of the test names. */
export function someBank(): { accountNumber: string; bankCode: string } {
  accounts += 1;
  return { accountNumber: `01234${String(accounts).padStart(4, "0")}9`, bankCode: "058" };
}
let accounts = 1;

/** The admin has opened the case file. */
export const OPENED: CaseSeen = { isOpened: true, warnings: 0 };

/** An approval that nothing speaks against. */
export const FIT: ApprovalFacts & { readonly caseSeen: CaseSeen } = {
  caseSeen: OPENED,
  ...{
    mayApprove: true,
    hasOpenedAccount: false,
    isLinked: false,
    isIndependent: true,
    hasPartner: true,
    hold: undefined,
    today: undefined,
    limit: NO_LIMIT,
    second: undefined,
  },
  ...{ dayUnits: { user: 0, account: 0, alone: 0 }, weekUnits: { user: 0, account: 0, alone: 0 } },
  ...{ mostDayUnits: 5_000_000, mostWeekUnits: 15_000_000 },
};

export interface TestRequest {
  readonly who: TestPerson;
  readonly id: string;
  readonly reference: string;
  readonly accountNumber: string;
}

/** Names a bank account for the person that holds nothing any more: a request of long ago, which they cancelled. */
export async function nameBank(test: TestWallet, who: TestPerson, bankDetails = someBank()): Promise<void> {
  await test.longAgo(async () => {
    const { id } = await requestNow(test, who, { tokens: 100, bankDetails });
    await test.call(who, "POST", `/api/v1/withdrawals/${id}/cancel`);
  });
}

/** Someone who has asked to be paid all they have, so long ago that no new bank account holds it. */
export async function requestPayout(
  test: TestWallet,
  tokens = 100,
  bankDetails = someBank(),
): Promise<TestRequest> {
  return await request(test, await test.person({ tokens }), { tokens, bankDetails });
}

/** So many people with a payout each that waits, as rows of a list: asked for together, and without a call each. */
export async function fillPayments(test: TestWallet, count: number, tokens = 100): Promise<string[]> {
  const { store, personal, shardOf } = test.world.deps;
  return await Promise.all(Array.from({ length: count }, async () => {
    const { userId } = await test.person({ tokens });
    const key = await personal.keyOf(store.sql, userId, "payout");
    const details = { ...someBank(), bankName: "Test Bank", accountName: "ADA OBI" };
    const bank = { bankDetails: key.seal("bankDetails", JSON.stringify(details)), accountHash: newId(), warnings: [] };
    const request = { shard: shardOf(userId), userId, units: tokens * 100, bank };
    const metadata = { actor: `user:${userId}` };
    return (await store.execute(requestWithdrawal, request, { logs: shardLogs(request.shard), metadata })).result
      .withdrawalId;
  }));
}

interface TestWithdrawal {
  readonly tokens: number;
  readonly bankDetails: { accountNumber: string; bankCode: string };
}

async function request(test: TestWallet, who: TestPerson, asked: TestWithdrawal): Promise<TestRequest> {
  return await test.longAgo(() => requestNow(test, who, asked));
}

/** A request of this moment: a bank account that is new holds it. */
export async function requestNow(
  test: TestWallet,
  who: TestPerson,
  { tokens, bankDetails }: TestWithdrawal,
): Promise<TestRequest> {
  const body = { amount: tokens, bankDetails };
  const { body: { withdrawalId } } = await test.call(who, "POST", "/api/v1/withdraw", { body, key: newId() });
  const reference = payoutReference(TEST_INSTALLATION, withdrawalId);
  return { who, id: withdrawalId, reference, accountNumber: bankDetails.accountNumber };
}

/** The same of a person who was here for a week before, for an account in their own name, from tokens that no play has to explain. */
export async function requestQuietPayout(test: TestWallet, tokens = 100, balance = tokens): Promise<TestRequest> {
  const AGE_MS = 12 * 24 * 3_600_000;
  test.pass(-AGE_MS);
  const names = { firstName: "Emeka", lastName: "Jaja" };
  const { userId, email } = await test.person({ ...names, tokens: balance, tokensFrom: "debt_repaid" });
  test.pass(AGE_MS);
  quiet += 1;
  const accountNumber = `011${String(quiet).padStart(4, "0")}409`;
  const who = { userId, email, token: await tokenOf(test.world.deps, { userId }) };
  return await request(test, who, { tokens, bankDetails: { accountNumber, bankCode: "058" } });
}
let quiet = 0;

/** An admin opens the case file of a withdrawal, and approves it. */
export async function approvePayout({ call }: Pick<TestWallet, "call">, by: TestPerson, id: string) {
  await call(by, "GET", `/api/v1/admin/payments/${id}/case`);
  return await call(by, "POST", `/api/v1/approve-payment-automatic/${id}`);
}

/** The state of a withdrawal, from its events alone. */
export async function foldWithdrawal(test: TestWallet, id: string): Promise<Withdrawal | undefined> {
  const { deps } = test.world;
  const shards = await Promise.all(deps.store.shards.all.map((shard) => {
    return deps.store.readStream<WithdrawalEvent>(`ledger/${shard}`, `withdrawal/${id}`);
  }));
  return shards.flat().reduce<Withdrawal | undefined>(evolve, undefined);
}

/** After so long a call whose outcome was unclear may be repeated. */
export function passUnclear(test: TestWallet): void {
  test.pass(UNCLEAR_FOR_MS + 1_000);
}

export class Killed extends Error {
  override readonly name = "Killed";
}

/**
 * What a process has whose life ends at the n-th boundary: before or after one of its calls to the provider or the
 * store. `calls` counts the boundaries that were met.
 */
export function dyingAt(deps: PayoutDeps, boundary: number): { deps: PayoutDeps; met(): number } {
  let met = 0;
  const step = () => {
    if (++met === boundary) throw new Killed(`killed at boundary ${boundary}`);
  };
  const around = async (call: () => unknown) => {
    step();
    const result = await call();
    step();
    return result;
  };
  return {
    deps: {
      ...deps,
      payments: interceptCalls(deps.payments, ["createRecipient", "startPayout", "lookUpPayout"], around),
      store: interceptCalls(deps.store, ["execute", "readStream"], around),
    },
    met: () => met,
  };
}

/** A payout that the log does not know, as after a restore; answers its reference. */
export async function payUnknown({ world }: TestWallet, amountKobo: number): Promise<string> {
  const { payments } = world.deps;
  const { recipientCode } = await payments.createRecipient({ ...someBank(), accountName: "ADA OBI" });
  const reference = paymentReference("orin", { installation: TEST_INSTALLATION, id: newId() });
  await payments.startPayout({ reference, recipientCode, amountKobo, reason: "lost" });
  return reference;
}

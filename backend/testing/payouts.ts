import { newId } from "../contract/ids.ts";
import { evolve, type Withdrawal } from "../wallet/withdrawal/state.ts";
import { payoutReference, type WithdrawalEvent } from "../wallet/withdrawal/events.ts";
import { type PayoutDeps, UNCLEAR_FOR_MS } from "../wallet/withdrawal/payout.ts";
import { interceptCalls } from "./intercept_calls.ts";
import { TEST_INSTALLATION } from "./store.ts";
import type { TestPerson } from "./cast.ts";
import type { TestWallet } from "./wallet.ts";

export const TEST_BANK = { accountNumber: "0123456789", bankCode: "058" };

export interface TestRequest {
  readonly who: TestPerson;
  readonly id: string;
  readonly reference: string;
}

/** Someone who has asked to be paid all they have. */
export async function requestPayout(test: TestWallet, tokens = 100): Promise<TestRequest> {
  const who = await test.person({ tokens });
  const body = { amount: tokens, bankDetails: TEST_BANK };
  const { body: { withdrawalId } } = await test.call(who, "POST", "/api/v1/withdraw", { body, key: newId() });
  return { who, id: withdrawalId, reference: payoutReference(TEST_INSTALLATION, withdrawalId) };
}

/** How a withdrawal stands, from its events alone. */
export async function foldWithdrawal(test: TestWallet, id: string): Promise<Withdrawal | undefined> {
  const events = await test.world.deps.store.readStream<WithdrawalEvent>("ledger/0", `withdrawal/${id}`);
  return events.reduce<Withdrawal | undefined>(evolve, undefined);
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

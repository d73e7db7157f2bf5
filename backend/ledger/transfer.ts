import { Refusal } from "../contract/refusal.ts";
import type { Append, LogName } from "../store/log/event.ts";
import { type AccountId, isUserAccount, ownerOfAvailable } from "./chart.ts";
import { type Code, useOf } from "./codes.ts";
import type { Pass } from "./pass.ts";
import type { Event } from "../store/log/event.ts";

/** One leg: a positive amount goes into the account, a negative one out of it. Units (1 token = 100 units). */
export interface Entry {
  readonly account: AccountId;
  readonly amount: number;
}

/** A movement: entries of different accounts whose amounts sum to zero. */
export interface Transfer {
  readonly transferId: string;
  /** Why the money moves. */
  readonly code: Code;
  readonly entries: readonly Entry[];
  /** What a reader of the books needs to know: pseudonymous ids and numbers only. */
  readonly detail?: { readonly [key: string]: Detail };
}
type Detail = string | number | boolean | readonly (string | number)[] | readonly (readonly (string | number)[])[];

/** A leg as it is stored: with the account's balance after it. */
type PostedEntry = { readonly account: AccountId; readonly amount: number; readonly balance: number };

export type TransferPosted = Event<"TransferPosted", {
  readonly transferId: string;
  readonly code: string;
  readonly entries: readonly PostedEntry[];
  readonly detail: NonNullable<Transfer["detail"]>;
}>;

/** What became of a hold: it was never placed, waits, or was posted, voided or expired. */
type HoldState = "none" | "pending" | "resolved";

/** Balances of the accounts, and holds, that a group touches, kept up to date while its commands are decided one after another. */
export class Balances {
  readonly #balances = new Map<string, number>();
  readonly #holds = new Map<string, HoldState>();

  set(log: LogName, account: AccountId, balance: number): void {
    this.#balances.set(keyOf(log, account), balance);
  }

  has(log: LogName, account: AccountId): boolean {
    return this.#balances.has(keyOf(log, account));
  }

  /** Of a user, in units. Throws for an account that was not loaded: deciding on a guess would be wrong. */
  of(account: AccountId): number {
    if (!isUserAccount(account)) throw new Error(`Cannot answer one balance of ${account}: every shard has its own`);
    return this.#loaded(account, account);
  }

  /**
   * Decides a transfer: the event to append, or a Refusal `insufficient_funds`. What an owner takes out of what they
   * can spend needs the gate's pass. Pure besides these balances, and they change only when the whole transfer is
   * accepted.
   */
  post(log: LogName, transfer: Transfer, pass?: Pass): Append {
    assertBalanced(transfer);
    assertAllowed(transfer, pass);
    const entries = transfer.entries.map(({ account, amount }) => {
      const balance = this.#loaded(keyOf(log, account), account) + amount;
      if (!Number.isSafeInteger(balance)) throw new RangeError(`Cannot post to ${account}: past the safe range`);
      if (balance < 0 && amount < 0 && isUserAccount(account)) {
        throw new Refusal("insufficient_funds", "Amount exceeds available balance", { missing: -balance });
      }
      return { account, amount, balance };
    });
    for (const { account, balance } of entries) this.set(log, account, balance);
    const { transferId, code, detail = {} } = transfer;
    return {
      log,
      stream: `transfer/${transferId}`,
      version: 0,
      events: [{ type: "TransferPosted", data: { transferId, code, entries, detail }, eventId: transferId }],
    };
  }

  setHold(holdId: string, state: HoldState): void {
    this.#holds.set(holdId, state);
  }

  hasHold(holdId: string): boolean {
    return this.#holds.has(holdId);
  }

  /** Throws for a hold that was not loaded. */
  holdOf(holdId: string): HoldState {
    const state = this.#holds.get(holdId);
    if (state === undefined) throw new Error(`Cannot decide on the hold ${holdId}: it was not loaded`);
    return state;
  }

  #loaded(key: string, account: AccountId): number {
    const balance = this.#balances.get(key);
    if (balance === undefined) throw new Error(`Cannot decide on ${account}: its balance was not loaded`);
    return balance;
  }
}

/** A user lives in one shard; the platform has its accounts in each. */
function keyOf(log: LogName, account: AccountId): string {
  return isUserAccount(account) ? account : `${log} ${account}`;
}

/** Throws for a movement of what people can spend that its code does not declare, and for an owner's without a pass. */
function assertAllowed({ transferId, code, entries }: Transfer, pass: Pass | undefined): void {
  const { brings, takes } = useOf(code) ?? {};
  for (const { account, amount } of entries) {
    const userId = ownerOfAvailable(account);
    if (userId === undefined) continue;
    if (amount > 0 ? brings === undefined : takes === undefined) {
      throw new Error(`Transfer ${transferId}: "${code}" does not declare that it moves what people can spend`);
    }
    if (amount > 0 || takes === "orin") continue;
    if (!pass) throw new Error(`Transfer ${transferId}: "${code}" takes what a person can spend without the gate`);
    pass.use(userId, -amount);
  }
}

function assertBalanced(transfer: Transfer): void {
  const sum = transfer.entries.reduce((total, entry) => total + entry.amount, 0);
  const accounts = new Set(transfer.entries.map((entry) => entry.account));
  if (sum !== 0 || accounts.size !== transfer.entries.length || accounts.size < 2) {
    throw new Error(`Transfer ${transfer.transferId} is not a set of entries of different accounts that sum to zero`);
  }
  if (!transfer.entries.every((entry) => Number.isSafeInteger(entry.amount) && entry.amount !== 0)) {
    throw new RangeError(`Transfer ${transfer.transferId} has an amount that is no whole number of units`);
  }
}

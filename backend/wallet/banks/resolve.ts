import { type Bank, PaymentsRefused, PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { keepBankList, readBankList } from "./table.ts";

type BankDeps = Pick<Deps, "payments" | "now"> & { readonly store: Pick<Deps["store"], "sql"> };

const DAY_MS = 24 * 3_600_000;
const RETRY_MS = 60_000;
const NAME_KEPT_MS = 10 * 60_000;
const MOST_NAMES = 5_000;

/** The banks of the provider, asked for once a day by all processes together. */
class BankList {
  #banks: readonly Bank[] = [];
  #askAgainAt = 0;
  #asking: Promise<void> | undefined;

  constructor(readonly deps: BankDeps) {}

  async read(): Promise<readonly Bank[]> {
    if (this.deps.now() >= this.#askAgainAt) {
      await (this.#asking ??= this.#ask().finally(() => this.#asking = undefined));
    }
    if (this.#banks.length > 0) return this.#banks;
    throw new Refusal("provider_unavailable", "Failed to load withdrawal data. Please try again later.");
  }

  /** What a process before this one has heard serves as well; yesterday's list is better than none. */
  async #ask(): Promise<void> {
    const { payments, store, now } = this.deps;
    const kept = await readBankList(store.sql);
    if (kept) this.#hear(kept.banks, kept.heardAt);
    if (now() < this.#askAgainAt) return;
    try {
      this.#hear(await payments.listBanks(), now());
      await keepBankList(store.sql, this.#banks, now());
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
      if (this.#banks.length > 0) this.#askAgainAt = now() + RETRY_MS;
    }
  }

  #hear(banks: readonly Bank[], heardAt: number): void {
    this.#banks = banks;
    this.#askAgainAt = heardAt + DAY_MS;
  }
}

const lists = new WeakMap<object, BankList>();

/** All banks that money can be sent to, by name. Throws a Refusal `provider_unavailable` when none were ever heard of. */
export async function readBanks(deps: BankDeps): Promise<readonly Bank[]> {
  const list = lists.get(deps.payments) ?? new BankList(deps);
  lists.set(deps.payments, list);
  return await list.read();
}

/** The bank's name, or its code where the list does not have it or cannot be had. */
export async function bankNameOf(deps: BankDeps, code: string): Promise<string> {
  const banks = await readBanks(deps).catch(() => []);
  return banks.find((bank) => bank.code === code)?.name ?? code;
}

interface Account {
  readonly accountNumber: string;
  readonly bankCode: string;
}

const names = new WeakMap<object, Map<string, { name: string; until: number }>>();

/**
 * The name of an account's owner, as the bank says. Kept for some minutes for the one who asked, so that verifying and
 * then submitting asks once. Throws a Refusal `account_unknown` or `provider_unavailable`.
 */
export async function resolveName(deps: BankDeps, userId: string, account: Account): Promise<string> {
  const known = names.get(deps.payments) ?? new Map<string, { name: string; until: number }>();
  names.set(deps.payments, known);
  const key = `${userId} ${account.bankCode} ${account.accountNumber}`;
  const found = known.get(key);
  if (found && found.until > deps.now()) return found.name;
  const name = await askForName(deps, account);
  if (known.size >= MOST_NAMES) known.clear();
  known.set(key, { name, until: deps.now() + NAME_KEPT_MS });
  return name;
}

async function askForName({ payments }: BankDeps, { accountNumber, bankCode }: Account): Promise<string> {
  try {
    return (await payments.resolveAccount({ accountNumber, bankCode })).accountName;
  } catch (error) {
    if (error instanceof PaymentsRefused) throw new Refusal("account_unknown", "Failed to verify account");
    if (error instanceof PaymentsUnavailable) throw new Refusal("provider_unavailable", "Failed to verify account");
    throw error;
  }
}

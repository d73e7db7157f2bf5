import { type Bank, type Payments, PaymentsRefused, PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Sql } from "../../store/sql.ts";
import { keepBankList, readBankList } from "./table.ts";

const DAY_MS = 24 * 3_600_000;
const RETRY_MS = 60_000;
const NAME_KEPT_MS = 10 * 60_000;
const MOST_NAMES = 5_000;

/** The banks of the provider, asked for once a day by all processes together, and the owners of accounts in them. */
export class Banks {
  #banks: readonly Bank[] = [];
  #askAgainAt = 0;
  #asking: Promise<void> | undefined;
  readonly #names = new Map<string, { name: string; until: number }>();

  constructor(readonly payments: Payments, readonly sql: Sql, readonly now: () => number) {}

  /** All banks that money can be sent to. Throws a Refusal `provider_unavailable` when none were ever heard of. */
  async list(): Promise<readonly Bank[]> {
    if (this.now() >= this.#askAgainAt) {
      await (this.#asking ??= this.#ask().finally(() => this.#asking = undefined));
    }
    if (this.#banks.length > 0) return this.#banks;
    throw new Refusal("provider_unavailable", "Failed to load withdrawal data. Please try again later.");
  }

  /** The bank's name, or its code where the list does not have it or cannot be had. */
  async bankName(code: string): Promise<string> {
    const banks = await this.list().catch(() => []);
    return banks.find((bank) => bank.code === code)?.name ?? code;
  }

  /**
   * The name of an account's owner, as the bank says. Kept for some minutes for the one who asked, so that verifying and
   * then submitting asks once. Throws a Refusal `account_unknown` or `provider_unavailable`.
   */
  async ownerOf(userId: string, account: Account): Promise<string> {
    const key = `${userId} ${account.bankCode} ${account.accountNumber}`;
    const found = this.#names.get(key);
    if (found && found.until > this.now()) return found.name;
    const name = await this.#askForName(account);
    if (this.#names.size >= MOST_NAMES) this.#names.clear();
    this.#names.set(key, { name, until: this.now() + NAME_KEPT_MS });
    return name;
  }

  /** What a process before this one has heard serves as well; yesterday's list is better than none. */
  async #ask(): Promise<void> {
    const { payments, sql, now } = this;
    const kept = await readBankList(sql);
    if (kept) this.#hear(kept.banks, kept.heardAt);
    if (now() < this.#askAgainAt) return;
    try {
      this.#hear(await payments.listBanks(), now());
      await keepBankList(sql, this.#banks, now());
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
      if (this.#banks.length > 0) this.#askAgainAt = now() + RETRY_MS;
    }
  }

  #hear(banks: readonly Bank[], heardAt: number): void {
    this.#banks = banks;
    this.#askAgainAt = heardAt + DAY_MS;
  }

  async #askForName({ accountNumber, bankCode }: Account): Promise<string> {
    try {
      return (await this.payments.resolveAccount({ accountNumber, bankCode })).accountName;
    } catch (error) {
      if (error instanceof PaymentsRefused) throw new Refusal("account_unknown", "Failed to verify account");
      if (error instanceof PaymentsUnavailable) throw new Refusal("provider_unavailable", "Failed to verify account");
      throw error;
    }
  }
}

interface Account {
  readonly accountNumber: string;
  readonly bankCode: string;
}

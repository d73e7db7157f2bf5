import type { PersonalData } from "../../store/personal/personal_data.ts";
import type { Sql } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import {
  type BankDetails,
  type WithdrawalEvent,
  type WithdrawalRequested,
  withdrawalStream,
} from "../withdrawal/events.ts";

const FIELD = "bankDetails";

interface Opening {
  readonly personal: PersonalData;
  readonly store: Pick<Store, "sql" | "readStream">;
}

/** Seals bank details with the person's payout key, which is kept as long as the books are. */
export async function sealBankDetails(
  { personal, store }: { personal: PersonalData; store: { readonly sql: Sql } },
  userId: string,
  bank: BankDetails,
): Promise<Pick<WithdrawalRequested["data"], "bankDetails" | "accountHash">> {
  const key = await personal.keyOf(store.sql, userId, "payout");
  return { bankDetails: key.seal(FIELD, JSON.stringify(bank)), accountHash: accountHashOf(personal, bank) };
}

/** A keyed hash of an account: the same for everyone who names it. */
export function accountHashOf(
  personal: PersonalData,
  { bankCode, accountNumber }: Pick<BankDetails, "bankCode" | "accountNumber">,
): string {
  return personal.lookupHash("bank account", `${bankCode} ${accountNumber}`);
}

/** Opens the bank details of one withdrawal, from its first event. */
export async function openBankDetails(
  deps: Opening,
  { shard, userId, withdrawalId }: { shard: number; userId: string; withdrawalId: string },
): Promise<BankDetails> {
  const [first] = await deps.store.readStream<WithdrawalEvent>(`ledger/${shard}`, withdrawalStream(withdrawalId));
  const sealed = first?.type === "WithdrawalRequested" ? first.data.bankDetails : "";
  const opened = (await openBanks(deps, [{ userId, bankDetails: sealed }])).at(0);
  if (!opened) throw new Error(`Cannot open the bank details of withdrawal ${withdrawalId}`);
  return opened;
}

/** Opens the bank details of many withdrawals, in their order; undefined where a key is gone. */
export async function openBanks(
  { personal, store }: { personal: PersonalData; store: { readonly sql: Sql } },
  rows: readonly { readonly userId: string; readonly bankDetails: string }[],
): Promise<(BankDetails | undefined)[]> {
  const keys = await personal.keysOf(store.sql, rows.map((row) => row.userId), "payout");
  return rows.map(({ userId, bankDetails }) => {
    const key = keys.get(userId);
    return key && bankDetailsIn(key.open(FIELD, bankDetails));
  });
}

/** Only `sealBankDetails` seals this field. */
function bankDetailsIn(text: string): BankDetails {
  return JSON.parse(text) as BankDetails;
}

import { isAccountOfAnother } from "../../projections/withdrawals.ts";
import { findUser } from "../../projections/users.ts";
import { openPersonOf } from "../accounts/commands_person.ts";
import { unitsOf } from "../contract/money.ts";
import { Refusal } from "../contract/refusal.ts";
import type { WithdrawRequest } from "../contract/wallet.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/event.ts";
import { shardLogs } from "../store/shard.ts";
import { isSamePerson } from "./account_names.ts";
import { accountHashOf, sealBankDetails } from "./bank_details.ts";
import { requestWithdrawal } from "./commands.ts";
import { bankNameOf, resolveName } from "./commands_banks.ts";
import type { Warning } from "./events.ts";

/**
 * Takes a request to be paid out. Whose account it is the bank says again, whatever the client said. The same
 * `commandId` with the same content gives the first result.
 */
export async function withdraw(
  deps: Deps,
  request: WithdrawRequest,
  origin: { readonly userId: string; readonly metadata: Metadata; readonly commandId: string },
): Promise<{ withdrawalId: string }> {
  const { userId, metadata, commandId } = origin;
  const { accountNumber, bankCode } = request.bankDetails;
  const units = wholeUnits(request.amount);
  const content = { units, account: accountHashOf(deps.personal, { accountNumber, bankCode }) };
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata, commandId, content };
  // The bank may not answer any more when a lost answer is asked for again.
  const requested = await deps.store.earlier(requestWithdrawal, options);
  if (requested) return requested;
  if ((await findUser(deps.store.sql, userId))?.suspension !== undefined) {
    throw new Refusal("account_suspended", "Your account is suspended. Please contact support.");
  }
  const accountName = await resolveName(deps, userId, { accountNumber, bankCode });
  const details = { accountNumber, bankCode, accountName, bankName: await bankNameOf(deps, bankCode) };
  const [sealed, warnings] = await Promise.all([
    sealBankDetails(deps, userId, details),
    warningsFor(deps, userId, details),
  ]);
  const command = { shard, userId, units, bank: { ...sealed, warnings } };
  return (await deps.store.execute(requestWithdrawal, command, options)).result;
}

function wholeUnits(tokens: number): number {
  try {
    return unitsOf(tokens);
  } catch {
    throw new Refusal("invalid_amount", "Please enter a valid amount", { field: "amount" });
  }
}

async function warningsFor(
  deps: Deps,
  userId: string,
  details: { accountNumber: string; bankCode: string; accountName: string },
): Promise<Warning[]> {
  const [isOwn, isShared] = await Promise.all([
    isInOwnName(deps, userId, details.accountName),
    isAccountOfAnother(deps.store.sql, accountHashOf(deps.personal, details), userId),
  ]);
  return [...isOwn ? [] : ["name_differs" as const], ...isShared ? ["account_of_another_user" as const] : []];
}

/** Whether the name that the bank has for an account fits the person's own. */
export async function isInOwnName(
  deps: Pick<Deps, "store" | "personal">,
  userId: string,
  accountName: string,
): Promise<boolean> {
  const person = await openPersonOf(deps, userId);
  return person !== undefined && isSamePerson(accountName, person);
}

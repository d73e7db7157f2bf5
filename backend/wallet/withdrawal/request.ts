import { namesAgree } from "../../trust/identity/names.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { isAccountOfAnother, usersWithOpenWithdrawal } from "../../../projections/wallet/withdrawals.ts";
import { openPersonOf } from "../../accounts/account/reads.ts";
import { unitsOf } from "../../contract/money.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { WithdrawRequest } from "../../contract/requests/wallet.ts";
import type { Deps } from "../../deps.ts";
import { availableAccount } from "../../ledger/chart.ts";
import type { Balances } from "../../ledger/transfer.ts";
import type { CommandHandler, ExecuteOptions } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { type Gate, type GateFacts, gateFacts, letLeave, loadGate } from "../gate.ts";
import { accountHashOf, sealBankDetails } from "../banks/details.ts";
import { type Warning, type WithdrawalRequested, withdrawalStream } from "./events.ts";
import { decideRequest } from "./state.ts";
import { loadMoney, transfersOf } from "./withdrawals.ts";

interface RequestWithdrawal {
  readonly shard: number;
  readonly userId: string;
  readonly units: number;
  readonly bank: Pick<WithdrawalRequested["data"], "bankDetails" | "accountHash" | "warnings">;
}

interface RequestState {
  readonly gate: Gate;
  readonly balances: Balances;
  readonly open: Set<string>;
  readonly policies: readonly Policy[];
}

/** Reserves the amount and asks for it to be paid out. One open request a user; a refusal stays one. */
export const requestWithdrawal: CommandHandler<
  RequestWithdrawal,
  RequestState,
  { withdrawalId: string },
  { readonly gate: GateFacts; readonly policies: readonly Policy[] }
> = {
  name: "requestWithdrawal",
  refusalsStick: true,
  async facts(sql, commands, { now }) {
    const [gate, policies] = await Promise.all([gateFacts(sql, commands, now), readPolicies(sql)]);
    return { gate, policies };
  },
  async load(tx, commands, scope) {
    const gate = await loadGate(tx, scope, { owners: commands, facts: scope.facts.gate });
    const [balances, ...open] = await Promise.all([
      loadMoney(tx, scope, commands),
      ...[...Map.groupBy(commands, (command) => command.shard)].map(([shard, list]) =>
        usersWithOpenWithdrawal(tx, shard, list.map((command) => command.userId))
      ),
    ]);
    return { gate, balances, policies: scope.facts.policies, open: new Set(open.flatMap((users) => [...users])) };
  },
  decide({ gate, balances, open, policies }, command, { now, newId }) {
    const { shard, userId, units, bank } = command;
    const withdrawalId = newId();
    const pass = letLeave(gate, "withdrawal", { shard, userId, units });
    const events = decideRequest({
      ...{ withdrawalId, userId, units, bank },
      availableUnits: balances.of(availableAccount(userId)),
      hasOpenRequest: open.has(userId),
      policy: policyAt(policies, now),
    });
    const transfers = transfersOf(balances, { shard, userId, withdrawalId }, {
      events,
      state: undefined,
      version: 0,
      pass,
    });
    open.add(userId);
    const requested: Append = { log: `ledger/${shard}`, stream: withdrawalStream(withdrawalId), version: 0, events };
    return { appends: [requested, ...transfers], result: { withdrawalId } };
  },
};

/**
 * Takes a request to be paid out. Whose account it is the bank says again, whatever the client said. The same
 * `commandId` with the same content gives the first result.
 */
export async function withdraw(
  deps: Deps,
  request: WithdrawRequest,
  origin: { readonly userId: string } & Pick<ExecuteOptions, "metadata" | "commandId" | "onceWithinMs">,
): Promise<{ withdrawalId: string; repeated: boolean }> {
  const { userId, ...own } = origin;
  const { accountNumber, bankCode } = request.bankDetails;
  const units = wholeUnits(request.amount);
  const content = { units, account: accountHashOf(deps.personal, { accountNumber, bankCode }) };
  const shard = deps.shardOf(userId);
  const options = { ...own, logs: shardLogs(shard), content };
  // The bank may not answer any more when a lost answer is asked for again.
  const requested = await deps.store.earlier(requestWithdrawal, options);
  if (requested) return { ...requested, repeated: true };
  if ((await findUser(deps.store.sql, userId))?.suspension !== undefined) {
    throw new Refusal("account_suspended", "Your account is suspended. Please contact support.");
  }
  const accountName = await deps.banks.ownerOf(userId, { accountNumber, bankCode });
  const details = { accountNumber, bankCode, accountName, bankName: await deps.banks.bankName(bankCode) };
  const [sealed, warnings] = await Promise.all([
    sealBankDetails(deps, userId, details),
    warningsFor(deps, userId, details),
  ]);
  const command = { shard, userId, units, bank: { ...sealed, warnings } };
  const { result, repeated } = await deps.store.execute(requestWithdrawal, command, options);
  return { ...result, repeated };
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
  return person !== undefined && namesAgree(accountName, `${person.firstName} ${person.lastName}`);
}

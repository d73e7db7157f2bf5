import { extraPlaysSince } from "../../projections/listening/extra_plays.ts";
import { credentialChangesOf } from "../../projections/accounts/credential_changes.ts";
import { withOwnPassword } from "../../projections/accounts/given_passwords.ts";
import { frozenSince } from "../../projections/wallet/settling.ts";
import { bankAccountsSince, usersWithUncertain } from "../../projections/wallet/withdrawals.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { formatNaira } from "../contract/money.ts";
import { CREDENTIAL_HOLD_MS, lagosDay } from "../contract/policy.ts";
import type { Policy } from "../contract/policy_rules.ts";
import { Refusal } from "../contract/refusal.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { availableAccount } from "../ledger/chart.ts";
import { Pass } from "../ledger/pass.ts";
import { Balances } from "../ledger/transfer.ts";
import type { GroupScope } from "../store/log/command.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { type GroupDebts, loadDebts } from "./debt/debts.ts";
import { notYetProven, type Proven } from "./terms/state.ts";
import { FROZEN, GIVEN, type Hold, holdFrom, laterHold, sayHold, sayPayoutHold } from "./hold.ts";

/** A way by which tokens leave a person at their own wish. */
type Door = "withdrawal" | "gift" | "extra_play";

/** What a door asks before tokens leave by it. */
interface Rules {
  /** While something holds the account: nothing leaves, a request waits unpaid, or no more than one day's free plays cost. */
  readonly held: "refuse" | "wait" | "free_plays";
  /** What the person owes is paid first: nothing leaves before, or nothing of what is owed. */
  readonly owed: "nothing" | "not_what_is_owed";
  /** A payout whose outcome is unknown is decided on first. */
  readonly uncertain: "refuse" | "ignore";
  /** Who has not proven phone and some days, or an identity: nothing leaves, or a request waits unpaid. */
  readonly unproven: "refuse" | "wait" | "ignore";
}

/**
 * Which rules apply to which door. What a payout asks beyond them (sources, verification, limits, independence) is asked
 * when it is approved: `withdrawal/payable.ts` and `withdrawal/approvers.ts`, whose holds come from here, too.
 */
const RULES: Readonly<Record<Door, Rules>> = {
  withdrawal: { held: "wait", owed: "nothing", uncertain: "refuse", unproven: "wait" },
  gift: { held: "refuse", owed: "not_what_is_owed", uncertain: "refuse", unproven: "refuse" },
  extra_play: { held: "free_plays", owed: "not_what_is_owed", uncertain: "ignore", unproven: "ignore" },
};

/** A person, and the shard of their money. */
interface Owner {
  readonly shard: number;
  readonly userId: string;
}

/** What lessens what a person can spend, in units. */
interface Leaving extends Owner {
  readonly units: number;
  /** What the person has proven (`terms/reads.ts`), for doors that refuse who has not. */
  readonly proven?: Proven | undefined;
}

/** What the gate knows of the people of a group before it is locked. */
export interface GateFacts {
  readonly holds: ReadonlyMap<string, Hold>;
  readonly policy: Policy;
}

/** What holds of these people's credentials, in words that fit "Your … has just changed". */
export async function credentialHolds(
  sql: Sql | Tx,
  userIds: readonly string[],
  now: number,
): Promise<Map<string, Hold>> {
  const since = now - CREDENTIAL_HOLD_MS;
  const [changes, own] = await Promise.all([credentialChangesOf(sql, userIds, since), withOwnPassword(sql, userIds)]);
  const holds = new Map(changes.map(({ userId, credential, at }) => [userId, holdFrom(credential, at)]));
  for (const userId of userIds) if (!own.has(userId)) holds.set(userId, { because: GIVEN, since, until: undefined });
  return holds;
}

/** What holds of these people where their money is: a bank account named for the first time, and a frozen group. */
export async function moneyHolds(sql: Sql | Tx, owners: readonly Owner[], now: number): Promise<Map<string, Hold>> {
  const holds = new Map<string, Hold>();
  for (const [shard, own] of Map.groupBy(owners, (one) => one.shard)) {
    const userIds = [...new Set(own.map(({ userId }) => userId))];
    const [banks, frozen] = await Promise.all([
      bankAccountsSince(sql, { shard, userIds, since: now - CREDENTIAL_HOLD_MS }),
      frozenSince(sql, shard, userIds),
    ]);
    for (const [userId, at] of banks) holds.set(userId, holdFrom("bank account", at));
    for (const [userId, since] of frozen) holds.set(userId, { because: FROZEN, since, until: undefined });
  }
  return holds;
}

/** Everything that holds these people's tokens now. */
export async function holdsOf(sql: Sql | Tx, owners: readonly Owner[], now: number): Promise<Map<string, Hold>> {
  const userIds = [...new Set(owners.map(({ userId }) => userId))];
  const [credentials, money] = await Promise.all([
    credentialHolds(sql, userIds, now),
    moneyHolds(sql, owners, now),
  ]);
  return new Map(userIds.flatMap((userId): [string, Hold][] => {
    const hold = laterHold(credentials.get(userId), money.get(userId));
    return hold ? [[userId, hold]] : [];
  }));
}

/** Why payouts to these people wait, in words for admins, by person; who is not held is left out. */
export async function payoutHoldsOf(sql: Sql, owners: readonly Owner[], now: number): Promise<Map<string, string>> {
  if (owners.length === 0) return new Map();
  const holds = await holdsOf(sql, owners, now);
  return new Map([...holds].map(([userId, hold]) => [userId, sayPayoutHold(hold)]));
}

/** Reads what the gate needs of these people before a group is locked. */
export async function gateFacts(sql: Sql, owners: readonly Owner[], now: number): Promise<GateFacts> {
  const [holds, policies] = await Promise.all([holdsOf(sql, owners, now), readPolicies(sql)]);
  return { holds, policy: policyAt(policies, now) };
}

/** The gate of a group: one for all commands of it. */
export interface Gate {
  readonly facts: GateFacts;
  readonly debts: GroupDebts;
  readonly uncertain: ReadonlySet<string>;
  readonly balances: Balances;
  /** Extra plays that each person on hold has bought since the hold began, those of this group included. */
  readonly bought: Map<string, number>;
}

/** Loads the gate for these people, whose facts the group has read. */
export async function loadGate(
  tx: Tx,
  scope: GroupScope,
  { owners, facts }: { readonly owners: readonly Owner[]; readonly facts: GateFacts },
): Promise<Gate> {
  const debts = await loadDebts(tx, scope, owners);
  const uncertain = new Set<string>();
  for (const [shard, own] of Map.groupBy(owners, (one) => one.shard)) {
    const userIds = [...new Set(own.map(({ userId }) => userId))];
    await loadBalances(tx, scope, { shard, accounts: userIds.map(availableAccount) });
    for (const userId of await usersWithUncertain(tx, shard, userIds)) uncertain.add(userId);
  }
  const bought = new Map<string, number>();
  for (const { shard, userId } of owners) {
    const hold = facts.holds.get(userId);
    if (hold) bought.set(userId, await extraPlaysSince(tx, { shard, userId }, lagosDay(hold.since)));
  }
  return { facts, debts, uncertain, balances: scope.share(Balances), bought };
}

/**
 * Lets tokens leave by a door, or refuses with `money_owed`, `payment_uncertain`, `identity_needed` or `account_held`: the
 * one way to the pass without which the ledger takes nothing of what an owner can spend. Decides on what the group knows.
 */
export function letLeave(gate: Gate, door: Door, leaving: Leaving): Pass {
  const rules = RULES[door];
  refuseOwed(gate, rules, leaving);
  if (rules.uncertain === "refuse" && gate.uncertain.has(leaving.userId)) {
    throw new Refusal("payment_uncertain", "We are checking one of your payments. Then you can use your tokens again.");
  }
  refuseUnproven(gate, rules, leaving);
  refuseHeld(gate, rules, leaving);
  return new Pass(leaving.userId, leaving.units);
}

/**
 * What Orin does with a person's spendable tokens, for which a code of an owner's is used: it asks only who decided.
 */
type OrinDoes = "release_of_a_disputed_share";

/** A pass for what Orin itself moves: no hold stops it. */
export function letOrinMove(
  _does: OrinDoes,
  { userId, units }: { readonly userId: string; readonly units: number },
): Pass {
  return new Pass(userId, units);
}

function refuseOwed({ debts, balances }: Gate, { owed }: Rules, { shard, userId, units }: Leaving): void {
  const { gifts, payouts } = debts.debts.of({ shard, userId });
  const owedUnits = Math.max(0, gifts + payouts);
  if (owedUnits === 0) return;
  if (owed === "not_what_is_owed" && units <= balances.of(availableAccount(userId)) - owedUnits) return;
  throw new Refusal(
    "money_owed",
    `You owe Orin ${formatNaira(owedUnits)}. What comes in pays that first. Then you can use your tokens again.`,
  );
}

function refuseUnproven({ facts }: Gate, { unproven }: Rules, { userId, proven }: Leaving): void {
  if (unproven !== "refuse") return;
  if (!proven) throw new Error(`The gate was not told what ${userId} has proven`);
  const refusal = notYetProven(proven, facts.policy);
  if (refusal) throw refusal;
}

function refuseHeld({ facts, bought }: Gate, { held }: Rules, { userId }: Leaving): void {
  const hold = facts.holds.get(userId);
  if (!hold || held === "wait") return;
  if (held === "free_plays") {
    const plays = bought.get(userId) ?? 0;
    if (plays < facts.policy.dailyFreePlays) return void bought.set(userId, plays + 1);
  }
  throw new Refusal("account_held", sayHold(hold));
}

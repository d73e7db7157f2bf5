import { policyAt, readPolicies } from "../../projections/policies.ts";
import { type SubscriptionRow, subscriptionsOf } from "../../projections/subscriptions.ts";
import { formatTokens } from "../contract/money.ts";
import { lagosDay } from "../contract/policy.ts";
import { type Policy } from "../contract/policy_rules.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { availableAccount, EXTRA_PLAY_REVENUE } from "../ledger/chart.ts";
import type { Balances } from "../ledger/transfer.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Metadata } from "../store/log/event.ts";
import { streamVersions } from "../store/log/read.ts";
import { shardLogs } from "../store/log/shard.ts";
import type { Person } from "./grant.ts";
import { type ExtraPlayBought, extraPlaysStream } from "./events.ts";

interface ExtraPlays {
  readonly balances: Balances;
  readonly policies: readonly Policy[];
  readonly premium: ReadonlyMap<string, SubscriptionRow>;
  readonly versions: Map<string, number>;
}

/**
 * Pay Per View: tokens for one more play today; refused where Premium gives every play already. A refusal stays one under
 * the same command id.
 */
const buyExtraPlay: CommandHandler<Person, ExtraPlays, { units: number; balance: number }> = {
  name: "buyExtraPlay",
  refusalsStick: true,
  async load(tx, people, scope) {
    const shard = people[0]?.shard ?? 0;
    const accounts = people.map(({ userId }) => availableAccount(userId));
    const [balances, policies, versions, premium] = await Promise.all([
      loadBalances(tx, scope, { shard, accounts: [EXTRA_PLAY_REVENUE, ...accounts] }),
      readPolicies(tx),
      streamVersions(tx, `ledger/${shard}`, people.map(({ userId }) => extraPlaysStream(userId))),
      subscriptionsOf(tx, people.map(({ userId }) => userId)),
    ]);
    return { balances, policies, versions, premium };
  },
  decide({ balances, policies, versions, premium }, { shard, userId }, { now, newId }) {
    const { extraPlayUnits: units, version: policyVersion } = policyAt(policies, now);
    const account = availableAccount(userId);
    if ((premium.get(userId)?.until ?? 0) > now) {
      throw new Refusal("refused", "You have Premium: you can play as much as you like. Nothing was taken.");
    }
    if (balances.of(account) < units) {
      const text = `One more play costs ${formatTokens(units)} tokens, and you have ${
        formatTokens(balances.of(account))
      }`;
      throw new Refusal("insufficient_funds", text);
    }
    const day = lagosDay(now);
    const entries = [{ account, amount: -units }, { account: EXTRA_PLAY_REVENUE, amount: units }];
    const transfer = { transferId: newId(), code: "extra_play", entries, detail: { day } };
    const paid = balances.post(`ledger/${shard}`, transfer);
    const stream = extraPlaysStream(userId);
    const version = versions.get(stream) ?? 0;
    versions.set(stream, version + 1);
    const bought: ExtraPlayBought = { type: "ExtraPlayBought", data: { userId, day, units, policyVersion } };
    return {
      appends: [paid, { log: `ledger/${shard}`, stream, version, events: [bought] }],
      result: { units, balance: balances.of(account) },
    };
  },
};

/** Buys one more play for a person who asks; the same command id buys it once. */
export async function payPerView(
  deps: Deps,
  { userId, metadata, commandId }: { userId: string; metadata: Metadata; commandId: string },
): Promise<{ units: number; balance: number }> {
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata, commandId };
  return (await deps.store.execute(buyExtraPlay, { userId, shard }, options)).result;
}

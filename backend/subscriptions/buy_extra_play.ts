import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { type SubscriptionRow, subscriptionsOf } from "../../projections/subscriptions/subscriptions.ts";
import { formatTokensWithNaira } from "../contract/money.ts";
import { lagosDay } from "../contract/policy.ts";
import { type Policy } from "../contract/policy_rules.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { availableAccount, EXTRA_PLAY_REVENUE, settlingAccount } from "../ledger/chart.ts";
import type { Balances } from "../ledger/transfer.ts";
import type { CommandHandler, ExecuteOptions } from "../store/log/command.ts";
import { type Gate, type GateFacts, gateFacts, letLeave, loadGate } from "../wallet/gate.ts";
import { shardLogs } from "../store/log/shard.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import type { Person } from "./grant.ts";
import { type ExtraPlayBought, extraPlaysStream } from "./events.ts";

/** A purchase needs nothing of the ones before it. */
const extraPlays = streamsOf<Person, undefined, ExtraPlayBought>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ userId }) => extraPlaysStream(userId),
  initial: undefined,
  evolve: () => undefined,
  read: () => Promise.resolve(() => undefined),
});

interface ExtraPlays {
  readonly gate: Gate;
  readonly balances: Balances;
  readonly policies: readonly Policy[];
  readonly premium: ReadonlyMap<string, SubscriptionRow>;
  readonly bought: Streams<Person, undefined, ExtraPlayBought>;
}

/**
 * Pay Per View: tokens for one more play today; refused where Premium gives every play already. A refusal stays one under
 * the same command id.
 */
const buyExtraPlay: CommandHandler<
  Person,
  ExtraPlays,
  { units: number; balance: number },
  { readonly gate: GateFacts; readonly policies: readonly Policy[] }
> = {
  name: "buyExtraPlay",
  refusalsStick: true,
  async facts(sql, people, { now }) {
    const [gate, policies] = await Promise.all([gateFacts(sql, people, now), readPolicies(sql)]);
    return { gate, policies };
  },
  async load(tx, people, scope) {
    const shard = people[0]?.shard ?? 0;
    const gate = await loadGate(tx, scope, { owners: people, facts: scope.facts.gate });
    const accounts = people.flatMap(({ userId }) => [availableAccount(userId), settlingAccount(userId)]);
    const [balances, bought, premium] = await Promise.all([
      loadBalances(tx, scope, { shard, accounts: [EXTRA_PLAY_REVENUE, ...accounts] }),
      extraPlays.load(tx, scope, people),
      subscriptionsOf(tx, people.map(({ userId }) => userId), shard),
    ]);
    return { gate, balances, policies: scope.facts.policies, bought, premium };
  },
  decide({ gate, balances, policies, bought, premium }, person, { now, newId }) {
    const { shard, userId } = person;
    const { extraPlayUnits: units, version: policyVersion } = policyAt(policies, now);
    const account = availableAccount(userId);
    if ((premium.get(userId)?.until ?? 0) > now) {
      throw new Refusal("refused", "You have Premium: you can play as much as you like. Nothing was taken.");
    }
    if (balances.of(account) < units) {
      const text = `One more play costs ${formatTokensWithNaira(units)}, and you have ${
        formatTokensWithNaira(balances.of(account))
      }`;
      throw new Refusal("insufficient_funds", text);
    }
    const pass = letLeave(gate, "extra_play", { shard, userId, units });
    const day = lagosDay(now);
    const entries = [{ account, amount: -units }, { account: EXTRA_PLAY_REVENUE, amount: units }];
    const transfer = { transferId: newId(), code: "extra_play" as const, entries, detail: { day } };
    const paid = balances.post(`ledger/${shard}`, transfer, pass);
    const data = { userId, day, units, policyVersion };
    return {
      appends: [paid, ...bought.add(person, [{ type: "ExtraPlayBought", data }])],
      result: { units, balance: balances.of(account) + balances.of(settlingAccount(userId)) },
    };
  },
};

/** Buys one more play for a person who asks; the same command buys it once. */
export async function payPerView(
  deps: Deps,
  { userId, ...own }: { userId: string } & Pick<ExecuteOptions, "metadata" | "commandId" | "onceWithinMs">,
): Promise<{ units: number; balance: number; repeated: boolean }> {
  const shard = deps.shardOf(userId);
  const options = { ...own, logs: shardLogs(shard) };
  const { result, repeated } = await deps.store.execute(buyExtraPlay, { userId, shard }, options);
  return { ...result, repeated };
}

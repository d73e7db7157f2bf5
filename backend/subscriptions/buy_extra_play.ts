import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { subscriptionsOf } from "../../projections/subscriptions/subscriptions.ts";
import { formatTokensWithNaira } from "../contract/money.ts";
import { lagosDay } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { availableAccount, EXTRA_PLAY_REVENUE, settlingAccount } from "../ledger/chart.ts";
import type { ExecuteOptions } from "../store/log/command.ts";
import { gateFacts, letLeave, loadGate } from "../wallet/gate.ts";
import { shardLogs } from "../store/log/shard.ts";
import { streamsOf } from "../store/streams.ts";
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

/**
 * Pay Per View: tokens for one more play today; refused where Premium gives every play already. A refusal stays one under
 * the same command id.
 */
const buyExtraPlay = extraPlays.handler("buyExtraPlay", {
  refusalsStick: true,
  id: (person: Person) => person,
  async facts(sql, people, { now }) {
    const [gate, policies] = await Promise.all([gateFacts(sql, people, now), readPolicies(sql)]);
    return { gate, policies };
  },
  async beside(tx, people, scope) {
    const shard = people[0]?.shard ?? 0;
    const gate = await loadGate(tx, scope, { owners: people, facts: scope.facts.gate });
    const accounts = people.flatMap(({ userId }) => [availableAccount(userId), settlingAccount(userId)]);
    const [balances, premium] = await Promise.all([
      loadBalances(tx, scope, { shard, accounts: [EXTRA_PLAY_REVENUE, ...accounts] }),
      subscriptionsOf(tx, people.map(({ userId }) => userId), shard),
    ]);
    return { gate, balances, premium };
  },
  decide(_, { userId }, { facts: { policies }, beside: { balances, premium }, now }) {
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
    return [{ type: "ExtraPlayBought", data: { userId, day: lagosDay(now), units, policyVersion } }];
  },
  appends(events, person, { streams, beside: { gate, balances }, newId }) {
    const { shard, userId } = person;
    const paid = events.map(({ data: { day, units } }) => {
      const pass = letLeave(gate, "extra_play", { shard, userId, units });
      const entries = [{ account: availableAccount(userId), amount: -units }, {
        account: EXTRA_PLAY_REVENUE,
        amount: units,
      }];
      return balances.post(
        `ledger/${shard}`,
        { transferId: newId(), code: "extra_play", entries, detail: { day } },
        pass,
      );
    });
    return [...paid, ...streams.add(person, events)];
  },
  result({ command: { userId }, facts: { policies }, beside: { balances }, now }) {
    const balance = balances.of(availableAccount(userId)) + balances.of(settlingAccount(userId));
    return { units: policyAt(policies, now).extraPlayUnits, balance };
  },
});

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

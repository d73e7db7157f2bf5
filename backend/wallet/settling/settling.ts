import { type Policy } from "../../contract/policy_rules.ts";
import { policyAt } from "../../../projections/admin/policies.ts";
import { readSettling } from "../../../projections/wallet/settling.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { availableAccount, REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import { Balances } from "../../ledger/transfer.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Tx } from "../../store/sql.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { type SettlingEvent, settlingStream } from "./events.ts";
import { decideSettling, evolve, moveOf, NOTHING_SETTLES, type Reward, type Settling } from "./state.ts";

/** Whose rewards a command is about. */
export interface Owner {
  readonly shard: number;
  readonly userId: string;
}

/** What settles of listeners' rewards. */
export const settlings = streamsOf<Owner, Settling, SettlingEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ userId }) => settlingStream(userId),
  initial: NOTHING_SETTLES,
  evolve,
  async read(tx, owners) {
    const found = new Map<string, Settling>();
    for (const [shard, list] of Map.groupBy(owners, (owner) => owner.shard)) {
      const known = await readSettling(tx, shard, list.map(({ userId }) => userId));
      for (const [userId, state] of known) found.set(userId, state);
    }
    return ({ userId }) => found.get(userId) ?? NOTHING_SETTLES;
  },
});

/** What commands about settling share in a group. */
export interface GroupSettling {
  readonly streams: Streams<Owner, Settling, SettlingEvent>;
  readonly balances: Balances;
}

export async function loadSettling(tx: Tx, scope: GroupScope, owners: readonly Owner[]): Promise<GroupSettling> {
  for (const [shard, list] of Map.groupBy(owners, (owner) => owner.shard)) {
    const accounts = list.flatMap(({ userId }) => [settlingAccount(userId), availableAccount(userId)]);
    await loadBalances(tx, scope, { shard, accounts: [REWARD_POOL, ...accounts] });
  }
  return { streams: await settlings.load(tx, scope, owners), balances: scope.share(Balances) };
}

/** The facts, and the money that they move. */
export function appendsOf(
  { streams, balances }: GroupSettling,
  { shard, userId }: Owner,
  events: readonly SettlingEvent[],
): Append[] {
  const transfers = events.flatMap((event) => {
    const move = moveOf(event);
    return move ? [balances.post(`ledger/${shard}`, { ...move, detail: { userId } })] : [];
  });
  return [...transfers, ...streams.add({ shard, userId }, events)];
}

/** The id of the transfer that the next event of a listener makes: the stream has each version once. */
export function nextTransferId({ streams }: Pick<GroupSettling, "streams">, owner: Owner): string {
  return derivedId(owner.userId, `settling ${streams.version(owner)}`);
}

/** Settles everything immediately, frozen or not: the account is being erased. */
export function settleAll(group: GroupSettling, owner: Owner): Append[] {
  const choice = { userId: owner.userId, transferId: nextTransferId(group, owner), isDue: () => true };
  return appendsOf(group, owner, decideSettling(group.streams.of(owner), choice));
}

/** A command to one listener's rewards. */
export function settlingHandler<More>(
  name: string,
  decide: (
    state: Settling,
    command: Owner & More,
    transferId: string,
  ) => SettlingEvent[],
) {
  return settlings.handler(name, {
    id: (command: Owner & More) => command,
    beside: (tx, owners, scope) => loadSettling(tx, scope, owners),
    decide: (state, command, group) => decide(state, command, nextTransferId(group, command)),
    appends: (events, command, { beside: group }) => appendsOf(group, command, events),
    result({ events }) {
      const units = events.reduce((sum, { data }) => sum + ("units" in data ? data.units : 0), 0);
      return { units, changed: events.length > 0 };
    },
  });
}

/** When a reward settles, epoch ms: by the policy under which it was recorded. */
export function settlesAt(policies: readonly Policy[], { at }: Pick<Reward, "at">): number {
  return at + policyAt(policies, at).settlingMs;
}

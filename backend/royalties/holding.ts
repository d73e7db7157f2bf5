import { readRoyaltyHolds } from "../../projections/royalties/royalties.ts";
import type { Policy } from "../contract/policy_rules.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { availableAccount, ROYALTIES, settlingAccount, WITHHELD_TAX } from "../ledger/chart.ts";
import { Balances } from "../ledger/transfer.ts";
import type { GroupScope } from "../store/log/command.ts";
import type { Append } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import type { Tx } from "../store/sql.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import { type RoyaltyHoldEvent, royaltyHoldStream } from "./events.ts";
import {
  decideRoyaltySettling,
  evolveHolds,
  holdKey,
  holdMoves,
  NO_ROYALTIES,
  type RoyaltyHold,
  type RoyaltyHolds,
} from "./state.ts";
import { taxRateOf } from "../../projections/admin/tax_rate.ts";

/** Whose royalties a command is about. */
export interface Creator {
  readonly shard: number;
  readonly creatorId: string;
}

/** What creators' royalties are until they settle, in the shards of the creators. */
export const royaltyHolds = streamsOf<Creator, RoyaltyHolds, RoyaltyHoldEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ creatorId }) => royaltyHoldStream(creatorId),
  initial: NO_ROYALTIES,
  evolve: evolveHolds,
  async read(tx, creators) {
    const found = new Map<string, RoyaltyHolds>();
    for (const [shard, list] of Map.groupBy(creators, (creator) => creator.shard)) {
      const known = await readRoyaltyHolds(tx, shard, list.map(({ creatorId }) => creatorId));
      for (const [creatorId, state] of known) found.set(creatorId, state);
    }
    return ({ creatorId }) => found.get(creatorId) ?? NO_ROYALTIES;
  },
});

/** What commands about creators' royalties share in a group. */
export interface GroupRoyalties {
  readonly royalties: Streams<Creator, RoyaltyHolds, RoyaltyHoldEvent>;
  readonly balances: Balances;
  /** The tax of a Lagos month's royalties, whenever they settle: what was in force when the month began. */
  taxRateOf(month: string): number;
}

/**
 * Loads creators' royalties; the facts of their command are the policies, `facts: readPolicies`. Months that have begun keep
 * their rate, so nothing that was read before the lock can change under the decision.
 */
export async function loadRoyalties(
  tx: Tx,
  scope: GroupScope<readonly Policy[]>,
  creators: readonly Creator[],
): Promise<GroupRoyalties> {
  for (const [shard, list] of Map.groupBy(creators, (creator) => creator.shard)) {
    const accounts = list.flatMap(({ creatorId }) => [settlingAccount(creatorId), availableAccount(creatorId)]);
    await loadBalances(tx, scope, { shard, accounts: [ROYALTIES, WITHHELD_TAX, ...accounts] });
  }
  return {
    royalties: await royaltyHolds.load(tx, scope, creators),
    balances: scope.share(Balances),
    taxRateOf: (month) => taxRateOf(scope.facts, month),
  };
}

/** The facts, and the money that they move. */
export function royaltyAppends(
  { royalties, balances }: GroupRoyalties,
  creator: Creator,
  events: readonly RoyaltyHoldEvent[],
): Append[] {
  const transfers = events.flatMap((event) => {
    const { creatorId: userId, month } = event.data;
    return holdMoves(event).map((move) =>
      balances.post(`ledger/${creator.shard}`, { ...move, detail: { userId, month } })
    );
  });
  return [...transfers, ...royalties.add(creator, events)];
}

/** Makes what is due available, each part of a royalty once: what young money brought settles later, by itself. */
export function decideDue(
  { royalties, taxRateOf }: GroupRoyalties,
  creator: Creator,
  { isDue, youngUnits }: Pick<Parameters<typeof decideRoyaltySettling>[1], "isDue" | "youngUnits">,
): RoyaltyHoldEvent[] {
  const { creatorId } = creator;
  const transferId = (hold: RoyaltyHold) => derivedId(creatorId, `royalty ${holdKey(hold)} settled${partOf(hold)}`);
  const tax = (hold: RoyaltyHold) => ({
    basisPoints: taxRateOf(hold.month),
    transferId: derivedId(creatorId, `royalty ${holdKey(hold)} settled tax${partOf(hold)}`),
  });
  return decideRoyaltySettling(royalties.of(creator), { creatorId, isDue, youngUnits, transferId, tax });
}

/** Tells the parts of a royalty apart that settle one after another: what is left of it only becomes less. */
function partOf({ units, left }: RoyaltyHold): string {
  return left === units ? "" : ` ${left}`;
}

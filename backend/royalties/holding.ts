import { readRoyaltyHolds } from "../../projections/royalties.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { availableAccount, ROYALTIES, settlingAccount } from "../ledger/chart.ts";
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
  holdMove,
  NO_ROYALTIES,
  type RoyaltyHold,
  type RoyaltyHolds,
} from "./state.ts";

/** Whose royalties a command is about. */
export interface Creator {
  readonly shard: number;
  readonly creatorId: string;
}

const royaltyHolds = streamsOf<Creator, RoyaltyHolds, RoyaltyHoldEvent>({
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
}

export async function loadRoyalties(tx: Tx, scope: GroupScope, creators: readonly Creator[]): Promise<GroupRoyalties> {
  for (const [shard, list] of Map.groupBy(creators, (creator) => creator.shard)) {
    const accounts = list.flatMap(({ creatorId }) => [settlingAccount(creatorId), availableAccount(creatorId)]);
    await loadBalances(tx, scope, { shard, accounts: [ROYALTIES, ...accounts] });
  }
  return { royalties: await royaltyHolds.load(tx, scope, creators), balances: scope.share(Balances) };
}

/** The facts, and the money that they move. */
export function royaltyAppends(
  { royalties, balances }: GroupRoyalties,
  creator: Creator,
  events: readonly RoyaltyHoldEvent[],
): Append[] {
  const transfers = events.flatMap((event) => {
    const move = holdMove(event);
    if (!move) return [];
    const { creatorId, month } = event.data;
    return [balances.post(`ledger/${creator.shard}`, { ...move, detail: { userId: creatorId, month } })];
  });
  return [...transfers, ...royalties.add(creator, events)];
}

/** Makes what is due available. */
export function settleRoyalties(
  group: GroupRoyalties,
  creator: Creator,
  isDue: (hold: RoyaltyHold) => boolean,
): Append[] {
  const { creatorId } = creator;
  const transferId = (key: string) => derivedId(creatorId, `royalty ${key} settled`);
  return royaltyAppends(
    group,
    creator,
    decideRoyaltySettling(group.royalties.of(creator), { creatorId, isDue, transferId }),
  );
}

import {
  clearedGifts,
  clearingSum,
  giftsOnTheirWay,
  pairsInClearing,
  type ShardPair,
} from "../../../projections/clearing.ts";
import { clearingAccount } from "../../ledger/chart.ts";
import type { Check } from "../../store/chain/verify.ts";
import type { Problem } from "../../store/log/problem.ts";
import type { Tx } from "../../store/sql.ts";

/**
 * The proof of what is between shards: the two clearing accounts of each pair sum to the gifts that have left one shard and
 * not come to the other, gift by gift. In the end that is nothing.
 */
export const clearingCheck: Check = {
  name: "clearing",
  async check(tx) {
    const problems: Problem[] = [];
    for (const pair of await pairsInClearing(tx)) problems.push(...await misfitsOf(tx, pair));
    return problems;
  },
};

/** What the accounts and the facts say of a gift, in units. */
interface Seen {
  readonly cleared: number;
  readonly onItsWay: number;
}

async function misfitsOf(tx: Tx, pair: ShardPair): Promise<Problem[]> {
  const [one, other] = pair;
  const where = `clearing accounts ${clearingAccount(one, other)} and ${clearingAccount(other, one)}`;
  const gifts = await giftsOf(tx, pair);
  const misfit = [...gifts].find(([, { cleared, onItsWay }]) => cleared !== onItsWay || cleared < 0);
  if (misfit) {
    const [giftId, { cleared, onItsWay }] = misfit;
    return [{ where, what: `they have ${cleared} of the gift ${giftId}, of which ${onItsWay} is on its way` }];
  }
  const onTheirWay = [...gifts.values()].reduce((total, { onItsWay }) => total + onItsWay, 0);
  const sum = await clearingSum(tx, pair);
  return sum === onTheirWay ? [] : [{ where, what: `they sum to ${sum}, and gifts of ${onTheirWay} are on their way` }];
}

async function giftsOf(tx: Tx, [one, other]: ShardPair): Promise<Map<string, Seen>> {
  const gifts = new Map<string, Seen>();
  for (const [own, to] of [[one, other], [other, one]] as const) {
    for (const { giftId, units } of await clearedGifts(tx, own, clearingAccount(own, to))) {
      gifts.set(giftId, { cleared: (gifts.get(giftId)?.cleared ?? 0) + units, onItsWay: 0 });
    }
  }
  for (const shard of [one, other]) {
    for (const { giftId, units } of await giftsOnTheirWay(tx, `ledger/${shard}`, [...gifts.keys()])) {
      const { cleared = 0, onItsWay = 0 } = gifts.get(giftId) ?? {};
      gifts.set(giftId, { cleared, onItsWay: onItsWay + units });
    }
  }
  return gifts;
}

import {
  clearedGifts,
  clearingAccountsOf,
  giftsOnTheirWay,
  pairsInClearing,
  saidByArtists,
  saidByGivers,
  type ShardPair,
} from "../../../projections/payments/clearing.ts";
import { clearingAccount } from "../../ledger/chart.ts";
import type { Check } from "../../store/chain/verify.ts";
import { shardOfLog } from "../../store/log/event.ts";
import type { Problem } from "../../store/log/problem.ts";
import type { Tx } from "../../store/sql.ts";

/**
 * The proof of what a shard has given to others and got from them: each of its clearing accounts has, gift by gift, what
 * the shard's own facts say.
 */
export const clearingCheck: Check = {
  name: "clearing",
  async check(tx, { logs }) {
    const problems: Problem[] = [];
    for (const { log } of logs.filter((stretch) => stretch.log.startsWith("ledger/"))) {
      for (const account of await clearingAccountsOf(tx, shardOfLog(log))) {
        problems.push(...await misfitsOf(tx, shardOfLog(log), account));
      }
    }
    return problems;
  },
};

async function misfitsOf(
  tx: Tx,
  shard: number,
  { account, balance }: Awaited<ReturnType<typeof clearingAccountsOf>>[number],
): Promise<Problem[]> {
  const where = `clearing account ${account} of shard ${shard}`;
  const gifts = await clearedGifts(tx, shard, account);
  const facts = new Map(
    (await giftsOnTheirWay(tx, `ledger/${shard}`, gifts.map(({ giftId }) => giftId)))
      .map(({ giftId, units }) => [giftId, units]),
  );
  const misfit = gifts.find(({ giftId, units }) => units !== (facts.get(giftId) ?? 0));
  if (misfit) {
    const { giftId, units } = misfit;
    return [{ where, what: `it has ${units} of the gift ${giftId}, of which the facts say ${facts.get(giftId) ?? 0}` }];
  }
  const said = [...facts.values()].reduce((sum, units) => sum + units, 0);
  return balance === said ? [] : [{ where, what: `it has ${balance}, and its gifts ${said}` }];
}

/**
 * The proof of what is between shards: nothing has come that did not leave, nothing came back that was not sent back, and
 * what has crossed is in the accounts of both. Shards are not seen at one moment, so what follows is read before what it
 * follows from, and accounts after the facts that come with their entries.
 */
export const giftsBetweenCheck: Check = {
  name: "gifts between shards",
  isAcross: true,
  async check(tx) {
    const problems: Problem[] = [];
    for (const pair of await pairsInClearing(tx)) problems.push(...await unmatchedOf(tx, pair));
    return problems;
  },
};

async function unmatchedOf(tx: Tx, pair: ShardPair): Promise<Problem[]> {
  const [one, other] = pair;
  const before = await accountsWith(tx, pair);
  const giftIds = [...before.keys()];
  const cameBack = (await saidByGivers(tx, pair, giftIds)).back;
  const artists = await saidByArtists(tx, pair, giftIds);
  const left = (await saidByGivers(tx, pair, giftIds)).there;
  const where = `gifts between the shards ${one} and ${other}`;
  const ways = [
    { came: artists.there, sent: left, words: ["came", "left"] },
    { came: cameBack, sent: artists.back, words: ["came back", "was sent back"] },
  ];
  const unmatched = ways.flatMap(({ came, sent, words }) => {
    const wrong = [...came].find(([giftId, units]) => units !== sent.get(giftId));
    if (!wrong) return [];
    const [giftId, units] = wrong;
    const what = `${units} of the gift ${giftId} ${words[0]}, but ${sent.get(giftId) ?? "nothing"} ${words[1]}`;
    return [{ where, what }];
  });
  const isHalf = (accounts: ReadonlyMap<string, number>) => (giftId: string) =>
    left.has(giftId) && artists.there.has(giftId) && accounts.get(giftId) !== 2;
  if (!giftIds.some(isHalf(before))) return unmatched;
  const half = giftIds.find(isHalf(await accountsWith(tx, pair)));
  if (half === undefined) return unmatched;
  return [...unmatched, { where, what: `the gift ${half} has left and come, but only one of their accounts has it` }];
}

/** In how many of the two accounts of a pair each gift is. */
async function accountsWith(tx: Tx, [one, other]: ShardPair): Promise<Map<string, number>> {
  const accounts = new Map<string, number>();
  for (const [own, to] of [[one, other], [other, one]] as const) {
    for (const { giftId } of await clearedGifts(tx, own, clearingAccount(own, to))) {
      accounts.set(giftId, (accounts.get(giftId) ?? 0) + 1);
    }
  }
  return accounts;
}

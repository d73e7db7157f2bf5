import {
  closedSums,
  dividedListeners,
  type MonthSums,
  royaltiesArrived,
  royaltiesSent,
  royaltyTotals,
} from "../../projections/royalties/royalties.ts";
import { readBalances } from "../ledger/accounts.ts";
import { clearedRoyalties } from "../../projections/payments/clearing.ts";
import { takenSum } from "../../projections/royalties/taken_royalties.ts";
import { PROMOTION_POOL, ROYALTIES } from "../ledger/chart.ts";
import { daysOfMonth } from "../contract/royalties.ts";
import type { Check } from "../store/chain/verify.ts";
import { shardOfLog } from "../store/log/event.ts";
import type { Problem } from "../store/log/problem.ts";
import { readStreams } from "../store/log/read.ts";
import type { Tx } from "../store/sql.ts";
import { type SubscriptionEvent, subscriptionStream } from "../subscriptions/events.ts";
import { divide, REST, WHOLE } from "./divide.ts";
import { divisionStream, type RoyaltiesDivided } from "./events.ts";
import { heardInLog } from "./heard.ts";
import { countedIn } from "./income.ts";
import { premiumShare } from "./state.ts";
import { stretchesOf } from "./stretches.ts";

/**
 * The proof of royalties, in each shard: what closed months say is what their listeners, songs and creators sum to, all of
 * the share is with creators or rest, and the ledger moved exactly that. Looking at all of it also computes each listener's
 * month again, from the logs of Premium and of plays.
 */
export const royaltyCheck: Check = {
  name: "royalties",
  async check(tx, { logs, isFull }) {
    const problems: Problem[] = [];
    for (const { log } of logs.filter((stretch) => stretch.log.startsWith("ledger/"))) {
      const shard = shardOfLog(log);
      problems.push(...await wrongMonths(tx, shard), ...await wrongAccounts(tx, shard));
      if (isFull) problems.push(...await wrongDivisions(tx, shard));
    }
    return problems;
  },
};

async function wrongMonths(tx: Tx, shard: number): Promise<Problem[]> {
  return (await closedSums(tx, shard)).flatMap(({ month, closed, listed, tracksKobo, duesKobo, sentKobo }) => {
    const where = `royalties of ${month} in shard ${shard}`;
    const names = Object.keys(closed) as (keyof MonthSums)[];
    const differs = names.find((name) => closed[name] !== listed[name]);
    const { shareKobo, royaltiesKobo, restKobo } = closed;
    return [
      ...differs ? [{ where, what: `${differs} is ${closed[differs]}, and its listeners say ${listed[differs]}` }] : [],
      ...royaltiesKobo + restKobo !== shareKobo
        ? [{ where, what: `${royaltiesKobo} and the rest ${restKobo} are not the share ${shareKobo}` }]
        : [],
      ...tracksKobo !== royaltiesKobo || duesKobo !== royaltiesKobo
        ? [{ where, what: `its songs have ${tracksKobo}, its creators ${duesKobo}, and it says ${royaltiesKobo}` }]
        : [],
      ...sentKobo > duesKobo ? [{ where, what: `${sentKobo} were sent of ${duesKobo}` }] : [],
    ];
  });
}

async function wrongAccounts(tx: Tx, shard: number): Promise<Problem[]> {
  const { sentKobo, promotionKobo, heldUnits, voidedUnits } = await royaltyTotals(tx, shard);
  const balances = await readBalances(tx, shard, [ROYALTIES, PROMOTION_POOL]);
  const sums = [
    {
      account: ROYALTIES,
      has: balances.get(ROYALTIES) ?? 0,
      said: voidedUnits + await takenSum(tx, shard) - (sentKobo - promotionKobo),
    },
    { account: PROMOTION_POOL, has: balances.get(PROMOTION_POOL) ?? 0, said: 0 - promotionKobo },
    { account: "clearing_royalties", has: await clearedRoyalties(tx, shard), said: sentKobo - heldUnits },
  ];
  return sums.filter(({ has, said }) => has !== said).map(({ account, has, said }) => (
    { where: `account ${account} of shard ${shard}`, what: `it has ${has}, and the royalties say ${said}` }
  ));
}

const AT_ONCE = 200;

/** Computes every divided month again from the logs. */
async function wrongDivisions(tx: Tx, shard: number): Promise<Problem[]> {
  const problems: Problem[] = [];
  let after: string | undefined;
  do {
    const listenerIds = await dividedListeners(tx, shard, { after, limit: AT_ONCE });
    const divided = await readStreams<RoyaltiesDivided>(tx, `ledger/${shard}`, listenerIds.map(divisionStream));
    const premium = await readStreams<SubscriptionEvent>(tx, `ledger/${shard}`, listenerIds.map(subscriptionStream));
    const events = [...divided.values()].flat().map(({ data }) => data);
    for (const [month, list] of Map.groupBy(events, (data) => data.month)) {
      const asked = { shard, month, listenerIds: list.map(({ listenerId }) => listenerId) };
      const seen = new Map(list.map(({ listenerId, uncountedEvents }) => [listenerId, uncountedEvents]));
      const heard = await heardInLog(tx, asked, seen);
      for (const data of list) {
        const { heard: own = [], rewardUnits = 0 } = heard.get(data.listenerId) ?? {};
        const what = wrongListening(data, own) ?? wrongReward(data, rewardUnits) ?? wrongSums(data);
        if (what) problems.push({ where: whereOf(data, shard), what });
      }
    }
    for (const list of divided.values()) {
      const [first] = list;
      if (!first) continue;
      const events = premium.get(subscriptionStream(first.data.listenerId)) ?? [];
      problems.push(
        ...wrongIncome(list.map(({ data }) => data), events).map(({ data, what }) => (
          { where: whereOf(data, shard), what }
        )),
      );
    }
    after = listenerIds.length < AT_ONCE || problems.length > 0 ? undefined : listenerIds.at(-1);
  } while (after !== undefined);
  return problems;
}

type Divided = RoyaltiesDivided["data"];

function whereOf({ listenerId, month }: Divided, shard: number): string {
  return `royalties of the listener ${listenerId} in ${month}, shard ${shard}`;
}

/** Each song's time and weight, against the plays. */
function wrongListening(data: Divided, heard: readonly { trackId: string; ms: number }[]): string | undefined {
  const played = new Map<string, number>();
  for (const { trackId, ms } of heard) played.set(trackId, (played.get(trackId) ?? 0) + ms);
  for (const [trackId, lines] of Map.groupBy(data.lines, ([trackId]) => trackId)) {
    const [ms, weight] = [played.get(trackId) ?? 0, lines.reduce((sum, line) => sum + line[3], 0)];
    if (lines.some((line) => line[2] > ms) || weight > ms * WHOLE) {
      return `the track ${trackId} was divided by ${weight / WHOLE} ms of at most ${ms}`;
    }
  }
  const weights = data.lines.reduce((sum, line) => sum + line[3], 0) + data.restWeight;
  const all = [...played.values()].reduce((sum, ms) => sum + ms, 0) * WHOLE;
  return weights === all ? undefined : `it was divided by ${weights / WHOLE} ms, and the plays prove ${all / WHOLE}`;
}

function wrongReward({ rest }: Divided, rewardUnits: number): string | undefined {
  if (!rest || rest.rewardUnits === rewardUnits) return undefined;
  return `its listener earned ${rest.rewardUnits}, and the plays say ${rewardUnits}`;
}

function wrongSums({ kind, lines, restKobo, restWeight, shareKobo, incomeKobo, basisPoints, payments, rest }: Divided) {
  const paid = payments.reduce((sum, [, , kobo]) => sum + kobo, 0);
  if (paid !== incomeKobo) return `its payments count ${paid}, and its income is ${incomeKobo}`;
  const share = premiumShare(incomeKobo, { basisPoints, rest });
  if (kind === "premium" && shareKobo !== share) return `the share is ${shareKobo}, and ${share} of ${incomeKobo}`;
  const parts = lines.map(([trackId, creatorId, , weight]) => ({ key: `${trackId} ${creatorId}`, weight }));
  const kobo = divide(shareKobo, [...parts, { key: REST, weight: restWeight }]);
  const wrong = lines.find(([trackId, creatorId, , , one]) => kobo.get(`${trackId} ${creatorId}`) !== one);
  if (wrong) return `the track ${wrong[0]} brought ${wrong[4]}, and by its time ${kobo.get(`${wrong[0]} ${wrong[1]}`)}`;
  const sum = lines.reduce((all, [, , , , one]) => all + one, restKobo);
  return sum === shareKobo ? undefined : `all parts are ${sum}, and the share is ${shareKobo}`;
}

/** What counted of each payment in each month, against the time that it paid for, month after month. */
function wrongIncome(months: readonly Divided[], events: readonly SubscriptionEvent[]) {
  const counted = new Map<string, number>();
  return months.flatMap((data) => {
    const stretches = Map.groupBy(stretchesOf(events.slice(0, data.premiumEvents)), ({ reference }) => reference);
    const { last } = daysOfMonth(data.month);
    const wrong = data.payments.find(([reference, keptKobo, kobo]) => {
      const before = counted.get(reference) ?? 0;
      counted.set(reference, before + kobo);
      const payment = { reference, keptKobo, countedKobo: before, stretches: stretches.get(reference) ?? [] };
      return countedIn(payment, last) !== kobo;
    });
    return wrong ? [{ data, what: `the payment ${wrong[0]} counts ${wrong[2]}, and its days say otherwise` }] : [];
  });
}

/**
 * The proof of what is between shards: nothing has come to a creator that did not leave. Shards are not seen at one moment,
 * so what came is read before what it follows from.
 */
export const royaltiesBetweenCheck: Check = {
  name: "royalties between shards",
  isAcross: true,
  async check(tx) {
    const arrived = await royaltiesArrived(tx);
    const sent = new Map(
      (await royaltiesSent(tx)).map((one) => [`${one.fromShard} ${one.month} ${one.creatorId}`, one.kobo]),
    );
    return arrived.flatMap(({ creatorId, month, fromShard, toShard, units }) => {
      const left = sent.get(`${fromShard} ${month} ${creatorId}`);
      if (left === units) return [];
      const where = `royalties between the shards ${fromShard} and ${toShard}`;
      return [{ where, what: `${units} of ${month} came to ${creatorId}, but ${left ?? "nothing"} left` }];
    });
  },
};

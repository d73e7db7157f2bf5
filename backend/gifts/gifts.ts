import { loadBalances } from "../ledger/accounts.ts";
import { availableAccount, clearingAccount, FEES, GIFT_CLAIMS, PROVIDER } from "../ledger/chart.ts";
import { Balances, type Entry } from "../ledger/transfer.ts";
import type { GroupScope } from "../store/log/command.ts";
import type { Append, LogName } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { readStreams } from "../store/log/read.ts";
import type { Tx } from "../store/sql.ts";
import { evolveGift, type Gift } from "./state.ts";
import { type GiftEvent, giftStream } from "./events.ts";

/** Where the two people of a gift have their money. */
export interface GiftPlaces {
  readonly giftId: string;
  readonly giverId: string;
  readonly giverShard: number;
  readonly artistId: string;
  readonly artistShard: number;
}

/** The ledger's logs that a gift moves money in, in the order of their heads. */
export function giftLogs({ giverShard, artistShard }: GiftPlaces): LogName[] {
  return [...new Set([giverShard, artistShard])].map((shard) => `ledger/${shard}` as const).sort();
}

/** The gifts that a group's commands decide on, with the balances they move. */
export class Gifts {
  balances = new Balances();
  readonly #known = new Map<string, { state: Gift | undefined; version: number }>();

  async load(tx: Tx, scope: GroupScope, places: readonly GiftPlaces[]): Promise<void> {
    for (const { giverId, giverShard, artistId, artistShard } of places) {
      const own = [availableAccount(giverId), PROVIDER, FEES, GIFT_CLAIMS, clearingAccount(giverShard, artistShard)];
      this.balances = await loadBalances(tx, scope, { shard: giverShard, accounts: own });
      const other = [availableAccount(artistId), clearingAccount(artistShard, giverShard)];
      await loadBalances(tx, scope, { shard: artistShard, accounts: other });
    }
    for (const [shard, list] of Map.groupBy(places, (place) => place.giverShard)) {
      const streams = await readStreams<GiftEvent>(tx, `ledger/${shard}`, list.map(({ giftId }) => giftStream(giftId)));
      for (const { giftId } of list) {
        const events = streams.get(giftStream(giftId)) ?? [];
        const state = events.reduce<Gift | undefined>(evolveGift, undefined);
        if (!this.#known.has(giftId)) this.#known.set(giftId, { state, version: events.length });
      }
    }
  }

  of(giftId: string): Gift | undefined {
    return this.#known.get(giftId)?.state;
  }

  /** Folds what was decided and answers what to append: the facts, and the money that they move. */
  add(places: GiftPlaces, events: readonly GiftEvent[]): Append[] {
    const { giftId, giverShard } = places;
    const { state, version } = this.#known.get(giftId) ?? { state: undefined, version: 0 };
    const transfers = events.flatMap((event) => this.#move(places, event, state));
    if (events.length === 0) return [];
    this.#known.set(giftId, { state: events.reduce(evolveGift, state), version: version + events.length });
    return [{ log: `ledger/${giverShard}`, stream: giftStream(giftId), version, events }, ...transfers];
  }

  #move(places: GiftPlaces, event: GiftEvent, state: Gift | undefined): Append[] {
    const artist = availableAccount(places.artistId);
    if (event.type === "GiftSent") {
      const { units, feesKobo, method } = event.data;
      const from = method === "tokens"
        ? [{ account: availableAccount(places.giverId), amount: -units }]
        : [{ account: PROVIDER, amount: feesKobo - units }, { account: FEES, amount: -feesKobo }];
      return this.#post(places, "gift", { from, to: [{ account: artist, amount: units }] });
    }
    if (event.type !== "GiftRefunded" || !state) return [];
    const { takenUnits, owedUnits } = event.data;
    const back = state.method === "tokens" ? availableAccount(places.giverId) : PROVIDER;
    const from = [{ account: back, amount: state.terms.units }, { account: GIFT_CLAIMS, amount: -owedUnits }];
    return this.#post(places, "gift_refunded", { from, to: [{ account: artist, amount: -takenUnits }] });
  }

  /** One transfer; across shards one in each, whose clearing accounts meet. `from` stands in the giver's shard. */
  #post(
    { giftId, giverShard, artistShard }: GiftPlaces,
    code: string,
    { from, to }: { from: readonly Entry[]; to: readonly Entry[] },
  ): Append[] {
    const detail = { giftId };
    const post = (shard: number, word: string, entries: readonly Entry[]) => {
      const moved = entries.filter(({ amount }) => amount !== 0);
      if (moved.length === 0) return [];
      return [this.balances.post(`ledger/${shard}`, {
        ...{ transferId: derivedId(giftId, word), code, detail, entries: moved },
      })];
    };
    if (giverShard === artistShard) return post(giverShard, code, [...from, ...to]);
    const sum = to.reduce((total, { amount }) => total + amount, 0);
    const out = { account: clearingAccount(giverShard, artistShard), amount: sum };
    const into = { account: clearingAccount(artistShard, giverShard), amount: -sum };
    return [
      ...post(giverShard, `${code} out`, [...from, out]),
      ...post(artistShard, `${code} in`, [...to, into]),
    ];
  }
}

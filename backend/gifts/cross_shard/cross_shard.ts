import { availableAccount, clearingAccount, disputedAccount, GIFT_CLAIMS } from "../../ledger/chart.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import type { Deps } from "../../deps.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Append, Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Tx } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { type GroupDebts, loadDebts, payDebts } from "../../wallet/debt/debts.ts";
import { appendsOf, artistOfGift, giftLogs, gifts, hasArtist, loadGifts, placesOf } from "../group.ts";
import { type GroupHolds, holdAppends, loadHeldGifts } from "../settlement/holding.ts";
import { decideTaking, heldTokens } from "../settlement/state.ts";
import { type GiftPlaces, type Move, settlesFirst, tokenMoves, tokenReturnMoves } from "../state.ts";
import { arrivalStream, type BetweenEvent, type GiftTakenBack } from "./events.ts";
import { type Arrival, decideReturn, evolve } from "./state.ts";

const arrivals = streamsOf<GiftPlaces, Arrival | undefined, BetweenEvent>({
  log: ({ artistShard }) => `ledger/${artistShard}`,
  stream: ({ giftId }) => arrivalStream(giftId),
  initial: undefined,
  evolve,
});

interface ArtistsMoney extends GroupHolds {
  readonly debts: GroupDebts;
}

async function loadMoney(tx: Tx, commands: readonly GiftPlaces[], scope: GroupScope): Promise<ArtistsMoney> {
  for (const { giverShard, artistId, artistShard: shard } of commands) {
    const accounts = [GIFT_CLAIMS, disputedAccount(artistId), clearingAccount(shard, giverShard)];
    await loadBalances(tx, scope, { shard, accounts });
  }
  const people = commands.map(({ artistId, artistShard }) => ({ shard: artistShard, userId: artistId }));
  return {
    ...await loadHeldGifts(tx, scope, commands.map(artistOfGift)),
    debts: await loadDebts(tx, scope, people),
  };
}

/** The artist's side of the transfers between shards, under the ids that they have always had. */
function postIn(
  { balances }: ArtistsMoney,
  { giftId, artistShard }: GiftPlaces,
  moves: readonly Move[],
): Append[] {
  return moves.filter(({ shard }) => shard === artistShard).map(({ shard, word, code, entries }) =>
    balances.post(`ledger/${shard}`, { transferId: derivedId(giftId, word), code, detail: { giftId }, entries })
  );
}

type Arriving = GiftPlaces & { readonly units: number };

/** Tokens that left the giver's shard come to the artist, who pays first what they owe. */
const receiveGift = arrivals.handler("receiveGift", {
  id: (command: Arriving) => command,
  beside: loadMoney,
  decide: (arrival, { giftId, giverId, artistId, units }) =>
    arrival ? [] : [{ type: "GiftArrived", data: { giftId, giverId, artistId, units } }],
  appends(events, command, { streams, beside: money, now }) {
    if (events.length === 0) return [];
    const { artistId, artistShard, units } = command;
    return [
      ...streams.add(command, events),
      ...postIn(money, command, tokenMoves(command, units)),
      ...settlesFirst(command)
        ? holdAppends(money, artistOfGift(command), [heldTokens(command, now)])
        : payDebts(money.debts, { shard: artistShard, userId: artistId }),
    ];
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Takes tokens that go back out of what the artist has. */
const takeGiftBack = arrivals.handler("takeGiftBack", {
  id: (places: GiftPlaces) => places,
  beside: loadMoney,
  decide(arrival, places, { beside: money }) {
    if (!arrival || arrival.isTakenBack) return [];
    const { giftId, giverId, artistId } = places;
    const { heldUnits, availableUnits } = takingOf(money, places, arrival.units);
    const takenUnits = heldUnits + availableUnits;
    const taken = { giftId, giverId, artistId, takenUnits, owedUnits: arrival.units - takenUnits };
    return [{ type: "GiftTakenBack", data: taken }];
  },
  appends: (events, places, { streams, beside: money }) =>
    events.flatMap((event) => {
      if (event.type !== "GiftTakenBack") return [];
      const { takenUnits, owedUnits } = event.data;
      const { held, heldUnits } = takingOf(money, places, takenUnits + owedUnits);
      return [
        ...streams.add(places, [event]),
        ...postIn(money, places, tokenReturnMoves(places, { takenUnits, owedUnits, heldUnits, reservedUnits: 0 })),
        ...holdAppends(money, artistOfGift(places), held),
      ];
    }),
  result: () => undefined,
});

/** What pays for units that go back. */
function takingOf({ holds, balances }: ArtistsMoney, places: GiftPlaces, units: number) {
  const { artistId, giftId } = places;
  const availableUnits = balances.of(availableAccount(artistId));
  return decideTaking(holds.of(artistOfGift(places)), { artistId, giftId, units, reservedUnits: 0, availableUnits });
}

/** The giver has their tokens back. */
const noteGiftBack = gifts.handler("noteGiftBack", {
  id: (command: GiftPlaces & GiftTakenBack["data"]) => command,
  beside: loadGifts,
  decide: decideReturn,
  appends: (events, places, { beside: group }) => appendsOf(group, places, { events }),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

type Moving = Pick<Deps, "store" | "shardOf">;

/** A gift was sent: where it is of tokens and the artist is in another shard, it goes there. Harmless twice. */
export async function bringGift(
  deps: Moving,
  { data }: { readonly data: Parameters<typeof placesOf>[1] & { readonly units: number } },
  metadata: Metadata,
): Promise<void> {
  const places = placesOf(deps, data);
  if (hasArtist(places)) return;
  await receive(deps, { ...places, units: data.units }, metadata);
}

/** What was taken of an artist goes to the giver's shard. Harmless twice. */
export async function bringBack(
  deps: Moving,
  { data }: Pick<GiftTakenBack, "data">,
  metadata: Metadata,
): Promise<void> {
  const places = placesOf(deps, { ...data, method: "tokens" });
  await deps.store.execute(noteGiftBack, { ...places, ...data }, { logs: giftLogs(places), metadata });
}

/**
 * Gives tokens back from another shard. Each step is one transaction in one shard; where this process dies between two,
 * the reaction to the last one's fact does the rest. Where the gift has not arrived, it arrives first.
 */
export async function giveBackBetween(
  deps: Moving,
  places: GiftPlaces,
  { units, metadata }: { units: number; metadata: Metadata },
): Promise<void> {
  const { giftId, artistShard } = places;
  const logs = giftLogs({ shard: artistShard });
  await receive(deps, { ...places, units }, metadata);
  await deps.store.execute(takeGiftBack, places, { logs, metadata });
  const events = await deps.store.readStream<BetweenEvent>(`ledger/${artistShard}`, arrivalStream(giftId));
  for (const event of events) if (event.type === "GiftTakenBack") await bringBack(deps, event, metadata);
}

async function receive({ store }: Moving, gift: Arriving, metadata: Metadata): Promise<void> {
  await store.execute(receiveGift, gift, { logs: giftLogs({ shard: gift.artistShard }), metadata });
}

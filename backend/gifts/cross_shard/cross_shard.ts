import { availableAccount, clearingAccount, disputedAccount, GIFT_CLAIMS } from "../../ledger/chart.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Append, Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Tx } from "../../store/sql.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { type GroupDebts, loadDebts, payDebts } from "../../wallet/debt/debts.ts";
import { appendsOf, artistOfGift, giftLogs, type GroupGifts, hasArtist, loadGifts, placesOf } from "../group.ts";
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

interface GroupArrivals extends GroupHolds {
  readonly arrivals: Streams<GiftPlaces, Arrival | undefined, BetweenEvent>;
  readonly debts: GroupDebts;
}

async function loadArrivals(tx: Tx, commands: readonly GiftPlaces[], scope: GroupScope): Promise<GroupArrivals> {
  for (const { giverShard, artistId, artistShard: shard } of commands) {
    const accounts = [GIFT_CLAIMS, disputedAccount(artistId), clearingAccount(shard, giverShard)];
    await loadBalances(tx, scope, { shard, accounts });
  }
  const people = commands.map(({ artistId, artistShard }) => ({ shard: artistShard, userId: artistId }));
  return {
    ...await loadHeldGifts(tx, scope, commands.map(artistOfGift)),
    arrivals: await arrivals.load(tx, scope, commands),
    debts: await loadDebts(tx, scope, people),
  };
}

/** The artist's side of the transfers between shards, under the ids that they have always had. */
function postIn(
  { balances }: GroupArrivals,
  { giftId, artistShard }: GiftPlaces,
  moves: readonly Move[],
): Append[] {
  return moves.filter(({ shard }) => shard === artistShard).map(({ shard, word, code, entries }) =>
    balances.post(`ledger/${shard}`, { transferId: derivedId(giftId, word), code, detail: { giftId }, entries })
  );
}

type Arriving = GiftPlaces & { readonly units: number };

/** Tokens that left the giver's shard come to the artist, who pays first what they owe. */
const receiveGift: CommandHandler<Arriving, GroupArrivals, { changed: boolean }> = {
  name: "receiveGift",
  load: loadArrivals,
  decide(group, command, { now }) {
    if (group.arrivals.of(command)) return { appends: [], result: { changed: false } };
    const { giftId, giverId, artistId, artistShard, units } = command;
    const settles = settlesFirst(command);
    const appends = [
      ...group.arrivals.add(command, [{ type: "GiftArrived", data: { giftId, giverId, artistId, units } }]),
      ...postIn(group, command, tokenMoves(command, units)),
      ...settles
        ? holdAppends(group, artistOfGift(command), [heldTokens(command, now)])
        : payDebts(group.debts, { shard: artistShard, userId: artistId }),
    ];
    return { appends, result: { changed: true } };
  },
};

/** Takes tokens that go back out of what the artist has. */
const takeGiftBack: CommandHandler<GiftPlaces, GroupArrivals> = {
  name: "takeGiftBack",
  load: loadArrivals,
  decide(group, command) {
    const arrival = group.arrivals.of(command);
    if (!arrival || arrival.isTakenBack) return { appends: [], result: undefined };
    const { giftId, giverId, artistId } = command;
    const artist = artistOfGift(command);
    const availableUnits = group.balances.of(availableAccount(artistId));
    const met = { artistId, giftId, units: arrival.units, reservedUnits: 0, availableUnits };
    const { held, heldUnits, availableUnits: ofAvailable } = decideTaking(group.holds.of(artist), met);
    const takenUnits = heldUnits + ofAvailable;
    const owedUnits = arrival.units - takenUnits;
    const taken = { giftId, giverId, artistId, takenUnits, owedUnits };
    const appends = [
      ...group.arrivals.add(command, [{ type: "GiftTakenBack", data: taken }]),
      ...postIn(group, command, tokenReturnMoves(command, { takenUnits, owedUnits, heldUnits, reservedUnits: 0 })),
      ...holdAppends(group, artist, held),
    ];
    return { appends, result: undefined };
  },
};

/** The giver has their tokens back. */
const noteGiftBack: CommandHandler<GiftPlaces & GiftTakenBack["data"], GroupGifts, { changed: boolean }> = {
  name: "noteGiftBack",
  load: loadGifts,
  decide(group, command) {
    const appends = appendsOf(group, command, { events: decideReturn(group.gifts.of(command), command) });
    return { appends, result: { changed: appends.length > 0 } };
  },
};

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

import { readHeldGifts } from "../../../projections/gifts/held_gifts.ts";
import { availableAccount, settlingAccount } from "../../ledger/chart.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { Balances } from "../../ledger/transfer.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Tx } from "../../store/sql.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { type HoldEvent, holdStream } from "./events.ts";
import { decideSettling, evolve, type HeldGift, type HeldGifts, moveOf, NOTHING_HELD } from "./state.ts";

/** Whose gifts a command is about. */
export interface Artist {
  readonly shard: number;
  readonly artistId: string;
}

/** What settles of the gifts to artists. */
export const holds = streamsOf<Artist, HeldGifts, HoldEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ artistId }) => holdStream(artistId),
  initial: NOTHING_HELD,
  evolve,
  async read(tx, artists) {
    const found = new Map<string, HeldGifts>();
    for (const [shard, list] of Map.groupBy(artists, (artist) => artist.shard)) {
      const known = await readHeldGifts(tx, shard, list.map(({ artistId }) => artistId));
      for (const [artistId, state] of known) found.set(artistId, state);
    }
    return ({ artistId }) => found.get(artistId) ?? NOTHING_HELD;
  },
});

/** What commands about held gifts share in a group. */
export interface GroupHolds {
  readonly holds: Streams<Artist, HeldGifts, HoldEvent>;
  readonly balances: Balances;
}

export async function loadHeldGifts(tx: Tx, scope: GroupScope, artists: readonly Artist[]): Promise<GroupHolds> {
  for (const [shard, list] of Map.groupBy(artists, (artist) => artist.shard)) {
    const accounts = list.flatMap(({ artistId }) => [settlingAccount(artistId), availableAccount(artistId)]);
    await loadBalances(tx, scope, { shard, accounts });
  }
  return { holds: await holds.load(tx, scope, artists), balances: scope.share(Balances) };
}

/** The facts, and the money that they move. */
export function holdAppends({ holds, balances }: GroupHolds, artist: Artist, events: readonly HoldEvent[]): Append[] {
  const transfers = events.flatMap((event) => {
    const move = moveOf(event);
    const detail = { giftId: event.data.giftId };
    return move ? [balances.post(`ledger/${artist.shard}`, { ...move, detail })] : [];
  });
  return [...transfers, ...holds.add(artist, events)];
}

/** Makes what is due available. */
export function settleHeld(group: GroupHolds, artist: Artist, isDue: (gift: HeldGift) => boolean): Append[] {
  return holdAppends(group, artist, decideDue(group.holds.of(artist), artist, isDue));
}

/** The facts of what is due. */
export function decideDue(held: HeldGifts, { artistId }: Artist, isDue: (gift: HeldGift) => boolean): HoldEvent[] {
  const transferId = (giftId: string) => derivedId(giftId, "settled");
  return decideSettling(held, { artistId, isDue, transferId });
}

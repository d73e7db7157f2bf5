import type { HoldEvent } from "../../backend/gifts/settlement/events.ts";
import { type HeldGift, type HeldGifts, NOTHING_HELD } from "../../backend/gifts/settlement/state.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import {
  bigint,
  boolean,
  moment,
  oneOf,
  type RowOf,
  smallint,
  table,
  uuid,
} from "../../backend/store/projections/table.ts";
import { anyOf } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const HELD_GIFTS = table("held_gifts", {
  shard: smallint,
  artistId: uuid,
  giftId: uuid,
  units: bigint.check("units >= 0"),
  until: moment,
  isFrozen: boolean.default("false"),
  stoppedAt: moment.optional,
  stoppedBy: oneOf("giver", "admin").optional,
  youngUntil: moment.optional,
  settledUnits: bigint.default("0"),
}, {
  key: ["shard", "artistId", "giftId"],
  indexes: {
    held_gifts_due: "(until) where units > 0 and not is_frozen",
    held_gifts_of: "(gift_id) where units > 0",
    held_gifts_stopped: "(until) where units > 0 and stopped_at is not null",
  },
});

/** Gifts that settle. Inline: what settles and what pays for a gift that goes back is decided on it. */
export const heldGifts = projection<HoldEvent>({
  name: "held_gifts",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [HELD_GIFTS],
  handlers: {
    GiftHeld: (tx, event) => HELD_GIFTS.insert(tx, { ...event.data, ...keyOf(event) }),
    GiftSettled: (tx, event) => takeOut(tx, event, { units: event.data.units, settled: event.data.units }),
    HeldGiftTaken: (tx, event) => takeOut(tx, event, { units: event.data.units, settled: 0 }),
    HeldGiftFrozen: (tx, event) => HELD_GIFTS.set(tx, keyOf(event), { isFrozen: true }),
    HeldGiftReleased: (tx, event) => HELD_GIFTS.set(tx, keyOf(event), { isFrozen: false }),
    HeldGiftStopped: (tx, event) => {
      const { until, by: stoppedBy } = event.data;
      return HELD_GIFTS.set(tx, keyOf(event), { until, stoppedAt: event.recordedAt, stoppedBy });
    },
    HeldGiftLetGo: (tx, event) => HELD_GIFTS.set(tx, keyOf(event), { until: event.data.until }),
  },
});

function keyOf({ log, data: { artistId, giftId } }: Recorded<HoldEvent>) {
  return { shard: shardOfLog(log), artistId, giftId };
}

/** Units leave the gift, `settled` of them to its artist. */
async function takeOut(
  tx: Tx,
  event: Recorded<HoldEvent>,
  { units, settled }: { readonly units: number; readonly settled: number },
): Promise<void> {
  const { shard, artistId, giftId } = keyOf(event);
  await tx`
    update held_gifts set units = units - ${units}, settled_units = settled_units + ${settled}
    where shard = ${shard} and artist_id = ${artistId} and gift_id = ${giftId}`;
}

/** What settles of these artists' gifts; artists without any are missing. */
export async function readHeldGifts(
  sql: Sql | Tx,
  shard: number,
  artistIds: readonly string[],
): Promise<Map<string, HeldGifts>> {
  const rows = await sql<(HeldGift & { readonly artistId: string })[]>`
    select artist_id, gift_id, units, until, young_until, is_frozen, stopped_at is not null as is_stopped
    from held_gifts
    where shard = ${shard} and units > 0
      and ${anyOf("artist_id", new Set(artistIds))}
    order by until, gift_id`;
  const found = Map.groupBy(rows, (row) => row.artistId);
  return new Map([...found].map(([artistId, list]) => [
    artistId,
    new Map(list.map(({ artistId: _artistId, ...held }) => [held.giftId, held])),
  ]));
}

/** What settles of one artist's gifts. */
export async function heldGiftsOf(sql: Sql | Tx, shard: number, artistId: string): Promise<HeldGifts> {
  return (await readHeldGifts(sql, shard, [artistId])).get(artistId) ?? NOTHING_HELD;
}

/** What of these artists' gifts has settled while its money was young at a moment (epoch ms), and is so still: units. */
export async function youngGiftsOut(
  sql: Sql | Tx,
  shard: number,
  { artistIds, now }: { artistIds: readonly string[]; now: number },
): Promise<Map<string, number>> {
  const rows = await sql<{ artistId: string; units: number }[]>`
    select artist_id, sum(settled_units)::bigint as units from held_gifts
    where shard = ${shard} and young_until > ${new Date(now)}
      and ${anyOf("artist_id", new Set(artistIds))}
    group by artist_id`;
  return new Map(rows.map((row) => [row.artistId, row.units]));
}

/** Artists of whom a gift is due at a moment (epoch ms), in the order of their ids: `limit` of them behind `after`. */
export async function artistsWithDueGifts(
  sql: Sql,
  { now, after, limit }: { now: number; after: string | undefined; limit: number },
): Promise<{ shard: number; artistId: string }[]> {
  return await sql<{ shard: number; artistId: string }[]>`
    select distinct shard, artist_id from held_gifts
    where until <= ${new Date(now)} and units > 0 and not is_frozen
      ${after === undefined ? sql`` : sql`and artist_id > ${after}`}
    order by artist_id limit ${limit}`;
}

/** A gift of tokens that settles, as its giver and admins see it. Times in epoch ms. */
export interface SettlingGift {
  readonly giftId: string;
  readonly artistId: string;
  readonly units: number;
  readonly until: number;
  readonly stopped: { readonly at: number; readonly by: "giver" | "admin" } | undefined;
}

/** Which of these gifts settle now, over all shards. */
export async function settlingOf(sql: Sql, giftIds: readonly string[]): Promise<Map<string, SettlingGift>> {
  const rows = await sql<RowOf<typeof HELD_GIFTS>[]>`
    select * from held_gifts
    where gift_id = any(${[...giftIds]}::uuid[]) and units > 0`;
  return new Map(rows.map((row) => [row.giftId, settlingIn(row)]));
}

/** The stopped gifts whose case is open at a moment (epoch ms), those that end first in front. */
export async function stoppedGifts(sql: Sql, { now, limit }: { now: number; limit: number }): Promise<SettlingGift[]> {
  const rows = await sql<RowOf<typeof HELD_GIFTS>[]>`
    select * from held_gifts
    where units > 0 and stopped_at is not null and until > ${new Date(now)} order by until, gift_id limit ${limit}`;
  return rows.map(settlingIn);
}

function settlingIn({ giftId, artistId, units, until, stoppedAt, stoppedBy }: RowOf<typeof HELD_GIFTS>): SettlingGift {
  const stopped = stoppedAt && stoppedBy ? { at: stoppedAt, by: stoppedBy } : undefined;
  return { giftId, artistId, units, until, stopped };
}

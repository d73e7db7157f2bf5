import type { DisputeLossReturned, DisputeResolved } from "../../backend/payments/disputes/events.ts";
import type { GiftTakenBack } from "../../backend/gifts/cross_shard/events.ts";
import type { GiftEvent, GiftSent, GiftTerms } from "../../backend/gifts/events.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import {
  bigint,
  boolean,
  moment,
  oneOf,
  type RowOf,
  smallint,
  table,
  text,
  uuid,
} from "../../backend/store/projections/table.ts";
import { anyOf } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const GIFTS = table("gifts", {
  shard: smallint,
  giftId: uuid,
  giverId: uuid,
  artistId: uuid,
  trackId: uuid.optional,
  cents: bigint.check("cents >= 0"),
  units: bigint.check("units > 0"),
  /** What was given in all: more than the artist's own part where collaborators have shares. */
  wholeCents: bigint.optional,
  wholeUnits: bigint.optional,
  /** The gift that this one is a collaborator's part of. */
  shareOf: uuid.optional,
  method: oneOf("card", "tokens"),
  status: oneOf("started", "sent", "refunded"),
  reference: text.optional,
  feesKobo: bigint.default("0"),
  message: text,
  /** Whether the artist sees who gave it. */
  isNamed: boolean,
  owedUnits: bigint.default("0"),
  lostUnits: bigint.default("0"),
  backUnits: bigint.default("0"),
  thanks: text.optional,
  startedAt: moment,
  sentAt: moment.optional,
  /** Of a gift by card, from when on Orin keeps it: the hash of the card's signature. */
  card: text.optional,
}, {
  key: ["shard", "giftId"],
  indexes: {
    gifts_by_card: "(card) where card is not null",
    gifts_by_id: "(gift_id)",
    gifts_by_reference: "unique (reference, shard) where reference is not null",
    gifts_received: "(artist_id, sent_at desc) where status <> 'started'",
    gifts_given: "(giver_id, started_at desc)",
    gifts_shares: "(share_of) where share_of is not null",
    gifts_owed: "(shard, artist_id) where owed_units > 0",
    gifts_open: "(started_at) where status = 'started'",
  },
});

const GIFTS_TAKEN_BACK = table("gifts_taken_back", {
  shard: smallint,
  giftId: uuid,
  artistId: uuid,
  owedUnits: bigint,
}, { key: ["shard", "giftId"], indexes: { gifts_taken_back_owed: "(shard, artist_id) where owed_units > 0" } });

/**
 * Gifts and their states, in the shard of their facts. Inline: a new gift shows immediately, payments find their gift here,
 * and what an artist owes is decided on it: of a gift from another shard the artist's own shard knows that.
 */
export const gifts = projection<GiftEvent | GiftTakenBack | DisputeResolved | DisputeLossReturned>({
  name: "gifts",
  version: 10,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [GIFTS, GIFTS_TAKEN_BACK],
  handlers: {
    GiftPaymentStarted: (tx, { data, ...event }) => start(tx, { ...event, data: { ...data, method: "card" } }),
    async GiftSent(tx, event) {
      await start(tx, event);
      const { feesKobo, card } = event.data;
      await GIFTS.set(tx, keyOf(event), { status: "sent", sentAt: event.recordedAt, feesKobo, card });
    },
    GiftDivided: (tx, event) =>
      GIFTS.set(tx, keyOf(event), { wholeCents: event.data.cents, wholeUnits: event.data.units }),
    GiftShared: (tx, event) => GIFTS.set(tx, keyOf(event), { shareOf: event.data.ofGiftId }),
    GiftRefunded: (tx, { log, data: { giftId, takenUnits, owedUnits } }) =>
      tx`
        update gifts set status = 'refunded', owed_units = owed_units + ${owedUnits},
          back_units = ${takenUnits + owedUnits}
        where shard = ${shardOfLog(log)} and gift_id = ${giftId}`,
    GiftTakenBack: (tx, { log, data }) => GIFTS_TAKEN_BACK.insert(tx, { ...data, shard: shardOfLog(log) }),
    GiftRestored: (tx, event) => GIFTS.set(tx, keyOf(event), { status: "sent", backUnits: 0 }),
    GiftThanked: (tx, event) => GIFTS.set(tx, keyOf(event), { thanks: event.data.message }),
    DisputeResolved: (tx, event) => addLoss(tx, event, event.data.lostUnits),
    DisputeLossReturned: (tx, event) => addLoss(tx, event, -event.data.units),
  },
});

function keyOf({ log, data: { giftId } }: Recorded<GiftEvent>) {
  return { shard: shardOfLog(log), giftId };
}

async function start(
  tx: Tx,
  { log, data, recordedAt: startedAt }: Pick<Recorded<GiftSent>, "log" | "recordedAt"> & {
    readonly data: GiftTerms & Pick<GiftSent["data"], "method" | "reference">;
  },
): Promise<void> {
  await GIFTS.add(tx, { ...data, shard: shardOfLog(log), status: "started", startedAt });
}

async function addLoss(
  tx: Tx,
  { log, data: { paymentId } }: Recorded<DisputeResolved | DisputeLossReturned>,
  units: number,
): Promise<void> {
  await tx`
    update gifts set lost_units = lost_units + ${units}
    where shard = ${shardOfLog(log)} and gift_id = ${paymentId}`;
}

type Row = RowOf<typeof GIFTS>;

/** Money in cents of a dollar and in units, times in epoch ms, messages sealed. */
export interface GiftRow extends Omit<Row, "shard" | "owedUnits" | "lostUnits" | "backUnits" | "startedAt" | "sentAt"> {
  readonly wholeCents: number;
  readonly wholeUnits: number;
  /** What neither went back nor was lost. */
  readonly keptUnits: number;
  readonly at: number;
}

function rowOf(
  { shard: _shard, owedUnits: _owedUnits, lostUnits, backUnits, startedAt, sentAt, ...row }: Row,
): GiftRow {
  return {
    ...row,
    wholeCents: row.wholeCents ?? row.cents,
    wholeUnits: row.wholeUnits ?? row.units,
    keptUnits: row.status === "started" ? 0 : Math.max(0, row.units - backUnits - lostUnits),
    at: sentAt ?? startedAt,
  };
}

/** Gifts of tokens that an artist was given since a moment (epoch ms) and still has; royalties that a dispute let go are none. */
export async function tokenGiftsTo(
  sql: Sql | Tx,
  artistId: string,
  from: number,
): Promise<{ giverId: string; units: number; at: number }[]> {
  return await sql<{ giverId: string; units: number; at: number }[]>`
    select giver_id, units, sent_at as at from gifts
    where artist_id = ${artistId} and method = 'tokens' and status = 'sent' and sent_at >= ${new Date(from)}
      and giver_id is distinct from share_of`;
}

/** Gifts by these cards (hashes) that have not gone back: since when, epoch ms, a card's oldest. */
export async function giftCards(sql: Sql | Tx, cards: readonly string[]): Promise<{ card: string; at: number }[]> {
  return await sql<{ card: string; at: number }[]>`
    select card, min(sent_at) as at from gifts
    where card = any(${[...cards]}) and status = 'sent' and lost_units = 0 group by card`;
}

/** A gift in any state. */
export async function findGift(sql: Sql | Tx, giftId: string): Promise<GiftRow | undefined> {
  const row = await GIFTS.find(sql, { giftId });
  return row && rowOf(row);
}

/** The parts of a gift that went to others, in any state. */
export async function giftShares(sql: Sql | Tx, giftId: string): Promise<GiftRow[]> {
  return (await GIFTS.list(sql, { shareOf: giftId }, { order: "gift_id" })).map(rowOf);
}

/** Gifts whose parts do not sum to what was given: for the proof. What a card brought may still be on its way to a part. */
export async function misdividedGifts(tx: Tx): Promise<{ giftId: string; given: number; parts: number }[]> {
  return await tx<{ giftId: string; given: number; parts: number }[]>`
    with parts as materialized (
      select share_of, sum(units)::bigint as units from gifts where share_of is not null group by share_of
    ), divided as materialized (
      select gift_id, whole_units, units, method from gifts where whole_units is not null and status <> 'started'
    )
    select divided.gift_id, divided.whole_units as given,
      (divided.units + coalesce(parts.units, 0))::bigint as parts
    from divided left join parts on parts.share_of = divided.gift_id
    where divided.units + coalesce(parts.units, 0) > divided.whole_units
      or (divided.method = 'tokens' and divided.units + coalesce(parts.units, 0) <> divided.whole_units)
    order by divided.gift_id limit 10`;
}

/** What an artist got of gifts for others' tracks, the newest first; what went back included. */
export async function sharesReceived(sql: Sql | Tx, creatorId: string, limit: number): Promise<GiftRow[]> {
  const rows = await sql<Row[]>`
    select * from gifts where artist_id = ${creatorId} and share_of is not null and status <> 'started'
    order by sent_at desc, gift_id desc limit ${limit}`;
  return rows.map(rowOf);
}

/** Units of gifts for others' tracks that an artist kept, by track. */
export async function sharedUnitsOf(sql: Sql | Tx, creatorId: string): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; units: number }[]>`
    select track_id, sum(greatest(0, units - back_units - lost_units))::bigint as units from gifts
    where artist_id = ${creatorId} and share_of is not null and status = 'sent' and track_id is not null
    group by track_id`;
  return new Map(rows.map((row) => [row.trackId, row.units]));
}

/** A gift by the reference of its payment. */
export async function findGiftPayment(sql: Sql | Tx, reference: string): Promise<GiftRow | undefined> {
  const row = await GIFTS.find(sql, { reference });
  return row && rowOf(row);
}

/** Payments that began between two moments (epoch ms) and have not ended. */
export async function openGiftPayments(sql: Sql | Tx, { from, to }: { from: number; to: number }): Promise<GiftRow[]> {
  const rows = await sql<Row[]>`
    select * from gifts where status = 'started' and started_at between ${new Date(from)} and ${new Date(to)}
    order by started_at desc limit 300`;
  return rows.map(rowOf);
}

/** The gifts an artist got, returned ones included, newest first. */
export async function giftsTo(sql: Sql | Tx, artistId: string, limit: number): Promise<GiftRow[]> {
  const rows = await sql<Row[]>`
    select * from gifts where artist_id = ${artistId} and status <> 'started' order by sent_at desc, gift_id desc
    limit ${limit}`;
  return rows.map(rowOf);
}

/** The same of many artists, so many of each; who got none is missing from the map. */
export async function giftsToMany(
  sql: Sql | Tx,
  artistIds: readonly string[],
  limit: number,
): Promise<Map<string, GiftRow[]>> {
  const rows = await sql<(Row & { nth: number })[]>`
    select * from (
      select *, row_number() over (partition by artist_id order by sent_at desc, gift_id desc)::int as nth
      from gifts where artist_id = any(${[...artistIds]}::uuid[]) and status <> 'started'
    ) as found where nth <= ${limit} order by nth`;
  return Map.groupBy(rows.map(({ nth: _nth, ...row }) => rowOf(row)), ({ artistId }) => artistId);
}

/** Whether it has no giver: a settled dispute let royalties go, which are in their year and return. */
export function isReleasedRoyalty({ giverId, shareOf }: Pick<GiftRow, "giverId" | "shareOf">): boolean {
  return giverId === shareOf;
}

/** What was given after `from` and until `until`, epoch ms. */
interface Given {
  readonly from: number;
  readonly until: number;
}

/** Times as a multirange for a statement: `${ranges}::text::tstzmultirange`. */
function multirange(times: readonly Given[]): string {
  const ranges = times.filter(({ from, until }) => until > from)
    .map(({ from, until }) => `(${new Date(from).toISOString()},${new Date(until).toISOString()}]`);
  return `{${ranges.join()}}`;
}

/** Gifts, and how many people gave them at most: those without a name are a person each, so that no person is made out. */
interface UnthankedGifts {
  readonly gifts: number;
  readonly people: number;
}

/** Gifts that an artist got after `from` and until `until`, not `without` these times, and has not thanked for. */
export async function countUnthanked(
  sql: Sql | Tx,
  artistId: string,
  { from, until, without }: Given & { readonly without: readonly Given[] },
): Promise<UnthankedGifts> {
  const [row] = await sql<UnthankedGifts[]>`
    with waiting as materialized (
      select gift_id, case when is_named then giver_id else gift_id end as who from gifts
      where artist_id = ${artistId} and status = 'sent' and share_of is null and thanks is null
        and sent_at > ${new Date(from)} and sent_at <= ${new Date(until)}
        and not ${multirange(without)}::text::tstzmultirange @> sent_at
    )
    select count(*)::int as gifts, count(distinct who)::int as people from waiting`;
  return row ?? { gifts: 0, people: 0 };
}

/** The same by Lagos month (YYYY-MM), the newest first; months without any are missing. */
export async function unthankedMonths(
  sql: Sql | Tx,
  artistId: string,
  { without, limit }: { readonly without: readonly Given[]; readonly limit: number },
): Promise<({ month: string } & UnthankedGifts)[]> {
  return await sql<({ month: string } & UnthankedGifts)[]>`
    with waiting as materialized (
      select to_char(sent_at at time zone 'Africa/Lagos', 'YYYY-MM') as month,
        case when is_named then giver_id else gift_id end as who
      from gifts
      where artist_id = ${artistId} and status = 'sent' and share_of is null and thanks is null
        and not ${multirange(without)}::text::tstzmultirange @> sent_at
    )
    select month, count(*)::int as gifts, count(distinct who)::int as people from waiting
    group by month order by month desc limit ${limit}`;
}

/**
 * Some of those who gave to an artist after `from` and until `until` (epoch ms), not `without` these times, and were not
 * thanked by themselves, each once, by their ids; `after` is the last one of the page before.
 */
export async function giversPage(
  sql: Sql | Tx,
  { artistId, from, until, without, after, limit }: Given & {
    readonly artistId: string;
    readonly without: readonly Given[];
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<string[]> {
  const rows = await sql<{ giverId: string }[]>`
    select distinct giver_id from gifts
    where artist_id = ${artistId} and status = 'sent' and share_of is null and thanks is null
      and sent_at > ${new Date(from)} and sent_at <= ${new Date(until)}
      and not ${multirange(without)}::text::tstzmultirange @> sent_at
      ${after === undefined ? sql`` : sql`and giver_id > ${after}`}
    order by giver_id limit ${limit}`;
  return rows.map((row) => row.giverId);
}

/** The artists whom a person has given to. */
export async function artistsGivenTo(sql: Sql | Tx, giverId: string): Promise<string[]> {
  const rows = await sql<{ artistId: string }[]>`
    select distinct artist_id from gifts
    where giver_id = ${giverId} and status = 'sent' and share_of is null`;
  return rows.map((row) => row.artistId);
}

/** To whom of these artists a person gave and when (epoch ms), without gifts that were thanked for by themselves. */
export async function unthankedGiftsTo(
  sql: Sql | Tx,
  { giverId, artistIds }: { readonly giverId: string; readonly artistIds: readonly string[] },
): Promise<{ artistId: string; at: number }[]> {
  return await sql<{ artistId: string; at: number }[]>`
    select artist_id, sent_at as at from gifts
    where giver_id = ${giverId} and artist_id = any(${[...artistIds]}::uuid[]) and status = 'sent'
      and share_of is null and thanks is null`;
}

/** Gifts by their ids, in any state. */
export async function findGifts(sql: Sql | Tx, giftIds: readonly string[]): Promise<Map<string, GiftRow>> {
  if (giftIds.length === 0) return new Map();
  const rows = await sql<Row[]>`select * from gifts where gift_id = any(${[...giftIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.giftId, rowOf(row)]));
}

/** The gifts a person gave, newest first, without unpaid ones that began before `unpaidFrom`. */
export async function giftsFrom(
  sql: Sql | Tx,
  giverId: string,
  { limit, unpaidFrom }: { limit: number; unpaidFrom: number },
): Promise<GiftRow[]> {
  const rows = await sql<Row[]>`
    select * from gifts
    where giver_id = ${giverId} and share_of is null and (status <> 'started' or started_at >= ${new Date(unpaidFrom)})
    order by started_at desc, gift_id desc limit ${limit}`;
  return rows.map(rowOf);
}

/** The gifts a person gave or got and that were paid, returned ones included, newest first. */
export async function giftsAround(
  sql: Sql | Tx,
  userId: string,
  { limit, before }: { limit: number; before?: { at: number; giftId: string } | undefined },
): Promise<GiftRow[]> {
  const rest = before ? sql`and (sent_at, gift_id) < (${new Date(before.at)}, ${before.giftId}::uuid)` : sql``;
  const rows = await sql<Row[]>`
    select * from gifts where (artist_id = ${userId} or (giver_id = ${userId} and share_of is null)) and status <> 'started' ${rest}
    order by sent_at desc, gift_id desc limit ${limit}`;
  return rows.map(rowOf);
}

/** Gifts by card that began at a moment (epoch ms) or later: for reconciliation. */
export async function cardGiftsSince(sql: Sql | Tx, from: number): Promise<GiftRow[]> {
  const rows = await sql<Row[]>`
    select * from gifts where method = 'card' and share_of is null and started_at >= ${new Date(from)}
    order by started_at`;
  return rows.map(rowOf);
}

/** Kobo that gifts by card brought to the provider and left there, without its fees: for reconciliation. */
export async function cardGiftSum(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(greatest(0, units - back_units - lost_units) - fees_kobo), 0)::bigint as sum
    from gifts where method = 'card' and status <> 'started'`;
  return row?.sum ?? 0;
}

/** For `debts.ts`, as rows `user_id, units`: what artists of a shard had already spent of gifts that went back. */
export function owedByGifts(sql: Sql | Tx, shard: number, artistIds: readonly string[]) {
  return sql`
    select artist_id as user_id, owed_units as units from gifts
    where shard = ${shard} and ${anyOf("artist_id", artistIds)} and owed_units > 0
    union all
    select artist_id, owed_units from gifts_taken_back
    where shard = ${shard} and ${anyOf("artist_id", artistIds)} and owed_units > 0`;
}

/** Artists who had spent something of a gift that went back. */
export async function debtorsByGifts(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ artistId: string }[]>`
    select artist_id from gifts where owed_units > 0
    union select artist_id from gifts_taken_back where owed_units > 0`;
  return rows.map((row) => row.artistId);
}

/** Whether a giver has a gift by card, to any artist, from before a moment (epoch ms), and none that went back. */
export async function isKnownGiver(sql: Sql | Tx, giverId: string, before: number): Promise<boolean> {
  const [row] = await sql<{ known: boolean | undefined }[]>`
    select bool_and(status = 'sent') and bool_or(sent_at < ${new Date(before)}) as known from gifts
    where giver_id = ${giverId} and method = 'card' and status <> 'started'`;
  return row?.known ?? false;
}

type GiftSums = Record<
  "directGifts" | "trackGifts" | "directCents" | "trackCents" | "directUnits" | "trackUnits",
  number
>;

/** Number and cents of the gifts an artist got, directly and for tracks. */
export async function giftSums(
  sql: Sql | Tx,
  artistId: string,
): Promise<GiftSums> {
  const [row] = await sql<GiftSums[]>`
    select (count(*) filter (where track_id is null))::int as direct_gifts,
      (count(*) filter (where track_id is not null))::int as track_gifts,
      coalesce(sum(cents) filter (where track_id is null), 0)::bigint as direct_cents,
      coalesce(sum(cents) filter (where track_id is not null), 0)::bigint as track_cents,
      coalesce(sum(units) filter (where track_id is null), 0)::bigint as direct_units,
      coalesce(sum(units) filter (where track_id is not null), 0)::bigint as track_units
    from gifts
    where artist_id = ${artistId} and status = 'sent' and giver_id is distinct from share_of`;
  return row ?? { directGifts: 0, trackGifts: 0, directCents: 0, trackCents: 0, directUnits: 0, trackUnits: 0 };
}

/** Units that an artist was given for each song and keeps, royalties apart; songs without any are missing. */
export async function giftsByTrack(sql: Sql | Tx, artistId: string): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; units: number }[]>`
    select track_id, sum(greatest(0, units - back_units - lost_units))::bigint as units from gifts
    where artist_id = ${artistId} and track_id is not null and status = 'sent' and giver_id is distinct from share_of
    group by track_id`;
  return new Map(rows.map(({ trackId, units }) => [trackId, units]));
}

/** Whether one of these people gave something to an artist that did not go back. */
export async function hasGift(
  sql: Sql | Tx,
  { from, artistId }: { readonly from: readonly string[]; readonly artistId: string },
): Promise<boolean> {
  if (from.length === 0) return false;
  const rows = await sql`
    select from gifts
    where giver_id = any(${[...from]}::uuid[]) and artist_id = ${artistId} and status = 'sent' limit 1`;
  return rows.length > 0;
}

/** Units that someone gave in tokens since a moment (epoch ms), with what collaborators got, less what came back. */
export async function tokensGivenSince(
  sql: Sql | Tx,
  { giverId, since }: { readonly giverId: string; readonly since: number },
): Promise<number> {
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(units), 0)::bigint as units from gifts
    where giver_id = ${giverId} and method = 'tokens' and status = 'sent' and started_at >= ${new Date(since)}`;
  return row?.units ?? 0;
}

import type { DisputeLossReturned, DisputeResolved } from "../../backend/payments/disputes/events.ts";
import type { GiftTakenBack } from "../../backend/gifts/cross_shard/events.ts";
import type { GiftEvent, GiftTerms } from "../../backend/gifts/events.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import { plainArray } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import {
  bigint,
  boolean,
  ddlOf,
  moment,
  oneOf,
  smallint,
  table,
  text,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

type Told = GiftEvent | GiftTakenBack | DisputeResolved | DisputeLossReturned;

const GIFTS = table("gifts", {
  shard: smallint,
  giftId: uuid,
  giverId: uuid,
  artistId: uuid,
  trackId: uuid.optional,
  cents: bigint.check("cents >= 0"),
  units: bigint.check("units > 0"),
  wholeCents: bigint.optional,
  wholeUnits: bigint.optional,
  shareOf: uuid.optional,
  method: oneOf("card", "tokens"),
  status: oneOf("started", "sent", "refunded"),
  reference: text.optional,
  feesKobo: bigint.default("0"),
  message: text,
  isNamed: boolean,
  owedUnits: bigint.default("0"),
  lostUnits: bigint.default("0"),
  backUnits: bigint.default("0"),
  thanks: text.optional,
  startedAt: moment,
  sentAt: moment.optional,
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
 * Gifts and their states, in the shard of their facts. Inline: a new gift shows at once, payments find their gift here,
 * and what an artist owes is decided on it: of a gift from another shard the artist's own shard knows that.
 */
export const gifts: Projection<Told> = {
  name: "gifts",
  version: 10,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  on: [
    ...["GiftPaymentStarted", "GiftSent", "GiftRefunded", "GiftRestored", "GiftThanked"] as const,
    ...["GiftDivided", "GiftShared"] as const,
    ...["GiftTakenBack", "DisputeResolved", "DisputeLossReturned"] as const,
  ],
  tables: ddlOf(GIFTS, GIFTS_TAKEN_BACK),

  async apply(tx, events) {
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, event: Recorded<Told>): Promise<void> {
  const at = new Date(event.recordedAt);
  const shard = shardOfLog(event.log);
  const { type, data } = event;
  switch (type) {
    case "GiftPaymentStarted":
      return await insert(tx, data, { shard, method: "card", status: "started", reference: data.reference, at });
    case "GiftSent":
      await insert(tx, data, { shard, method: data.method, status: "started", reference: data.reference, at });
      await tx`update gifts set status = 'sent', sent_at = ${at}, fees_kobo = ${data.feesKobo},
          card = ${data.card ?? null}
        where shard = ${shard} and gift_id = ${data.giftId}`;
      return;
    case "GiftDivided":
      await tx`
        update gifts set whole_cents = ${data.cents}, whole_units = ${data.units}
        where shard = ${shard} and gift_id = ${data.giftId}`;
      return;
    case "GiftShared":
      await tx`
        update gifts set share_of = ${data.ofGiftId} where shard = ${shard} and gift_id = ${data.giftId}`;
      return;
    case "GiftRefunded":
      await tx`
        update gifts set status = 'refunded', owed_units = owed_units + ${data.owedUnits},
          back_units = ${data.takenUnits + data.owedUnits}
        where shard = ${shard} and gift_id = ${data.giftId}`;
      return;
    case "GiftTakenBack":
      await tx`
        insert into gifts_taken_back (shard, gift_id, artist_id, owed_units)
        values (${shard}, ${data.giftId}, ${data.artistId}, ${data.owedUnits})`;
      return;
    case "GiftRestored":
      await tx`
        update gifts set status = 'sent', back_units = 0 where shard = ${shard} and gift_id = ${data.giftId}`;
      return;
    case "GiftThanked":
      await tx`update gifts set thanks = ${data.message} where shard = ${shard} and gift_id = ${data.giftId}`;
      return;
    case "DisputeResolved":
      await tx`
        update gifts set lost_units = lost_units + ${data.lostUnits}
        where shard = ${shard} and gift_id = ${data.paymentId}`;
      return;
    case "DisputeLossReturned":
      await tx`
        update gifts set lost_units = lost_units - ${data.units} where shard = ${shard} and gift_id = ${data.paymentId}`;
      return;
    default:
      return type satisfies never;
  }
}

async function insert(
  tx: Tx,
  terms: GiftTerms,
  { shard, method, status, reference, at }: {
    shard: number;
    method: string;
    status: string;
    reference: string | undefined;
    at: Date;
  },
): Promise<void> {
  const { giftId, giverId, artistId, trackId = null, cents, units, message, isNamed } = terms;
  await tx`
    insert into gifts (shard, gift_id, giver_id, artist_id, track_id, cents, units, method, status, reference, message,
      is_named, started_at)
    values (${shard}, ${giftId}, ${giverId}, ${artistId}, ${trackId}, ${cents}, ${units}, ${method}, ${status},
      ${reference ?? null}, ${message}, ${isNamed}, ${at})
    on conflict (shard, gift_id) do nothing`;
}

/** Money in cents of a dollar and in units, times in epoch ms, messages sealed. */
export interface GiftRow {
  readonly giftId: string;
  readonly giverId: string;
  readonly artistId: string;
  readonly trackId: string | undefined;
  readonly cents: number;
  readonly units: number;
  readonly method: "card" | "tokens";
  readonly status: "started" | "sent" | "refunded";
  readonly reference: string | undefined;
  readonly feesKobo: number;
  readonly message: string;
  /** Whether the artist sees who gave it. */
  readonly isNamed: boolean;
  readonly thanks: string | undefined;
  /** What was given in all: more than the artist's own part where collaborators have shares. */
  readonly wholeCents: number;
  readonly wholeUnits: number;
  /** The gift that this one is a collaborator's part of. */
  readonly shareOf: string | undefined;
  /** What neither went back nor was lost. */
  readonly keptUnits: number;
  readonly at: number;
  /** Of a gift by card, from when on Orin keeps it: the hash of the card's signature. */
  readonly card: string | undefined;
}

/** Gifts of tokens that an artist was given since a moment (epoch ms) and still has; royalties that a dispute let go are none. */
export async function tokenGiftsTo(
  sql: Sql | Tx,
  artistId: string,
  from: number,
): Promise<{ giverId: string; units: number; at: number }[]> {
  const rows = await sql<{ giverId: string; units: number; sentAt: number }[]>`
    select giver_id, units, sent_at from gifts
    where artist_id = ${artistId} and method = 'tokens' and status = 'sent' and sent_at >= ${new Date(from)}
      and giver_id is distinct from share_of`;
  return rows.map((row) => ({ giverId: row.giverId, units: row.units, at: row.sentAt }));
}

/** Gifts by these cards (hashes) that have not gone back: since when, epoch ms, a card's oldest. */
export async function giftCards(sql: Sql | Tx, cards: readonly string[]): Promise<{ card: string; at: number }[]> {
  return await sql<{ card: string; at: number }[]>`
    select card, min(sent_at) as at from gifts
    where card = any(${[...cards]}) and status = 'sent' and lost_units = 0 group by card`;
}

/** A gift in any state. */
export async function findGift(sql: Sql | Tx, giftId: string): Promise<GiftRow | undefined> {
  const [row] = await sql<Row[]>`select * from gifts where gift_id = ${giftId}`;
  return row && rowOf(row);
}

/** The parts of a gift that went to others, in any state. */
export async function giftShares(sql: Sql | Tx, giftId: string): Promise<GiftRow[]> {
  const rows = await sql<Row[]>`select * from gifts where share_of = ${giftId} order by gift_id`;
  return rows.map(rowOf);
}

/** Gifts whose parts do not sum to what was given: for the proof. What a card brought may still be on its way to a part. */
export async function misdividedGifts(tx: Tx): Promise<{ giftId: string; given: number; parts: number }[]> {
  return await tx<{ giftId: string; given: number; parts: number }[]>`
    with parts as materialized (
      select share_of, sum(units)::bigint as units from gifts where share_of is not null group by share_of
    ), divided as materialized (
      select gift_id, whole_units, units, method from gifts where whole_units is not null and status <> 'started'
    )
    select divided.gift_id as "giftId", divided.whole_units as given,
      (divided.units + coalesce(parts.units, 0))::bigint as parts
    from divided left join parts on parts.share_of = divided.gift_id
    where divided.units + coalesce(parts.units, 0) > divided.whole_units
      or (divided.method = 'tokens' and divided.units + coalesce(parts.units, 0) <> divided.whole_units)
    order by divided.gift_id limit 10`;
}

/** What somebody got of gifts for others' tracks, the newest first; what went back included. */
export async function sharesReceived(sql: Sql | Tx, creatorId: string, limit: number): Promise<GiftRow[]> {
  const rows = await sql<Row[]>`
    select * from gifts where artist_id = ${creatorId} and share_of is not null and status <> 'started'
    order by sent_at desc, gift_id desc limit ${limit}`;
  return rows.map(rowOf);
}

/** Units of gifts for others' tracks that somebody kept, by track. */
export async function sharedUnitsOf(sql: Sql | Tx, creatorId: string): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; units: number }[]>`
    select track_id, sum(greatest(0, units - back_units - lost_units))::bigint as units from gifts
    where artist_id = ${creatorId} and share_of is not null and status = 'sent' and track_id is not null
    group by track_id`;
  return new Map(rows.map((row) => [row.trackId, row.units]));
}

/** A gift by the reference of its payment. */
export async function findGiftPayment(sql: Sql | Tx, reference: string): Promise<GiftRow | undefined> {
  const [row] = await sql<Row[]>`select * from gifts where reference = ${reference}`;
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

/** Whether nobody gave it: a settled dispute let royalties go, which are in their year and return. */
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

/** Gifts, and how many people gave them at most: those without a name are a person each, so that nobody is made out. */
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

/** The artists whom somebody has given to. */
export async function artistsGivenTo(sql: Sql | Tx, giverId: string): Promise<string[]> {
  const rows = await sql<{ artistId: string }[]>`
    select distinct artist_id from gifts
    where giver_id = ${giverId} and status = 'sent' and share_of is null`;
  return rows.map((row) => row.artistId);
}

/** To whom of these artists somebody gave and when (epoch ms), without gifts that were thanked for by themselves. */
export async function unthankedGiftsTo(
  sql: Sql | Tx,
  { giverId, artistIds }: { readonly giverId: string; readonly artistIds: readonly string[] },
): Promise<{ artistId: string; at: number }[]> {
  const rows = await sql<{ artistId: string; sentAt: number }[]>`
    select artist_id, sent_at from gifts
    where giver_id = ${giverId} and artist_id = any(${[...artistIds]}::uuid[]) and status = 'sent'
      and share_of is null and thanks is null`;
  return rows.map((row) => ({ artistId: row.artistId, at: row.sentAt }));
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
  const asked = plainArray(artistIds);
  return sql`
    select artist_id as user_id, owed_units as units from gifts
    where shard = ${shard} and artist_id in (select unnest(${asked}::text::uuid[])) and owed_units > 0
    union all
    select artist_id, owed_units from gifts_taken_back
    where shard = ${shard} and artist_id in (select unnest(${asked}::text::uuid[])) and owed_units > 0`;
}

/** Artists who had spent something of a gift that went back. */
export async function debtorsByGifts(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ artistId: string }[]>`
    select artist_id from gifts where owed_units > 0
    union select artist_id from gifts_taken_back where owed_units > 0`;
  return rows.map((row) => row.artistId);
}

/** Whether a giver has a gift by card, to whomever, from before a moment (epoch ms), and none that went back. */
export async function isKnownGiver(sql: Sql | Tx, giverId: string, before: number): Promise<boolean> {
  const [row] = await sql<{ known: boolean | undefined }[]>`
    select bool_and(status = 'sent') and bool_or(sent_at < ${new Date(before)}) as known from gifts
    where giver_id = ${giverId} and method = 'card' and status <> 'started'`;
  return row?.known ?? false;
}

/** Number and cents of the gifts an artist got, directly and for tracks. */
export async function giftSums(
  sql: Sql | Tx,
  artistId: string,
): Promise<
  Record<"directGifts" | "trackGifts" | "directCents" | "trackCents" | "directUnits" | "trackUnits", number>
> {
  const [row] = await sql<
    Record<"direct" | "track" | "directCents" | "trackCents" | "directUnits" | "trackUnits", number>[]
  >`
    select (count(*) filter (where track_id is null))::int as direct,
      (count(*) filter (where track_id is not null))::int as track,
      coalesce(sum(cents) filter (where track_id is null), 0)::bigint as direct_cents,
      coalesce(sum(cents) filter (where track_id is not null), 0)::bigint as track_cents,
      coalesce(sum(units) filter (where track_id is null), 0)::bigint as direct_units,
      coalesce(sum(units) filter (where track_id is not null), 0)::bigint as track_units
    from gifts
    where artist_id = ${artistId} and status = 'sent' and giver_id is distinct from share_of`;
  const { direct = 0, track = 0, directCents = 0, trackCents = 0, directUnits = 0, trackUnits = 0 } = row ?? {};
  return { directGifts: direct, trackGifts: track, directCents, trackCents, directUnits, trackUnits };
}

/** Units that an artist was given for each song and keeps, royalties apart; songs without any are missing. */
export async function giftsByTrack(sql: Sql | Tx, artistId: string): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; units: number }[]>`
    select track_id as "trackId", sum(greatest(0, units - back_units - lost_units))::bigint as units from gifts
    where artist_id = ${artistId} and track_id is not null and status = 'sent' and giver_id is distinct from share_of
    group by track_id`;
  return new Map(rows.map(({ trackId, units }) => [trackId, units]));
}

interface Row {
  giftId: string;
  giverId: string;
  artistId: string;
  trackId: string | undefined;
  cents: number;
  units: number;
  method: GiftRow["method"];
  status: GiftRow["status"];
  reference: string | undefined;
  feesKobo: number;
  message: string;
  isNamed: boolean;
  thanks: string | undefined;
  wholeCents: number | undefined;
  wholeUnits: number | undefined;
  shareOf: string | undefined;
  backUnits: number;
  lostUnits: number;
  startedAt: number;
  sentAt: number | undefined;
  card: string | undefined;
}

function rowOf(row: Row): GiftRow {
  return {
    giftId: row.giftId,
    giverId: row.giverId,
    artistId: row.artistId,
    trackId: row.trackId,
    cents: row.cents,
    units: row.units,
    method: row.method,
    status: row.status,
    ...{
      reference: row.reference,
      feesKobo: row.feesKobo,
      message: row.message,
      isNamed: row.isNamed,
      thanks: row.thanks,
    },
    ...{
      wholeCents: row.wholeCents ?? row.cents,
      wholeUnits: row.wholeUnits ?? row.units,
      shareOf: row.shareOf,
      keptUnits: row.status === "started" ? 0 : Math.max(0, row.units - row.backUnits - row.lostUnits),
    },
    at: row.sentAt ?? row.startedAt,
    card: row.card,
  };
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

import { idInReference } from "../../backend/contract/payment_reference.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import type { RoyaltyEvent, RoyaltySettled, RoyaltyVoided } from "../../backend/royalties/events.ts";
import type { Divisions, RoyaltyHold, RoyaltyHolds } from "../../backend/royalties/state.ts";
import { holdKey, NO_ROYALTIES, NOTHING_DIVIDED, partOfPayment } from "../../backend/royalties/state.ts";
import { paymentOf } from "../../backend/subscriptions/gift/events.ts";
import { anyOf, rowsOf } from "../../backend/store/projections/columns.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import {
  bigint,
  day,
  int,
  moment,
  type RowOf,
  smallint,
  table,
  text,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

/** A row that is due to go changes no more: a month is divided within this time after its money was young. */
const YOUNG_ROWS_DAYS = 60;

const ROYALTY_LISTENERS = table("royalty_listeners", {
  shard: smallint,
  listenerId: uuid,
  month: text,
  incomeKobo: bigint.check("income_kobo >= 0"),
  shareKobo: bigint.check("share_kobo >= 0"),
  royaltiesKobo: bigint.check("royalties_kobo >= 0"),
  restKobo: bigint.check("rest_kobo >= 0 and royalties_kobo + rest_kobo = share_kobo"),
}, { key: ["shard", "listenerId", "month"], indexes: { royalty_listeners_of_month: "(shard, month)" } });

const ROYALTY_PAYMENTS = table("royalty_payments", {
  shard: smallint,
  listenerId: uuid,
  reference: text,
  countedKobo: bigint.check("counted_kobo >= 0"),
}, { key: ["shard", "listenerId", "reference"], fillfactor: 80 });

const ROYALTY_TRACKS = table("royalty_tracks", {
  shard: smallint,
  creatorId: uuid,
  month: text,
  trackId: uuid,
  listeners: int.check("listeners > 0"),
  ms: bigint.check("ms > 0"),
  kobo: bigint.check("kobo >= 0"),
}, { key: ["shard", "creatorId", "month", "trackId"], fillfactor: 80 });

const ROYALTY_DUES = table("royalty_dues", {
  shard: smallint,
  month: text,
  creatorId: uuid,
  kobo: bigint.check("kobo >= 0"),
  promotionKobo: bigint.check("promotion_kobo between 0 and kobo"),
  sentKobo: bigint.optional.check("sent_kobo = kobo"),
}, {
  key: ["shard", "month", "creatorId"],
  fillfactor: 80,
  indexes: { royalty_dues_open: "(shard, month) where sent_kobo is null" },
});

const ROYALTY_YOUNG = table("royalty_young", {
  shard: smallint,
  creatorId: uuid,
  month: text,
  paymentId: uuid,
  kobo: bigint.check("kobo > 0"),
  until: moment,
  untilDay: day,
}, { key: ["shard", "creatorId", "month", "paymentId"], fillfactor: 80 });

const ROYALTY_CLOSINGS = table("royalty_closings", {
  shard: smallint,
  month: text,
  listeners: int,
  creators: int,
  incomeKobo: bigint,
  shareKobo: bigint,
  royaltiesKobo: bigint,
  restKobo: bigint,
  closedAt: moment,
}, { key: ["shard", "month"] });

const ROYALTY_HOLDS = table("royalty_holds", {
  shard: smallint,
  creatorId: uuid,
  month: text,
  fromShard: smallint,
  units: bigint.check("units > 0"),
  leftUnits: bigint.check("left_units between 0 and units"),
  until: moment,
  heldAt: moment,
}, {
  key: ["shard", "creatorId", "month", "fromShard"],
  fillfactor: 80,
  indexes: { royalty_holds_due: "(until) where left_units > 0" },
});

const ROYALTY_VOIDS = table("royalty_voids", {
  shard: smallint,
  creatorId: uuid,
  month: text,
  fromShard: smallint,
  aboutId: uuid,
  units: bigint.check("units > 0"),
  reason: text,
  voidedAt: moment,
  givenBackAt: moment.optional,
}, { key: ["shard", "creatorId", "month", "fromShard", "aboutId"], indexes: { royalty_voids_about: "(about_id)" } });

/**
 * What months brought: of each listener what was divided, of each creator and song what came of it, and what became of
 * that. Inline: dividing, sending, settling and voiding are decided on it.
 */
export const royalties = projection<RoyaltyEvent>({
  name: "royalties",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [
    ...[ROYALTY_LISTENERS, ROYALTY_PAYMENTS, ROYALTY_TRACKS, ROYALTY_DUES, ROYALTY_YOUNG],
    ...[ROYALTY_CLOSINGS, ROYALTY_HOLDS, ROYALTY_VOIDS],
  ],
  keeps: [{ table: "royalty_young", column: "until_day", type: "day", days: YOUNG_ROWS_DAYS }],
  handlers: {
    RoyaltiesDivided: (tx, { log, data }) => addDivision(tx, shardOfLog(log), data),
    RoyaltyMonthClosed: (tx, { log, data, recordedAt: closedAt }) =>
      ROYALTY_CLOSINGS.insert(tx, { ...data, shard: shardOfLog(log), closedAt }),
    RoyaltySent: (tx, { log, data: { month, creatorId, kobo: sentKobo } }) =>
      ROYALTY_DUES.set(tx, { shard: shardOfLog(log), month, creatorId }, { sentKobo }),
    RoyaltyHeld: (tx, { log, data, recordedAt: heldAt }) =>
      ROYALTY_HOLDS.insert(tx, { ...data, shard: shardOfLog(log), leftUnits: data.units, heldAt }),
    RoyaltySettled: takeFromHold,
    async RoyaltyVoided(tx, event) {
      await takeFromHold(tx, event);
      const { log, data, recordedAt: voidedAt } = event;
      await ROYALTY_VOIDS.insert(tx, { ...data, shard: shardOfLog(log), voidedAt });
    },
    RoyaltyGivenBack: (tx, { log, data: { creatorId, month, fromShard, aboutId }, recordedAt: givenBackAt }) =>
      ROYALTY_VOIDS.set(tx, { shard: shardOfLog(log), creatorId, month, fromShard, aboutId }, { givenBackAt }),
  },
});

async function takeFromHold(
  tx: Tx,
  { log, data: { creatorId, month, fromShard, units } }: Recorded<RoyaltySettled | RoyaltyVoided>,
): Promise<void> {
  await tx`
    update royalty_holds set left_units = left_units - ${units}
    where shard = ${shardOfLog(log)} and creator_id = ${creatorId} and month = ${month} and from_shard = ${fromShard}`;
}

async function addDivision(tx: Tx, shard: number, data: Divided): Promise<void> {
  const { listenerId, month, payments, lines, kind } = data;
  await ROYALTY_LISTENERS.insert(tx, { ...data, shard, royaltiesKobo: data.shareKobo - data.restKobo });
  const paid = payments.map(([reference, , kobo]) => ({ reference, kobo }));
  await tx`
    insert into royalty_payments as known (shard, listener_id, reference, counted_kobo)
    select ${shard}::smallint, ${listenerId}::uuid, reference, kobo
    from ${rowsOf(tx, paid, { text: ["reference"], bigint: ["kobo"] })} as paid
    on conflict (shard, listener_id, reference) do update set
      counted_kobo = known.counted_kobo + excluded.counted_kobo`;
  const rows = lines.map(([trackId, creatorId, ms, , kobo]) => ({ trackId, creatorId, ms, kobo }));
  const heard = () => rowsOf(tx, rows, { uuid: ["trackId", "creatorId"], bigint: ["ms", "kobo"] });
  await tx`
    insert into royalty_tracks as known (shard, creator_id, month, track_id, listeners, ms, kobo)
    select ${shard}::smallint, creator_id, ${month}::text, track_id, 1, ms, kobo from ${heard()} as heard
    on conflict (shard, creator_id, month, track_id) do update set listeners = known.listeners + 1,
      ms = known.ms + excluded.ms, kobo = known.kobo + excluded.kobo`;
  await tx`
    insert into royalty_dues as known (shard, month, creator_id, kobo, promotion_kobo)
    select ${shard}::smallint, ${month}::text, creator_id, sum(kobo)::bigint,
      ${kind === "free" ? tx`sum(kobo)::bigint` : tx`0::bigint`}
    from ${heard()} as heard group by creator_id
    on conflict (shard, month, creator_id) do update set kobo = known.kobo + excluded.kobo,
      promotion_kobo = known.promotion_kobo + excluded.promotion_kobo`;
  await addYoung(tx, shard, data);
}

/** What of each creator's part young payments brought; several seats of one payment are one row. */
async function addYoung(tx: Tx, shard: number, data: Divided): Promise<void> {
  const rows = (data.young ?? []).flatMap(([reference, until]) => {
    const paymentId = idInReference(paymentOf(reference).reference);
    const day = lagosDay(until);
    return [...Map.groupBy(data.lines, ([, creatorId]) => creatorId)].map(([creatorId, lines]) => {
      const whole = lines.reduce((sum, [, , , , kobo]) => sum + kobo, 0);
      return { creatorId, paymentId, kobo: partOfPayment(data, { reference, kobo: whole }), until, day };
    });
  }).filter(({ kobo }) => kobo > 0);
  for (const { creatorId, paymentId, kobo, until, day } of rows) {
    await tx`
      insert into royalty_young as known (shard, creator_id, month, payment_id, kobo, until, until_day)
      values (${shard}, ${creatorId}, ${data.month}, ${paymentId}, ${kobo}, ${new Date(until)}, ${day})
      on conflict (shard, creator_id, month, payment_id) do update set kobo = known.kobo + excluded.kobo`;
  }
}

/** What of a creator's royalty a payment brought whose money is young: units, `until` in epoch ms. */
interface YoungRoyalty {
  readonly month: string;
  readonly fromShard: number;
  readonly paymentId: string;
  readonly units: number;
  readonly until: number;
}

/** What of these creators' royalties waits at a moment (epoch ms) because its money is young, and was not taken back. */
export async function youngRoyalties(
  sql: Sql | Tx,
  { creatorIds, now }: { creatorIds: readonly string[]; now: number },
): Promise<Map<string, YoungRoyalty[]>> {
  const asked = new Set(creatorIds);
  const [rows, voids] = await Promise.all([
    sql<RowOf<typeof ROYALTY_YOUNG>[]>`
      select * from royalty_young
      where ${anyOf("creator_id", asked)} and until > ${new Date(now)}`,
    sql<{ key: string }[]>`
      select creator_id || ' ' || month || ' ' || from_shard || ' ' || about_id as key from royalty_voids
      where ${anyOf("creator_id", asked)}`,
  ]);
  const gone = new Set(voids.map(({ key }) => key));
  const left = rows.filter((row) => !gone.has(`${row.creatorId} ${row.month} ${row.shard} ${row.paymentId}`));
  return new Map([...Map.groupBy(left, (row) => row.creatorId)].map(([creatorId, list]) => [
    creatorId,
    list.map(({ month, shard: fromShard, paymentId, kobo: units, until }) => (
      { month, fromShard, paymentId, units, until }
    )),
  ]));
}

type Divided = Extract<RoyaltyEvent, { type: "RoyaltiesDivided" }>["data"];

/** What has been divided of these listeners; those of whom nothing was are missing. */
export async function readDivisions(
  sql: Sql | Tx,
  shard: number,
  listenerIds: readonly string[],
): Promise<Map<string, Divisions>> {
  const asked = new Set(listenerIds);
  const [months, payments] = await Promise.all([
    sql<{ listenerId: string; month: string }[]>`
      select listener_id, month from royalty_listeners
      where shard = ${shard} and ${anyOf("listener_id", asked)}`,
    sql<{ listenerId: string; reference: string; countedKobo: number }[]>`
      select listener_id, reference, counted_kobo from royalty_payments
      where shard = ${shard} and ${anyOf("listener_id", asked)}`,
  ]);
  const paid = Map.groupBy(payments, (row) => row.listenerId);
  return new Map([...Map.groupBy(months, (row) => row.listenerId)].map(([listenerId, rows]) => [listenerId, {
    ...NOTHING_DIVIDED,
    months: new Set(rows.map(({ month }) => month)),
    counted: new Map((paid.get(listenerId) ?? []).map((row) => [row.reference, row.countedKobo])),
  }]));
}

/** Sums of a shard's month, kobo. */
export type MonthSums = Omit<RowOf<typeof ROYALTY_CLOSINGS>, "shard" | "month" | "closedAt">;

/** What the listeners of a shard brought in a month. */
export async function sumsOfMonth(sql: Sql | Tx, shard: number, month: string): Promise<MonthSums> {
  const [[listeners], [dues]] = await Promise.all([
    sql<Omit<MonthSums, "creators">[]>`
      select count(*)::int as listeners, coalesce(sum(income_kobo), 0)::bigint as income_kobo,
        coalesce(sum(share_kobo), 0)::bigint as share_kobo,
        coalesce(sum(royalties_kobo), 0)::bigint as royalties_kobo, coalesce(sum(rest_kobo), 0)::bigint as rest_kobo
      from royalty_listeners where shard = ${shard} and month = ${month}`,
    sql<{ creators: number }[]>`
      select count(*)::int as creators from royalty_dues where shard = ${shard} and month = ${month} and kobo > 0`,
  ]);
  const none = { listeners: 0, incomeKobo: 0, shareKobo: 0, royaltiesKobo: 0, restKobo: 0 };
  return { ...none, ...listeners, creators: dues?.creators ?? 0 };
}

/** The last month that a shard has closed. */
export async function lastClosed(sql: Sql | Tx, shard: number): Promise<string | undefined> {
  const [row] = await sql<{ month: string | undefined }[]>`
    select max(month) as month from royalty_closings where shard = ${shard}`;
  return row?.month;
}

/** What a shard's listeners owe a creator for a month, kobo. */
export type Due = Omit<RowOf<typeof ROYALTY_DUES>, "shard" | "sentKobo">;

/** Closed months' royalties of a shard that have not been sent, `limit` of them. */
export async function unsentDues(sql: Sql | Tx, shard: number, limit: number): Promise<Due[]> {
  return await sql<Due[]>`
    select due.month, due.creator_id, due.kobo, due.promotion_kobo from royalty_dues as due
    join royalty_closings as closing on closing.shard = due.shard and closing.month = due.month
    where due.shard = ${shard} and closing.shard = ${shard} and due.sent_kobo is null and due.kobo > 0
    order by due.month, due.creator_id limit ${limit}`;
}

/** The same of these creators and months, sent or not. */
export async function findDues(
  sql: Sql | Tx,
  shard: number,
  asked: readonly { month: string; creatorId: string }[],
): Promise<(Due & { readonly isSent: boolean; readonly isClosed: boolean })[]> {
  return await sql`
    select due.month, due.creator_id, due.kobo, due.promotion_kobo,
      due.sent_kobo is not null as is_sent, closing.month is not null as is_closed
    from ${rowsOf(sql, asked, { text: ["month"], uuid: ["creatorId"] })} as asked
    join royalty_dues as due on due.shard = ${shard} and due.month = asked.month and due.creator_id = asked.creator_id
    left join royalty_closings as closing on closing.shard = ${shard} and closing.month = due.month`;
}

type HoldRow = RowOf<typeof ROYALTY_HOLDS>;

/** All that these creators ever got; those who got nothing are missing. */
export async function readRoyaltyHolds(
  sql: Sql | Tx,
  shard: number,
  creatorIds: readonly string[],
): Promise<Map<string, RoyaltyHolds>> {
  const asked = new Set(creatorIds);
  const [rows, voids] = await Promise.all([
    sql<HoldRow[]>`
      select * from royalty_holds where shard = ${shard} and ${anyOf("creator_id", asked)}
      order by month, from_shard`,
    sql<{ creatorId: string; month: string; fromShard: number; aboutId: string; units: number }[]>`
      select creator_id, month, from_shard, about_id,
        case when given_back_at is null then units else 0 end as units
      from royalty_voids where shard = ${shard} and ${anyOf("creator_id", asked)}`,
  ]);
  const voided = Map.groupBy(voids, (row) => `${row.creatorId} ${row.month} ${row.fromShard}`);
  const holdOf = (row: HoldRow): RoyaltyHold => ({
    ...{ month: row.month, fromShard: row.fromShard, units: row.units, left: row.leftUnits },
    until: row.until,
    voided: new Map(
      (voided.get(`${row.creatorId} ${row.month} ${row.fromShard}`) ?? []).map((one) => [one.aboutId, one.units]),
    ),
  });
  return new Map([...Map.groupBy(rows, (row) => row.creatorId)].map(([creatorId, list]) => [
    creatorId,
    new Map(list.map((row) => [holdKey({ month: row.month, fromShard: row.fromShard }), holdOf(row)])),
  ]));
}

/** All that a creator ever got. */
export async function royaltyHoldsOf(sql: Sql | Tx, shard: number, creatorId: string): Promise<RoyaltyHolds> {
  return (await readRoyaltyHolds(sql, shard, [creatorId])).get(creatorId) ?? NO_ROYALTIES;
}

/** Creators of whom a royalty is due at a moment (epoch ms), in the order of their ids: `limit` of them behind `after`. */
export async function creatorsWithDueRoyalties(
  sql: Sql,
  { now, after, limit }: { now: number; after: string | undefined; limit: number },
): Promise<{ shard: number; creatorId: string }[]> {
  return await sql<{ shard: number; creatorId: string }[]>`
    select distinct shard, creator_id from royalty_holds
    where until <= ${new Date(now)} and left_units > 0 ${after === undefined ? sql`` : sql`and creator_id > ${after}`}
    order by creator_id limit ${limit}`;
}

/** What was voided because of an account and did not come back; `at` in epoch ms. */
interface VoidedRoyalty {
  readonly shard: number;
  readonly creatorId: string;
  readonly month: string;
  readonly fromShard: number;
  readonly units: number;
  readonly at: number;
}

/** What was voided because of an account, in all shards. */
export async function royaltiesVoidedAbout(sql: Sql | Tx, aboutId: string): Promise<VoidedRoyalty[]> {
  return await sql<VoidedRoyalty[]>`
    select shard, creator_id, month, from_shard, units, voided_at as at from royalty_voids
    where about_id = ${aboutId} and given_back_at is null order by month, shard, creator_id, from_shard`;
}

/** A song of a creator in a month, over all shards. */
export type RoyaltyTrackRow = Omit<RowOf<typeof ROYALTY_TRACKS>, "shard" | "creatorId">;

/** What a creator's songs brought in months of which the first and the last are given, most first. */
export async function royaltyTracks(
  sql: Sql | Tx,
  creatorId: string,
  { from, to }: { from: string; to: string },
): Promise<RoyaltyTrackRow[]> {
  return await sql<RoyaltyTrackRow[]>`
    select track_id, month, sum(listeners)::int as listeners, sum(ms)::bigint as ms,
      sum(kobo)::bigint as kobo
    from royalty_tracks where creator_id = ${creatorId} and month between ${from} and ${to}
    group by track_id, month order by kobo desc, ms desc, track_id`;
}

/** Kobo that each of a creator's songs brought in all closed months, before tax; songs without any are missing. */
export async function royaltyByTrack(sql: Sql | Tx, creatorId: string): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; kobo: number }[]>`
    select track_id, sum(kobo)::bigint as kobo from royalty_tracks
    where creator_id = ${creatorId} group by track_id having sum(kobo) > 0`;
  return new Map(rows.map(({ trackId, kobo }) => [trackId, kobo]));
}

/** What a creator is due of months, in kobo, and what became of it. */
export interface RoyaltyMonthRow {
  readonly month: string;
  readonly kobo: number;
  readonly voidedKobo: number;
  readonly reasons: readonly string[];
  /** What has not settled; until when (epoch ms) the last of it does, or did; undefined while nothing has come. */
  readonly leftKobo: number;
  readonly heldKobo: number;
  /** What neither settled nor was voided, in the parts that settle each by itself: also what has not come yet. */
  readonly openParts: readonly number[];
  readonly until: number | undefined;
}

/** A creator's months, newest first, of those that are closed in all shards where this creator is due something. */
export async function royaltyMonths(
  sql: Sql | Tx,
  { shard, creatorId }: { shard: number; creatorId: string },
  { from, to }: { from: string; to: string },
): Promise<RoyaltyMonthRow[]> {
  const within = sql`creator_id = ${creatorId} and month between ${from} and ${to}`;
  const [young, dues, holds, voids] = await Promise.all([
    sql<{ month: string; until: number }[]>`
      select month, max(until) as until from royalty_young where ${within} group by month`,
    sql<{ month: string; shard: number; kobo: number }[]>`
      select month, shard, kobo from royalty_dues where ${within} and sent_kobo is not null
      order by month desc, shard`,
    sql<HoldRow[]>`select * from royalty_holds where shard = ${shard} and ${within}`,
    sql<{ month: string; units: number; reason: string }[]>`
      select month, units, reason from royalty_voids
      where shard = ${shard} and ${within} and given_back_at is null order by voided_at`,
  ]);
  const youngUntil = new Map(young.map(({ month, until }) => [month, until]));
  return [...Map.groupBy(dues, ({ month }) => month)].map(([month, sent]) => {
    const [held, gone] = [holds.filter((row) => row.month === month), voids.filter((row) => row.month === month)];
    const came = new Map(held.map((row) => [row.fromShard, row.leftUnits]));
    return {
      ...{ month, kobo: sent.reduce((sum, { kobo }) => sum + kobo, 0) },
      voidedKobo: gone.reduce((sum, { units }) => sum + units, 0),
      openParts: sent.map(({ shard, kobo }) => came.get(shard) ?? kobo).filter((part) => part > 0),
      reasons: [...new Set(gone.map(({ reason }) => reason))],
      leftKobo: held.reduce((sum, row) => sum + row.leftUnits, 0),
      heldKobo: held.reduce((sum, row) => sum + row.units, 0),
      until: held.length === 0 ? undefined : Math.max(
        ...held.map((row) => row.until),
        ...held.some((row) => row.leftUnits > 0) ? [youngUntil.get(month) ?? 0] : [],
      ),
    };
  });
}

/** Months of all creators, by shard, for the books; `closedOn` is a Lagos day. */
export async function royaltyBooks(
  sql: Sql | Tx,
): Promise<(MonthSums & { shard: number; month: string; closedOn: string; sentKobo: number })[]> {
  const [closings, sent] = await Promise.all([
    sql<RowOf<typeof ROYALTY_CLOSINGS>[]>`select * from royalty_closings order by month desc, shard`,
    sql<{ shard: number; month: string; kobo: number }[]>`
      select shard, month, sum(sent_kobo)::bigint as kobo from royalty_dues
      where sent_kobo is not null group by shard, month`,
  ]);
  const sums = new Map(sent.map(({ shard, month, kobo }) => [`${shard} ${month}`, kobo]));
  return closings.map(({ closedAt, ...closing }) => ({
    ...closing,
    closedOn: lagosDay(closedAt),
    sentKobo: sums.get(`${closing.shard} ${closing.month}`) ?? 0,
  }));
}

/** Creators of a month over all shards, and what of it is voided, kobo. */
export async function royaltyCreators(
  sql: Sql | Tx,
): Promise<Map<string, { creators: number; voidedKobo: number }>> {
  const [dues, voids] = await Promise.all([
    sql<{ month: string; creators: number }[]>`
      select month, count(distinct creator_id)::int as creators from royalty_dues where kobo > 0 group by month`,
    sql<{ month: string; kobo: number }[]>`
      select month, sum(units)::bigint as kobo from royalty_voids where given_back_at is null group by month`,
  ]);
  const voided = new Map(voids.map(({ month, kobo }) => [month, kobo]));
  return new Map(dues.map(({ month, creators }) => [month, { creators, voidedKobo: voided.get(month) ?? 0 }]));
}

/** Listeners of a shard of whom something was divided, in the order of their ids: `limit` of them behind `after`. */
export async function dividedListeners(
  sql: Sql | Tx,
  shard: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await sql<{ listenerId: string }[]>`
    select distinct listener_id from royalty_listeners
    where shard = ${shard} ${after === undefined ? sql`` : sql`and listener_id > ${after}`}
    order by listener_id limit ${limit}`;
  return rows.map((row) => row.listenerId);
}

/** Creators of a shard who ever got a royalty, in the order of their ids: `limit` of them behind `after`. */
export async function creatorsWithRoyalties(
  sql: Sql | Tx,
  shard: number,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await sql<{ creatorId: string }[]>`
    select distinct creator_id from royalty_holds
    where shard = ${shard} ${after === undefined ? sql`` : sql`and creator_id > ${after}`}
    order by creator_id limit ${limit}`;
  return rows.map((row) => row.creatorId);
}

/** A closed month beside what its rows sum to, kobo. */
interface ClosedSums {
  readonly month: string;
  readonly closed: MonthSums;
  readonly listed: MonthSums;
  readonly tracksKobo: number;
  readonly duesKobo: number;
  readonly sentKobo: number;
}

/** Every closed month of a shard, and the sums of its parts. */
export async function closedSums(sql: Sql | Tx, shard: number): Promise<ClosedSums[]> {
  const [closings, tracks, dues] = await Promise.all([
    sql<(MonthSums & { month: string })[]>`
      select month, listeners, creators, income_kobo, share_kobo, royalties_kobo, rest_kobo from royalty_closings where shard = ${shard} order by month`,
    sql<{ month: string; kobo: number }[]>`
      select month, sum(kobo)::bigint as kobo from royalty_tracks where shard = ${shard} group by month`,
    sql<{ month: string; kobo: number; sent: number }[]>`
      select month, sum(kobo)::bigint as kobo, coalesce(sum(sent_kobo), 0)::bigint as sent
      from royalty_dues where shard = ${shard} group by month`,
  ]);
  const found: ClosedSums[] = [];
  for (const { month, ...closed } of closings) {
    const due = dues.find((row) => row.month === month);
    found.push({
      ...{ month, closed, listed: await sumsOfMonth(sql, shard, month) },
      tracksKobo: tracks.find((row) => row.month === month)?.kobo ?? 0,
      ...{ duesKobo: due?.kobo ?? 0, sentKobo: due?.sent ?? 0 },
    });
  }
  return found;
}

/** What a shard has sent, what came to its creators, and what of it was voided and given back, kobo: the ledger agrees. */
export async function royaltyTotals(sql: Sql | Tx, shard: number) {
  const [[sent], [held], [voids]] = await Promise.all([
    sql<{ kobo: number; promotion: number }[]>`
      select coalesce(sum(sent_kobo), 0)::bigint as kobo,
        coalesce(sum(promotion_kobo) filter (where sent_kobo is not null), 0)::bigint as promotion
      from royalty_dues where shard = ${shard}`,
    sql<{ units: number; own: number }[]>`
      select coalesce(sum(units), 0)::bigint as units,
        coalesce(sum(units) filter (where from_shard = ${shard}), 0)::bigint as own
      from royalty_holds where shard = ${shard}`,
    sql<{ units: number }[]>`
      select coalesce(sum(units) filter (where given_back_at is null), 0)::bigint as units
      from royalty_voids where shard = ${shard}`,
  ]);
  return {
    ...{ sentKobo: sent?.kobo ?? 0, promotionKobo: sent?.promotion ?? 0 },
    ...{ heldUnits: held?.units ?? 0, heldOwnUnits: held?.own ?? 0, voidedUnits: voids?.units ?? 0 },
  };
}

/** What each shard's creators got from each other shard, kobo, by "from to"; and what was sent by creator and month. */
export async function royaltiesArrived(sql: Sql | Tx): Promise<
  { creatorId: string; month: string; fromShard: number; toShard: number; units: number }[]
> {
  return await sql`
    select creator_id, month, from_shard, shard as to_shard, units
    from royalty_holds where from_shard <> shard order by month, creator_id`;
}

/** What these shards sent: the other side of what arrived. */
export async function royaltiesSent(sql: Sql | Tx): Promise<
  { creatorId: string; month: string; fromShard: number; kobo: number }[]
> {
  return await sql`
    select creator_id, month, shard as from_shard, sent_kobo as kobo
    from royalty_dues where sent_kobo is not null`;
}

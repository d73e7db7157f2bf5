import type { DisputeEvent, DisputeOpened } from "../../backend/payments/disputes/events.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import {
  bigint,
  moment,
  type RowOf,
  smallint,
  table,
  text,
  textOf,
  uuid,
} from "../../backend/store/projections/table.ts";
import { anyOf } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import { FIRST_PLACE, type WaitingPage } from "../admin/waiting_page.ts";

const DISPUTES = table("disputes", {
  shard: smallint,
  disputeId: uuid,
  paymentId: uuid,
  providerId: text,
  reference: text,
  purpose: textOf<"gift" | "premium">(),
  payerId: uuid,
  artistId: uuid.optional,
  amountKobo: bigint,
  units: bigint.check("units >= 0"),
  reservedUnits: bigint.check("reserved_units >= 0"),
  owedUnits: bigint.check("owed_units >= 0"),
  lostUnits: bigint.default("0"),
  /** What of the loss came back when it was decided anew. */
  returnedUnits: bigint.default("0"),
  category: text,
  status: textOf<"open" | "won" | "lost">(),
  answer: textOf<"contested" | "accepted">().optional,
  /** How often the bank has asked: what was won may be opened anew. */
  openings: smallint.default("1"),
  dueAt: moment.optional,
  openedAt: moment,
  resolvedAt: moment.optional,
}, {
  key: ["shard", "disputeId"],
  indexes: {
    disputes_listed: "(status, due_at)",
    disputes_owed: "(shard, artist_id) where owed_units > 0",
    disputes_charge: "(reference)",
    disputes_by_id: "(dispute_id)",
  },
});

const DISPUTE_LOSSES = table("dispute_losses", {
  shard: smallint,
  position: bigint,
  units: bigint.check("units <> 0"),
  at: moment,
}, { key: ["shard", "position"] });

/** Disputes of charges. Inline: what an artist owes is decided on it. */
export const disputes = projection<DisputeEvent>({
  name: "disputes",
  version: 5,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [DISPUTES, DISPUTE_LOSSES],
  handlers: {
    DisputeOpened: open,
    DisputeReminded: (tx, { log, data: { disputeId, dueAt } }) =>
      dueAt === undefined ? undefined : DISPUTES.set(tx, { shard: shardOfLog(log), disputeId }, { dueAt }),
    async DisputeResolved(tx, event) {
      const { log, data: { disputeId, outcome, lostUnits, owedUnits }, recordedAt } = event;
      await tx`
        update disputes set status = ${outcome}, resolved_at = ${new Date(recordedAt)},
          lost_units = lost_units + ${lostUnits}, owed_units = owed_units + ${owedUnits}
        where shard = ${shardOfLog(log)} and dispute_id = ${disputeId}`;
      await addLoss(tx, event, lostUnits);
    },
    async DisputeLossReturned(tx, event) {
      const { log, data: { disputeId, units } } = event;
      await tx`
        update disputes set status = 'won', returned_units = returned_units + ${units}
        where shard = ${shardOfLog(log)} and dispute_id = ${disputeId}`;
      await addLoss(tx, event, -units);
    },
    DisputeContested: (tx, { log, data: { disputeId } }) =>
      DISPUTES.set(tx, { shard: shardOfLog(log), disputeId }, { answer: "contested" }),
    DisputeAccepted: (tx, { log, data: { disputeId } }) =>
      DISPUTES.set(tx, { shard: shardOfLog(log), disputeId }, { answer: "accepted" }),
  },
});

/** A dispute that was won may be opened again, and the bank may ask for another sum then. */
async function open(tx: Tx, { log, data, recordedAt: openedAt }: Recorded<DisputeOpened>): Promise<void> {
  await tx`
    insert into disputes as known ${
    DISPUTES.values(tx, [{ ...data, shard: shardOfLog(log), status: "open", openedAt }])
  }
    on conflict (shard, dispute_id) do update set status = 'open', units = excluded.units, resolved_at = null,
      answer = null, openings = known.openings + 1, amount_kobo = excluded.amount_kobo, category = excluded.category,
      reserved_units = excluded.reserved_units, owed_units = known.owed_units + excluded.owed_units,
      due_at = excluded.due_at`;
}

async function addLoss(
  tx: Tx,
  { log, position, recordedAt: at }: Recorded<DisputeEvent>,
  units: number,
): Promise<void> {
  if (units !== 0) await DISPUTE_LOSSES.insert(tx, { shard: shardOfLog(log), position, units, at });
}

/** A dispute as admins see it. Sums in kobo and units, times in epoch ms. */
export interface DisputeRow extends RowOf<typeof DISPUTES> {
  /** What the bank asks for in all: more where collaborators have parts of the gift. */
  readonly wholeKobo: number;
}

/** Whether a dispute is that of a collaborator's part: the charge's reference ends with the id of the gift itself. */
export function isOfPart(
  { reference, paymentId }: { readonly reference: string; readonly paymentId: string },
): boolean {
  return /[0-9a-f-]{36}$/.test(reference) && !reference.endsWith(paymentId);
}

/** One of them. */
export async function findDispute(sql: Sql | Tx, disputeId: string): Promise<DisputeRow | undefined> {
  const [row] = await withWhole(sql, await DISPUTES.list(sql, { disputeId }));
  return row;
}

/** The open ones, the first due first. */
export async function openDisputes(sql: Sql | Tx): Promise<DisputeRow[]> {
  const rows = await sql<RowOf<typeof DISPUTES>[]>`
    select * from disputes where status = 'open' order by due_at nulls last, dispute_id limit 1000`;
  return await withWhole(sql, rows);
}

/** The disputes that wait for an answer of ours, without those of collaborators' parts, which are in that of the gift. */
function unanswered(sql: Sql | Tx) {
  return sql`status = 'open' and answer is null and ${isWhole(sql)}`;
}

function isWhole(sql: Sql | Tx) {
  return sql`(right(reference, 36) = payment_id::text or right(reference, 36) !~ '^[0-9a-f-]{36}$')`;
}

/** A page of the disputes that wait for an answer, the oldest first. */
export async function waitingDisputes(
  sql: Sql | Tx,
  { limit, after = FIRST_PLACE }: WaitingPage,
): Promise<DisputeRow[]> {
  const rows = await sql<RowOf<typeof DISPUTES>[]>`
    select * from disputes
    where ${unanswered(sql)} and (opened_at, dispute_id) > (${new Date(after.at)}, ${after.id}::uuid)
    order by opened_at, dispute_id limit ${limit}`;
  return await withWhole(sql, rows);
}

/** How many disputes wait for an answer. */
export async function countDisputes(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from disputes where ${unanswered(sql)}`;
  return row?.count ?? 0;
}

/**
 * All of them: open first, the first due first; then those that were decided, newest first. Those of collaborators' parts
 * are in that of the gift, whose id its reference ends with.
 */
export async function listDisputes(sql: Sql | Tx, limit: number): Promise<DisputeRow[]> {
  const rows = await sql<RowOf<typeof DISPUTES>[]>`
    select * from disputes
    where ${isWhole(sql)}
    order by (status = 'open') desc, case when status = 'open' then due_at end nulls last, opened_at desc
    limit ${limit}`;
  return await withWhole(sql, rows);
}

/** The open disputes of gifts to an artist. */
export async function openDisputesOf(sql: Sql | Tx, artistId: string): Promise<DisputeRow[]> {
  return await withWhole(sql, await DISPUTES.list(sql, { artistId, status: "open" }, { order: "opened_at" }));
}

/** How many gifts to each of these artists are disputed now, and their units; who has none is missing from the map. */
export async function disputedUnitsOf(
  sql: Sql | Tx,
  artistIds: readonly string[],
): Promise<Map<string, { count: number; units: number }>> {
  const rows = await sql<{ artistId: string; count: number; units: number }[]>`
    select artist_id, count(*)::int as count, sum(units)::bigint as units from disputes
    where artist_id = any(${[...artistIds]}::uuid[]) and status = 'open' group by artist_id`;
  return new Map(rows.map(({ artistId, ...sum }) => [artistId, sum]));
}

/** With what is asked for of all parts of each charge. */
async function withWhole(sql: Sql | Tx, rows: readonly RowOf<typeof DISPUTES>[]): Promise<DisputeRow[]> {
  if (rows.length === 0) return [];
  const sums = await sql<{ reference: string; providerId: string; kobo: number }[]>`
    select reference, provider_id, sum(amount_kobo)::bigint as kobo from disputes
    where reference = any(${[...new Set(rows.map(({ reference }) => reference))]}) group by reference, provider_id`;
  const whole = new Map(sums.map((row) => [`${row.reference} ${row.providerId}`, row.kobo]));
  return rows.map((row) => ({
    ...row,
    wholeKobo: whole.get(`${row.reference} ${row.providerId}`) ?? row.amountKobo,
  }));
}

/** Kobo of charges that are disputed and that were lost, by reference: for reconciliation. */
export async function disputedOf(
  sql: Sql | Tx,
  references: readonly string[],
): Promise<Map<string, { openKobo: number; lostKobo: number }>> {
  const rows = await sql<{ reference: string; open: number; lost: number }[]>`
    select reference, coalesce(sum(amount_kobo) filter (where status = 'open'), 0)::bigint as open,
      sum(lost_units - returned_units)::bigint as lost
    from disputes where reference = any(${[...references]}) group by reference`;
  return new Map(rows.map(({ reference, open: openKobo, lost: lostKobo }) => [reference, { openKobo, lostKobo }]));
}

/** Units that disputes took, less what came back of earlier ones, by the Lagos month (YYYY-MM) in which they did. */
export async function lostByMonth(sql: Sql | Tx): Promise<Map<string, number>> {
  const rows = await sql<{ month: string; units: number }[]>`
    select to_char(at at time zone 'Africa/Lagos', 'YYYY-MM') as month, sum(units)::bigint as units
    from dispute_losses group by 1`;
  return new Map(rows.map(({ month, units }) => [month, units]));
}

/** For `debts.ts`, as rows `user_id, units`: what artists of a shard no longer had when their gifts were disputed. */
export function owedByDisputes(sql: Sql | Tx, shard: number, artistIds: readonly string[]) {
  return sql`
    select artist_id as user_id, owed_units as units from disputes
    where shard = ${shard} and ${anyOf("artist_id", artistIds)} and owed_units > 0`;
}

/** Artists who no longer had all of a disputed gift. */
export async function debtorsByDisputes(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ artistId: string }[]>`
    select distinct artist_id from disputes where owed_units > 0`;
  return rows.map((row) => row.artistId);
}

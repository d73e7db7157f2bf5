import type { DisputeEvent, DisputeOpened } from "../../backend/payments/disputes/events.ts";
import { plainArray } from "../../backend/store/projections/columns.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, moment, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { FIRST_PLACE, type WaitingPage } from "../admin/waiting_page.ts";

const DISPUTES = table("disputes", {
  shard: smallint,
  disputeId: uuid,
  paymentId: uuid,
  providerId: text,
  reference: text,
  purpose: text,
  payerId: uuid,
  artistId: uuid.optional,
  amountKobo: bigint,
  units: bigint.check("units >= 0"),
  reservedUnits: bigint.check("reserved_units >= 0"),
  owedUnits: bigint.check("owed_units >= 0"),
  lostUnits: bigint.default("0"),
  returnedUnits: bigint.default("0"),
  category: text,
  status: text,
  answer: text.optional,
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
export const disputes: Projection<DisputeEvent> = {
  name: "disputes",
  version: 5,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  on: [
    "DisputeOpened",
    "DisputeReminded",
    "DisputeResolved",
    "DisputeLossReturned",
    "DisputeContested",
    "DisputeAccepted",
  ],
  tables: ddlOf(DISPUTES, DISPUTE_LOSSES),

  async apply(tx, events) {
    for (const event of events) await applyOne(tx, event);
  },
};

async function applyOne(tx: Tx, { type, data, log, position, recordedAt }: Recorded<DisputeEvent>): Promise<void> {
  const at = new Date(recordedAt);
  const shard = shardOfLog(log);
  const moved = (units: number) =>
    units === 0
      ? undefined
      : tx`insert into dispute_losses (shard, position, units, at) values (${shard}, ${position}, ${units}, ${at})`;
  switch (type) {
    case "DisputeOpened":
      return await open(tx, data, { shard, at });
    case "DisputeReminded":
      await tx`
        update disputes set due_at = coalesce(${
        timeOf(data.dueAt)
      }, due_at) where shard = ${shard} and dispute_id = ${data.disputeId}`;
      return;
    case "DisputeResolved":
      await tx`
        update disputes set status = ${data.outcome}, resolved_at = ${at}, lost_units = lost_units + ${data.lostUnits},
          owed_units = owed_units + ${data.owedUnits}
        where shard = ${shard} and dispute_id = ${data.disputeId}`;
      await moved(data.lostUnits);
      return;
    case "DisputeLossReturned":
      await tx`
        update disputes set status = 'won', returned_units = returned_units + ${data.units}
        where shard = ${shard} and dispute_id = ${data.disputeId}`;
      await moved(-data.units);
      return;
    case "DisputeContested":
    case "DisputeAccepted":
      await tx`update disputes set answer = ${ANSWERS[type]} where shard = ${shard} and dispute_id = ${data.disputeId}`;
      return;
    case "DisputeReserveTaken":
    case "DisputeAcceptProposed":
      return;
    default:
      return type satisfies never;
  }
}

const ANSWERS = {
  DisputeContested: "contested",
  DisputeAccepted: "accepted",
} as const;

/** A dispute that was won may be opened again, and the bank may ask for another sum then. */
async function open(tx: Tx, data: DisputeOpened["data"], { shard, at }: { shard: number; at: Date }): Promise<void> {
  await tx`
    insert into disputes as known (shard, dispute_id, payment_id, provider_id, reference, purpose, payer_id, artist_id,
      amount_kobo, units, reserved_units, owed_units, category, status, due_at, opened_at)
    values (${shard}, ${data.disputeId}, ${data.paymentId}, ${data.providerId}, ${data.reference}, ${data.purpose},
      ${data.payerId}, ${data.artistId ?? null}, ${data.amountKobo}, ${data.units}, ${data.reservedUnits},
      ${data.owedUnits}, ${data.category}, 'open', ${timeOf(data.dueAt)}, ${at})
    on conflict (shard, dispute_id) do update set status = 'open', units = excluded.units, resolved_at = null, answer = null, openings = known.openings + 1,
      amount_kobo = excluded.amount_kobo, category = excluded.category, reserved_units = excluded.reserved_units, owed_units = known.owed_units + excluded.owed_units,
      due_at = excluded.due_at`;
}

function timeOf(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms);
}

/** A dispute as admins see it. Sums in kobo and units, times in epoch ms. */
export interface DisputeRow {
  readonly disputeId: string;
  readonly paymentId: string;
  readonly shard: number;
  readonly providerId: string;
  readonly reference: string;
  readonly purpose: "gift" | "premium";
  readonly payerId: string;
  readonly artistId: string | undefined;
  readonly amountKobo: number;
  /** What the bank asks for in all: more where collaborators have parts of the gift. */
  readonly wholeKobo: number;
  readonly units: number;
  readonly reservedUnits: number;
  readonly lostUnits: number;
  /** What of it came back when it was decided anew. */
  readonly returnedUnits: number;
  readonly category: string;
  readonly status: "open" | "won" | "lost";
  readonly answer: "contested" | "accepted" | undefined;
  /** How often the bank has asked: what was won may be opened anew. */
  readonly openings: number;
  readonly dueAt: number | undefined;
  readonly openedAt: number;
  readonly resolvedAt: number | undefined;
}

/** Whether a dispute is that of a collaborator's part: the charge's reference ends with the id of the gift itself. */
export function isOfPart(
  { reference, paymentId }: { readonly reference: string; readonly paymentId: string },
): boolean {
  return /[0-9a-f-]{36}$/.test(reference) && !reference.endsWith(paymentId);
}

/** One of them. */
export async function findDispute(sql: Sql | Tx, disputeId: string): Promise<DisputeRow | undefined> {
  const [row] = await withWhole(sql, await sql<Row[]>`select * from disputes where dispute_id = ${disputeId}`);
  return row;
}

/** The open ones, the first due first. */
export async function openDisputes(sql: Sql | Tx): Promise<DisputeRow[]> {
  const rows = await sql<Row[]>`
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
  const rows = await sql<Row[]>`
    select * from disputes where ${unanswered(sql)} and (opened_at, dispute_id) > (${new Date(
    after.at,
  )}, ${after.id}::uuid)
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
  const rows = await sql<Row[]>`
    select * from disputes
    where ${isWhole(sql)}
    order by (status = 'open') desc, case when status = 'open' then due_at end nulls last, opened_at desc
    limit ${limit}`;
  return await withWhole(sql, rows);
}

/** The open disputes of gifts to an artist. */
export async function openDisputesOf(sql: Sql | Tx, artistId: string): Promise<DisputeRow[]> {
  const rows = await sql<Row[]>`
    select * from disputes where artist_id = ${artistId} and status = 'open' order by opened_at`;
  return await withWhole(sql, rows);
}

/** With what is asked for of all parts of each charge. */
async function withWhole(sql: Sql | Tx, rows: readonly Row[]): Promise<DisputeRow[]> {
  if (rows.length === 0) return [];
  const sums = await sql<{ reference: string; providerId: string; kobo: number }[]>`
    select reference, provider_id, sum(amount_kobo)::bigint as kobo from disputes
    where reference = any(${[...new Set(rows.map(({ reference }) => reference))]}) group by reference, provider_id`;
  const whole = new Map(sums.map((row) => [`${row.reference} ${row.providerId}`, row.kobo]));
  return rows.map((row) => {
    const { amountKobo: kobo } = row;
    return rowOf(row, whole.get(`${row.reference} ${row.providerId}`) ?? kobo);
  });
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
    where shard = ${shard} and artist_id in (select unnest(${plainArray(artistIds)}::text::uuid[])) and owed_units > 0`;
}

/** Artists who no longer had all of a disputed gift. */
export async function debtorsByDisputes(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ artistId: string }[]>`
    select distinct artist_id from disputes where owed_units > 0`;
  return rows.map((row) => row.artistId);
}

interface Row {
  disputeId: string;
  paymentId: string;
  shard: number;
  providerId: string;
  reference: string;
  purpose: DisputeRow["purpose"];
  payerId: string;
  artistId: string | undefined;
  amountKobo: number;
  units: number;
  reservedUnits: number;
  lostUnits: number;
  returnedUnits: number;
  category: string;
  status: DisputeRow["status"];
  answer: NonNullable<DisputeRow["answer"]> | undefined;
  openings: number;
  dueAt: number | undefined;
  openedAt: number;
  resolvedAt: number | undefined;
}

function rowOf(row: Row, wholeKobo: number): DisputeRow {
  return {
    ...{ disputeId: row.disputeId, paymentId: row.paymentId, shard: row.shard, providerId: row.providerId },
    ...{ reference: row.reference, purpose: row.purpose, payerId: row.payerId, artistId: row.artistId },
    ...{ amountKobo: row.amountKobo, wholeKobo, units: row.units, reservedUnits: row.reservedUnits },
    ...{ lostUnits: row.lostUnits, returnedUnits: row.returnedUnits, category: row.category },
    ...{ status: row.status, answer: row.answer, openings: row.openings },
    ...{ dueAt: row.dueAt, openedAt: row.openedAt, resolvedAt: row.resolvedAt },
  };
}

import { type AccountErased, PENDING_EMAIL } from "../../backend/accounts/account/events.ts";
import type { AboutProposal, ProposalContent, ProposalEvent } from "../../backend/approvals/events.ts";
import { asProposals, OLD_TYPES, type OldDecision } from "./old_proposals.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { plainArray } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, boolean, moment, oneOf, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

const NEW_TYPES = ["ProposalMade", "ProposalConfirmed", "ProposalWithdrawn", "DecidedAlone"] as const;

const PROPOSALS = table("proposals", {
  proposalId: uuid,
  kind: text,
  subject: text,
  adminId: uuid,
  units: bigint.check("units >= 0"),
  content: typed<unknown>("json"),
  madeAt: moment,
  lapsesAt: moment.optional,
  endedAt: moment.optional,
  outcome: oneOf("alone", "confirmed", "withdrawn").optional,
  confirmedBy: uuid.optional,
  isOld: boolean,
}, {
  key: ["proposalId"],
  checks: ["(ended_at is null) = (outcome is null)"],
  indexes: {
    proposals_open: "(made_at) where ended_at is null",
    proposals_about: "(kind, subject) where ended_at is null",
    proposals_alone: "(admin_id, ended_at) where outcome = 'alone'",
  },
});

/** What admins propose and decide by the table of what needs two people. */
export const proposals: Projection<ProposalEvent | OldDecision | AccountErased> = {
  name: "proposals",
  version: 3,
  mode: "async",
  place: "social",
  logs: ["social", "ledger"],
  on: [...NEW_TYPES, ...OLD_TYPES, "AccountErased"],
  tables: PROPOSALS.ddl,

  async apply(tx, events) {
    for (const event of events) {
      if (event.type === "AccountErased") await forget(tx, event.data.userId);
      else if (isNew(event)) await put(tx, event, false);
      else for (const old of asProposals(event)) await put(tx, { ...old, recordedAt: event.recordedAt }, true);
    }
  },
};

/** What was chosen about an erased person's address goes; sums and other decisions stay. */
async function forget(tx: Tx, userId: string): Promise<void> {
  await tx`update proposals set content = '{}' where kind = ${PENDING_EMAIL} and subject = ${userId}`;
}

function isNew(event: Recorded<ProposalEvent | OldDecision>): event is Recorded<ProposalEvent> {
  return (NEW_TYPES as readonly string[]).includes(event.type);
}

async function put(tx: Tx, { type, data, recordedAt }: Happened, isOld: boolean): Promise<void> {
  const at = new Date(recordedAt);
  if (type === "ProposalMade" || type === "DecidedAlone") {
    const { proposalId, kind, subject, adminId, units, content } = data;
    const [lapsesAt, endedAt, outcome] = type === "ProposalMade"
      ? [new Date(data.lapsesAt), null, null]
      : [null, at, "alone"];
    // One of before there was the stream is brought into it when it is confirmed or withdrawn.
    await tx`
      insert into proposals (proposal_id, kind, subject, admin_id, units, content, made_at, lapses_at, ended_at, outcome,
        is_old)
      values (${proposalId}, ${kind}, ${subject}, ${adminId}, ${units}, ${tx.json(content)}, ${at}, ${lapsesAt},
        ${endedAt}, ${outcome}, ${isOld})
      on conflict (proposal_id) do nothing`;
  } else if (type === "OldEnded") {
    await tx`
      update proposals set ended_at = ${at}, outcome = ${data.outcome}, confirmed_by = ${data.confirmedBy ?? null}
      where kind = ${data.kind} and subject = ${data.subject} and ended_at is null and is_old`;
  } else {
    const [outcome, by] = type === "ProposalConfirmed" ? ["confirmed", data.adminId] : ["withdrawn", null];
    await tx`
      update proposals set ended_at = ${at}, outcome = ${outcome}, confirmed_by = ${by}
      where proposal_id = ${data.proposalId}`;
  }
}

type Happened = (ProposalEvent | ReturnType<typeof asProposals>[number]) & { readonly recordedAt: number };

/** A proposal as it was made. Times in epoch ms. */
export interface ProposalRow extends AboutProposal {
  readonly adminId: string;
  readonly units: number;
  readonly content: ProposalContent;
  readonly madeAt: number;
  readonly lapsesAt: number;
  /** From before there was a stream of proposals. */
  readonly isOld: boolean;
}

type Row = Omit<ProposalRow, "madeAt" | "lapsesAt"> & { madeAt: number; lapsesAt: number };

function rowOf({ madeAt, lapsesAt, ...row }: Row): ProposalRow {
  return { ...row, madeAt, lapsesAt };
}

/** Up to `limit` proposals that wait at a moment (epoch ms), the oldest first. */
export async function openProposals(
  sql: Sql | Tx,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<ProposalRow[]> {
  const rows = await sql<Row[]>`
    select proposal_id as "proposalId", kind, subject, admin_id as "adminId", units, content, made_at as "madeAt",
      lapses_at as "lapsesAt", is_old as "isOld"
    from proposals where ended_at is null and lapses_at > ${new Date(
    now,
  )} order by made_at, proposal_id limit ${limit}`;
  return rows.map(rowOf);
}

/** The proposal of a kind about a subject that waits at a moment (epoch ms). */
export async function openAbout(
  sql: Sql | Tx,
  { kind, subject, now }: { readonly kind: string; readonly subject: string; readonly now: number },
): Promise<ProposalRow | undefined> {
  const [row] = await sql<Row[]>`
    select proposal_id as "proposalId", kind, subject, admin_id as "adminId", units, content, made_at as "madeAt",
      lapses_at as "lapsesAt", is_old as "isOld"
    from proposals
    where ended_at is null and kind = ${kind} and subject = ${subject} and lapses_at > ${new Date(now)}
    order by made_at desc limit 1`;
  return row && rowOf(row);
}

/** About which of these subjects a proposal of a kind waits at a moment (epoch ms). */
export async function waitingAbout(
  sql: Sql | Tx,
  { kind, subjects, now }: { readonly kind: string; readonly subjects: readonly string[]; readonly now: number },
): Promise<Set<string>> {
  const rows = await sql<{ subject: string }[]>`
    select distinct subject from proposals
    where ended_at is null and kind = ${kind} and lapses_at > ${new Date(now)} and subject = any(${[...subjects]})`;
  return new Set(rows.map((row) => row.subject));
}

/** One that was proposed, whatever became of it. */
export async function findProposal(sql: Sql | Tx, proposalId: string): Promise<ProposalRow | undefined> {
  const [row] = await sql<Row[]>`
    select proposal_id as "proposalId", kind, subject, admin_id as "adminId", units, content, made_at as "madeAt",
      lapses_at as "lapsesAt", is_old as "isOld"
    from proposals where proposal_id = ${proposalId} and lapses_at is not null`;
  return row && rowOf(row);
}

/** Units that these admins have decided alone, by these kinds of decisions, since a moment (epoch ms). */
export async function decidedAlone(
  sql: Sql | Tx,
  { kinds, adminIds, since, before, except = [] }: {
    readonly kinds: readonly string[];
    readonly adminIds: readonly string[];
    readonly since: number;
    /** Ids of decisions that are not counted. */
    readonly except?: readonly string[];
    /** About one subject, and what was decided before a moment (epoch ms). */
    readonly before?: { readonly subject: string; readonly at: number };
  },
): Promise<number> {
  const earlier = before ? sql`and subject = ${before.subject} and ended_at < ${new Date(before.at)}` : sql``;
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(units), 0)::bigint as units from proposals
    where outcome = 'alone' and kind = any(${[...kinds]}) and ended_at >= ${new Date(since)} ${earlier}
      and proposal_id not in (select unnest(${plainArray([...except])}::text::uuid[]))
      and admin_id in (select unnest(${plainArray([...adminIds])}::text::uuid[]))`;
  return row?.units ?? 0;
}

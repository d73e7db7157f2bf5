import type { AboutProposal, ProposalContent, ProposalEvent } from "../backend/admin/proposals/events.ts";
import { plainArray } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

/** What admins propose and decide by the table of what needs two people. */
export const proposals: Projection<ProposalEvent> = {
  name: "proposals",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social", "ledger"],
  on: ["ProposalMade", "ProposalConfirmed", "ProposalWithdrawn", "DecidedAlone"],
  tables: `
    create table proposals (
      proposal_id uuid primary key,
      kind text not null,
      subject text not null,
      admin_id uuid not null,
      units bigint not null check (units >= 0),
      content json not null,
      made_at timestamptz not null,
      lapses_at timestamptz,
      ended_at timestamptz,
      outcome text check (outcome in ('alone', 'confirmed', 'withdrawn')),
      confirmed_by uuid,
      check ((ended_at is null) = (outcome is null))
    );
    create index proposals_open on proposals (made_at) where ended_at is null;
    create index proposals_alone on proposals (admin_id, ended_at) where outcome = 'alone'`,

  async apply(tx, events) {
    for (const { type, data, recordedAt } of events) {
      const at = new Date(recordedAt);
      if (type === "ProposalMade" || type === "DecidedAlone") {
        const { proposalId, kind, subject, adminId, units, content } = data;
        const [lapsesAt, endedAt, outcome] = type === "ProposalMade"
          ? [new Date(data.lapsesAt), null, null]
          : [null, at, "alone"];
        await tx`
          insert into proposals (proposal_id, kind, subject, admin_id, units, content, made_at, lapses_at, ended_at, outcome)
          values (${proposalId}, ${kind}, ${subject}, ${adminId}, ${units}, ${tx.json(content)}, ${at}, ${lapsesAt},
            ${endedAt}, ${outcome})`;
      } else {
        const [outcome, by] = type === "ProposalConfirmed" ? ["confirmed", data.adminId] : ["withdrawn", null];
        await tx`
          update proposals set ended_at = ${at}, outcome = ${outcome}, confirmed_by = ${by}
          where proposal_id = ${data.proposalId}`;
      }
    }
  },
};

/** A proposal as it was made. Times in epoch ms. */
export interface ProposalRow extends AboutProposal {
  readonly adminId: string;
  readonly units: number;
  readonly content: ProposalContent;
  readonly madeAt: number;
  readonly lapsesAt: number;
}

type Row = Omit<ProposalRow, "madeAt" | "lapsesAt"> & { madeAt: Date; lapsesAt: Date };

function rowOf({ madeAt, lapsesAt, ...row }: Row): ProposalRow {
  return { ...row, madeAt: madeAt.getTime(), lapsesAt: lapsesAt.getTime() };
}

/** Up to `limit` proposals that wait at a moment (epoch ms), the oldest first. */
export async function openProposals(
  sql: Sql | Tx,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<ProposalRow[]> {
  const rows = await sql<Row[]>`
    select proposal_id as "proposalId", kind, subject, admin_id as "adminId", units, content, made_at as "madeAt",
      lapses_at as "lapsesAt"
    from proposals where ended_at is null and lapses_at > ${new Date(
    now,
  )} order by made_at, proposal_id limit ${limit}`;
  return rows.map(rowOf);
}

/** One that was proposed, whatever became of it. */
export async function findProposal(sql: Sql | Tx, proposalId: string): Promise<ProposalRow | undefined> {
  const [row] = await sql<Row[]>`
    select proposal_id as "proposalId", kind, subject, admin_id as "adminId", units, content, made_at as "madeAt",
      lapses_at as "lapsesAt"
    from proposals where proposal_id = ${proposalId} and lapses_at is not null`;
  return row && rowOf(row);
}

/** Units that these admins have decided alone, by one kind of decision, since a moment (epoch ms). */
export async function decidedAlone(
  sql: Sql | Tx,
  { kind, adminIds, since }: { readonly kind: string; readonly adminIds: readonly string[]; readonly since: number },
): Promise<number> {
  const [row] = await sql<{ units: number }[]>`
    select coalesce(sum(units), 0)::bigint as units from proposals
    where outcome = 'alone' and kind = ${kind} and ended_at >= ${new Date(since)}
      and admin_id in (select unnest(${plainArray([...adminIds])}::text::uuid[]))`;
  return row?.units ?? 0;
}

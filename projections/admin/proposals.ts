import { type AccountErased, PENDING_EMAIL } from "../../backend/accounts/account/events.ts";
import type {
  AboutProposal,
  DecidedAlone,
  ProposalContent,
  ProposalEvent,
  ProposalMade,
} from "../../backend/approvals/events.ts";
import { asProposals, OLD_TYPES, type OldDecision } from "./old_proposals.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { anyOf, plainArray } from "../../backend/store/projections/columns.ts";
import { bigint, boolean, moment, oneOf, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

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
export const proposals = projection<ProposalEvent | OldDecision | AccountErased>({
  name: "proposals",
  version: 3,
  mode: "async",
  place: "social",
  logs: ["social", "ledger"],
  tables: [PROPOSALS],
  handlers: {
    ProposalMade: (tx, event) => add(tx, event, false),
    DecidedAlone: (tx, event) => add(tx, event, false),
    ProposalConfirmed: (tx, { data: { proposalId, adminId: confirmedBy }, recordedAt: endedAt }) =>
      PROPOSALS.set(tx, { proposalId }, { endedAt, outcome: "confirmed", confirmedBy }),
    ProposalWithdrawn: (tx, { data: { proposalId }, recordedAt: endedAt }) =>
      PROPOSALS.set(tx, { proposalId }, { endedAt, outcome: "withdrawn", confirmedBy: undefined }),
    ...Object.fromEntries(OLD_TYPES.map((type) => [type, foldOld] as const)),
    // What was chosen about an erased person's address goes; sums and other decisions stay.
    AccountErased: (tx, { data: { userId } }) =>
      tx`update proposals set content = '{}' where kind = ${PENDING_EMAIL} and subject = ${userId}`,
  },
});

async function foldOld(tx: Tx, event: Recorded<OldDecision>): Promise<void> {
  for (const old of asProposals(event)) {
    if (old.type !== "OldEnded") await add(tx, { ...old, recordedAt: event.recordedAt }, true);
    else {
      const { kind, subject, outcome, confirmedBy } = old.data;
      const ended = { endedAt: event.recordedAt, outcome, confirmedBy };
      await PROPOSALS.set(tx, { kind, subject, endedAt: undefined, isOld: true }, ended);
    }
  }
}

/** One of before there was the stream is brought into it when it is confirmed or withdrawn. */
async function add(
  tx: Tx,
  { type, data, recordedAt }: (ProposalMade | DecidedAlone) & { readonly recordedAt: number },
  isOld: boolean,
): Promise<void> {
  const { proposalId, kind, subject, adminId, units, content } = data;
  const at = new Date(recordedAt);
  const [lapsesAt, endedAt, outcome] = type === "ProposalMade"
    ? [new Date(data.lapsesAt), null, null]
    : [null, at, "alone"];
  await tx`
    insert into proposals (proposal_id, kind, subject, admin_id, units, content, made_at, lapses_at, ended_at, outcome,
      is_old)
    values (${proposalId}, ${kind}, ${subject}, ${adminId}, ${units}, ${tx.json(content)}, ${at}, ${lapsesAt},
      ${endedAt}, ${outcome}, ${isOld})
    on conflict (proposal_id) do nothing`;
}

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

function columns(sql: Sql | Tx) {
  return sql`proposal_id, kind, subject, admin_id, units, content, made_at, lapses_at, is_old`;
}

/** Up to `limit` proposals that wait at a moment (epoch ms), the oldest first. */
export async function openProposals(
  sql: Sql | Tx,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<ProposalRow[]> {
  return await sql<ProposalRow[]>`
    select ${columns(sql)} from proposals where ended_at is null and lapses_at > ${new Date(now)}
    order by made_at, proposal_id limit ${limit}`;
}

/** The proposal of a kind about a subject that waits at a moment (epoch ms). */
export async function openAbout(
  sql: Sql | Tx,
  { kind, subject, now }: { readonly kind: string; readonly subject: string; readonly now: number },
): Promise<ProposalRow | undefined> {
  const [row] = await sql<ProposalRow[]>`
    select ${columns(sql)} from proposals
    where ended_at is null and kind = ${kind} and subject = ${subject} and lapses_at > ${new Date(now)}
    order by made_at desc limit 1`;
  return row;
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
  const [row] = await sql<ProposalRow[]>`
    select ${columns(sql)} from proposals where proposal_id = ${proposalId} and lapses_at is not null`;
  return row;
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
      and ${anyOf("admin_id", adminIds)}`;
  return row?.units ?? 0;
}

import { plainArray, valuesOf } from "../backend/store/projections/columns.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import type { GroupDecided } from "../backend/trust/group/events.ts";

/** How long a decision counts against the limit of the admin who took it alone. */
export const LONE_DECISION_MS = 86_400_000;

/**
 * What admins decided alone about groups on the last day: voids and releases without a second admin. Inline: the next
 * decision adds to them. Older rows go with the next decision.
 */
export const loneDecisions: Projection<GroupDecided> = {
  name: "lone_decisions",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["GroupDecided"],
  tables: `
    create table lone_decisions (
      decision_id uuid primary key,
      admin_id uuid not null,
      group_id uuid not null,
      units bigint not null,
      decided_at timestamptz not null
    );
    create index lone_decisions_of on lone_decisions (admin_id, decided_at)`,

  async apply(tx, events) {
    const alone = events.filter(({ data }) => data.action !== "freeze" && data.confirmedBy === undefined);
    const rows = alone.map(({ data, recordedAt }) => ({ ...data, decidedAt: recordedAt }));
    const columns = { uuid: ["decisionId", "adminId", "groupId"], bigint: ["units"], ms: ["decidedAt"] } as const;
    await tx`insert into lone_decisions ${valuesOf(tx, rows, columns)}`;
    const newest = Math.max(0, ...events.map(({ recordedAt }) => recordedAt));
    await tx`delete from lone_decisions where decided_at < ${new Date(newest - LONE_DECISION_MS)}`;
  },
};

/** A void or a release that an admin decided alone. */
interface LoneDecision {
  readonly adminId: string;
  readonly groupId: string;
  readonly units: number;
}

/** What these admins have decided alone since a moment (epoch ms). */
export async function loneDecisionsSince(
  sql: Sql | Tx,
  adminIds: readonly string[],
  since: number,
): Promise<LoneDecision[]> {
  return await sql<LoneDecision[]>`
    select admin_id as "adminId", group_id as "groupId", units from lone_decisions
    where admin_id in (select unnest(${plainArray([...new Set(adminIds)])}::text::uuid[])) and decided_at >= ${new Date(
    since,
  )}`;
}

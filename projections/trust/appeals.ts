import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { moment, oneOf, type RowOf, table, textOf, uuid } from "../../backend/store/projections/table.ts";
import { anyOf } from "../../backend/store/projections/columns.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import type { AppealAnswered, AppealWritten } from "../../backend/trust/appeal/events.ts";
import type { GroupDecided } from "../../backend/trust/group/events.ts";
import { FIRST_PLACE, type WaitingPage } from "../admin/waiting_page.ts";

const APPEALS = table("appeals", {
  appealId: uuid,
  userId: uuid,
  appeal: textOf<Sealed>(),
  writtenAt: moment,
  state: oneOf("open", "answered"),
  outcome: oneOf("uphold", "grant").optional,
  answer: textOf<Sealed>().optional,
  adminId: uuid.optional,
  confirmedBy: uuid.optional,
  answeredAt: moment.optional,
}, {
  key: ["appealId"],
  erase: ["userId"],
  indexes: {
    appeals_of_user: "(user_id, written_at desc)",
    appeals_by_state: "(state, written_at)",
  },
});

const EARNINGS_JUDGES = table("earnings_judges", {
  userId: uuid,
  adminId: uuid,
}, { key: ["userId", "adminId"], erase: ["userId"] });

/**
 * Appeals with their answers, sealed, and which admins froze or voided what someone earned. Inline: who may answer is
 * decided on it.
 */
export const appeals = projection<AppealWritten | AppealAnswered | GroupDecided>({
  name: "appeals",
  version: 3,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [APPEALS, EARNINGS_JUDGES],
  handlers: {
    AppealWritten: (tx, { data, recordedAt: writtenAt }) => APPEALS.insert(tx, { ...data, writtenAt, state: "open" }),
    AppealAnswered: (tx, { data: { appealId, outcome, answer, adminId, confirmedBy }, recordedAt: answeredAt }) =>
      APPEALS.set(tx, { appealId }, { state: "answered", outcome, answer, adminId, confirmedBy, answeredAt }),
    async GroupDecided(tx, { data: { action, members, adminId, confirmedBy } }) {
      if (action === "release") return;
      const admins = confirmedBy === undefined ? [adminId] : [adminId, confirmedBy];
      await EARNINGS_JUDGES.add(tx, members.flatMap((userId) => admins.map((admin) => ({ userId, adminId: admin }))));
    },
  },
});

/** An appeal. Times in epoch ms. */
export type AppealRow = RowOf<typeof APPEALS>;

/** What a listener wrote, newest first. */
export async function appealsOf(sql: Sql | Tx, userId: string): Promise<AppealRow[]> {
  return (await sql<AppealRow[]>`select * from appeals where user_id = ${userId} order by written_at desc, appeal_id`);
}

/** Whether a listener ever wrote one. */
export async function hasWrittenAppeals(sql: Sql | Tx, userId: string): Promise<boolean> {
  return (await sql`select 1 from appeals where user_id = ${userId} limit 1`).length > 0;
}

/** One appeal; undefined for unknown ones and those of erased people. */
export async function findAppeal(sql: Sql | Tx, appealId: string): Promise<AppealRow | undefined> {
  return await APPEALS.find(sql, appealId);
}

/** Up to `limit` appeals that wait, the oldest first, then those answered last. */
export async function appealQueue(sql: Sql | Tx, limit: number): Promise<AppealRow[]> {
  const [waiting, answered] = await Promise.all([
    waitingAppeals(sql, { limit }),
    sql<AppealRow[]>`select * from appeals where state = 'answered' order by answered_at desc limit 20`,
  ]);
  return [...waiting, ...answered];
}

/** A page of the appeals that wait, the oldest first. */
export async function waitingAppeals(sql: Sql | Tx, { limit, after = FIRST_PLACE }: WaitingPage): Promise<AppealRow[]> {
  return await sql<AppealRow[]>`
    select * from appeals where state = 'open' and (written_at, appeal_id) > (${new Date(after.at)}, ${after.id}::uuid)
    order by written_at, appeal_id limit ${limit}`;
}

/** How many appeals wait. */
export async function countAppeals(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from appeals where state = 'open'`;
  return row?.count ?? 0;
}

/** The admins who froze or voided what these people earned. */
export async function judgesOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await sql<{ userId: string; adminId: string }[]>`
    select user_id, admin_id from earnings_judges where ${anyOf("user_id", userIds)}`;
  const found = Map.groupBy(rows, (row) => row.userId);
  return new Map([...found].map(([userId, list]) => [userId, new Set(list.map((row) => row.adminId))]));
}

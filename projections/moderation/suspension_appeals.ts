import type { UserUnsuspended } from "../../backend/accounts/account/events.ts";
import type { SuspensionAppealEvent } from "../../backend/moderation/suspension/events.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { bigint, boolean, oneOf, type RowOf, table, textOf, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import { FIRST_PLACE, type WaitingPage } from "../admin/waiting_page.ts";

const SUSPENSION_APPEALS = table("suspension_appeals", {
  appealId: uuid,
  userId: uuid,
  suspendedAt: bigint,
  suspendedBy: uuid.optional,
  words: textOf<Sealed>(),
  writtenAt: bigint,
  isWaiting: boolean,
  verdict: oneOf("uphold", "grant").optional,
  answer: textOf<Sealed>().optional,
  answeredBy: uuid.optional,
  answeredAt: bigint.optional,
}, {
  key: ["appealId"],
  erase: ["userId"],
  indexes: {
    suspension_appeals_of: "(user_id)",
    suspension_appeals_waiting: "(written_at) where is_waiting",
    suspension_appeals_answered: "(answered_at desc) where answered_at is not null",
  },
});

/** What people who are shut out say about it, with the answers. One whose suspension has ended waits no longer. */
export const suspensionAppeals = projection<SuspensionAppealEvent | UserUnsuspended>({
  name: "suspension_appeals",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  tables: [SUSPENSION_APPEALS],
  handlers: {
    SuspensionAppealed: (tx, { data, recordedAt: writtenAt }) =>
      SUSPENSION_APPEALS.insert(tx, { ...data, writtenAt, isWaiting: true }),
    SuspensionAppealAnswered: (tx, { data: { appealId, verdict, words: answer, adminId }, recordedAt: answeredAt }) =>
      SUSPENSION_APPEALS.set(tx, { appealId }, { isWaiting: false, verdict, answer, answeredBy: adminId, answeredAt }),
    UserUnsuspended: (tx, { data: { userId } }) => SUSPENSION_APPEALS.set(tx, { userId }, { isWaiting: false }),
  },
});

/** An appeal; times in epoch ms. */
export type SuspensionAppealRow = RowOf<typeof SUSPENSION_APPEALS>;

const MOST_WAITING = 200;
const MOST_ANSWERED = 20;

/** Those that wait, the oldest first, then those answered last. */
export async function listSuspensionAppeals(sql: Sql | Tx): Promise<SuspensionAppealRow[]> {
  const [waiting, answered] = await Promise.all([
    waitingSuspensionAppeals(sql, { limit: MOST_WAITING }),
    sql<SuspensionAppealRow[]>`
      select * from suspension_appeals where answered_at is not null
      order by answered_at desc, appeal_id limit ${MOST_ANSWERED}`,
  ]);
  return [...waiting, ...answered];
}

/** A page of those that wait, the oldest first. */
export async function waitingSuspensionAppeals(
  sql: Sql | Tx,
  { limit, after = FIRST_PLACE }: WaitingPage,
): Promise<SuspensionAppealRow[]> {
  return await sql<SuspensionAppealRow[]>`
    select * from suspension_appeals where is_waiting and (written_at, appeal_id) > (${after.at}, ${after.id}::uuid)
    order by written_at, appeal_id limit ${limit}`;
}

/** How many wait. */
export async function countSuspensionAppeals(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from suspension_appeals where is_waiting`;
  return row?.count ?? 0;
}

/** One of them; undefined for an unknown id. */
export async function findSuspensionAppeal(
  sql: Sql | Tx,
  appealId: string,
): Promise<SuspensionAppealRow | undefined> {
  return await SUSPENSION_APPEALS.find(sql, appealId);
}

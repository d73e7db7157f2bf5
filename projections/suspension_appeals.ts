import type { UserUnsuspended } from "../backend/accounts/account/events.ts";
import type { AppealVerdict } from "../backend/contract/moderation.ts";
import type { SuspensionAppealEvent } from "../backend/moderation/suspension/events.ts";
import type { Recorded } from "../backend/store/log/event.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { bigint, boolean, oneOf, table, text, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "./account_closings.ts";
import { FIRST_PLACE, type WaitingPage } from "./waiting_page.ts";

const SUSPENSION_APPEALS = table("suspension_appeals", {
  appealId: uuid,
  userId: uuid,
  suspendedAt: bigint,
  suspendedBy: uuid.optional,
  words: text,
  writtenAt: bigint,
  isWaiting: boolean,
  verdict: oneOf("uphold", "grant").optional,
  answer: text.optional,
  answeredBy: uuid.optional,
  answeredAt: bigint.optional,
}, {
  key: ["appealId"],
  indexes: {
    suspension_appeals_of: "(user_id)",
    suspension_appeals_waiting: "(written_at) where is_waiting",
    suspension_appeals_answered: "(answered_at desc) where answered_at is not null",
  },
});

/** What people who are shut out say about it, with the answers. One whose suspension has ended waits no longer. */
export const suspensionAppeals: Projection<SuspensionAppealEvent | UserUnsuspended | ClosingEvent> = {
  name: "suspension_appeals",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["SuspensionAppealed", "SuspensionAppealAnswered", "UserUnsuspended", ...CLOSING_EVENTS],
  tables: SUSPENSION_APPEALS.ddl,

  async apply(tx, events) {
    // A few a month; one after another.
    for (const event of events) {
      if (!isClosing(event)) await applyOne(tx, event);
      else if (event.type === "AccountErased") {
        await tx`delete from suspension_appeals where user_id = ${event.data.userId}`;
      }
    }
  },
};

async function applyOne(tx: Tx, event: Recorded<SuspensionAppealEvent | UserUnsuspended>): Promise<void> {
  const { type, data, recordedAt: at } = event;
  switch (type) {
    case "SuspensionAppealed": {
      const { appealId, userId, suspendedAt, suspendedBy = null, words } = data;
      await tx`
        insert into suspension_appeals (appeal_id, user_id, suspended_at, suspended_by, words, written_at, is_waiting)
        values (${appealId}, ${userId}, ${suspendedAt}, ${suspendedBy}, ${words}, ${at}, true)`;
      return;
    }
    case "SuspensionAppealAnswered":
      await tx`
        update suspension_appeals set is_waiting = false, verdict = ${data.verdict}, answer = ${data.words},
          answered_by = ${data.adminId}, answered_at = ${at}
        where appeal_id = ${data.appealId}`;
      return;
    case "UserUnsuspended":
      await tx`update suspension_appeals set is_waiting = false where user_id = ${data.userId}`;
      return;
    default:
      return type satisfies never;
  }
}

/** An appeal; times in epoch ms. */
export interface SuspensionAppealRow {
  readonly appealId: string;
  readonly userId: string;
  readonly suspendedAt: number;
  readonly suspendedBy: string | undefined;
  readonly words: Sealed;
  readonly writtenAt: number;
  readonly isWaiting: boolean;
  readonly verdict: AppealVerdict | undefined;
  readonly answer: Sealed | undefined;
  readonly answeredBy: string | undefined;
  readonly answeredAt: number | undefined;
}

const MOST_WAITING = 200;
const MOST_ANSWERED = 20;

/** Those that wait, the oldest first, then those answered last. */
export async function listSuspensionAppeals(sql: Sql | Tx): Promise<SuspensionAppealRow[]> {
  const [waiting, answered] = await Promise.all([
    waitingSuspensionAppeals(sql, { limit: MOST_WAITING }),
    sql<DbRow[]>`
      select * from suspension_appeals where answered_at is not null
      order by answered_at desc, appeal_id limit ${MOST_ANSWERED}`,
  ]);
  return [...waiting, ...answered.map(rowOf)];
}

/** A page of those that wait, the oldest first. */
export async function waitingSuspensionAppeals(
  sql: Sql | Tx,
  { limit, after = FIRST_PLACE }: WaitingPage,
): Promise<SuspensionAppealRow[]> {
  const rows = await sql<DbRow[]>`
    select * from suspension_appeals where is_waiting and (written_at, appeal_id) > (${after.at}, ${after.id}::uuid)
    order by written_at, appeal_id limit ${limit}`;
  return rows.map(rowOf);
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
  return (await sql<DbRow[]>`select * from suspension_appeals where appeal_id = ${appealId}`).map(rowOf)[0];
}

interface DbRow {
  appealId: string;
  userId: string;
  suspendedAt: number;
  suspendedBy: string | undefined;
  words: string;
  writtenAt: number;
  isWaiting: boolean;
  verdict: AppealVerdict | undefined;
  answer: string | undefined;
  answeredBy: string | undefined;
  answeredAt: number | undefined;
}

function rowOf(row: DbRow): SuspensionAppealRow {
  return {
    appealId: row.appealId,
    userId: row.userId,
    suspendedAt: row.suspendedAt,
    suspendedBy: row.suspendedBy,
    words: row.words,
    writtenAt: row.writtenAt,
    isWaiting: row.isWaiting,
    verdict: row.verdict,
    answer: row.answer,
    answeredBy: row.answeredBy,
    answeredAt: row.answeredAt,
  };
}

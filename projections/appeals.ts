import type { AppealOutcome } from "../backend/contract/appeals.ts";
import { plainArray, rowsOf } from "../backend/store/projections/columns.ts";
import type { Recorded } from "../backend/store/log/event.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import type { AppealAnswered, AppealWritten } from "../backend/trust/appeal/events.ts";
import type { GroupDecided } from "../backend/trust/group/events.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "./account_closings.ts";
import { FIRST_PLACE, type WaitingPage } from "./waiting_page.ts";

/**
 * Appeals with their answers, sealed, and which admins froze or voided what someone earned. Inline: who may answer is
 * decided on it.
 */
export const appeals: Projection<AppealWritten | AppealAnswered | GroupDecided | ClosingEvent> = {
  name: "appeals",
  version: 3,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["AppealWritten", "AppealAnswered", "GroupDecided", ...CLOSING_EVENTS],
  tables: `
    create table appeals (
      appeal_id uuid primary key,
      user_id uuid not null,
      appeal text not null,
      written_at timestamptz not null,
      state text not null check (state in ('open', 'answered')),
      outcome text check (outcome in ('uphold', 'grant')),
      answer text,
      admin_id uuid,
      confirmed_by uuid,
      answered_at timestamptz
    );
    create index appeals_of_user on appeals (user_id, written_at desc);
    create index appeals_by_state on appeals (state, written_at);
    create table earnings_judges (
      user_id uuid not null,
      admin_id uuid not null,
      primary key (user_id, admin_id)
    )`,

  async apply(tx, events) {
    for (const event of events) {
      if (!isClosing(event)) await applyOne(tx, event);
      // In its place among the others: a proposal about a group may be confirmed after a member was erased.
      else if (event.type === "AccountErased") await forget(tx, event.data.userId);
    }
  },
};

async function forget(tx: Tx, userId: string): Promise<void> {
  await tx`delete from appeals where user_id = ${userId}`;
  await tx`delete from earnings_judges where user_id = ${userId}`;
}

async function applyOne(tx: Tx, event: Recorded<AppealWritten | AppealAnswered | GroupDecided>): Promise<void> {
  const at = new Date(event.recordedAt);
  switch (event.type) {
    case "AppealWritten": {
      const { appealId, userId, appeal } = event.data;
      await tx`
        insert into appeals (appeal_id, user_id, appeal, written_at, state)
        values (${appealId}, ${userId}, ${appeal}, ${at}, 'open')`;
      return;
    }
    case "AppealAnswered": {
      const { appealId, outcome, answer, adminId, confirmedBy = null } = event.data;
      await tx`
        update appeals set state = 'answered', outcome = ${outcome}, answer = ${answer}, admin_id = ${adminId},
          confirmed_by = ${confirmedBy}, answered_at = ${at}
        where appeal_id = ${appealId}`;
      return;
    }
    case "GroupDecided": {
      const { action, members, adminId, confirmedBy } = event.data;
      if (action === "release") return;
      const admins = confirmedBy === undefined ? [adminId] : [adminId, confirmedBy];
      const judges = members.flatMap((userId) => admins.map((admin) => ({ userId, adminId: admin })));
      await tx`
        insert into earnings_judges (user_id, admin_id)
        select user_id, admin_id from ${rowsOf(tx, judges, { uuid: ["userId", "adminId"] })} as judge
        on conflict do nothing`;
    }
  }
}

/** An appeal. Times in epoch ms. */
export interface AppealRow {
  readonly appealId: string;
  readonly userId: string;
  readonly appeal: Sealed;
  readonly writtenAt: number;
  readonly state: "open" | "answered";
  readonly outcome: AppealOutcome | null;
  readonly answer: Sealed | null;
  readonly adminId: string | null;
  readonly confirmedBy: string | null;
  readonly answeredAt: number | null;
}

/** What a listener wrote, newest first. */
export async function appealsOf(sql: Sql | Tx, userId: string): Promise<AppealRow[]> {
  return (await sql<DbRow[]>`select * from appeals where user_id = ${userId} order by written_at desc, appeal_id`).map(
    rowOf,
  );
}

/** Whether a listener ever wrote one. */
export async function hasWrittenAppeals(sql: Sql | Tx, userId: string): Promise<boolean> {
  return (await sql`select 1 from appeals where user_id = ${userId} limit 1`).length > 0;
}

/** One appeal; undefined for unknown ones and those of erased people. */
export async function findAppeal(sql: Sql | Tx, appealId: string): Promise<AppealRow | undefined> {
  return (await sql<DbRow[]>`select * from appeals where appeal_id = ${appealId}`).map(rowOf)[0];
}

/** Up to `limit` appeals that wait, the oldest first, then those answered last. */
export async function appealQueue(sql: Sql | Tx, limit: number): Promise<AppealRow[]> {
  const [waiting, answered] = await Promise.all([
    waitingAppeals(sql, { limit }),
    sql<DbRow[]>`select * from appeals where state = 'answered' order by answered_at desc limit 20`,
  ]);
  return [...waiting, ...answered.map(rowOf)];
}

/** A page of the appeals that wait, the oldest first. */
export async function waitingAppeals(sql: Sql | Tx, { limit, after = FIRST_PLACE }: WaitingPage): Promise<AppealRow[]> {
  const rows = await sql<DbRow[]>`
    select * from appeals where state = 'open' and (written_at, appeal_id) > (${new Date(after.at)}, ${after.id}::uuid)
    order by written_at, appeal_id limit ${limit}`;
  return rows.map(rowOf);
}

/** How many appeals wait. */
export async function countAppeals(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from appeals where state = 'open'`;
  return row?.count ?? 0;
}

/** The admins who froze or voided what these people earned. */
export async function judgesOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await sql<{ user_id: string; admin_id: string }[]>`
    select user_id, admin_id from earnings_judges where user_id in (select unnest(${
    plainArray(userIds)
  }::text::uuid[]))`;
  const found = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...found].map(([userId, list]) => [userId, new Set(list.map((row) => row.admin_id))]));
}

interface DbRow {
  appeal_id: string;
  user_id: string;
  appeal: string;
  written_at: Date;
  state: AppealRow["state"];
  outcome: AppealOutcome | null;
  answer: string | null;
  admin_id: string | null;
  confirmed_by: string | null;
  answered_at: Date | null;
}

function rowOf(row: DbRow): AppealRow {
  return {
    ...{ appealId: row.appeal_id, userId: row.user_id, appeal: row.appeal, writtenAt: row.written_at.getTime() },
    ...{ state: row.state, outcome: row.outcome, answer: row.answer },
    ...{ adminId: row.admin_id, confirmedBy: row.confirmed_by, answeredAt: row.answered_at?.getTime() ?? null },
  };
}

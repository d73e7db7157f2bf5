import type { AccountErased } from "../../backend/accounts/account/events.ts";
import type { NotificationsChosen } from "../../backend/notifications/events.ts";
import { type Choices, evolveChoices, NO_CHOICES } from "../../backend/notifications/state.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

const NOTIFICATION_CHOICES = table("notification_choices", {
  userId: uuid,
  choices: text,
  wantsStreak: boolean,
}, { key: ["userId"], fillfactor: 80, indexes: { notification_choices_streak: "(user_id) where wants_streak" } });

/** What people want to hear of. Inline: changes are decided on it, and whoever changes it sees it at once. */
export const notificationChoices: Projection<NotificationsChosen | AccountErased> = {
  name: "notification_choices",
  version: 2,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["NotificationsChosen", "AccountErased"],
  tables: NOTIFICATION_CHOICES.ddl,

  async apply(tx, events) {
    const known = await choicesOf(tx, [...new Set(events.map(({ data }) => data.userId))]);
    const after = new Map<string, Choices | undefined>();
    for (const event of events) {
      const { userId } = event.data;
      const before = after.get(userId) ?? known.get(userId) ?? NO_CHOICES;
      after.set(
        userId,
        event.type === "NotificationsChosen" ? evolveChoices(before, event, event.recordedAt) : undefined,
      );
    }
    // A person at a time changes their mind: a batch has few.
    for (const [userId, choices] of after) {
      if (!choices) await tx`delete from notification_choices where user_id = ${userId}`;
      else {
        const { push, mail } = choices.switches.streak;
        await tx`
          insert into notification_choices (user_id, choices, wants_streak)
          values (${userId}, ${JSON.stringify(choices)}, ${push || mail})
          on conflict (user_id) do update set choices = excluded.choices, wants_streak = excluded.wants_streak`;
      }
    }
  },
};

/** What people have chosen; those who have chosen nothing are missing from the map. */
export async function choicesOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Choices>> {
  if (userIds.length === 0) return new Map();
  const rows = await sql<{ userId: string; choices: string }[]>`
    select user_id, choices from notification_choices where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.userId, JSON.parse(row.choices) as Choices]));
}

/** A page of the people who want to be reminded of their streak, in the order of their ids. */
export async function streakReaders(
  sql: Sql | Tx,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from notification_choices where wants_streak
      ${after === undefined ? sql`` : sql`and user_id > ${after}`}
    order by user_id limit ${limit}`;
  return rows.map((row) => row.userId);
}

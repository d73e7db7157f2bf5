import type { NotificationsChosen } from "../../backend/notifications/events.ts";
import { type Choices, evolveChoices, NO_CHOICES } from "../../backend/notifications/state.ts";
import { boolean, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const NOTIFICATION_CHOICES = table("notification_choices", {
  userId: uuid,
  choices: text,
  wantsStreak: boolean,
}, {
  key: ["userId"],
  erase: ["userId"],
  fillfactor: 80,
  indexes: { notification_choices_streak: "(user_id) where wants_streak" },
});

/** What people want to hear of. Inline: changes are decided on it, and people see their change immediately. */
export const notificationChoices = projection<NotificationsChosen>({
  name: "notification_choices",
  version: 2,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [NOTIFICATION_CHOICES],
  handlers: {
    async NotificationsChosen(tx, event) {
      const { userId } = event.data;
      const before = (await choicesOf(tx, [userId])).get(userId) ?? NO_CHOICES;
      const choices = evolveChoices(before, event, event.recordedAt);
      const { push, mail } = choices.switches.streak;
      await NOTIFICATION_CHOICES.put(tx, { userId, choices: JSON.stringify(choices), wantsStreak: push || mail });
    },
  },
});

/** What people have chosen; those who have chosen nothing are missing from the map. */
export async function choicesOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Choices>> {
  const found = await NOTIFICATION_CHOICES.byIds(sql, userIds);
  return new Map([...found].map(([userId, { choices }]) => [userId, JSON.parse(choices) as Choices]));
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

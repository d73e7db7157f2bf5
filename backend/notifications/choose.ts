import { choicesOf } from "../../projections/notifications/notification_choices.ts";
import type { NoticeKind } from "../contract/notifications.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/log/event.ts";
import { streamsOf } from "../store/streams.ts";
import { choicesStream, type NotificationsChosen } from "./events.ts";
import { type Choices, type ChoicesChange, decideChoices, evolveChoices, mailWay, NO_CHOICES } from "./state.ts";

const choices = streamsOf<string, Choices, NotificationsChosen>({
  log: "social",
  stream: choicesStream,
  initial: NO_CHOICES,
  evolve: evolveChoices,
  async read(tx, userIds) {
    const found = await choicesOf(tx, userIds);
    return (userId) => found.get(userId) ?? NO_CHOICES;
  },
});

const choosing = choices.handler("chooseNotifications", {
  id: ({ userId }: ChoicesChange & { readonly userId: string }) => userId,
  decide: decideChoices,
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Changes what a person wants to hear of; what is left out stays. Throws Refusal `invalid_request`. */
export async function chooseNotifications(
  deps: Pick<Deps, "store">,
  userId: string,
  { change, ...origin }: { change: ChoicesChange; metadata: Metadata; commandId?: string },
): Promise<void> {
  await deps.store.execute(choosing, { userId, ...change }, { logs: ["social"], ...origin });
}

/** What a person wants to hear of. */
export async function choicesOfOne({ store: { sql } }: Pick<Deps, "store">, userId: string): Promise<Choices> {
  return (await choicesOf(sql, [userId])).get(userId) ?? NO_CHOICES;
}

/**
 * How an optional mail about something of a moment (`at`, epoch ms) goes to a person: now, with the day's, or not at
 * all.
 */
export async function mailWayOf(
  deps: Pick<Deps, "store">,
  { userId, kind, at }: { readonly userId: string; readonly kind: NoticeKind; readonly at: number },
): Promise<"now" | "daily" | "never"> {
  return mailWay(await choicesOfOne(deps, userId), kind, at);
}

import type { NoticesRead } from "../contract/requests/notifications.ts";
import type { Deps } from "../deps.ts";
import { markSome, markUntil, readMarks } from "./table.ts";

/** What a person has seen: everything up to a moment (epoch ms), and single ones. */
export interface Seen {
  readonly until: number;
  readonly ids: ReadonlySet<string>;
}

/** Marks notifications as read, on all devices. Doing it again changes nothing, and nothing becomes unread. */
export async function markRead(
  { store: { sql }, now }: Pick<Deps, "store" | "now">,
  userId: string,
  read: NoticesRead,
): Promise<void> {
  // What is still to come cannot have been seen.
  if ("upTo" in read) await markUntil(sql, userId, Math.min(Date.parse(read.upTo), now()));
  else await markSome(sql, userId, { ids: read.ids, now: now() });
}

/** What a person has seen. */
export async function seenBy({ store: { sql } }: Pick<Deps, "store">, userId: string): Promise<Seen> {
  return await readMarks(sql, userId);
}

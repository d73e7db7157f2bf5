import { findUser } from "../../../projections/accounts/users.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { type PersonNoted, personNotesStream } from "./events.ts";

/** Keeps a note about a person. Refuses with `not_found`. */
export async function noteOnPerson(
  { store, personal }: Pick<Deps, "store" | "personal">,
  { userId, adminId, note, metadata }: { userId: string; adminId: string; note: string; metadata: Metadata },
): Promise<void> {
  const key = (await findUser(store.sql, userId)) && (await personal.keysOf(store.sql, [userId])).get(userId);
  if (!key) throw new Refusal("not_found", "User not found");
  const event: PersonNoted = { type: "PersonNoted", data: { userId, adminId, note: key.seal("note", note) } };
  await store.appendToStream("social", personNotesStream(userId), [event], { metadata });
}

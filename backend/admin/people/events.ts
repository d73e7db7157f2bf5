import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** Admins write notes to each other about a person. The note goes when the person is erased. */
export type PersonNoted = Event<
  "PersonNoted",
  { readonly userId: string; readonly adminId: string; readonly note: Sealed }
>;

/** The stream of the notes about a person, in the log `social`. */
export function personNotesStream(userId: string): string {
  return `person_notes/${userId}`;
}

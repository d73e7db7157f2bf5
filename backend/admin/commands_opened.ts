import type { Store } from "../store/store.ts";
import { PERSONAL_DATA_STREAM, type PersonalDataOpened } from "./events.ts";

/** Notes that an admin looked at somebody's personal details, before they are shown. */
export async function noteOpened(
  store: Store,
  { adminId, personId, lookedInto, requestId }: {
    adminId: string;
    personId: string;
    lookedInto: string;
    requestId: string;
  },
): Promise<void> {
  const event: PersonalDataOpened = { type: "PersonalDataOpened", data: { lookedInto, personIds: [personId] } };
  const metadata = { actor: `user:${adminId}`, requestId };
  await store.appendToStream("social", PERSONAL_DATA_STREAM, [event], { metadata });
}

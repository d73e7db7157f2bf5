import { creatorStream } from "../catalogue/events.ts";
import { offlineLicenceStream } from "../catalogue/licence_events.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../store/canonical.ts";
import type { RecordedEvent } from "../store/event.ts";
import type { PersonKey } from "../store/personal_data.ts";
import { type Exporting, isoTime } from "./commands_export.ts";
import { userStream } from "./events.ts";

/** Personal fields by their names in events, and the names they were sealed under. */
const SEALED: Readonly<Record<string, string>> = {
  firstName: "firstName",
  lastName: "lastName",
  email: "email",
  previousEmail: "email",
  phone: "phone",
  address: "address",
  zipPostalCode: "zipPostalCode",
};
/** Fields that say nothing about the person but would help a thief of the file. */
const LEFT_OUT: ReadonlySet<string> = new Set(["passwordHash", "emailHash", "keptSessionId", "userId", "creatorId"]);

/** What happened to the account, the artist's profile and the devices with saved music, in its order. */
export async function* historyAbout(deps: Deps, { userId, key }: Exporting): AsyncGenerator<Json> {
  for (const stream of [userStream(userId), creatorStream(userId), offlineLicenceStream(userId)]) {
    for (const event of await deps.store.readStream("social", stream)) {
      // Which admin did something is the admin's own.
      const by = event.metadata.actor === `user:${userId}` ? "you" : "Orin";
      yield { at: isoTime(event.recordedAt), what: event.type, by, data: opened(event, key) };
    }
  }
}

function opened({ type, data }: RecordedEvent, key: PersonKey): Json {
  const fields = Object.entries(data as Record<string, Json>).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(fields.map(([name, value]) => {
    const sealedAs = type === "AccountClosed" && name === "reason" ? "closing reason" : SEALED[name];
    return [name, sealedAs !== undefined && typeof value === "string" ? key.open(sealedAs, value) : value];
  }));
}

import type { Deps } from "../deps.ts";
import type { Json } from "../store/canonical.ts";
import { type ChainedEvent, type Place, readPlaces } from "../store/chained_events.ts";
import type { Metadata } from "../store/event.ts";
import { PERSONAL_DATA_STREAM, type PersonalDataOpened } from "./events.ts";
import { type AdminLoggedIn, adminLoginStream } from "./events_audit.ts";
import { openSealed, personsIn } from "./open_sealed.ts";

/** Writes into the log that an admin came in. Throws when it cannot: nobody works in the back office unseen. */
export async function noteAdminLogin(
  { store }: Pick<Deps, "store">,
  { userId, sessionId }: AdminLoggedIn["data"],
  metadata: Metadata,
): Promise<void> {
  const event: AdminLoggedIn = { type: "AdminLoggedIn", data: { userId, sessionId } };
  await store.appendToStream("social", adminLoginStream(userId), [event], { metadata });
}

export interface Opened {
  readonly opened: readonly (Place & { readonly data: Json })[];
  readonly personIds: readonly string[];
}

/** Opens the sealed fields of events, and says so in the log before anyone sees them. */
export async function openEvents(
  deps: Pick<Deps, "store" | "personal">,
  { places, subject, metadata }: { places: readonly Place[]; subject: string | undefined; metadata: Metadata },
): Promise<Opened> {
  const { store, personal } = deps;
  const events = await readPlaces(store.sql, places);
  const persons = personsIn(events);
  const [own, payout] = await Promise.all([
    personal.keysOf(store.sql, persons),
    personal.keysOf(store.sql, persons, "payout"),
  ]);
  const found = new Set<string>();
  const keys = [...own.values(), ...payout.values()];
  const opened = events.map(({ log, position, data }) => ({ log, position, data: openSealed(data, keys, found) }));
  const personIds = [...found];
  if (personIds.length > 0) {
    const lookedInto = subject ?? places.map(({ log, position }) => `${log} ${position}`).join(", ");
    const event: PersonalDataOpened = { type: "PersonalDataOpened", data: { lookedInto, personIds } };
    await store.appendToStream("social", PERSONAL_DATA_STREAM, [event], { metadata });
  }
  return { opened, personIds };
}

/** Events by their places, in that order. */
export async function eventsAt(deps: Pick<Deps, "store">, places: readonly Place[]): Promise<ChainedEvent[]> {
  return await readPlaces(deps.store.sql, places);
}

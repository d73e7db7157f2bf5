import { type AuditFilter, type AuditPlace, findAudit } from "../../projections/audit_subjects.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../store/canonical.ts";
import { type ChainedEvent, type Place, readPlaces } from "../store/chain_proof.ts";
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

/** Opens the sealed fields of events, and says so in the log before anybody sees them. */
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

/** Most events of one export: what fits into memory, and into what people can look through. */
export const MOST_EXPORTED = 5_000;
const PAGE = 1_000;

/** All places that fit, the oldest first. Throws a Refusal when there are more than an export holds. */
export async function allPlaces(deps: Pick<Deps, "store">, filter: AuditFilter): Promise<AuditPlace[]> {
  const places: AuditPlace[] = [];
  for (;;) {
    const page = await findAudit(deps.store.sql, filter, { before: places.at(-1), limit: PAGE });
    places.push(...page);
    if (page.length < PAGE) return places.reverse();
    if (places.length > MOST_EXPORTED) {
      const most = MOST_EXPORTED.toLocaleString("en-NG");
      throw new Refusal("too_many_events", `These are more than ${most} events: choose a shorter time or a subject`);
    }
  }
}

/** Events by their places, in that order. */
export async function eventsAt(deps: Pick<Deps, "store">, places: readonly Place[]): Promise<ChainedEvent[]> {
  return await readPlaces(deps.store.sql, places);
}

import type { Deps } from "../deps.ts";
import { type ChainedEvent, type Place, readPlaces } from "../store/chain/chained_events.ts";
import type { Json } from "../store/log/canonical.ts";
import type { Metadata, RecordedEvent } from "../store/log/event.ts";
import type { PersonKey } from "../store/personal/personal_data.ts";
import { PERSONAL_DATA_STREAM, type PersonalDataOpened } from "./events.ts";

interface Opened {
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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Sealed text is at least nonce and tag, in base64url. A hash in hex only looks like it. */
const SEALED = /^(?![0-9a-f]+$)[\w-]{38,}$/;

/** These are never shown, whatever the question. */
const NEVER = /password|code|secret/i;

/** Under which names members are sealed, where that is not their own. */
const SEALED_AS = new Map([["content", ["comment", "post"]], ["name", ["playlist"]], ["message", ["gift", "thanks"]]]);

/** Every id in the events that may be a person's. */
export function personsIn(events: readonly Pick<RecordedEvent, "data">[]): string[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value === "string") {
      if (UUID.test(value)) found.add(value);
    } else if (value !== null && typeof value === "object") {
      for (const member of Object.values(value)) if (member !== undefined) visit(member);
    }
  };
  for (const event of events) visit(event.data);
  return [...found];
}

/**
 * The same data with the sealed fields opened that one of the keys opens: the seal itself tells which. `opened` is
 * given the ids of those whose fields were.
 */
export function openSealed(data: Json, keys: readonly PersonKey[], opened = new Set<string>()): Json {
  const giftId = data !== null && typeof data === "object" && "giftId" in data ? String(data.giftId) : "";
  const open = (name: string) => (text: string) => {
    if (!SEALED.test(text) || NEVER.test(name)) return text;
    for (const key of keys) {
      const found = openWith(key, text, [name, ...SEALED_AS.get(name) ?? []].flatMap((as) => [as, `${as} ${giftId}`]));
      if (found === undefined) continue;
      opened.add(key.personId);
      return found;
    }
    return text;
  };
  return changed(data, open);
}

/** The same data with a word in the place of every sealed field. */
export function hideSealed(data: Json, word: string): Json {
  return changed(data, () => (text) => SEALED.test(text) ? word : text);
}

function changed(data: Json, change: (name: string) => (text: string) => string, name = ""): Json {
  if (typeof data === "string") return change(name)(data);
  if (data === null || typeof data !== "object") return data;
  if (Array.isArray(data)) return data.map((item: Json) => changed(item, change, name));
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => value === undefined ? [] : [[key, changed(value, change, key)]]),
  );
}

function openWith(key: PersonKey, sealed: string, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    try {
      return key.open(field, sealed);
    } catch {
      // Sealed by another key, as another field, or not sealed at all.
    }
  }
  return undefined;
}

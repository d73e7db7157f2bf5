import type { Json } from "../store/canonical.ts";
import type { RecordedEvent } from "../store/event.ts";
import type { PersonKey } from "../store/personal_data.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Sealed text is at least nonce and tag, in base64url. */
const SEALED = /^[\w-]{38,}$/;
/** Nobody looks at these, whatever they ask for. */
const NEVER = /password|code|secret/i;

/** Every id in the events that may be a person's. */
export function personsIn(events: readonly RecordedEvent[]): string[] {
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

/** The same data with the sealed fields opened that one of the keys opens: the seal itself tells which. */
export function openSealed(data: Json, keys: ReadonlyMap<string, PersonKey>, field = ""): Json {
  if (typeof data === "string") return SEALED.test(data) && !NEVER.test(field) ? openWithAny(data, keys, field) : data;
  if (data === null || typeof data !== "object") return data;
  if (Array.isArray(data)) return data.map((item: Json) => openSealed(item, keys, field));
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => value === undefined ? [] : [[name, openSealed(value, keys, name)]]),
  );
}

function openWithAny(sealed: string, keys: ReadonlyMap<string, PersonKey>, field: string): string {
  for (const key of keys.values()) {
    try {
      return key.open(field, sealed);
    } catch {
      // Sealed by another key, or not sealed at all.
    }
  }
  return sealed;
}

import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { Store } from "../store/store.ts";
import {
  PERSONAL_DATA_STREAM,
  type PersonalDataListed,
  type PersonalDataNoted,
  type PersonalDataOpened,
} from "./events.ts";

/** Notes that an admin looked at someone's personal details, before they are shown. */
export async function logAccess(
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

/** Keeps why an auditor looks at personal details, and opens these in the session for a quarter of an hour. */
export async function writeNote(
  { store, personal, sessions }: Pick<Deps, "store" | "personal" | "sessions">,
  { adminId, sessionId, note, requestId }: { adminId: string; sessionId: string; note: string; requestId: string },
): Promise<void> {
  const sealed = (await personal.keyOf(store.sql, adminId)).seal("note", note);
  const event: PersonalDataNoted = { type: "PersonalDataNoted", data: { adminId, note: sealed } };
  const metadata = { actor: `user:${adminId}`, requestId };
  await store.appendToStream("social", PERSONAL_DATA_STREAM, [event], { metadata });
  await sessions.confirmNote(sessionId);
}

interface Listed {
  readonly list: PersonalDataListed["data"]["list"];
  readonly filter: Readonly<Record<string, string | undefined>>;
  /** The search text, unsealed; the event stores it sealed. */
  readonly search?: string;
  readonly personIds: readonly string[];
  readonly requestId: string;
}

/** The same list shown to the same session again within this time is the same look at it. */
const SAME_LOOK_MS = 3_600_000;
const MOST_REMEMBERED = 5_000;

/**
 * Notes that an admin was shown a list of people with their details, before it is shown. One event a look: a screen that
 * renews itself with the same people adds nothing for an hour.
 */
export async function logListAccess(
  { store, personal, now, looks }: Pick<Deps, "store" | "personal" | "now" | "looks">,
  { userId: adminId, sessionId }: { readonly userId: string; readonly sessionId: string },
  { list, filter, search = "", personIds, requestId }: Listed,
): Promise<void> {
  const ids = [...new Set(personIds)];
  if (ids.length === 0) return;
  const words = new URLSearchParams(Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]));
  const look = createHash("sha256").update(JSON.stringify([sessionId, list, `${words}`, search, ids])).digest("base64");
  if (now() - (looks.get(look) ?? 0) < SAME_LOOK_MS) return;
  const sealed = search === "" ? {} : { search: (await personal.keyOf(store.sql, adminId)).seal("search", search) };
  const data = { adminId, list, filter: `${words}`, ...sealed, personIds: ids };
  const event: PersonalDataListed = { type: "PersonalDataListed", data };
  await store.appendToStream("social", PERSONAL_DATA_STREAM, [event], {
    metadata: { actor: `user:${adminId}`, requestId },
  });
  if (looks.size >= MOST_REMEMBERED) looks.clear();
  looks.set(look, now());
}

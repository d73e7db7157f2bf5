import type { PersonalData, PersonKey } from "../store/personal_data.ts";
import type { Sql, Tx } from "../store/sql.ts";
import type { SealedPerson } from "./events.ts";

/** Who somebody is, in clear: for answers and mails, never for a log or a payload. */
export type Person = { readonly [Field in keyof SealedPerson]: string };

const FIELDS = ["firstName", "lastName", "email", "phone", "address"] as const;

/** Opens a person's fields; undefined when the person was erased. */
export async function openPerson(
  personal: PersonalData,
  sql: Sql | Tx,
  user: SealedPerson & { readonly userId: string },
): Promise<Person | undefined> {
  return (await openPersons(personal, sql, [user])).get(user.userId);
}

/** Opens many persons with one query; the erased are missing from the map. */
export async function openPersons(
  personal: PersonalData,
  sql: Sql | Tx,
  users: readonly (SealedPerson & { readonly userId: string })[],
): Promise<Map<string, Person>> {
  const keys = await personal.keysOf(sql, users.map((user) => user.userId));
  const opened = new Map<string, Person>();
  for (const user of users) {
    const key = keys.get(user.userId);
    if (key) opened.set(user.userId, openWith(key, user));
  }
  return opened;
}

/** Seals the given fields for an event. */
export function sealPerson<Field extends keyof Person>(
  key: PersonKey,
  fields: Readonly<Record<Field, string>>,
): Record<Field, string> {
  const sealed = FIELDS.filter((field) => field in fields)
    // Only names that `fields` holds are left.
    .map((field) => field as Field)
    .map((field) => [field, key.seal(field, fields[field])] as const);
  return Object.fromEntries(sealed) as Record<Field, string>;
}

function openWith(key: PersonKey, sealed: SealedPerson): Person {
  return {
    firstName: key.open("firstName", sealed.firstName),
    lastName: key.open("lastName", sealed.lastName),
    email: key.open("email", sealed.email),
    phone: key.open("phone", sealed.phone),
    address: key.open("address", sealed.address),
  };
}

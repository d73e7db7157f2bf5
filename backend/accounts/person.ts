import type { PersonalData, PersonKey } from "../store/personal_data.ts";
import type { Sql, Tx } from "../store/sql.ts";
import type { SealedPerson } from "./events.ts";

/** Who someone is, in clear: for answers and mails, never for a log or a payload. */
export type Person = { readonly [Field in keyof SealedPerson]: string };

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

/** Seals a whole person for an event. */
export function sealPerson(key: PersonKey, person: Person): SealedPerson {
  return {
    firstName: key.seal("firstName", person.firstName),
    lastName: key.seal("lastName", person.lastName),
    email: key.seal("email", person.email),
    phone: key.seal("phone", person.phone),
    address: key.seal("address", person.address),
  };
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

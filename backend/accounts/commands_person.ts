import type { Deps } from "../deps.ts";
import { findUser, findUsers } from "../../projections/users.ts";
import { openPerson, openPersons, type Person } from "./person.ts";

/** Who someone is, in clear, for other areas' answers; undefined for unknown and erased people. */
export async function openPersonOf(
  deps: Pick<Deps, "store" | "personal">,
  userId: string,
): Promise<Person | undefined> {
  const user = await findUser(deps.store.sql, userId);
  return user && await openPerson(deps.personal, deps.store.sql, user);
}

/** The same for many; unknown and erased people are missing from the map. */
export async function openPersonsOf(
  deps: Pick<Deps, "store" | "personal">,
  userIds: readonly string[],
): Promise<Map<string, Person>> {
  const users = await findUsers(deps.store.sql, userIds);
  return await openPersons(deps.personal, deps.store.sql, [...users.values()]);
}

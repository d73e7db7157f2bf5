import type { Deps } from "../deps.ts";
import { openPersons } from "../accounts/commands.ts";
import { findCreators } from "../../projections/creators.ts";
import { findUsers } from "../../projections/users.ts";

export interface ShownPerson {
  readonly id: string;
  /** An artist's name, or a listener's first name: creators see no more of their audience. */
  readonly username: string;
  readonly profileImageUrl: string;
}

const ANONYMOUS = "Anonymous";

/** How people are shown to creators; everybody asked for is in the map. */
export async function namesOf(deps: Deps, userIds: readonly string[]): Promise<Map<string, ShownPerson>> {
  const { sql } = deps.store;
  const [users, artists] = await Promise.all([findUsers(sql, userIds), findCreators(sql, userIds)]);
  const people = await openPersons(deps.personal, sql, [...users.values()].filter((user) => !user.closing));
  return new Map(userIds.map((id) => {
    const person = people.get(id);
    const artist = person && artists.get(id);
    const username = artist?.name ?? (person?.firstName || ANONYMOUS);
    return [id, { id, username, profileImageUrl: artist?.pictureUrl ?? "" }];
  }));
}

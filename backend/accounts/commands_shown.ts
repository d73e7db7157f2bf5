import { findCreators } from "../../projections/creators.ts";
import { pictureUrl } from "../../projections/media_urls.ts";
import { findUsers } from "../../projections/users.ts";
import type { Deps } from "../deps.ts";
import { openPersons } from "./person.ts";

/** Someone as others see them. Without a name there is no picture either, and no id. */
export interface ShownPerson {
  readonly id: string;
  /** An artist's name, or a listener's first name. */
  readonly username: string;
  readonly profileImageUrl: string;
}

/** A person whose account is open. */
export interface Showable extends ShownPerson {
  /** Whether they let artists see who plays and follows them. */
  readonly isNamed: boolean;
}

/** Who plays and follows, where they have not allowed to be named or have left. */
export const A_LISTENER: ShownPerson = { id: "", username: "A listener", profileImageUrl: "" };

const ANONYMOUS = "Anonymous";

/**
 * People as others may see them, read afresh each time: a copy would outlive their choice. Who is unknown, has closed
 * their account or is erased is missing from the map.
 */
export async function findShowable(
  { store: { sql }, personal }: Pick<Deps, "store" | "personal">,
  userIds: readonly string[],
): Promise<Map<string, Showable>> {
  const [users, artists] = await Promise.all([findUsers(sql, userIds), findCreators(sql, userIds)]);
  const people = await openPersons(personal, sql, [...users.values()].filter((user) => !user.closing));
  return new Map([...people].map(([id, { firstName }]) => {
    const [user, artist] = [users.get(id), artists.get(id)];
    const username = artist?.name ?? (firstName || ANONYMOUS);
    const profileImageUrl = artist?.pictureUrl || pictureUrl(user?.picture);
    return [id, { id, username, profileImageUrl, isNamed: user?.isNamed ?? false }];
  }));
}

/** As everyone sees them beside their comments. */
export function asAuthor({ id, username, profileImageUrl }: Showable): ShownPerson {
  return { id, username, profileImageUrl };
}

/** As the artists see them whom they play and follow: by name only where they allow it. */
export function asListener(person: Showable | undefined): ShownPerson {
  return person?.isNamed ? asAuthor(person) : A_LISTENER;
}

import {
  arePicturesHidden,
  findCreators,
  findOwnCreator,
  findOwnCreators,
} from "../../../projections/catalogue/creators.ts";
import { pictureUrl } from "../../../projections/accounts/media_urls.ts";
import { findUser, findUsers, type User } from "../../../projections/accounts/users.ts";
import { fullName } from "../../contract/full_name.ts";
import { longTime } from "../../contract/long_day.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { PersonalData, PersonKey } from "../../store/personal/personal_data.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { type SealedPerson, SUSPENSION_REASON } from "./events.ts";

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

/**
 * The refusal of a form that was loaded before another change: who changed `what`, when, and what to do next. `actor`
 * and `at` (epoch ms) are of that change. The artist of `artistId` has the artist's name alone: a team reads it, too.
 */
export async function refusalOfLateForm(
  deps: Pick<Deps, "store" | "personal">,
  { actor, at, what, next, artistId }: { actor: string; at: number; what: string; next: string; artistId?: string },
): Promise<Refusal> {
  const id = /^user:([0-9a-f-]{36})$/.exec(actor)?.[1];
  const artist = id === undefined || id !== artistId ? undefined : await findOwnCreator(deps.store.sql, id);
  const person = id === undefined ? undefined : await openPersonOf(deps, id);
  const name = artist?.name ?? fullName(person, "Orin");
  return new Refusal("conflict", `${name} changed ${what} on ${longTime(at)}. Nothing was saved: ${next}.`);
}

/** Why someone is shut out, in clear; undefined for everyone else and for the erased. */
export async function openSuspension(
  deps: Pick<Deps, "store" | "personal">,
  { userId, suspension }: Pick<User, "userId" | "suspension">,
): Promise<string | undefined> {
  if (suspension === undefined) return undefined;
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  return key?.open(SUSPENSION_REASON, suspension);
}

/** Someone as others see them. Without a name there is no picture either, and no id. */
export interface ShownPerson {
  readonly id: string;
  /** An artist's name, or a listener's first name; neither of an artist whom a moderator hides. */
  readonly username: string;
  readonly profileImageUrl: string;
}

/** A person whose account is open. */
interface Showable extends ShownPerson {
  /** Whether they let artists see who plays and follows them. */
  readonly isNamed: boolean;
}

/** Who plays and follows, where they have not allowed to be named or have left. */
const A_LISTENER: ShownPerson = { id: "", username: "A listener", profileImageUrl: "" };

const ANONYMOUS = "Anonymous";

/**
 * People as others may see them, read afresh each time: a copy would outlive their choice. Who is unknown, has closed
 * their account or is erased is missing from the map.
 */
export async function findShowable(
  { store: { sql }, personal }: Pick<Deps, "store" | "personal">,
  userIds: readonly string[],
): Promise<Map<string, Showable>> {
  const [users, artists, own, hidden] = await Promise.all([
    findUsers(sql, userIds),
    findCreators(sql, userIds),
    findOwnCreators(sql, userIds),
    arePicturesHidden(sql, userIds),
  ]);
  const people = await openPersons(personal, sql, [...users.values()].filter((user) => !user.closing));
  return new Map([...people].map(([id, { firstName }]) => {
    const [user, artist] = [users.get(id), artists.get(id)];
    // Who is known by an artist's name has not published their own, also while the artist is hidden.
    const isOutOfSight = !artist && own.has(id);
    const username = artist?.name ?? (isOutOfSight || firstName === "" ? ANONYMOUS : firstName);
    const picture = isOutOfSight || hidden.has(id) ? undefined : user?.picture;
    const profileImageUrl = artist?.pictureUrl || pictureUrl(picture);
    return [id, { id, username, profileImageUrl, isNamed: user?.isNamed ?? false }];
  }));
}

/** As everyone sees them beside their comments. */
export function asAuthor({ id, username, profileImageUrl }: Showable): ShownPerson {
  return { id, username, profileImageUrl };
}

/** A listener as the artists they play and follow see them: by name only if they allow it. */
export function asListener(person: Showable | undefined): ShownPerson {
  return person?.isNamed ? asAuthor(person) : A_LISTENER;
}

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
async function openPersons(
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

function openWith(key: PersonKey, sealed: SealedPerson): Person {
  return {
    firstName: key.open("firstName", sealed.firstName),
    lastName: key.open("lastName", sealed.lastName),
    email: key.open("email", sealed.email),
    phone: key.open("phone", sealed.phone),
    address: key.open("address", sealed.address),
  };
}

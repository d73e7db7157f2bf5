import { findUser } from "../../projections/users.ts";
import { subscriberOf } from "../contact/commands.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../store/canonical.ts";
import type { PersonKey } from "../store/personal_data.ts";
import { historyAbout } from "./commands_export_history.ts";
import { moneyOf } from "./commands_export_money.ts";
import { thingsOf } from "./commands_export_things.ts";
import { openPerson } from "./person.ts";

/** A part of the export: one value, or a list that is read page by page while it is sent. */
export type Section = readonly [name: string, content: () => Promise<Json> | AsyncIterable<Json>];

/** Whose data, and what opens it. */
export interface Exporting {
  readonly userId: string;
  readonly shard: number;
  readonly key: PersonKey;
}

/**
 * Everything that Orin holds of a person, in the order of the file. Of other people it says no more than everyone can
 * see. Throws Refusal `session_ended` for someone who is erased.
 */
export async function exportOf(deps: Deps, userId: string): Promise<Section[]> {
  const { sql } = deps.store;
  const [user, keys] = await Promise.all([findUser(sql, userId), deps.personal.keysOf(sql, [userId])]);
  const person = user && await openPerson(deps.personal, sql, user);
  const key = keys.get(userId);
  if (!user || !person || !key) {
    throw new Refusal("session_ended", "Authentication required. Please login again.");
  }
  const exporting: Exporting = { userId, shard: deps.shardOf(userId), key };
  const profile = {
    id: userId,
    ...person,
    role: user.role,
    isAdmin: user.isAdmin,
    isVerified: user.isVerified,
    createdAt: isoTime(user.createdAt),
    picture: user.picture?.key ?? null,
  };
  return [
    ["exportedAt", () => Promise.resolve(isoTime(deps.now()))],
    ["profile", () => Promise.resolve(profile)],
    ["settings", () => Promise.resolve({ notifications: user.notifications, isNamed: user.isNamed })],
    ["newsletter", () => subscriberOf(deps, person.email)],
    ...thingsOf(deps, exporting),
    ...moneyOf(deps, exporting),
    ["history", () => historyAbout(deps, exporting)],
  ];
}

/** A time as the export writes it: ISO 8601 in UTC. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

import { readAdmins } from "../../../projections/admin/admins.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { fullName } from "../../contract/full_name.ts";
import type { TeamSessionsAnswer } from "../../contract/team.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { readStream, streamVersions } from "../../store/log/read.ts";
import {
  type AdminLoggedIn,
  type AdminLoginFailed,
  adminLoginStream,
  type AdminSessionEnded,
} from "../login/events.ts";

/** So many of the newest log-ins and failures are looked through for the last log-in. */
const MOST_READ = 500;

/** The admins with the sessions that they have open in the back office, last used first, and when they last came in. */
export async function sessionsOfTeam(deps: Deps, currentSessionId: string): Promise<TeamSessionsAnswer> {
  const admins = await readAdmins(deps.store.sql);
  const persons = await openPersonsOf(deps, admins.map(({ userId }) => userId));
  const members = await Promise.all(admins.map(async ({ userId }) => {
    const [all, lastLoginAt] = await Promise.all([deps.sessions.list(userId), lastLoginOf(deps, userId)]);
    const person = persons.get(userId);
    return {
      userId,
      name: fullName(person, "A former admin"),
      lastLoginAt: lastLoginAt === undefined ? null : new Date(lastLoginAt).toISOString(),
      sessions: all.filter(({ audience }) => audience !== "user").map((session) => ({
        sessionId: session.sessionId,
        userAgent: session.userAgent,
        address: session.address ?? null,
        createdAt: new Date(session.createdAt).toISOString(),
        lastSeenAt: new Date(session.lastSeenAt).toISOString(),
        isCurrent: session.sessionId === currentSessionId,
      })),
    };
  }));
  return { members };
}

/** When an admin last came into the back office, epoch ms. */
async function lastLoginOf({ store: { sql } }: Pick<Deps, "store">, userId: string): Promise<number | undefined> {
  const stream = adminLoginStream(userId);
  const newest = (await streamVersions(sql, "social", [stream])).get(stream) ?? 0;
  const fromVersion = Math.max(1, newest - MOST_READ);
  const events = await readStream<AdminLoggedIn | AdminLoginFailed>(sql, "social", stream, { fromVersion });
  return events.findLast(({ type }) => type === "AdminLoggedIn")?.recordedAt;
}

/** Ends an admin's session now, and writes down who did it. Answers whether there was one. */
export async function endSessionOf(
  deps: Deps,
  { userId, sessionId, metadata }: { readonly userId: string; readonly sessionId: string; readonly metadata: Metadata },
): Promise<boolean> {
  const open = (await deps.sessions.list(userId)).some((one) => one.sessionId === sessionId && one.audience !== "user");
  if (!open || !await deps.sessions.end(userId, sessionId)) return false;
  const event: AdminSessionEnded = { type: "AdminSessionEnded", data: { userId, sessionId } };
  await deps.store.appendToStream("social", adminLoginStream(userId), [event], { metadata });
  return true;
}

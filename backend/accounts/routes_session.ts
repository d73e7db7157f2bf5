import type { Context } from "hono";
import type { LoginAnswer } from "../contract/accounts.ts";
import type { Deps } from "../deps.ts";
import { sessionsFor } from "../http/sessions.ts";
import { tokensFor } from "../http/tokens.ts";
import type { User } from "../../projections/users.ts";

/** Opens a session for someone who has shown who they are, whichever way; with the given id, or one of its own. */
export async function openSession(
  deps: Deps,
  c: Context,
  { user: { userId, role, isAdmin }, remember, sessionId }: { user: User; remember: boolean; sessionId?: string },
): Promise<LoginAnswer> {
  const start = { userId, role, isAdmin, audience: "user", remember } as const;
  const { session, expiresAt } = await sessionsFor(deps).start({
    ...start,
    ...(sessionId && { sessionId }),
    userAgent: c.req.header("user-agent") ?? "",
  });
  const [token, report] = await Promise.all([
    tokensFor(deps).signSession(session),
    tokensFor(deps).signReport(userId),
  ]);
  return { token, role, userId, reportToken: report.token, expiresAt: new Date(expiresAt).toISOString() };
}

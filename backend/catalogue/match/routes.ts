import { Hono } from "hono";
import type { MatchAnswer } from "../../contract/match.ts";
import { MatchRows } from "../../contract/requests/match.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { requireUser } from "../../http/session.ts";
import { jsonBody } from "../../http/validate.ts";
import { matchAll } from "./reads.ts";

/** A list of 10,000 songs is 100 calls. */
const CALLS_AN_HOUR = 400;

/** Finds on Orin what people bring from elsewhere. */
export function matchRoutes(deps: Deps) {
  return new Hono().post("/api/v1/tracks/match", requireUser(deps), jsonBody(MatchRows), async (c) => {
    await takeTurn(deps, { kind: "song match", perHour: CALLS_AN_HOUR, of: c.var.session.userId });
    const found = await matchAll(deps, c.req.valid("json").rows);
    return c.json({ matches: found.map((trackId) => trackId ?? null) } satisfies MatchAnswer, 200);
  });
}

import * as calls from "../../contract/calls/catalogue.ts";
import { Routes } from "../../http/routes.ts";
import type { MatchAnswer } from "../../contract/match.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { matchAll } from "./reads.ts";

/** A list of 10,000 songs is 100 calls. */
const CALLS_AN_HOUR = 400;

/** Finds on Orin what people bring from elsewhere. */
export function matchRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.matchTracks, async (c) => {
    await takeTurn(deps, { kind: "song match", perHour: CALLS_AN_HOUR, of: c.var.session.userId });
    const found = await matchAll(deps, c.req.valid("json").rows);
    return c.json({ matches: found.map((trackId) => trackId ?? null) } satisfies MatchAnswer, 200);
  });
}

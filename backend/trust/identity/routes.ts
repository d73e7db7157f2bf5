import * as calls from "../../contract/calls/trust.ts";
import { Routes } from "../../http/routes.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { askForProof } from "./prove.ts";
import { identityOf } from "./reads.ts";

/** Callers who ask too often learn neither names of accounts nor which BVNs are taken. */
const REQUESTS_AN_HOUR = 15;

/** Proving who one is, for payments above the month's limit. */
export function identityRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getIdentity, async (c) => c.json(await identityOf(deps, c.var.session.userId), 200))
    .serve(calls.proveIdentity, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "identity", perHour: REQUESTS_AN_HOUR, of: userId });
      await askForProof(deps, c.req.valid("json"), { userId, metadata: metadataOf(c, userId) });
      return c.json(await identityOf(deps, userId), 202);
    });
}

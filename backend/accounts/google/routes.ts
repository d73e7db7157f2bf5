import type { GoogleSignIn } from "../../contract/accounts.ts";
import * as calls from "../../contract/calls/accounts.ts";
import { Routes } from "../../http/routes.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { Attempts } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { comeBackWithGoogle } from "../closing/close.ts";
import { signInWithGoogle } from "./sign_in.ts";
import { openSession } from "../login/routes.ts";

/** Signing in with Google: whether and how, and the documented call that opens a session. */
export function googleRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.googleSignIn, (c) => {
      const { clientId, scriptUrl } = deps.identity ?? {};
      return c.json((clientId && scriptUrl ? { clientId, scriptUrl } : {}) satisfies GoogleSignIn, 200);
    })
    .serve(calls.signInWithGoogle, async (c) => {
      const { credential, email, role, rememberMe, reopen } = c.req.valid("json");
      const attempts = new Attempts(deps, c, { kind: "google" });
      await attempts.admit();
      const sessionId = newId(deps.now());
      const proof = { credential, email, role, sessionId, metadata: metadataOf(c) };
      const open = reopen ? comeBackWithGoogle : signInWithGoogle;
      const user = await open(deps, proof).catch(async (error: unknown) => {
        if (!(error instanceof Refusal && error.code === "google_refused")) await attempts.passed();
        throw error;
      });
      await attempts.passed();
      return c.json(await openSession(deps, c, { user, remember: rememberMe, sessionId }), 200);
    });
}

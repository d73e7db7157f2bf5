import * as calls from "../contract/calls/subscriptions.ts";
import { Routes } from "../http/routes.ts";
import { BadSignature } from "../adapters/payments/types.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { boundedBody } from "../http/body.ts";
import { keepNotice } from "./notice.ts";

const MAX_BYTES = 1024 * 1024;

/**
 * The provider's webhook. It checks the signature over the raw bytes, stores the notice, and answers
 * before it acts on it.
 */
export function webhookRoutes(deps: Deps) {
  const { signatureHeader } = deps.payments.webhook;
  return new Routes(deps).serve(calls.paystackWebhook, async (c) => {
    const rawBody = await boundedBody(c, MAX_BYTES);
    let notice;
    try {
      notice = deps.payments.readWebhook(rawBody, c.req.header(signatureHeader));
    } catch (error) {
      if (!(error instanceof BadSignature)) throw error;
      deps.store.metrics.count("payment_notices_forged_total");
      throw new Refusal("unauthenticated", "The notice is not signed by the payment provider");
    }
    await keepNotice(deps, notice);
    return c.json({ received: true }, 200);
  });
}

import * as calls from "../contract/calls/subscriptions.ts";
import { isoTime } from "../contract/iso_time.ts";
import { Routes } from "../http/routes.ts";
import type { Context } from "hono";
import { callbackFor } from "../contract/callback.ts";
import { tokensOf } from "../contract/money.ts";
import { lagosDay } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import type {
  InitializePaymentAnswer,
  PayPerViewAnswer,
  SubscriptionHistory,
  VerifyPaymentAnswer,
} from "../contract/subscriptions.ts";
import type { Deps } from "../deps.ts";
import { sayWhatSettles } from "../wallet/settling/reads.ts";
import { takeTurn } from "../http/rate_limit.ts";
import { afterMoney, metadataOf, onceCommandOf, repeatOf } from "../http/request_id.ts";
import { extraPlaysOn } from "../../projections/listening/extra_plays.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { findPremiumPayment } from "../../projections/subscriptions/premium_payments.ts";
import { subscriptionHistory, subscriptionsOf } from "../../projections/subscriptions/subscriptions.ts";
import { giveUpPremium } from "./grant.ts";
import { payPerView } from "./buy_extra_play.ts";
import { assertPaid, startPremiumPayment } from "./pay.ts";
import { premiumUseOf } from "./reads.ts";

const CHECKOUTS_AN_HOUR = 30;
const HISTORY = 100;

/** Premium: paying for it, what happened to it, giving it up; and one more play for tokens. */
export function subscriptionRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.startPremiumPayment, async (c) => {
      const { userId } = c.var.session;
      const { amount, callbackUrl } = c.req.valid("json");
      await takeTurn(deps, { kind: "checkout", perHour: CHECKOUTS_AN_HOUR, of: userId });
      const { premiumMonthKobo } = policyAt(await readPolicies(deps.store.sql), deps.now());
      if (amount !== undefined && amount !== premiumMonthKobo) {
        throw new Refusal("price_changed", "The price of Premium has changed: please reload the page");
      }
      const returnTo = callbackFor(deps.config, callbackUrl, { path: "/subscriptions", origin: originOf(c) });
      const metadata = metadataOf(c, userId);
      const started = await startPremiumPayment(deps, { userId, callbackUrl: returnTo, metadata });
      const { authorizationUrl: authorization_url, accessCode: access_code, reference } = started;
      const answer: InitializePaymentAnswer = {
        message: "Authorization URL created",
        data: { authorization_url, access_code, reference },
      };
      return c.json(answer, 200);
    })
    .serve(calls.verifyPremiumPayment, async (c) => {
      return c.json(await verify(deps, c.var.session.userId, c.req.valid("json").reference), 200);
    })
    .serve(calls.cancelPremium, async (c) => {
      const { userId } = c.var.session;
      const until = await giveUpPremium(deps, userId, metadataOf(c, userId));
      const message = "Subscription canceled successfully. You will have access until the end of your billing period.";
      return c.json({ message, subscription: { isActive: true, isCancelled: true, expiryDate: isoTime(until) } }, 200);
    })
    .serve(calls.subscriptionHistory, async (c) => c.json(await historyOf(deps, c.var.session.userId), 200))
    .serve(calls.premiumUse, async (c) => {
      return c.json(await premiumUseOf(deps, c.var.session.userId), 200);
    })
    .serve(calls.payPerView, async (c) => {
      const { userId } = c.var.session;
      const buyer = { userId, metadata: metadataOf(c, userId), ...onceCommandOf(c) };
      const result = await sayWhatSettles(deps, userId, payPerView(deps, buyer));
      const now = deps.now();
      const reading = Promise.all([
        readPolicies(deps.store.sql),
        extraPlaysOn(deps.store.sql, { shard: deps.shardOf(userId), userId }, lagosDay(now)),
      ]);
      const [policies, extra] = await afterMoney(c, reading);
      const answer: PayPerViewAnswer = {
        message: "You have one more play today",
        tokens: tokensOf(result.units),
        newBalance: tokensOf(result.balance),
        freePlayLimit: policyAt(policies, now).dailyFreePlays + extra,
        ...repeatOf(c, result),
      };
      return c.json(answer, 200);
    });
}

/** The payment's owner gets what was paid for, as soon as the provider says that it was. */
async function verify(deps: Deps, userId: string, reference: string): Promise<VerifyPaymentAnswer> {
  const known = await findPremiumPayment(deps.store.sql, reference);
  if (known?.userId !== userId) throw new Refusal("payment_not_found", "Failed to verify payment");
  await assertPaid(deps, known);
  const until = (await subscriptionsOf(deps.store.sql, [userId])).get(userId)?.until ?? deps.now();
  return {
    message: "Subscription activated successfully!",
    subscription: { isActive: until > deps.now(), expiryDate: isoTime(until) },
  };
}

async function historyOf(deps: Deps, userId: string): Promise<SubscriptionHistory> {
  const { sql } = deps.store;
  const now = deps.now();
  const [rows, people, policies] = await Promise.all([
    subscriptionHistory(sql, userId, HISTORY),
    subscriptionsOf(sql, [userId]),
    readPolicies(sql),
  ]);
  const { until, isCancelled = false } = people.get(userId) ?? {};
  const isActive = until !== undefined && until > now;
  const entries = rows.map(({ action, at, until: end, reference }) => ({
    ...{ action, date: isoTime(at), endDate: isoTime(end) },
    ...(reference !== undefined && { reference }),
  }));
  // The documented screen looks at the first entry alone: while access lasts it must say so.
  const current = isActive ? entries.find(({ action }) => action === "subscribe") : undefined;
  const others = entries.filter((entry) => entry !== current);
  return {
    history: current && until !== undefined ? [{ ...current, endDate: isoTime(until) }, ...others] : entries,
    subscription: {
      ...{ isActive, isCancelled: isActive && isCancelled },
      expiryDate: until === undefined ? null : isoTime(until),
      priceKobo: policyAt(policies, now).premiumMonthKobo,
    },
  };
}

function originOf(c: Context): string {
  return new URL(c.req.url).origin;
}

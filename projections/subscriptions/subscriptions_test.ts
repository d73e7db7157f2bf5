import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { SubscriptionEvent } from "../../backend/subscriptions/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { subscriptionHistory, subscriptions, subscriptionsOf } from "./subscriptions.ts";

const test = await openTestProjection(subscriptions);
afterAll(() => test[Symbol.asyncDispose]());

const userId = newId();
const granted = (until: number): SubscriptionEvent => (
  { type: "SubscriptionGranted", data: { userId, from: 0, until, reference: "r" } }
);
const cancelled: SubscriptionEvent = { type: "SubscriptionCancelled", data: { userId, until: 1_000 } };
const suspended: SubscriptionEvent = {
  type: "SubscriptionSuspended",
  data: { userId, reference: "r", reason: "disputed", takenMs: 600, until: 400 },
};
const restored: SubscriptionEvent = { type: "SubscriptionRestored", data: { userId, reference: "r", until: 1_000 } };
const ended: SubscriptionEvent = { type: "SubscriptionEnded", data: { userId, endedAt: 500 } };

it.each<[string, SubscriptionEvent[], { until: number; isCancelled: boolean }, string[]]>([
  ["granted", [granted(1_000)], { until: 1_000, isCancelled: false }, ["subscribe"]],
  ["cancelled", [granted(1_000), cancelled], { until: 1_000, isCancelled: true }, ["cancel", "subscribe"]],
  ["bought again", [granted(1_000), cancelled, granted(2_000)], { until: 2_000, isCancelled: false }, [
    "subscribe",
    "cancel",
    "subscribe",
  ]],
  ["taken for a dispute", [granted(1_000), suspended], { until: 400, isCancelled: false }, ["suspend", "subscribe"]],
  ["given back, still cancelled", [granted(1_000), cancelled, suspended, restored], {
    until: 1_000,
    isCancelled: true,
  }, ["restore", "suspend", "cancel", "subscribe"]],
  ["ended", [granted(1_000), ended], { until: 500, isCancelled: false }, ["end", "subscribe"]],
])("knows until when Premium lasts that was %s", async (_how, events, row, actions) => {
  expect(await test.given(events, async (tx) => (await subscriptionsOf(tx, [userId, newId()])).get(userId))).toEqual(
    row,
  );
  const history = await test.given(events, (tx) => subscriptionHistory(tx, userId, 10));
  expect(history.map(({ action }) => action)).toEqual(actions);
});

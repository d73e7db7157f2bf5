import { Hono } from "hono";
import { expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { DatabaseAway, OutcomeUnknown } from "../store/log/errors.ts";
import { onError } from "./problems.ts";
import { afterMoney, onceCommandOf, repeatOf } from "./request_id.ts";

const app = new Hono()
  .post("/pay", (c) => c.json({ command: onceCommandOf(c), ...repeatOf(c, { repeated: true }) }))
  .post("/unknown", () => Promise.reject(new OutcomeUnknown()))
  .post("/read", async (c) => c.json(await afterMoney(c, Promise.reject(new DatabaseAway()))));
app.onError(onError({ log: () => {} }));

const send = async (path: string, key?: string) => {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  const answer = await app.request(path, { method: "POST", headers });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.json() };
};
const UNKNOWN = {
  status: 503,
  retryAfter: null,
  body: {
    code: "outcome_unknown",
    error: "We could not confirm this. Look at your Available Balance and history before you try again.",
  },
};

it("a call that moves money is one call for a minute without a key, and says so when it is repeated", async () => {
  const key = newId();
  expect((await send("/pay")).body).toEqual({ command: { onceWithinMs: 60_000 }, repeated: true });
  expect((await send("/pay", key)).body).toEqual({ command: { commandId: key } });
});

it("a call whose outcome nobody knows has a code of its own, and says where to look", async () => {
  expect(await send("/unknown")).toMatchObject(UNKNOWN);
});

it("a read that fails once money has moved leaves only callers without a key in doubt", async () => {
  expect(await send("/read")).toMatchObject(UNKNOWN);
  expect(await send("/read", newId())).toMatchObject({ status: 503, body: { code: "overloaded" } });
});

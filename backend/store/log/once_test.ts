import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import type { CommandHandler } from "./command.ts";
import { OutcomeUnknown, Overloaded } from "./errors.ts";

const ONCE_MS = 60_000;
const LOG = "ledger/0";

let now = 1_800_000_000_000;
let test: TestStore;
beforeAll(async () => void (test = await openTestStore({ now: () => now })));
afterAll(() => test[Symbol.asyncDispose]());

let isRefused = false;

const pay: CommandHandler<{ to: string }, null, { paymentId: string }> = {
  name: "pay",
  refusalsStick: true,
  load: () => Promise.resolve(null),
  decide(_state, { to }, context) {
    if (isRefused) throw new Refusal("insufficient_funds", "Too little");
    const paymentId = context.newId();
    const event = { type: "Paid", data: { to } };
    return { appends: [{ log: LOG, stream: `pay/${paymentId}`, version: 0, events: [event] }], result: { paymentId } };
  },
};

interface How {
  readonly store?: typeof test.store;
  readonly actor?: string;
  readonly commandId?: string;
}

const send = async (to: string, { store = test.store, actor = "user:ada", ...id }: How = {}) => {
  const own = id.commandId === undefined ? { onceWithinMs: ONCE_MS } : id;
  const { result, repeated } = await store.execute(pay, { to }, {
    ...{ logs: [LOG], metadata: { actor }, content: { to } },
    ...own,
  });
  return { ...result, repeated };
};

describe("a command without an id that takes effect once", () => {
  it("gets the first result within its time of the first, across the borders of its stretches, and then a new one", async () => {
    now = Math.ceil(now / ONCE_MS) * ONCE_MS + 50_000;
    const first = await send("bola");
    expect(first.repeated).toBe(false);
    for (const later of [0, 5_000, 15_000, 59_000]) {
      now += later;
      expect(await send("bola"), String(later)).toEqual({ ...first, repeated: true });
      now -= later;
    }
    now += 60_000;
    const next = await send("bola");
    expect(next.repeated).toBe(false);
    expect(next.paymentId).not.toBe(first.paymentId);
    now += 59_000;
    expect((await send("bola")).paymentId).toBe(next.paymentId);
  });

  it("is another one for another actor, other content, or with an id", async () => {
    const ids = [
      await send("chidi"),
      await send("chidi", { actor: "user:bola" }),
      await send("dayo"),
      await send("chidi", { commandId: newId() }),
      await send("chidi", { commandId: newId() }),
    ];
    expect(new Set(ids.map(({ paymentId }) => paymentId)).size).toBe(5);
    expect(ids.map(({ repeated }) => repeated)).toEqual(Array(5).fill(false));
  });

  it("takes effect once when it comes forty times to two processes, also where their clocks are apart", async () => {
    now = Math.ceil(now / ONCE_MS) * ONCE_MS - 5;
    const ahead = test.another({ now: () => now + 10 });
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, index) => send("efe", { store: index % 2 ? ahead : test.store })),
    );
    expect(new Set(all.map(({ paymentId }) => paymentId)).size).toBe(1);
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  it("is decided anew after a refusal: what was missing may be there by now", async () => {
    isRefused = true;
    await expect(send("femi")).rejects.toMatchObject({ code: "insufficient_funds" });
    isRefused = false;
    expect((await send("femi")).repeated).toBe(false);
  });

  it("is found before its facts are read", async () => {
    const options = { logs: [LOG] as const, metadata: { actor: "user:ada" }, content: { to: "gozie" } };
    const once = { ...options, onceWithinMs: ONCE_MS };
    expect(await test.store.earlier(pay, once)).toBe(undefined);
    const { paymentId } = await send("gozie");
    expect(await test.store.earlier(pay, once)).toEqual({ paymentId });
    now += ONCE_MS;
    expect(await test.store.earlier(pay, once)).toBe(undefined);
  });
});

describe("a group that is given up", () => {
  const failing = (code: string): typeof pay => ({
    ...pay,
    load: () => Promise.reject(Object.assign(new Error("from the database"), { code })),
  });
  const outcomeOf = (code: string, id: { commandId: string } | { onceWithinMs: number }) => {
    const options = { logs: [LOG] as const, metadata: { actor: "user:ada" }, content: { code }, ...id };
    return test.store.execute(failing(code), { to: code }, options).catch((error: unknown) => error);
  };

  it("leaves who sent no id in doubt where it may be stored, and nobody where the database took it back", async () => {
    expect(await outcomeOf("08006", { onceWithinMs: ONCE_MS })).toBeInstanceOf(OutcomeUnknown);
    expect(await outcomeOf("08006", { commandId: newId() })).toBeInstanceOf(Overloaded);
    expect(await outcomeOf("40001", { onceWithinMs: ONCE_MS })).toBeInstanceOf(Overloaded);
  });
});

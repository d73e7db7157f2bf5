import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { userStream } from "../accounts/account/events.ts";
import { googleStream } from "../accounts/google/events.ts";
import { newId } from "../contract/ids.ts";
import { CREDENTIAL_HOLD_MS } from "../contract/policy.ts";
import { settleDueGifts } from "../gifts/settlement/settle.ts";
import type { EventKind } from "../store/log/event.ts";
import { type TestPerson, tokenOf } from "../testing/people_fixtures.ts";
import { approvePayout, someBank } from "../testing/payouts.ts";
import { sized } from "../testing/proof.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { freeze, release } from "./settling/freeze.ts";

const DAY_MS = 24 * 3_600_000;
const FREE_PLAYS = 20;
const BY = "system:test";

type Seal = (field: string) => string;

/** What changes who can open an account, each as its event. */
const CHANGES: Readonly<Record<string, (userId: string, seal: Seal) => readonly [stream: string, event: EventKind]>> = {
  password: (userId, seal) => [
    userStream(userId),
    { type: "PasswordChanged", data: { userId, passwordHash: seal("passwordHash"), by: "reset" } },
  ],
  name: (userId, seal) => [
    userStream(userId),
    { type: "ProfileChanged", data: { userId, firstName: seal("firstName") } },
  ],
  phone: (userId, seal) => [userStream(userId), { type: "ProfileChanged", data: { userId, phone: seal("phone") } }],
  google: (userId) => {
    const subjectHash = newId();
    return [googleStream(subjectHash), { type: "GoogleLinked", data: { subjectHash, userId, isLater: true } }];
  },
};

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("change" as const), what: fc.constantFrom(...Object.keys(CHANGES)) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("freeze" as const, "release" as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom("give" as const, "play" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom("withdraw" as const, "cancel" as const, "approve" as const) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("get" as const, "give_back" as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("wait" as const), days: fc.constantFrom(1, 2, 4) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let test: TestWallet;
let artist: TestPerson;
let giver: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  artist = await test.person({ role: "creator" });
  giver = await test.person({ tokens: 1_000_000 });
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

/** One account, and what the rules say of it, as simply as they can be said. */
interface Model {
  readonly who: TestPerson;
  heldFrom: number;
  isFrozen: boolean;
  /** Extra plays bought since it was last free. */
  plays: number;
  withdrawalId: string;
  /** The withdrawal that was paid: a second approval answers the first result and moves nothing. */
  paidId: string;
  giftId: string;
}

const now = () => test.world.deps.now();
const isHeld = (model: Model) => model.isFrozen || now() < model.heldFrom + CREDENTIAL_HOLD_MS;
/** Sessions end while the clock is moved. */
const call = async (who: TestPerson, method: string, path: string, body?: unknown) => {
  const token = await tokenOf(test.world.deps, who);
  return await test.call({ ...who, token }, method, path, { key: newId(), ...(body !== undefined && { body }) });
};

it("nothing leaves an account on hold, whatever is done in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const who = await test.person({ tokens: 20_000, role: "creator" });
      const model: Model = { who, heldFrom: 0, isFrozen: false, plays: 0, withdrawalId: "", paidId: "", giftId: "" };
      for (const one of steps) {
        const before = await sumOf(who);
        const wasHeld = isHeld(model);
        const orinTook = await take(one, model);
        const lost = before - await sumOf(who) - orinTook;
        if (wasHeld && one.does !== "play") expect(lost, one.does).toBeLessThanOrEqual(0);
      }
      expect(await test.total()).toBe(0);
    }),
    { numRuns: sized(4, 60), endOnFailure: true },
  );
});

/** What a person has, wherever it is. */
async function sumOf(who: TestPerson): Promise<number> {
  const { available, reserved } = await test.moneyOf(who);
  return available + reserved + await test.settlingOf(who);
}

/** Does a step, says what the rules say of it, and answers what Orin itself took. */
async function take(one: Step, model: Model): Promise<number> {
  const { who } = model;
  const { deps } = test.world;
  switch (one.does) {
    case "change": {
      const key = await deps.personal.keyOf(deps.store.sql, who.userId);
      const [stream, event] = CHANGES[one.what]?.(who.userId, (field) => key.seal(field, "Changed")) ?? [];
      if (!stream || !event) throw new Error(`There is no change "${one.what}"`);
      await deps.store.appendToStream("social", stream, [event], { metadata: { actor: BY } });
      if (!isHeld(model)) model.plays = 0;
      model.heldFrom = now();
      return 0;
    }
    case "freeze":
      await freeze(deps, { userId: who.userId, reason: "A test", by: BY });
      if (!isHeld(model)) model.plays = 0;
      model.isFrozen = true;
      return 0;
    case "release":
      await release(deps, { userId: who.userId, reason: "A test", by: BY });
      model.isFrozen = false;
      return 0;
    case "give": {
      const { status, body } = await call(who, "POST", "/api/v1/gifts", {
        ...{ artistId: artist.userId, amount: 0.1, method: "tokens" },
      });
      expect([status, body.code], JSON.stringify(body)).toEqual(
        isHeld(model) ? [409, "account_held"] : [201, undefined],
      );
      return 0;
    }
    case "play": {
      const { status, body } = await call(who, "POST", "/api/v1/pay-per-view", {});
      expect([200, 409], JSON.stringify(body)).toContain(status);
      if (isHeld(model)) expect(model.plays += status === 200 ? 1 : 0).toBeLessThanOrEqual(FREE_PLAYS);
      else expect(status).toBe(200);
      return 0;
    }
    case "withdraw": {
      const { status, body } = await call(who, "POST", "/api/v1/withdraw", { amount: 100, bankDetails: someBank() });
      expect([201, 409], JSON.stringify(body)).toContain(status);
      if (status !== 201) return 0;
      model.withdrawalId = body.withdrawalId;
      // Each request of these tests names a bank account that is new.
      if (!isHeld(model)) model.plays = 0;
      model.heldFrom = Math.max(model.heldFrom, now());
      return 0;
    }
    case "cancel":
      if (model.withdrawalId) await call(who, "POST", `/api/v1/withdrawals/${model.withdrawalId}/cancel`);
      return 0;
    case "approve": {
      if (!model.withdrawalId) return 0;
      const by = { ...admin, token: await tokenOf(deps, { ...admin, isAdmin: true }) };
      const { status, body } = await approvePayout(test, by, model.withdrawalId);
      if (isHeld(model) && model.paidId !== model.withdrawalId) expect(status, JSON.stringify(body)).not.toBe(200);
      if (status === 200) model.paidId = model.withdrawalId;
      return 0;
    }
    case "get": {
      const gift = { artistId: who.userId, amount: 0.1, method: "tokens" };
      const { status, body } = await call(giver, "POST", "/api/v1/gifts", gift);
      if (status === 201) model.giftId = body.giftId;
      return 0;
    }
    case "give_back": {
      const units = await sumOf(who);
      if (model.giftId) await call(admin, "POST", `/api/v1/admin/gifts/${model.giftId}/refund`);
      return units - await sumOf(who);
    }
    case "wait":
      test.pass(one.days * DAY_MS);
      await settleDueGifts(deps);
      return 0;
  }
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dyingAt, foldWithdrawal, Killed, OPENED, passUnclear, requestPayout } from "../../testing/payouts.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { TEST_INSTALLATION } from "../../testing/store.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { approveWithdrawal } from "./approve.ts";
import { advancePayout, sweepPayouts } from "./payout.ts";

let test: TestWallet;
let admin: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ faults: { webhooksLost: true } });
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

/** Approved, and not worked on yet: the process that should have is gone. */
async function approved() {
  const request = await requestPayout(test);
  const command = {
    shard: 0,
    userId: request.who.userId,
    withdrawalId: request.id,
    adminId: admin.userId,
    installation: TEST_INSTALLATION,
    caseSeen: OPENED,
  };
  await approveWithdrawal(test.world.deps, command, { actor: `user:${admin.userId}` });
  return request;
}

describe("a process that is killed while it pays", () => {
  it("at any boundary leaves a payout that the sweeper brings to its end, paid exactly once", async () => {
    let boundary = 0;
    for (let ended = false; !ended;) {
      const { who, id, reference } = await approved();
      const dying = dyingAt(test.world.deps, ++boundary);
      const outcome = await advancePayout(dying.deps, id).catch((error) => error);
      ended = !(outcome instanceof Killed);
      // The next process comes immediately, and again when an unclear call is old enough.
      await sweepPayouts(test.world.deps);
      passUnclear(test);
      await sweepPayouts(test.world.deps);
      test.sandbox.settle(reference, "success");
      await sweepPayouts(test.world.deps);
      expect(await foldWithdrawal(test, id), `boundary ${boundary}`).toMatchObject({ status: "completed" });
      expect(test.sandbox.state().transfers.filter(({ key }) => key === reference)).toHaveLength(1);
      expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
      expect(await test.total()).toBe(0);
    }
    // Reading, recipient, attempt, transfer, look-up, note: each with a before and an after.
    expect(boundary).toBeGreaterThan(12);
  });

  it("twice in a row still leaves one payment", async () => {
    for (const [first, second] of [[8, 3], [9, 4], [10, 6], [10, 10], [12, 2]] as const) {
      const { id, reference } = await approved();
      await advancePayout(dyingAt(test.world.deps, first).deps, id).catch(() => undefined);
      passUnclear(test);
      await advancePayout(dyingAt(test.world.deps, second).deps, id).catch(() => undefined);
      passUnclear(test);
      await sweepPayouts(test.world.deps);
      test.sandbox.settle(reference, "success");
      await sweepPayouts(test.world.deps);
      expect(await foldWithdrawal(test, id)).toMatchObject({ status: "completed" });
      expect(test.sandbox.state().transfers.filter(({ key }) => key === reference)).toHaveLength(1);
    }
  });

  it("and many processes that go on at the same time pay once", async () => {
    const { id, reference } = await approved();
    const other = test.world.another().deps;
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => advancePayout(index % 2 ? other : test.world.deps, id)),
    );
    test.sandbox.settle(reference, "success");
    await Promise.all([sweepPayouts(test.world.deps), sweepPayouts(other)]);
    expect(await foldWithdrawal(test, id)).toMatchObject({ status: "completed", attempts: 1 });
    expect(await test.total()).toBe(0);
  });
});

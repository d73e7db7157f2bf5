import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClearances } from "../../../projections/wallet/clearances.ts";
import { findWithdrawal } from "../../../projections/wallet/withdrawals.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { sized } from "../../testing/proof.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { interceptCalls } from "../../testing/intercept_calls.ts";
import { Killed, OPENED, requestPayout, someBank, type TestRequest } from "../../testing/payouts.ts";
import { TEST_INSTALLATION, TEST_SHARDS } from "../../testing/store.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { pause, readPause } from "../pause/pause.ts";
import { type Approval, approveWithdrawal, sweepClearances } from "./approve.ts";
import { withdrawalStream } from "./events.ts";
import { rejectWithdrawal } from "./review.ts";

const LIMIT = FIRST_POLICY.approvedAloneDayUnits;
const LATER_MS = 61_000;
/** Who would be paid more than one admin may pay alone in a day. */
const PEOPLE = 8;
const TOKENS = LIMIT / 100 / 5;

let test: TestWallet;
beforeAll(async () => {
  test = await openTestWallet({ openingBalanceKobo: 50_000_000_000 });
  // The approving admin has a partner.
  await Promise.all([admin(), admin()]);
});
afterAll(() => test[Symbol.asyncDispose]());

type ApproveDeps = Parameters<typeof approveWithdrawal>[0];

const admin = () => test.person({ isAdmin: true });
const deps = (): ApproveDeps => test.world.deps;

function approvalOf({ id: withdrawalId, who: { userId } }: TestRequest, by: TestPerson): Approval {
  const about = { shard: test.world.deps.shardOf(userId), userId, withdrawalId };
  return { ...about, adminId: by.userId, installation: TEST_INSTALLATION, caseSeen: OPENED };
}

const approve = (request: TestRequest, by: TestPerson, needs: ApproveDeps = deps()) =>
  approveWithdrawal(needs, approvalOf(request, by), { actor: `user:${by.userId}` });

/** What a service has that is broken off, or overtaken, at the n-th of its commands. */
function at(
  command: number,
  happens: (call: () => unknown) => Promise<unknown>,
  of: ApproveDeps = deps(),
): ApproveDeps {
  let met = 0;
  const store = interceptCalls(of.store, ["execute"], async (call) => {
    return ++met === command ? await happens(call) : await call();
  });
  return { ...of, store };
}

const before = (command: number, does: () => Promise<unknown>) =>
  at(command, async (call) => {
    await does();
    return await call();
  });
const killedBefore = (command: number, of?: ApproveDeps) =>
  at(command, () => Promise.reject(new Killed(`before ${command}`)), of);
const killedAfter = (command: number, of?: ApproveDeps) =>
  at(command, async (call) => {
    await call();
    throw new Killed(`after ${command}`);
  }, of);

const statusOf = async ({ id }: TestRequest) => (await findWithdrawal(test.world.deps.store.sql, id))?.status;
const open = async () => (await openClearances(test.world.deps.store.sql, Number.MAX_SAFE_INTEGER / 1e3)).length;

async function eventsOf(request: TestRequest): Promise<string[]> {
  const { shard, withdrawalId } = approvalOf(request, request.who);
  const events = await test.world.deps.store.readStream(`ledger/${shard}`, withdrawalStream(withdrawalId));
  return events.map(({ type }) => type);
}

async function clearedFor({ id }: TestRequest): Promise<string[]> {
  const events = await test.world.deps.store.readLog("social", { after: 0, upTo: 1e9 });
  return events.filter(({ type, data }) => {
    return /Clear/.test(type) && (data as { withdrawalId?: string }).withdrawalId === id;
  }).map(({ type }) => type);
}

async function passAndSweep(): Promise<void> {
  test.pass(LATER_MS);
  await sweepClearances(deps());
}

describe("approvals in all shards", () => {
  it("of one admin at once, in two processes, never pay more than the admin may alone", async () => {
    const by = await admin();
    const requests = await Promise.all(Array.from({ length: PEOPLE }, () => requestPayout(test, TOKENS)));
    if (TEST_SHARDS > 1) {
      expect(new Set(requests.map(({ who }) => test.world.deps.shardOf(who.userId))).size).toBeGreaterThan(1);
    }
    const other = test.world.another().deps;
    const answers = await Promise.all(requests.map((one, index) => approve(one, by, index % 2 ? other : deps())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "awaiting_second_approval"),
      ...Array.from({ length: 5 }, () => "processing"),
    ]);
    expect(await open()).toBe(0);
  });

  it("to one bank account never pay more than it may get, whoever approves", async () => {
    const bank = someBank();
    const requests = await Promise.all(Array.from({ length: 4 }, () => requestPayout(test, TOKENS * 2, bank)));
    const answers = await Promise.all(requests.map(async (one) => await approve(one, await admin())));
    expect(answers.filter(({ status }) => status === "processing")).toHaveLength(2);
  });

  it("count a payout that began after the sums were read, whether or not its clearance has ended", async () => {
    const by = await admin();
    const first = await requestPayout(test, TOKENS * 3);
    const second = await requestPayout(test, TOKENS * 3);
    // What the second is decided on was read; then the first is cleared, stored and ended.
    const overtaken = before(1, () => approve(first, by));
    expect((await approve(second, by, overtaken)).status).toBe("awaiting_second_approval");
    expect([await statusOf(first), await statusOf(second)]).toEqual(["processing", "awaiting_second_approval"]);
  });
});

describe("an approval whose process is killed", () => {
  it("between its clearance and the shard counts until it is swept; then its limit comes back, and it is paid once", async () => {
    const by = await admin();
    const [lost, next] = [await requestPayout(test, TOKENS * 3), await requestPayout(test, TOKENS * 3)];
    await expect(approve(lost, by, killedBefore(2))).rejects.toThrow(Killed);
    expect(await statusOf(lost)).toBe("pending_review");
    await sweepClearances(deps());
    expect((await approve(next, by)).status).toBe("awaiting_second_approval");
    await passAndSweep();
    expect(await clearedFor(lost)).toEqual(["ApprovalCleared", "ApprovalClearanceReturned"]);
    expect((await approve(lost, by)).status).toBe("processing");
    expect(await open()).toBe(0);
  });

  it("between its clearance and the shard can be pressed again at once", async () => {
    const by = await admin();
    const request = await requestPayout(test, TOKENS * 3);
    await expect(approve(request, by, killedAfter(1))).rejects.toThrow(Killed);
    expect((await approve(request, by)).status).toBe("processing");
    await passAndSweep();
    expect((await clearedFor(request)).toSorted()).toEqual(
      ["ApprovalClearanceReturned", "ApprovalClearanceUsed", "ApprovalCleared", "ApprovalCleared"],
    );
  });

  it("after the shard has stored it counts once, before it is swept and after", async () => {
    const by = await admin();
    const stored = await requestPayout(test, TOKENS * 2);
    await expect(approve(stored, by, killedAfter(2))).rejects.toThrow(Killed);
    expect(await statusOf(stored)).toBe("processing");
    expect((await approve(await requestPayout(test, TOKENS), by)).status).toBe("processing");
    await passAndSweep();
    expect(await clearedFor(stored)).toEqual(["ApprovalCleared", "ApprovalClearanceUsed"]);
    expect((await approve(await requestPayout(test, TOKENS * 2), by)).status).toBe("processing");
    expect((await approve(await requestPayout(test, TOKENS), by)).status).toBe("awaiting_second_approval");
  });

  it("and was taken for gone too early stores nothing under the ended clearance, and is cleared anew", async () => {
    const by = await admin();
    const request = await requestPayout(test, TOKENS);
    expect((await approve(request, by, before(2, passAndSweep))).status).toBe("processing");
    expect(await clearedFor(request)).toEqual([
      ...["ApprovalCleared", "ApprovalClearanceReturned"],
      ...["ApprovalCleared", "ApprovalClearanceUsed"],
    ]);
  });
});

type Step =
  /** Of one of the requests, in one of two processes, which dies before or after its n-th command; 0: it lives. */
  | { readonly does: "approve"; readonly which: number; readonly process: 0 | 1; readonly dies: number }
  | { readonly does: "sweep"; readonly isLater: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("approve" as const),
      which: fc.nat(PEOPLE - 1),
      process: fc.constantFrom(0, 1),
      dies: fc.constantFrom(0, 0, 0, 2, -1, -2, -3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("sweep" as const), isLater: fc.boolean() }) },
);

describe("whatever approves at once, dies and is swept", () => {
  it("no admin pays more than they may alone, nothing is paid twice, and what was not paid can be in the end", async () => {
    const other = test.world.another().deps;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 6 }), run),
      { numRuns: sized(2, 6), endOnFailure: true },
    );

    /** Steps of one group happen at the same time. */
    async function run(groups: readonly (readonly Step[])[]): Promise<void> {
      const by = await admin();
      const requests = await Promise.all(Array.from({ length: PEOPLE }, () => requestPayout(test, TOKENS)));
      const begunUnits = async () => {
        const rows = await Promise.all(requests.map(({ id }) => findWithdrawal(test.world.deps.store.sql, id)));
        return rows.reduce((sum, row) => sum + (row?.status === "processing" ? row.units : 0), 0);
      };
      for (const group of groups) {
        await Promise.all(group.map((one) => take(one, { by, requests })));
        expect(await begunUnits()).toBeLessThanOrEqual(LIMIT);
      }
      await passAndSweep();
      expect(await open()).toBe(0);
      for (const request of requests) await approve(request, by);
      expect(await begunUnits()).toBe(LIMIT);
      const events = await Promise.all(requests.map((one) => eventsOf(one)));
      expect(events.flatMap((types) => types.filter((type) => type === "PayoutStarted"))).toHaveLength(5);
      expect(events.filter((types) => types.filter((type) => type === "WithdrawalApproved").length > 1)).toEqual([]);
    }

    async function take(step: Step, given: { by: TestPerson; requests: readonly TestRequest[] }): Promise<void> {
      if (step.does === "sweep") return step.isLater ? await passAndSweep() : await sweepClearances(deps());
      const request = given.requests[step.which];
      if (!request) return;
      const { dies } = step;
      const alive = step.process === 0 ? deps() : other;
      const needs = dies === 0 ? alive : dies > 0 ? killedBefore(dies, alive) : killedAfter(-dies, alive);
      await approve(request, given.by, needs).catch((error) => {
        if (!(error instanceof Killed)) throw error;
      });
    }
  });
});

describe("a cleared approval", () => {
  it("meets another one in the shard, and is cleared anew beside it", async () => {
    const [one, other] = [await admin(), await admin()];
    const request = await requestPayout(test, LIMIT / 100 + 1);
    expect((await approve(request, one, before(2, () => approve(request, other)))).status).toBe("processing");
    expect((await findWithdrawal(test.world.deps.store.sql, request.id))?.approvals).toEqual([
      other.userId,
      one.userId,
    ]);
    expect(await open()).toBe(0);
  });

  it("is refused in the shard where the request was rejected meanwhile, and gives its limit back", async () => {
    const [by, other] = [await admin(), await admin()];
    const request = await requestPayout(test, TOKENS * 5);
    const { shard, userId, withdrawalId } = approvalOf(request, by);
    const rejection = { shard, userId, withdrawalId, adminId: other.userId, reason: "Not now" };
    const options = { logs: shardLogs(shard), metadata: { actor: `user:${other.userId}` } };
    const reject = () => test.world.deps.store.execute(rejectWithdrawal, rejection, options);
    await expect(approve(request, by, before(2, reject))).rejects.toMatchObject({ code: "already_decided" });
    expect(await open()).toBe(0);
    expect((await approve(await requestPayout(test, TOKENS * 5), by)).status).toBe("processing");
  });

  it("begins no payout where payouts were paused meanwhile, and gives its limit back", async () => {
    const by = await admin();
    const request = await requestPayout(test, TOKENS);
    const metadata = { actor: `user:${by.userId}` };
    const pauses = () => pause(test.world.deps, { adminId: by.userId, reason: "Look at this", metadata });
    await expect(approve(request, by, before(2, pauses))).rejects.toMatchObject({ code: "payouts_paused" });
    expect((await readPause(test.world.deps.store.sql)).paused).toBeDefined();
    expect([await statusOf(request), await open()]).toEqual(["pending_review", 0]);
  });
});

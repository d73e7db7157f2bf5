import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { approvePayout, foldWithdrawal, requestPayout } from "../../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { answerProposal } from "../../testing/waiting_proposals.ts";
import { sweepPayouts } from "./payout.ts";

const DAY_MS = 24 * 3_600_000;
const PAUSE = "/api/v1/admin/payouts";

let test: TestWallet;
beforeEach(async () => {
  test = await openTestWallet({
    faults: { settleAfterMs: 0, webhooksLost: true },
    openingBalanceKobo: 500_000_000_000,
  });
});
afterEach(() => test[Symbol.asyncDispose]());

/** An admin on a side of their own, whose limits brake nothing. */
async function admin(): Promise<TestPerson> {
  return await test.person({ isAdmin: true });
}

/** Two sides approve and pay it. */
async function pay(tokens: number): Promise<{ status: number; code: unknown; id: string }> {
  const { id } = await requestPayout(test, tokens);
  const [one, other] = [await admin(), await admin()];
  await approvePayout(test, one, id);
  const { status, body } = await approvePayout(test, other, id);
  return { status, code: body.code, id };
}

const isPaid = async (id: string) => (await foldWithdrawal(test, id))?.status === "completed";
const pauseOf = async (who: TestPerson) => (await test.call(who, "GET", `${PAUSE}/pause`)).body;

async function passDays(days: number): Promise<void> {
  test.pass(days * DAY_MS);
  await test.world.deps.verify();
}

async function resumeByTwo(): Promise<void> {
  const [one, other] = [await admin(), await admin()];
  await test.call(one, "POST", `${PAUSE}/resume`, { body: { reason: "We know this artist" } });
  const about = { kind: "payout_resume", subject: "payouts" };
  const confirm = (who: TestPerson) =>
    answerProposal((method, path, body) => test.call(who, method, path, { body }), about, "confirm");
  expect((await confirm(one)).status).toBe(409);
  expect((await confirm(other)).status).toBe(200);
}

describe("a day of payouts far above the mean", () => {
  it("pauses payouts by itself before the payout, until two sides let them go on", async () => {
    expect((await pay(60_000)).status).toBe(200);
    await passDays(15);
    expect((await pay(150_000)).status).toBe(200);
    const over = await pay(60_000);
    expect(over).toMatchObject({ status: 409, code: "payouts_braked" });
    expect(await isPaid(over.id)).toBe(false);
    const one = await admin();
    expect(await pauseOf(one)).toMatchObject({
      status: "paused",
      pause: {
        by: null,
        reason:
          "Today's payouts would reach 210,000.00 tokens (₦210,000.00), and 200,000.00 tokens (₦200,000.00) are usual at most",
        findings: [],
      },
      history: [{ by: "Orin", text: "Paused payouts by itself" }],
    });
    const small = await requestPayout(test, 100);
    expect((await approvePayout(test, one, small.id)).body).toMatchObject({ code: "payouts_paused" });

    await resumeByTwo();
    expect((await approvePayout(test, await admin(), over.id)).body).toMatchObject({ status: "completed" });
    expect((await approvePayout(test, one, small.id)).body).toMatchObject({ status: "completed" });
    // The day counts anew, without the one that was let go on.
    expect((await pay(150_000)).status).toBe(200);
    expect(await pay(60_000)).toMatchObject({ code: "payouts_braked" });
  });

  it("lets no two approvals at once pass what one of them may", async () => {
    await pay(60_000);
    await passDays(15);
    const two = [await requestPayout(test, 150_000), await requestPayout(test, 150_000)];
    for (const { id } of two) await approvePayout(test, await admin(), id);
    const [one, other] = [await admin(), await admin()];
    const answers = await Promise.all([
      approvePayout(test, one, two[0]?.id ?? ""),
      approvePayout(test, other, two[1]?.id ?? ""),
    ]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
    expect((await pauseOf(one)).status).toBe("paused");
    // The brake may fall before the provider is asked: then the approved payout waits for the two sides, too.
    await resumeByTwo();
    await sweepPayouts(test.world.deps);
    expect(await Promise.all(two.map(({ id }) => isPaid(id)))).toEqual(answers.map(({ status }) => status !== 409));
  });

  it("is not looked for in the first 14 days", async () => {
    await pay(60_000);
    await passDays(13);
    expect((await pay(250_000)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unsuspend } from "../../accounts/account/suspend.ts";
import { isMusicHidden } from "../../catalogue/artist/reads.ts";
import type { ProposalShown } from "../../contract/proposals.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import { tokensOf } from "../../contract/money.ts";
import { inviteAdmin, type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";

const LIMIT = tokensOf(FIRST_POLICY.secondApproverAboveUnits);
const HALF = LIMIT / 2 + 1;
const REASON = "Explained it on the phone";
const PROPOSALS = "/api/v1/admin/proposals";

let test: TestWallet;
let [boss, puppet, other]: TestPerson[] = [];
beforeAll(async () => {
  test = await openTestWallet();
  const [one, two] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
  [boss, other] = [one, two];
  puppet = await inviteAdmin(test.world.deps, { by: one, confirmedBy: two });
});
afterAll(() => test[Symbol.asyncDispose]());

const path = (who: TestPerson, step = "") => `/api/v1/admin/users/${who.userId}${step}`;
const suspend = (who: TestPerson, more: object = {}) =>
  test.call(other, "POST", path(who, "/suspend"), { body: { reason: "A shared account", ...more } });
const lift = (by: TestPerson | undefined, who: TestPerson) =>
  test.call(by, "POST", path(who, "/unsuspend"), { body: { reason: REASON } });
const remove = (by: TestPerson | undefined, who: TestPerson) => test.call(by, "DELETE", path(who));
async function suspended(tokens: number, more: object = {}) {
  const who = await test.person({ tokens, role: "creator" });
  expect((await suspend(who, more)).status).toBe(200);
  return who;
}
const isIn = async (who: TestPerson) => (await test.call(boss, "GET", path(who))).body.status === "active";
const listed = async (by: TestPerson | undefined, kind: string, who: TestPerson): Promise<ProposalShown | undefined> =>
  (await test.call(by, "GET", PROPOSALS)).body.proposals
    .find((one: ProposalShown) => one.kind === kind && one.subject === who.userId);
async function answer(step: "confirm" | "withdraw", by: TestPerson | undefined, proposal: ProposalShown | undefined) {
  const { proposalId, shown } = proposal ?? {};
  return await test.call(by, "POST", `${PROPOSALS}/${proposalId}/${step}`, { body: { shown } });
}
/** Sessions that have just been started, once the clock has moved on. */
async function again() {
  const { deps } = test.world;
  const fresh = async (one: TestPerson | undefined) =>
    one && { ...one, token: await tokenOf(deps, { ...one, isAdmin: true }) };
  [boss, puppet, other] = [await fresh(boss), await fresh(puppet), await fresh(other)] as TestPerson[];
}

describe("lifting a suspension", () => {
  const KIND = "lift_suspension";

  it("is one admin's where the person has nothing, and where a side has lifted little in a month", async () => {
    expect((await lift(boss, await suspended(0))).status).toBe(200);
    const first = await suspended(HALF);
    expect(await lift(boss, first)).toMatchObject({ status: 200, body: { message: "Suspension lifted" } });
    expect(await isIn(first)).toBe(true);
    const second = await suspended(HALF);
    expect(await lift(puppet, second)).toMatchObject({ status: 202, body: { state: "waiting" } });
    expect(await isIn(second)).toBe(false);
    expect(await lift(other, second)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect((await answer("withdraw", boss, await listed(boss, KIND, second))).status).toBe(200);
    expect((await lift(other, second)).status).toBe(200);
    test.pass(ALONE_MS + 1);
    await again();
    expect((await lift(boss, await suspended(HALF))).status).toBe(200);
  });

  it("is another side's above the limit, who reads why, and brings the music back", async () => {
    const who = await suspended(LIMIT + 1, { music: "hidden" });
    expect((await lift(boss, who)).status).toBe(202);
    const stored = await test.world.deps.store.readStream("social", `proposal/${KIND}/${who.userId}`);
    expect(JSON.stringify(stored)).not.toContain(REASON);
    const proposal = await listed(other, KIND, who);
    expect(proposal).toMatchObject({ mayConfirm: true, tokens: LIMIT + 1 });
    expect(proposal?.lines).toContain(`Why no longer: ${REASON}`);
    expect(proposal?.lines).toContain("Why they are suspended: A shared account");
    expect((await answer("confirm", boss, proposal)).body).toMatchObject({ code: "not_your_approval" });
    expect((await answer("confirm", puppet, proposal)).body).toMatchObject({ code: "not_independent" });
    expect(await isMusicHidden(test.world.deps, who.userId)).toBe(true);
    expect(await answer("confirm", other, proposal)).toMatchObject({ status: 200, body: { state: "done" } });
    expect(await isIn(who)).toBe(true);
    expect(await isMusicHidden(test.world.deps, who.userId)).toBe(false);
  });

  it("is about the suspension that was seen: a later one is another matter", async () => {
    const who = await suspended(LIMIT + 1);
    await lift(boss, who);
    const proposal = await listed(other, KIND, who);
    // As an appeal that is granted does it.
    const said = { userId: who.userId, adminId: other?.userId ?? "", reason: REASON };
    await unsuspend(test.world.deps, said, { metadata: { actor: `user:${said.adminId}` } });
    await suspend(who);
    expect(await listed(other, KIND, who)).toBeUndefined();
    expect((await answer("confirm", other, proposal)).body).toMatchObject({ state: "decided_before" });
    expect(await isIn(who)).toBe(false);
  });

  it("is never one side's for its own people, however little they have", async () => {
    const who = await suspended(1);
    // The side has opened the account: what it asks for counts.
    await test.call(puppet, "PUT", path(who), {
      body: { password: "Taken-over-2026!", confirmPassword: "Taken-over-2026!" },
    });
    await test.world.deps.store.settle();
    expect(await lift(boss, who)).toMatchObject({ status: 202 });
    const proposal = await listed(boss, KIND, who);
    expect((await answer("confirm", puppet, proposal)).status).toBe(409);
    expect((await answer("confirm", other, proposal)).status).toBe(200);
  });
});

describe("deleting somebody", () => {
  const KIND = "delete_with_balance";

  it("who has tokens is one admin's up to the limit in a month, and another side's above it", async () => {
    test.pass(ALONE_MS + 1);
    await again();
    const rich = await test.person({ tokens: LIMIT + 1 });
    expect(await remove(boss, rich)).toMatchObject({ status: 202, body: { state: "waiting" } });
    expect((await test.call(rich, "GET", "/api/auth/profile")).status).toBe(200);
    const small = await test.person({ tokens: 10 });
    expect(await remove(boss, small)).toMatchObject({ status: 200, body: { eraseAt: expect.any(String) } });
    const proposal = await listed(other, KIND, rich);
    expect(proposal).toMatchObject({ mayConfirm: true, tokens: LIMIT + 1 });
    expect((await answer("confirm", puppet, proposal)).body).toMatchObject({ code: "not_independent" });
    expect((await answer("confirm", other, proposal)).status).toBe(200);
    await test.world.deps.store.settle();
    expect((await test.call(rich, "GET", "/api/auth/profile")).status).toBe(401);
    // Who deletes again hears that it is done, and when the account is erased.
    expect(await remove(boss, rich)).toMatchObject({ status: 200, body: { eraseAt: expect.any(String) } });
    const half = await test.person({ tokens: LIMIT - 5 });
    expect((await remove(puppet, half)).status).toBe(202);
    expect((await remove(puppet, await test.person())).status).toBe(200);
  });

  it("counts what settles", async () => {
    const artist = await test.person({ role: "creator" });
    for (const giver of [await test.person({ tokens: 30_000 }), await test.person({ tokens: 30_000 })]) {
      const body = { artistId: artist.userId, amount: 20, method: "tokens" };
      expect((await test.call(giver, "POST", "/api/v1/gifts", { body })).status).toBe(201);
    }
    expect((await test.moneyOf(artist)).available).toBe(0);
    expect((await remove(other, artist)).status).toBe(202);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { makeAdmin } from "../../accounts/account/make_admin.ts";
import { deliver, inviteAdmin, type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { answerProposal, proposalSeen } from "../../testing/waiting_proposals.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { availableAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { requestWithdrawal } from "../../wallet/withdrawal/request.ts";
import { ensureFirstPolicy } from "./change.ts";

const HOUR_MS = 3_600_000;
const PATH = "/api/v1/admin/policy";
const REASON = "The year's plan asks for it";

let test: TestListeners;
let admin: string;
let listener: TestPerson;
beforeAll(async () => {
  test = await openTestListeners();
  const boss = await test.addPerson("Boss");
  admin = await adminToken(boss.userId);
  listener = await test.addPerson("Ngozi");
});
afterAll(() => test[Symbol.asyncDispose]());

/** Makes a person an admin whom the operator names, and logs them in. */
async function adminToken(userId: string): Promise<string> {
  const { deps } = test.world;
  await makeAdmin(deps, userId, { metadata: { actor: "system:test" } });
  return await tokenOf(deps, { userId, isAdmin: true });
}
const at = (ms: number) => new Date(test.now() + ms).toISOString();
const change = (body: Record<string, unknown>, token = admin) =>
  test.call("POST", PATH, { token, body: { reason: REASON, ...body } });
const cancel = (version: number, token = admin) =>
  test.call("POST", `${PATH}/${version}/cancel`, { token, body: { reason: "It was a mistake of ours" } });
const newest = async () => (await test.call("GET", PATH, { token: admin })).body.versions[0]?.policy.version ?? 1;
async function changeNow(changes: Record<string, number>, inMs = 0) {
  const effective = inMs === 0 ? {} : { effectiveFrom: at(inMs) };
  const answer = await change({ changes, baseVersion: await newest(), ...effective });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.versions[0].policy.version as number;
}

describe("POST /api/v1/admin/policy", () => {
  beforeAll(() => ensureFirstPolicy(test.world.deps.store));

  it("is for admins with a fresh password alone", async () => {
    const body = { changes: { dailyFreePlays: 5 }, baseVersion: 1 };
    expect((await change(body, listener.token)).status).toBe(403);
    const stale = await adminToken((await test.addPerson("Stale")).userId);
    test.pass(16 * 60_000);
    expect((await change(body, stale)).body).toMatchObject({ code: "password_needed" });
    admin = await adminToken((await test.addPerson("Boss")).userId);
  });

  it("says what is wrong with each field", async () => {
    const wrong = async (body: Record<string, unknown>) => (await change({ baseVersion: 1, ...body })).body.error;
    const ok = { dailyFreePlays: 5 };
    expect(await wrong({ changes: { dailyFreePlays: -1 } })).toBe("Daily free plays: between 0 and 1,000 plays");
    expect(await wrong({ changes: { dailyPoolUnits: 0.5 } }))
      .toBe("Daily reward pool: enter a number in steps of 0.01");
    expect(await wrong({ changes: ok, reason: "short" })).toContain("at least 10 characters");
    expect(await wrong({ changes: {} })).toBe("You have not changed any rule");
    expect(await wrong({ changes: { dailyFreePlays: 20 } })).toBe("You have not changed any rule");
    expect(await wrong({ changes: { version: 9 } })).toBeTruthy();
    expect(await wrong({ changes: ok, effectiveFrom: at(-HOUR_MS) })).toBe("A change cannot take effect in the past");
    expect(await wrong({ changes: ok, effectiveFrom: at(400 * 24 * HOUR_MS) }))
      .toBe("A change must take effect within a year");
    const late = await change({ changes: ok, baseVersion: 7 });
    expect(late).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(late.body.error).toMatch(
      /^\S.* changed the rules on \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d \(Lagos time\)\. Nothing was saved/,
    );
    expect(await newest()).toBe(1);
  });

  it("is planned, shown to everybody with its reason, and taken back before it holds", async () => {
    const version = await changeNow({ dailyFreePlays: 7 }, HOUR_MS);
    const shown = async () => (await test.call("GET", "/api/v1/policy")).body;
    expect((await shown()).current.dailyFreePlays).toBe(20);
    expect((await shown()).versions[0]).toMatchObject({ state: "upcoming", reason: REASON, policy: { version } });
    expect((await shown()).versions[0].by).toBeUndefined();
    const admins = (await test.call("GET", PATH, { token: admin })).body.versions[0];
    expect(admins.by).toBe("Boss Obi");
    expect(await change({ changes: { extraPlayUnits: 300 }, baseVersion: version }))
      .toMatchObject({ status: 409, body: { code: "policy_planned" } });
    expect((await cancel(version)).body.versions[0]).toMatchObject({ state: "cancelled", cancelledBy: "Boss Obi" });
    expect((await cancel(version)).status).toBe(200);
    test.pass(2 * HOUR_MS);
    admin = await adminToken((await test.addPerson("Boss")).userId);
    expect((await shown()).current).toMatchObject({ version: 1, dailyFreePlays: 20 });
    expect(await cancel(1)).toMatchObject({ status: 409, body: { code: "policy_in_force" } });
  });

  it("takes only the last of several planned changes back, and two at once make one", async () => {
    const first = await changeNow({ dailyFreePlays: 8 }, HOUR_MS);
    const second = await changeNow({ extraPlayUnits: 200 }, 2 * HOUR_MS);
    expect(await cancel(first)).toMatchObject({ status: 409, body: { code: "policy_planned" } });
    expect((await cancel(second)).status).toBe(200);
    expect((await cancel(first)).status).toBe(200);
    const baseVersion = await newest();
    const both = await Promise.all(
      [8, 9].map((dailyFreePlays) => change({ changes: { dailyFreePlays }, baseVersion })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe("a change that lets more money out", () => {
  const about = (version: number) => ({ kind: "policy_change", subject: String(version) });
  const callAs = (token: string) => (method: string, path: string, body?: object) =>
    test.call(method, path, { token, ...(body && { body }) });
  const seen = (version: number, token: string) => proposalSeen(callAs(token), about(version));
  const confirm = (version: number, token: string) => answerProposal(callAs(token), about(version), "confirm");
  const current = async () => (await test.call("GET", "/api/v1/policy")).body.current;
  const session = async (userId: string) => await adminToken(userId);
  const boss = async () => (await test.member("listener", { isAdmin: true })).userId;

  const newestOf = async (token: string) => (await test.call("GET", PATH, { token })).body.versions[0];
  const sendAs = async (userId: string, changes: Record<string, number>) => {
    const token = await session(userId);
    const baseVersion = (await newestOf(token)).policy.version;
    return await test.call("POST", PATH, { token, body: { reason: REASON, changes, baseVersion } });
  };

  it("is only proposed: nobody confirms their own, nor does somebody whom they invited; it waits a day", async () => {
    const [ada, bola] = [await boss(), await boss()];
    const puppet = await inviteAdmin(test.world.deps, { by: { userId: ada }, confirmedBy: { userId: bola } });
    test.pass(73 * HOUR_MS);
    const before = (await current()).approvedAloneDayUnits;
    const lifted = { approvedAloneDayUnits: 1_000_000_000, approvedAloneWeekUnits: 1_000_000_000 };
    const token = await session(ada);
    const made = await test.call("POST", PATH, {
      token,
      body: {
        reason: REASON,
        changes: lifted,
        baseVersion: (await test.call("GET", PATH, { token })).body.versions[0].policy.version,
      },
    });
    expect(made.status).toBe(201);
    const [proposed] = made.body.versions;
    const { version, effectiveFrom } = proposed.policy;
    expect(proposed.state).toBe("proposed");
    expect(Date.parse(effectiveFrom)).toBe(test.now() + 24 * HOUR_MS);
    expect(await confirm(version, token)).toMatchObject({ status: 409, body: { code: "not_your_approval" } });
    expect(await confirm(version, await session(puppet.userId)))
      .toMatchObject({ status: 409, body: { code: "not_independent" } });
    expect((await seen(version, token))?.mayConfirm).toBe(false);
    expect((await seen(version, await session(bola)))?.lines).toEqual(expect.arrayContaining([
      `The reason given: ${REASON}`,
      expect.stringMatching(/instead of/),
    ]));
    expect((await confirm(version, await session(bola))).status).toBe(200);
    expect((await newestOf(token)).state).toBe("upcoming");
    expect(await seen(version, await session(bola))).toBeUndefined();
    test.pass(24 * HOUR_MS - 1);
    expect((await current()).approvedAloneDayUnits).toBe(before);
    test.pass(1);
    expect((await current()).approvedAloneDayUnits).toBe(1_000_000_000);
  });

  it("lapses when nobody confirms it in time; what tightens holds now", async () => {
    const [ada, bola] = [await boss(), await boss()];
    expect((await sendAs(ada, { dailyPoolUnits: 900_000_000 })).status).toBe(201);
    const { version } = (await newestOf(await session(ada))).policy;
    const { proposalId, shown } = await seen(version, await session(bola)) ?? {};
    test.pass(25 * HOUR_MS);
    expect((await newestOf(await session(ada))).state).toBe("lapsed");
    const late = `/api/v1/admin/proposals/${proposalId}/confirm`;
    expect(await test.call("POST", late, { token: await session(bola), body: { shown } })).toMatchObject({
      status: 409,
      body: { code: "already_decided" },
    });
    expect((await sendAs(ada, { approvedAloneDayUnits: 5_000_000, dailyPoolUnits: 4_000_000 })).body.versions[0].state)
      .toBe("in_force");
    expect(await current()).toMatchObject({ approvedAloneDayUnits: 5_000_000, dailyPoolUnits: 4_000_000 });
    admin = await adminToken((await test.addPerson("Boss")).userId);
  });
});

describe("the rules in force", () => {
  it("are those of the moment when a play began, however late it is reported", async () => {
    const artist = await test.addArtist("Wande Sax");
    const [one, two, three] = [
      await test.addTrack({ ownerId: artist.userId }),
      await test.addTrack({ ownerId: artist.userId }),
      await test.addTrack({ ownerId: artist.userId }),
    ];
    await deliver(test.world.deps, listener.userId, [one, two, three].map(({ trackId }) => trackId));
    const boundary = test.now() + 10 * 60_000;
    const version = await changeNow({ rewardMsPerUnit: 6_000 }, 10 * 60_000);
    test.pass(20 * 60_000);
    const starts = [[one, boundary - 90_000], [two, boundary - 10_000], [three, boundary + 60_000]] as const;
    const plays = starts.map(([{ trackId }, startedAt]) => ({
      playId: newId(),
      trackId,
      startedAt,
      listenedMs: 60_000,
    }));
    const reported = await test.call("POST", "/api/v1/plays", {
      token: listener.token,
      body: { sentAt: test.now(), plays },
    });
    expect(reported.body.results.map(({ tokens }: { tokens: number }) => tokens)).toEqual([0.2, 0.2, 0.1]);
    const history = (await test.call("GET", "/api/v1/play-history", { token: listener.token })).body.playHistory;
    expect(history.map((play: { policyVersion: number }) => play.policyVersion))
      .toEqual([version, version - 1, version - 1]);
  });

  it("are those of the request for withdrawals, free plays and Premium", async () => {
    admin = await adminToken((await test.addPerson("Boss")).userId);
    const { store } = test.world.deps;
    const ask = async (units: number) => {
      const { userId } = await test.addPerson("Tunde");
      const entries = [{ account: "pool:rewards", amount: -units }, {
        account: availableAccount(userId),
        amount: units,
      }];
      const options = { logs: ["ledger/0"], metadata: { actor: "system:test" } } as const;
      await store.execute(
        postTransfer,
        { shard: 0, transfer: { transferId: newId(), code: "reward", entries } },
        options,
      );
      const bank = { bankDetails: "sealed", accountHash: newId(), warnings: [] };
      return await store.execute(requestWithdrawal, { shard: 0, userId, units, bank }, options)
        .then(() => "taken", (error: Error) => error.message);
    };
    const freePlays = async () =>
      (await test.call("GET", "/api/v1/free-plays", { token: listener.token })).body.freePlayLimit;
    const pay = async () => {
      const body = { email: listener.email, plan: "premium", amount: 100_000 };
      return (await test.call("POST", "/api/v1/paystack/initialize", { token: listener.token, body })).body.code;
    };
    const before = await freePlays();
    await changeNow({ minimumWithdrawalUnits: 20_000, dailyFreePlays: 3, premiumMonthKobo: 150_000 }, 60 * 60_000);
    test.pass(60 * 60_000 - 1);
    expect([await ask(10_000), await freePlays()]).toEqual(["taken", before]);
    expect(await pay()).not.toBe("price_changed");
    test.pass(1);
    expect([await ask(10_000), await freePlays()]).toEqual(["Minimum withdrawal amount is 200 tokens", 3]);
    expect(await pay()).toBe("price_changed");
  });
});

describe("a change that waits", () => {
  it("is withdrawn as a proposal, not cancelled, and sent twice it is one", async () => {
    const [ada, bola] = await Promise.all([1, 2].map(async () => {
      return await adminToken((await test.member("listener", { isAdmin: true })).userId);
    }));
    const versionsOf = async () => (await test.call("GET", PATH, { token: ada })).body.versions;
    const body = {
      ...{ reason: REASON, changes: { dailyPoolUnits: 900_000_000 } },
      baseVersion: (await versionsOf())[0].policy.version,
    };
    const send = (token: string | undefined) => test.call("POST", PATH, { token, body });
    const before = (await versionsOf()).length;
    expect([(await send(ada)).status, (await send(ada)).status, (await send(bola)).status]).toEqual([201, 201, 409]);
    expect(await versionsOf()).toHaveLength(before + 1);
    const version = body.baseVersion + 1;
    expect(await cancel(version, bola)).toMatchObject({ status: 409, body: { code: "already_decided" } });
    const call = (method: string, path: string, body?: object) =>
      test.call(method, path, { token: bola, ...(body && { body }) });
    const about = { kind: "policy_change", subject: String(version) };
    expect((await answerProposal(call, about, "withdraw")).status).toBe(200);
    const [withdrawn] = await versionsOf();
    expect(withdrawn).toMatchObject({ state: "cancelled", cancelReason: "The proposal was withdrawn" });
    expect(await proposalSeen(call, about)).toBeUndefined();
  });
});

it("of one side alone, looser rules hold after seven days, and everybody reads what is coming", async () => {
  await using alone = await openTestListeners();
  const { deps } = alone.world;
  await ensureFirstPolicy(deps.store);
  const { userId } = await alone.addPerson("Boss");
  await makeAdmin(deps, userId, { metadata: { actor: "system:test" } });
  const token = await tokenOf(deps, { userId, isAdmin: true });
  const body = { reason: REASON, changes: { premiumMonthKobo: 90_000 }, baseVersion: 1 };
  const made = await alone.call("POST", PATH, { token, body });
  expect([made.status, made.body.versions[0].state]).toEqual([201, "upcoming"]);
  const price = async () => (await alone.call("GET", "/api/v1/policy")).body.current.premiumMonthKobo;
  expect(JSON.stringify((await alone.call("GET", "/api/v1/policy")).body)).toContain(REASON);
  alone.pass(7 * 24 * HOUR_MS - 1);
  expect(await price()).toBe(100_000);
  alone.pass(1);
  expect(await price()).toBe(90_000);
});

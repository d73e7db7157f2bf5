import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { ProposalShown } from "../../contract/proposals.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { readBalances, readTotal } from "../../ledger/accounts.ts";
import { REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { stakesOf } from "../../../projections/wallet/wallets.ts";
import { settleDue } from "../../wallet/settling/settle.ts";
import { inviteAdmin, tokenOf } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { playReport } from "../../testing/play_reports.ts";
import { noteSignUp } from "../../accounts/signup/note_sign_up.ts";
import { groupIdOf } from "./reads.ts";

const PATH = "/api/v1/admin/groups";
const PROPOSALS = "/api/v1/admin/proposals";
const REASON = "These plays came without any sound";

let test: TestListeners;
let [admin, second, listener] = ["", "", ""];
let farm: string[] = [];
let trackId = "";

/** An admin's session, with a password just given. */
async function boss(): Promise<string> {
  const { deps } = test.world;
  const { userId } = await test.member("listener", { isAdmin: true });
  const start = {
    userId,
    role: "listener",
    isAdmin: true,
    audience: "admin",
    remember: false,
    userAgent: "t",
  } as const;
  return await deps.tokens.signSession((await deps.sessions.start(start)).session);
}

/** A reward as plays book it. */
async function reward(userId: string, units: number): Promise<void> {
  const transfer = {
    ...{ transferId: newId(), code: "reward" },
    entries: [{ account: REWARD_POOL, amount: -units }, { account: settlingAccount(userId), amount: units }],
    detail: { plays: [[newId(), units, 1]] },
  };
  await test.world.deps.store.execute(postTransfer, { shard: 0, transfer }, {
    logs: ["ledger/0"],
    metadata: { actor: "system:test" },
  });
}

beforeAll(async () => {
  test = await openTestListeners();
  [admin, second] = [await boss(), await boss()];
  const artist = await test.addArtist("Sikiru");
  ({ trackId } = await test.addTrack({ ownerId: artist.userId }));
  const members = [];
  for (let index = 0; index < 6; index++) members.push(await test.addPerson());
  listener = await tokenOf(test.world.deps, members[0] ?? await test.addPerson());
  farm = members.map(({ userId }) => userId).sort();
  for (const listenerId of farm) {
    const { data } = playReport({
      trackId,
      listenerId,
      deviceId: "one phone",
      creditedMs: 0,
      spans: [],
      reason: "not_delivered",
    });
    const event = { type: "PlayReported" as const, data };
    await test.world.deps.store.appendToStream("plays/0", `play/${data.playId}`, [event], {
      metadata: { actor: "system:test" },
    });
  }
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

const get = (path = "", token = admin) => test.call("GET", `${PATH}${path}`, { token });
const post = (path: string, body: object = {}, token = admin) => test.call("POST", `${PATH}${path}`, { token, body });
const waiting = async (token: string, path = groupPath()): Promise<ProposalShown | undefined> =>
  (await test.call("GET", PROPOSALS, { token })).body.proposals
    .find(({ kind, subject }: ProposalShown) => kind === "group_decision" && `/${subject}` === path);
/** Confirms or withdraws a proposal as the list shows it. */
async function answer(step: "confirm" | "withdraw", token: string, proposal: ProposalShown | undefined) {
  const { proposalId, shown } = proposal ?? {};
  return await test.call("POST", `${PROPOSALS}/${proposalId}/${step}`, { token, body: { shown } });
}
const groupPath = () => `/${groupIdOf(farm[0] ?? "")}`;

describe("groups", () => {
  it("are for admins", async () => {
    expect((await get("", listener)).status).toBe(403);
    expect((await post(`${groupPath()}/notes`, { note: "hello" }, listener)).status).toBe(403);
    expect((await get(`/${newId()}`)).body).toMatchObject({ code: "not_found" });
    expect((await get("/x")).status).toBe(404);
  });

  it("show the accounts of one device as one group with its evidence", async () => {
    const { body } = await get();
    expect(body.groups).toHaveLength(1);
    expect(body.groups[0]).toMatchObject({
      groupId: groupPath().slice(1),
      members: 6,
      unprovenShare: 1,
      findings: expect.arrayContaining([
        expect.objectContaining({ rule: "group_unproven" }),
        expect.objectContaining({ rule: "one_device", text: "6 accounts listen on one device" }),
      ]),
      links: expect.arrayContaining([{ kind: "device", keys: 1, members: 6, weight: 1 }]),
      money: { settling: 0, available: 0, paid: 0 },
    });
    const one = await get(groupPath());
    expect(one.body).toMatchObject({ members: 6, artists: [{ share: 1 }], history: [], formerGroups: [] });
    expect(one.body.people.map(({ userId }: { userId: string }) => userId)).toEqual(farm);
    expect(JSON.stringify(one.body)).not.toContain("@");
  });

  it("keep their id while they grow, and say which groups became part of them", async () => {
    // The oldest member names the group, and this one is younger.
    test.pass(1);
    const late = await test.addPerson();
    const { data } = playReport({ trackId, listenerId: late.userId, deviceId: "one phone" });
    const event = { type: "PlayReported" as const, data };
    await test.world.deps.store.appendToStream("plays/0", `play/${data.playId}`, [event], {
      metadata: { actor: "system:test" },
    });
    await test.world.settle();
    expect((await get(groupPath())).body).toMatchObject({ members: 7 });
  });

  it("take notes in plain words, with the admin's name", async () => {
    expect((await post(`${groupPath()}/notes`, { note: " " })).body.error).toBe("Please write a note");
    expect((await post(`${groupPath()}/notes`, { note: "a\u202eb evil" })).status).toBe(400);
    const { status, body } = await post(`${groupPath()}/notes`, { note: "<script>alert(1)</script> asked them" });
    expect(status).toBe(200);
    expect(body.history).toMatchObject([{ what: "noted", by: "Adaeze Okonkwo" }]);
  });

  it("hold, give back and let settle what members earned, each once, and say who decided", async () => {
    const { deps } = test.world;
    for (const userId of farm) await reward(userId, 100);
    const decide = (action: string, token = admin) =>
      post(`${groupPath()}/decisions`, { action, reason: REASON }, token);
    const settling = async () => {
      await test.world.settle();
      const found = await stakesOf(deps.store.sql, 0, farm);
      return [...found.values()].reduce((sum, one) => sum + one.settling, 0);
    };
    expect((await decide("freeze")).body).toMatchObject({ isFrozen: true, money: { settling: 6 } });
    expect((await decide("freeze")).body).toMatchObject({ code: "already_decided" });
    test.pass(FIRST_POLICY.settlingMs + 1);
    [admin, second] = [await boss(), await boss()];
    await test.world.settle();
    await settleDue(deps);
    expect(await settling()).toBe(600);
    expect((await decide("void")).body).toMatchObject({ isFrozen: true });
    expect(await settling()).toBe(0);
    expect((await decide("void")).status).toBe(200);
    expect((await readBalances(deps.store.sql, 0, [REWARD_POOL])).get(REWARD_POOL)).toBe(0);
    // What comes after a decision is not part of it, even where the decision is carried out later.
    test.pass(1);
    await reward(farm[0] ?? "", 50);
    expect((await decide("release")).body).toMatchObject({ isFrozen: false });
    await test.world.settle();
    test.pass(FIRST_POLICY.settlingMs + 1);
    await settleDue(deps);
    const stakes = await stakesOf(deps.store.sql, 0, farm);
    expect(stakes.get(farm[0] ?? "")).toEqual({ settling: 0, available: 50 });
    expect(await readTotal(deps.store.sql)).toBe(0);
  });

  it("need another admin above the limit, for the members and the sum of the proposal", async () => {
    [admin, second] = [await boss(), await boss()];
    await reward(farm[1] ?? "", FIRST_POLICY.secondApproverAboveUnits + 1);
    const { body } = await post(`${groupPath()}/decisions`, { action: "void", reason: REASON });
    expect(body).toMatchObject({ isWaiting: true });
    expect(body.history[0]).toMatchObject({ what: "proposed", action: "void", text: REASON, members: 7 });
    expect((await get()).body.groups[0]).toMatchObject({ isWaiting: true });
    const proposal = await waiting(second);
    expect(proposal).toMatchObject({ title: "Void what settles of 7 accounts", mayConfirm: true });
    expect(proposal?.lines).toContain(`Their receipts say: ${REASON}`);
    expect(await waiting(admin)).toMatchObject({ mayConfirm: false });
    expect((await post(`${groupPath()}/decisions`, { action: "freeze", reason: REASON }, second)).body).toMatchObject({
      code: "already_decided",
    });
    const confirm = (token: string) => answer("confirm", token, proposal);
    expect((await confirm(admin)).body).toMatchObject({ code: "not_your_approval" });
    await test.world.settle();
    const stakeOf = async () => (await stakesOf(test.world.deps.store.sql, 0, farm)).get(farm[1] ?? "")?.settling;
    expect(await stakeOf()).toBe(FIRST_POLICY.secondApproverAboveUnits + 1);
    expect(await confirm(second)).toMatchObject({ status: 200, body: { state: "done" } });
    const after = (await get(groupPath())).body;
    expect(after).toMatchObject({ isWaiting: false });
    expect(after.history[0]).toMatchObject({ what: "decided", by: expect.stringContaining(" and ") });
    await test.world.settle();
    expect(await stakeOf()).toBe(0);
    // The same press again changes nothing, and there is nothing for others.
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(await boss())).body).toMatchObject({ code: "already_decided" });
    expect((await get(groupPath())).body.history).toHaveLength(after.history.length);
  });

  it("that wait since before there were proposals are confirmed as all others, once", async () => {
    const { deps } = test.world;
    [admin, second] = [await boss(), await boss()];
    await reward(farm[1] ?? "", 300);
    const { userId: adminId } = await test.member("listener", { isAdmin: true });
    const groupId = groupPath().slice(1);
    const old = { groupId, action: "void", reason: REASON, members: farm, units: 300, adminId, proposalId: newId() };
    await deps.store.appendToStream("social", `group/${groupId}`, [{ type: "GroupDecisionProposed", data: old }], {
      metadata: { actor: `user:${adminId}` },
    });
    await test.world.settle();
    const proposal = await waiting(second);
    expect(proposal).toMatchObject({ proposalId: old.proposalId, tokens: 3 });
    expect((await answer("confirm", second, proposal)).status).toBe(200);
    expect((await answer("confirm", admin, proposal)).body).toMatchObject({ code: "already_decided" });
    await test.world.settle();
    expect((await stakesOf(deps.store.sql, 0, farm)).get(farm[1] ?? "")?.settling).toBe(0);
    const decisions = (await get(groupPath())).body.history.filter(({ text }: { text: string }) => text === REASON);
    expect(decisions[0]).toMatchObject({ what: "decided", by: "Adaeze Okonkwo and Adaeze Okonkwo" });
  });

  it("hold the limit over all that an admin decides alone on a day, whichever groups they are", async () => {
    [admin, second] = [await boss(), await boss()];
    // A group of its own: it has its own id, and may become part of another one.
    const others = [await test.addPerson(), await test.addPerson()].map(({ userId }) => userId).sort();
    for (const listenerId of others) {
      const { data } = playReport({ trackId, listenerId, deviceId: "another phone", creditedMs: 0, spans: [] });
      await test.world.deps.store.appendToStream("plays/0", `play/${data.playId}`, [{ type: "PlayReported", data }], {
        metadata: { actor: "system:test" },
      });
    }
    const half = FIRST_POLICY.secondApproverAboveUnits / 2 + 1;
    await reward(farm[2] ?? "", half);
    await reward(others[0] ?? "", half);
    await test.world.settle();
    const other = `/${groupIdOf(others[0] ?? "")}/decisions`;
    const voiding = { action: "void", reason: REASON };
    expect((await post(`${groupPath()}/decisions`, voiding)).body).toMatchObject({ isWaiting: false });
    expect((await post(other, voiding)).body).toMatchObject({ isWaiting: true });
    const group = `/${groupIdOf(others[0] ?? "")}`;
    expect(await answer("withdraw", admin, await waiting(admin, group))).toMatchObject({ status: 200 });
    const shown = (await get(group)).body;
    expect([shown.isWaiting, shown.history[0].what]).toEqual([false, "withdrawn"]);
    // Another admin has a limit of their own, and the first one again a day later.
    expect((await post(other, voiding, second)).body).toMatchObject({ isWaiting: false });
    await reward(others[0] ?? "", half);
    test.pass(86_400_001);
    [admin, second] = [await boss(), await boss()];
    await test.world.settle();
    expect((await post(other, voiding)).body).toMatchObject({ isWaiting: false });
  });

  it("hold the limit over all that a side decides alone on a day, also in one group", async () => {
    const { deps } = test.world;
    const [one, two] = [
      await test.member("listener", { isAdmin: true }),
      await test.member("listener", { isAdmin: true }),
    ];
    const puppet = await inviteAdmin(deps, { by: one, confirmedBy: two });
    const others = [await test.addPerson(), await test.addPerson()].map(({ userId }) => userId).sort();
    for (const listenerId of others) {
      const { data } = playReport({ trackId, listenerId, deviceId: "a third phone", creditedMs: 0, spans: [] });
      await deps.store.appendToStream("plays/0", `play/${data.playId}`, [{ type: "PlayReported", data }], {
        metadata: { actor: "system:test" },
      });
    }
    await test.world.settle();
    const decide = async (by: { userId: string }) => {
      await reward(others[0] ?? "", FIRST_POLICY.secondApproverAboveUnits / 2 + 1);
      await test.world.settle();
      const token = await tokenOf(deps, { userId: by.userId, isAdmin: true });
      const path = `/${groupIdOf(others[0] ?? "")}/decisions`;
      return (await post(path, { action: "void", reason: REASON }, token)).body;
    };
    expect(await decide(one)).toMatchObject({ isWaiting: false });
    await test.world.settle();
    expect(await decide(puppet)).toMatchObject({ isWaiting: true });
  });

  it("are decided about by nobody who is in them, who may only freeze them", async () => {
    const { deps } = test.world;
    const { userId } = await test.member("listener", { isAdmin: true });
    const member = await tokenOf(deps, { userId, isAdmin: true });
    const accomplice = await test.addPerson();
    for (const listenerId of [userId, accomplice.userId]) {
      const { data } = playReport({ trackId, listenerId, deviceId: "a phone of an admin", creditedMs: 0, spans: [] });
      await deps.store.appendToStream("plays/0", `play/${data.playId}`, [{ type: "PlayReported", data }], {
        metadata: { actor: "system:test" },
      });
    }
    await reward(accomplice.userId, FIRST_POLICY.secondApproverAboveUnits + 1);
    await test.world.settle();
    const path = `/${groupIdOf([userId, accomplice.userId].sort()[0] ?? "")}`;
    const decide = (action: string, token: string) => post(`${path}/decisions`, { action, reason: REASON }, token);
    const refused = { status: 409, body: { error: "This is yours: another admin decides about it" } };
    expect((await decide("freeze", member)).body).toMatchObject({ isFrozen: true });
    expect(await decide("release", member)).toMatchObject(refused);
    expect(await decide("void", member)).toMatchObject(refused);
    [admin, second] = [await boss(), await boss()];
    await decide("release", admin);
    const proposal = await waiting(second, path);
    expect(await answer("confirm", member, proposal)).toMatchObject(refused);
    expect(await answer("withdraw", member, proposal)).toMatchObject(refused);
    expect((await answer("confirm", second, proposal)).status).toBe(200);
    expect((await get(path)).body).toMatchObject({ isFrozen: false });
  });

  it("of somebody on the admin's side need another side, however little there is", async () => {
    const { deps } = test.world;
    const [one, two] = [
      await test.member("listener", { isAdmin: true }),
      await test.member("listener", { isAdmin: true }),
    ];
    const puppet = await inviteAdmin(deps, { by: one, confirmedBy: two });
    for (const listenerId of [puppet.userId, (await test.addPerson()).userId]) {
      const { data } = playReport({ trackId, listenerId, deviceId: "a puppet's phone", creditedMs: 0, spans: [] });
      await deps.store.appendToStream("plays/0", `play/${data.playId}`, [{ type: "PlayReported", data }], {
        metadata: { actor: "system:test" },
      });
    }
    await reward(puppet.userId, 100);
    await test.world.settle();
    const token = await tokenOf(deps, { userId: one.userId, isAdmin: true });
    const { body } = await get("", token);
    const own = body.groups.find(({ money }: { money: { settling: number } }) => money.settling === 1);
    const path = `/${own.groupId}/decisions`;
    expect((await post(path, { action: "freeze", reason: REASON }, token)).body).toMatchObject({ isFrozen: true });
    expect((await post(path, { action: "release", reason: REASON }, token)).body).toMatchObject({ isWaiting: true });
  });

  it("ask for a fresh password before money is held, and for words", async () => {
    expect((await post(`${groupPath()}/decisions`, { action: "void", reason: "" })).body.error).toBe("Please say why");
    expect((await post(`${groupPath()}/decisions`, { action: "pay", reason: REASON })).status).toBe(400);
    test.pass(16 * 60_000);
    const stale = await post(`${groupPath()}/decisions`, { action: "freeze", reason: REASON }, second);
    expect(stale.body).toMatchObject({ code: "password_needed" });
  });
});

describe("fresh accounts that report times from before they existed", () => {
  it("earn nothing, and are seen as one group, whatever devices they name", async () => {
    const { deps } = test.world;
    const fresh = [];
    for (let index = 0; index < 6; index++) {
      const person = await test.addPerson("Bot");
      await noteSignUp(deps, { userId: person.userId, address: "102.89.1.1", metadata: { actor: "system:test" } });
      fresh.push(person);
    }
    for (const { userId, token } of fresh) {
      const plays = Array.from({ length: 28 }, (_, index) => ({
        ...{ playId: newId(), trackId, listenedMs: 180_000, offline: true, deviceId: userId },
        startedAt: test.now() - Math.ceil((index + 1) / 2) * 86_400_000 + (index % 2) * 3_600_000,
      }));
      for (let call = 0; call < 2; call++) {
        const { body } = await test.call("POST", "/api/v1/plays", { token, body: { sentAt: test.now(), plays } });
        expect(body.results.map(({ tokens }: { tokens: number }) => tokens)).toEqual(plays.map(() => 0));
        expect(body.results[0]).toMatchObject({ status: "refused", reason: "before_account" });
      }
    }
    await test.world.settle();
    admin = await boss();
    const [oldest = ""] = fresh.map(({ userId }) => userId).sort();
    expect((await get(`/${groupIdOf(oldest)}`)).body).toMatchObject({
      members: 6,
      findings: expect.arrayContaining([expect.objectContaining({ rule: "impossible_times" })]),
    });
  });

  it("but one whose clock is wrong is linked to nobody", async () => {
    const { userId, token } = await test.addPerson("Honest");
    const play = { playId: newId(), trackId, startedAt: test.now() - 86_400_000, listenedMs: 60_000 };
    await test.call("POST", `/api/v1/play/${trackId}`, { token, body: play });
    await test.world.settle();
    const { body } = await get();
    expect(JSON.stringify(body)).not.toContain(groupIdOf(userId));
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { revokeAdmin } from "../accounts/account/make_admin.ts";
import type { AdminRole } from "../contract/admin_roles.ts";
import { newId } from "../contract/ids.ts";
import { availableAccount, REWARD_POOL } from "../ledger/chart.ts";
import { addPerson, inviteAdmin, type TestPerson, tokenOf } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { postTransfer } from "../testing/transfers.ts";
import { waitFor } from "../testing/wait.ts";

let test: TestListeners;
let [ada, bola]: [TestPerson, TestPerson] = [{ userId: "", email: "", token: "" }, {
  userId: "",
  email: "",
  token: "",
}];
let artist: TestPerson;
beforeAll(async () => {
  test = await openTestListeners();
  ada = await addPerson(test.world.deps, { isAdmin: true, firstName: "Ada", lastName: "Boss" });
  bola = await addPerson(test.world.deps, { isAdmin: true, firstName: "Bola", lastName: "Chief" });
  artist = await test.addArtist("Zee Ade");
});
afterAll(() => test[Symbol.asyncDispose]());

const CASES = "/api/v1/admin/moderation/song";
const APPEALS = "/api/v1/admin/suspension-appeals";
const hire = (by: TestPerson, role: AdminRole) =>
  inviteAdmin(test.world.deps, { by, confirmedBy: by === ada ? bola : ada, role });
/** A new session: who is suspended or removed has none, and others may have an old password. */
async function ask(who: TestPerson, path: string, body?: object) {
  const token = await tokenOf(test.world.deps, { userId: who.userId, isAdmin: true });
  return await test.call(body ? "POST" : "GET", path, { token, ...(body && { body }) });
}
const later = () => test.pass(73 * 3_600_000);
/** A song that an admin has hidden, with its artist's appeal. */
async function appealed(by: TestPerson) {
  const { trackId } = await test.addTrack({ ownerId: artist.userId, title: `Song ${newId()}`, artist: "Zee Ade" });
  const body = { words: "Not yours.", seen: 0, reason: "stolen" };
  expect((await ask(by, `${CASES}/${trackId}/hide`, body)).status).toBe(200);
  const { decisions } = (await test.call("GET", "/api/v1/moderation", { token: artist.token })).body;
  const { decisionId } = decisions.find((one: { subjectId: string }) => one.subjectId === trackId);
  const text = "I wrote this song myself in 2019.";
  const path = `/api/v1/moderation/${decisionId}/appeals`;
  const written = await test.call("POST", path, { token: artist.token, body: { text } });
  expect(written.status).toBe(201);
  return trackId;
}
const whoMay = async (who: TestPerson, trackId: string) =>
  (await ask(who, `${CASES}/${trackId}`)).body.appeal?.answerers;
async function answer(who: TestPerson, trackId: string, verdict = "uphold") {
  const { decisions: seen, appeal } = (await ask(ada, `${CASES}/${trackId}`)).body;
  const path = `${CASES}/${trackId}/appeals/${appeal?.appealId ?? newId()}/answers`;
  const { status, body } = await ask(who, path, { words: "We looked.", seen, verdict });
  return status === 200 ? "answered" : body.code;
}

/** A person who has so many units and is suspended by an admin, with their appeal. */
async function shutOut(by: TestPerson, units = 0) {
  const thief = await test.member("creator", { firstName: "Thief" });
  if (units > 0) {
    const entries = [{ account: REWARD_POOL, amount: -units }, {
      account: availableAccount(thief.userId),
      amount: units,
    }];
    const transfer = { transferId: newId(), code: "reward_settled", entries };
    const shard = test.world.deps.shardOf(thief.userId);
    const options = { logs: [`ledger/${shard}` as const], metadata: { actor: "system:test" } };
    await test.world.deps.store.execute(postTransfer, { shard, transfer }, options);
  }
  await ask(by, `/api/v1/admin/users/${thief.userId}/suspend`, { reason: "Ticket 9", words: "Stolen songs." });
  const mail = await waitFor("the mail about the suspension", async () => {
    await test.world.settle();
    return test.world.outbox.newest(50).find(({ to, subject }) => to === thief.email && /susp/.test(subject));
  });
  const token = /\/suspended\/([\w~-]+)/.exec(mail.text)?.[1];
  const body = { text: "The recordings are my own, and I can prove it." };
  const headers = { "idempotency-key": newId() };
  expect((await test.call("POST", `/api/v1/suspensions/${token}/appeals`, { body, headers })).status).toBe(201);
  return thief;
}

describe("an appeal whose first admin is not there any more", () => {
  it("is answered on another side once that admin was removed or suspended, and by no admin of the same side", async () => {
    const [chi, dan] = [await hire(ada, "catalogue"), await hire(ada, "catalogue")];
    const [first, second] = [await appealed(chi), await appealed(dan)];
    // Who has just let them in counts as one with them for 72 hours.
    expect(await whoMay(bola, first)).toMatchObject({ names: ["Bola Chief"], mayAnswer: false, isTooSoon: true });
    expect(await answer(bola, first)).toBe("not_independent");
    later();
    expect(await whoMay(bola, first)).toEqual({
      ...{ rule: "another_side", names: ["Bola Chief"], mayAnswer: true, mayAgree: true, isTooSoon: false },
    });
    expect((await ask(ada, `/api/v1/admin/team/${chi.userId}/remove`, {})).status).toBe(200);
    const support = await hire(bola, "support");
    const suspend = (who: TestPerson) =>
      ask(who, `/api/v1/admin/users/${dan.userId}/suspend`, { reason: "They sold answers" });
    // Only owners shut admins out.
    expect((await suspend(support)).body.code).toBe("role_forbidden");
    expect((await suspend(bola)).status).toBe(200);
    const { members } = (await ask(bola, "/api/v1/admin/team")).body;
    expect(members.find((one: TestPerson) => one.userId === dan.userId)).toMatchObject({ isSuspended: true });
    for (const trackId of [first, second]) {
      expect(await whoMay(ada, trackId)).toMatchObject({ names: ["Bola Chief"], mayAnswer: false, mayAgree: false });
      expect(await answer(ada, trackId)).toBe("not_independent");
      expect(await answer(support, trackId)).toBe("not_independent");
      expect(await answer(bola, trackId)).toBe("answered");
    }
  });

  it("of a suspension is answered the same way", async () => {
    const sue = await hire(ada, "support");
    later();
    await shutOut(sue);
    expect((await ask(ada, `/api/v1/admin/team/${sue.userId}/remove`, {})).status).toBe(200);
    const [{ appealId, answerers }] = (await ask(bola, APPEALS)).body.appeals;
    expect(answerers).toMatchObject({ rule: "another_side", mayAnswer: true });
    expect(answerers.names).toContain("Bola Chief");
    expect(answerers.names).not.toContain("Ada Boss");
    const answerIt = (who: TestPerson) =>
      ask(who, `${APPEALS}/${appealId}/answers`, { verdict: "grant", words: "Sorry." });
    expect((await answerIt(ada)).body.code).toBe("not_independent");
    expect((await answerIt(bola)).status).toBe(200);
  });
});

describe("an appeal where no admin of the catalogue is left on another side", () => {
  it("is for support there, then for somebody whom the first admin has not brought in, and else can be agreed to", async () => {
    const { deps } = test.world;
    const [chi, dan] = [await hire(ada, "catalogue"), await hire(ada, "catalogue")];
    const support = await hire(bola, "support");
    later();
    const leave = (one: TestPerson) =>
      revokeAdmin(deps, { ...one, adminId: ada.userId, metadata: { actor: "system:test" } });
    await leave(bola);
    const [first, second, third] = [await appealed(chi), await appealed(chi), await appealed(ada)];
    // All of support on that side; those of the test before are there as well.
    expect(await whoMay(support, first)).toMatchObject({ rule: "another_role", mayAnswer: true });
    expect(await answer(ada, first)).toBe("not_independent");
    expect(await answer(support, first)).toBe("answered");
    // Support steps in for no other decision.
    const hide = { words: "No.", seen: 2, reason: "stolen" };
    expect((await ask(support, `${CASES}/${first}/hide`, hide)).body.code).toBe("role_forbidden");

    for (const { userId } of (await ask(ada, "/api/v1/admin/team")).body.members) {
      if (![ada, chi, dan].some((one) => one.userId === userId)) await leave({ ...ada, userId });
    }
    expect(await whoMay(ada, second)).toMatchObject({ rule: "same_side", mayAnswer: true });
    expect(await answer(chi, second)).toBe("not_your_approval");
    expect(await answer(dan, second)).toBe("answered");

    expect(await whoMay(chi, third)).toMatchObject({ rule: "agree_only", mayAnswer: false, mayAgree: true });
    expect(await answer(chi, third)).toBe("not_independent");
    expect(await answer(ada, third)).toBe("not_independent");
    expect(await answer(ada, third, "grant")).toBe("answered");
    expect((await test.call("GET", `/api/v1/tracks/${third}`)).status).toBe(200);
  });
  it("of somebody who has more tokens than one side lifts waits for a second side, and of others does not", async () => {
    const { deps } = test.world;
    const { secondApproverAboveUnits: limit } = policyAt(await readPolicies(deps.store.sql), deps.now());
    const [poor, rich] = [await shutOut(ada, limit), await shutOut(ada, 1)];
    const answerOf = async ({ userId }: TestPerson, verdict = "grant") => {
      const { appeals } = (await ask(ada, APPEALS)).body;
      const { appealId, answerers } = appeals.find((one: { userId: string }) => one.userId === userId);
      expect(answerers).toMatchObject({ rule: "agree_only", mayAgree: true });
      return await ask(ada, `${APPEALS}/${appealId}/answers`, { verdict, words: "You are right." });
    };
    expect((await answerOf(poor, "uphold")).body.code).toBe("not_independent");
    expect((await answerOf(poor)).body).toMatchObject({ verdict: "grant", isOver: true });
    const waiting = (await answerOf(rich)).body;
    const proposal = { verdict: "grant", text: "You are right." };
    expect(waiting).toMatchObject({ isProposed: true, isOver: false, proposal });
    const { proposals } = (await ask(ada, "/api/v1/admin/proposals")).body;
    expect(proposals).toEqual([expect.objectContaining({ kind: "suspension_answer", mayConfirm: false })]);

    // Another side comes, and confirms what it sees.
    const { proposalId, shown } = proposals[0];
    const second = await addPerson(deps, { isAdmin: true, firstName: "Chidi", lastName: "New" });
    await deps.store.settle();
    const confirmed = await ask(second, `/api/v1/admin/proposals/${proposalId}/confirm`, { shown });
    expect(confirmed).toMatchObject({ status: 200, body: { state: "done" } });
    expect((await ask(ada, `${APPEALS}/${waiting.appealId}`)).body).toMatchObject({ verdict: "grant", isOver: true });
  });
});

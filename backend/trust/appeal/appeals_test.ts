import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PERSONAL_DATA_STREAM } from "../../audit/events.ts";
import { closeAccount } from "../../accounts/closing/close.ts";
import { eraseAccount, forgetPerson } from "../../person_data/erase.ts";
import type { GroupAction } from "../../contract/groups.ts";
import { newId } from "../../contract/ids.ts";
import type { ProposalShown } from "../../contract/proposals.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { readBalances, readTotal } from "../../ledger/accounts.ts";
import { availableAccount, REWARD_POOL, settlingAccount, UNCLAIMED } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { appealsOf } from "../../../projections/trust/appeals.ts";
import { stakesOf, walletSummary } from "../../../projections/wallet/wallets.ts";
import type { Recorded } from "../../store/log/event.ts";
import type { Store } from "../../store/store.ts";
import { inviteAdmin, tokenOf } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { undoDecisions } from "../../wallet/settling/give_back.ts";
import { sealedFor } from "./appeal.ts";
import { decideOnGroup } from "../group/decide.ts";
import type { GroupDecided } from "../group/events.ts";
import { groupReactors } from "../group/reactions.ts";

const REASON = "These plays came without any sound";
const TEXT = "My brother and I share one phone, we really listen <b>every day</b>.";
const OWN = "/api/v1/appeals";
const QUEUE = "/api/v1/admin/appeals";
const PROPOSALS = "/api/v1/admin/proposals";

let test: TestListeners;
let [judge, other, third] = [{ userId: "", token: "" }, { userId: "", token: "" }, { userId: "", token: "" }];
beforeAll(async () => {
  test = await openTestListeners();
  [judge, other, third] = [await boss(), await boss(), await boss()];
});
afterAll(() => test[Symbol.asyncDispose]());

async function boss() {
  const { userId } = await test.member("listener", { isAdmin: true });
  const { deps } = test.world;
  const start = {
    userId,
    role: "listener",
    isAdmin: true,
    audience: "admin",
    remember: false,
    userAgent: "t",
  } as const;
  return { userId, token: await deps.tokens.signSession((await deps.sessions.start(start)).session) };
}

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

/** What admins decide about the people, as the group's verb does. */
async function decide(action: GroupAction, ...members: string[]): Promise<void> {
  const decision = { groupId: newId(), decisionId: newId(), action, reason: REASON, members, units: 0 };
  await test.world.deps.store.execute(decideOnGroup, { data: { ...decision, adminId: judge.userId } }, {
    logs: ["social"],
    metadata: { actor: `user:${judge.userId}` },
  });
  await test.world.settle();
}

/** The same store, in which something happens between the facts of a command and its transaction. */
function afterItsFacts(store: Store, happens: () => Promise<unknown>): Store {
  const execute: Store["execute"] = (handler, command, options) => {
    const { facts } = handler;
    const slow: typeof handler = {
      ...handler,
      async facts(sql, commands, scope) {
        const read = await facts?.(sql, commands, scope);
        await happens();
        return read;
      },
    };
    return store.execute(slow, command, options);
  };
  return new Proxy(store, { get: (from, name) => name === "execute" ? execute : Reflect.get(from, name) });
}

/** A listener who earned 200 units, frozen or voided. */
async function accused(...actions: GroupAction[]) {
  const person = await test.addPerson();
  await reward(person.userId, 200);
  await test.world.settle();
  for (const action of actions) await decide(action, person.userId);
  return { ...person, token: (await test.logIn(person)).token };
}

const own = (token: string) => test.call("GET", OWN, { token });
const write = (token: string, text = TEXT) => test.call("POST", OWN, { token, body: { text } });
const answer = (appealId: string, token: string, decision = "grant", words = "Sorry, you were right") =>
  test.call("POST", `${QUEUE}/${appealId}/answers`, { token, body: { decision, answer: words } });
const proposalOf = async (appealId: string, token: string): Promise<ProposalShown | undefined> =>
  (await test.call("GET", PROPOSALS, { token })).body.proposals
    .find(({ kind, subject }: ProposalShown) => kind === "appeal_answer" && subject === appealId);
/** Confirms or withdraws a proposal as the list shows it. */
const press = (step: "confirm" | "withdraw", token: string, { proposalId, shown }: Partial<ProposalShown> = {}) =>
  test.call("POST", `${PROPOSALS}/${proposalId}/${step}`, { token, body: { shown } });
const idOf = ({ body }: { body: { appeals: { appealId: string }[] } }) => body.appeals[0]?.appealId ?? "";
const stake = async (userId: string) => (await stakesOf(test.world.deps.store.sql, 0, [userId])).get(userId);
const mailsTo = (email: string) => test.world.outbox.newest(200).filter(({ to }) => to === email);

describe("what admins decide about earnings", () => {
  it("is told by mail and by the app, with the reason and the sum, and released as well", async () => {
    const person = await accused("freeze");
    expect((await own(person.token)).body).toMatchObject({
      held: { reason: REASON, tokens: 2 },
      appealsLeft: 3,
      appeals: [],
    });
    const summary = await test.call("GET", "/api/v1/withdrawal-summary", { token: person.token });
    expect(summary.body).toMatchObject({ hasAppeals: true, settlingHeld: { reason: REASON } });
    await decide("void", person.userId);
    await decide("release", person.userId);
    const mails = mailsTo(person.email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "We are checking your earnings",
      "We have checked your earnings",
      "We removed some of your earnings",
    ]);
    expect(mails.every(({ text }) => text.includes(REASON))).toBe(true);
    expect(mails.filter(({ text }) => text.includes("2.00 tokens"))).toHaveLength(2);
  });

  it("is nothing that someone else can appeal against", async () => {
    const stranger = await test.addPerson();
    const refused = await write(stranger.token);
    expect(refused).toMatchObject({ status: 409, body: { error: "None of your earnings are held or removed" } });
    expect((await own(stranger.token)).body).toEqual({ appealsLeft: 0, appeals: [] });
    expect((await test.call("GET", QUEUE, { token: stranger.token })).status).toBe(403);
    expect((await test.call("POST", OWN, { body: { text: TEXT } })).status).toBe(401);
  });
});

describe("an appeal", () => {
  it("is plain words, one at a time, and three about the same decision", async () => {
    const person = await accused("freeze");
    expect((await write(person.token, "too short")).body.error).toBe("Please write at least 20 characters");
    expect((await write(person.token, "x".repeat(2_001))).body.error).toBe("At most 2,000 characters");
    expect((await write(person.token, `hidden \u202e ${TEXT}`)).status).toBe(400);
    for (let time = 1; time <= 3; time++) {
      test.pass(1);
      const written = await write(person.token);
      expect(written).toMatchObject({ status: 201, body: { appealsLeft: 0 } });
      expect(written.body.appeals.map(({ text }: { text: string }) => text)).toEqual(Array(time).fill(TEXT));
      expect((await write(person.token)).body.error).toMatch("already written");
      expect((await answer(idOf(written), other.token, "uphold", "No")).status).toBe(400);
      expect((await answer(idOf(written), other.token, "uphold", "We looked again")).body.state).toBe("answered");
      expect((await own(person.token)).body).toMatchObject({
        appealsLeft: 3 - time,
        appeals: expect.arrayContaining([
          expect.objectContaining({ answer: expect.objectContaining({ text: "We looked again", outcome: "uphold" }) }),
        ]),
      });
    }
    expect((await write(person.token)).body.error).toMatch("Our answer is final");
    // Another decision is another matter.
    await decide("release", person.userId);
    test.pass(1);
    await decide("freeze", person.userId);
    expect((await write(person.token)).status).toBe(201);
    await test.world.settle();
    const mail = mailsTo(person.email).find(({ subject }) => subject === "Our answer about your earnings");
    expect(mail?.text).toContain("We looked again");
  });

  it("is stored sealed, and opened for admins only where the log says so", async () => {
    const { sql } = test.world.deps.store;
    const person = await accused("freeze");
    const appealId = idOf(await write(person.token));
    const events = await sql`select data::text from events where type = 'AppealWritten'`;
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify([events, await appealsOf(sql, person.userId)])).not.toContain("share one phone");
    const queue = await test.call("GET", QUEUE, { token: judge.token });
    expect(queue.body.appeals).toContainEqual(expect.objectContaining({ appealId, state: "open", held: 2, voided: 0 }));
    expect(JSON.stringify(queue.body)).not.toContain("share one phone");
    const opened = await test.call("GET", `${QUEUE}/${appealId}`, { token: judge.token });
    expect(opened.body).toMatchObject({ text: TEXT, reasons: [REASON], needsAnother: true });
    const looks = await test.world.deps.store.readStream("social", PERSONAL_DATA_STREAM);
    expect(looks.at(-1)?.data).toMatchObject({ lookedInto: `appeal ${appealId}`, personIds: [person.userId] });
  });

  it("that is granted gives back what was voided and lets the rest settle, once", async () => {
    const { deps } = test.world;
    const person = await accused("freeze", "void");
    await reward(person.userId, 30);
    const appealId = idOf(await write(person.token));
    expect((await answer(appealId, other.token)).body).toMatchObject({ state: "answered" });
    await test.world.settle();
    expect(await stake(person.userId)).toEqual({ settling: 30, available: 200 });
    expect((await walletSummary(deps.store.sql, 0, person.userId)).earnedUnits).toBe(230);
    // As after a process that died between the money and the checkpoint.
    const again = { userId: person.userId, appealId, through: test.now(), reason: "x", by: "system:appeals" };
    expect(await undoDecisions(deps, again)).toEqual({ units: 0, changed: false });
    expect((await own(person.token)).body).toMatchObject({
      appealsLeft: 0,
      appeals: [{ answer: { outcome: "grant" } }],
    });
    expect((await own(person.token)).body).not.toHaveProperty("held");
    expect((await own(person.token)).body).not.toHaveProperty("voided");
    expect(await readTotal(deps.store.sql)).toBe(0);
  });

  it("leaves a void that came after the answer as it is", async () => {
    const person = await accused("void");
    const through = test.now();
    test.pass(1);
    await reward(person.userId, 50);
    await test.world.settle();
    await decide("void", person.userId);
    const undone = { userId: person.userId, appealId: newId(), through, reason: "x", by: "system:appeals" };
    expect(await undoDecisions(test.world.deps, undone)).toEqual({ units: 200, changed: true });
    expect(await stake(person.userId)).toEqual({ settling: 0, available: 200 });
  });

  describe("that is granted while a decision from before it is on its way", () => {
    /** A frozen person who has written, and a void that was decided after that and is not carried out yet. */
    async function judgedLate() {
      const person = await accused("freeze");
      const appealId = idOf(await write(person.token));
      const written = (await test.world.deps.store.readStream("social", `appeal/${person.userId}`)).at(-1);
      const data = {
        ...{ groupId: newId(), decisionId: newId(), action: "void" as const, reason: REASON, units: 200 },
        ...{ members: [person.userId], adminId: judge.userId },
      };
      const event = { ...written, type: "GroupDecided", data } as unknown as Recorded<GroupDecided>;
      return { ...person, appealId, event };
    }

    /** Carries the void out; `happens` before a command of a name, and in it the process may die. */
    async function carryOut(
      event: Recorded<GroupDecided>,
      when: Readonly<Record<string, () => Promise<unknown>>> = {},
    ) {
      const { deps } = test.world;
      const execute: Store["execute"] = async (handler, command, options) => {
        await when[handler.name]?.();
        return await deps.store.execute(handler, command, options);
      };
      const store = new Proxy(deps.store, {
        get: (from, name) => {
          const value: unknown = name === "execute" ? execute : Reflect.get(from, name, from);
          return typeof value === "function" && name !== "execute" ? value.bind(from) : value;
        },
      });
      for (const reactor of groupReactors({ ...deps, store })) await reactor.react(event);
      await test.world.settle();
    }

    const grant = async (appealId: string) => {
      expect((await answer(appealId, other.token)).body).toMatchObject({ state: "answered" });
      await test.world.settle();
    };
    const dies = () => Promise.reject(new Error("killed"));

    it("takes the decision with it, which then does nothing", async () => {
      const { userId, appealId, event } = await judgedLate();
      await grant(appealId);
      await carryOut(event);
      expect(await stake(userId)).toEqual({ settling: 200, available: 0 });
    });

    it("gives back what was taken in the same moment, once, over a death at every step", async () => {
      const { userId, appealId, event } = await judgedLate();
      await carryOut(event, { voidRewards: () => grant(appealId) });
      expect(await stake(userId)).toEqual({ settling: 0, available: 200 });

      for (const step of ["uncountPlays", "undoDecisions", "recountPlays"]) {
        const late = await judgedLate();
        const killed = carryOut(late.event, { voidRewards: () => grant(late.appealId), [step]: dies });
        await killed.catch(() => {});
        await carryOut(late.event);
        await carryOut(late.event);
        expect(await stake(late.userId), step).toEqual({ settling: 0, available: 200 });
      }
      expect(await readTotal(test.world.deps.store.sql)).toBe(0);
    });

    it("leaves what was decided after it, also where the decision before it is carried out again", async () => {
      const { userId, appealId, event } = await judgedLate();
      await carryOut(event, { voidRewards: () => grant(appealId) });
      test.pass(1_000);
      await reward(userId, 30);
      await test.world.settle();
      await decide("void", userId);
      await carryOut(event);
      expect(await stake(userId)).toEqual({ settling: 0, available: 200 });
    });
  });

  it("is never decided alone by the admin who decided before", async () => {
    const person = await accused("void");
    const appealId = idOf(await write(person.token));
    const proposed = await answer(appealId, judge.token, "uphold");
    const words = { outcome: "uphold", text: "Sorry, you were right" };
    expect(proposed.body).toMatchObject({ state: "proposed", proposal: words });
    expect((await own(person.token)).body.appeals[0]).not.toHaveProperty("answer");
    const proposal = await proposalOf(appealId, other.token);
    expect(proposal).toMatchObject({ title: expect.stringContaining("Keep our decision about …"), mayConfirm: true });
    // The words are read with the appeal, where the log says who looked.
    expect(JSON.stringify(proposal)).not.toContain("Sorry");
    expect((await test.call("GET", QUEUE, { token: other.token })).body.appeals).toContainEqual(
      expect.objectContaining({ appealId, state: "proposed" }),
    );
    const confirm = (token: string) => press("confirm", token, proposal);
    expect((await confirm(judge.token)).body).toMatchObject({ code: "not_your_approval" });
    expect((await answer(appealId, other.token)).body).toMatchObject({ code: "already_decided" });
    expect((await confirm(other.token)).status).toBe(200);
    expect((await test.call("GET", `${QUEUE}/${appealId}`, { token: other.token })).body).toMatchObject({
      state: "answered",
      answer: { by: "Adaeze Okonkwo and Adaeze Okonkwo" },
    });
    expect((await confirm(third.token)).body).toMatchObject({ state: "decided_before" });
  });

  it("that waits since before there were proposals is answered as all others", async () => {
    const { deps } = test.world;
    const person = await accused("void");
    const appealId = idOf(await write(person.token));
    const sealed = await sealedFor(deps, { userId: person.userId, field: "answer", text: "As you say" });
    const data = {
      ...{ appealId, userId: person.userId, outcome: "grant", answer: sealed, units: 200, adminId: third.userId },
      proposalId: newId(),
    };
    await deps.store.appendToStream("social", `appeal/${person.userId}`, [{ type: "AppealAnswerProposed", data }], {
      metadata: { actor: `user:${third.userId}` },
    });
    await test.world.settle();
    const opened = await test.call("GET", `${QUEUE}/${appealId}`, { token: other.token });
    expect(opened.body).toMatchObject({ state: "proposed", proposal: { outcome: "grant", text: "As you say" } });
    expect((await press("confirm", other.token, await proposalOf(appealId, other.token))).status).toBe(200);
    await test.world.settle();
    expect(await stake(person.userId)).toEqual({ settling: 0, available: 200 });
  });

  it("is never answered by the admin who wrote it, not even a proposal of others", async () => {
    const admin = await boss();
    const asListener = await tokenOf(test.world.deps, admin);
    await reward(admin.userId, 200);
    await test.world.settle();
    await decide("void", admin.userId);
    const appealId = idOf(await write(asListener));
    const refused = { status: 409, body: { error: "This is yours: another admin decides about it" } };
    expect(await answer(appealId, admin.token)).toMatchObject(refused);
    await answer(appealId, judge.token);
    const proposal = await proposalOf(appealId, admin.token);
    expect(proposal).toMatchObject({ mayConfirm: false });
    for (const step of ["confirm", "withdraw"] as const) {
      expect(await press(step, admin.token, proposal)).toMatchObject(refused);
    }
    await test.world.settle();
    expect((await stake(admin.userId))?.available).toBe(0);
  });

  it("is never decided alone by the side that wrote it, or that opened its account", async () => {
    const { deps } = test.world;
    const [one, two] = [await boss(), await boss()];
    const puppet = await inviteAdmin(deps, { by: one, confirmedBy: two });
    await reward(puppet.userId, 200);
    await test.world.settle();
    await decide("void", puppet.userId);
    const byPuppet = idOf(await write(await tokenOf(deps, puppet)));
    expect((await answer(byPuppet, one.token)).body).toMatchObject({ state: "proposed" });
    const mule = await accused("void");
    const byMule = idOf(await write(mule.token));
    const set = { password: "Taken-over-2026!" };
    await test.call("PUT", `/api/v1/admin/users/${mule.userId}`, { token: puppet.token, body: set });
    expect((await answer(byMule, one.token)).body).toMatchObject({ state: "proposed" });
  });

  it("needs another admin above the limit, also for many small ones", async () => {
    const person = await accused();
    await reward(person.userId, FIRST_POLICY.secondApproverAboveUnits);
    await decide("void", person.userId);
    const appealId = idOf(await write(person.token));
    const { body } = await answer(appealId, third.token);
    expect(body).toMatchObject({ state: "proposed" });
    expect((await press("withdraw", judge.token, await proposalOf(appealId, judge.token))).status).toBe(200);
    expect((await test.call("GET", `${QUEUE}/${appealId}`, { token: judge.token })).body).toMatchObject({
      state: "open",
    });
    const small = await Promise.all(Array.from({ length: 3 }, () => accused()));
    for (const { userId } of small) {
      await reward(userId, FIRST_POLICY.secondApproverAboveUnits / 2 - 200);
      await decide("void", userId);
    }
    const ids: string[] = [];
    for (const { token } of small) ids.push(idOf(await write(token)));
    const answered = await Promise.all(ids.map((id) => answer(id, third.token)));
    expect(answered.map(({ body }) => body.state).sort()).toEqual(["answered", "answered", "proposed"]);
  });

  it("needs another side above the limit, whoever of a side answers", async () => {
    const { deps } = test.world;
    const [one, two] = [await boss(), await boss()];
    const puppet = await inviteAdmin(deps, { by: one, confirmedBy: two });
    const ids: string[] = [];
    for (const person of [await accused(), await accused(), await accused()]) {
      await reward(person.userId, FIRST_POLICY.secondApproverAboveUnits - 1_000);
      await decide("void", person.userId);
      ids.push(idOf(await write(person.token)));
    }
    const [first = "", second = "", last = ""] = ids;
    expect((await answer(first, one.token)).body).toMatchObject({ state: "answered" });
    expect((await answer(second, puppet.token)).body).toMatchObject({ state: "proposed" });
    expect((await answer(last, two.token)).body).toMatchObject({ state: "answered" });
  });

  it("has one answer when two admins answer at once", async () => {
    const person = await accused("void");
    const appealId = idOf(await write(person.token));
    const both = await Promise.all([answer(appealId, other.token), answer(appealId, third.token, "uphold")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await test.world.settle();
    const isGranted = both[0].status === 200;
    expect((await stake(person.userId))?.available).toBe(isGranted ? 200 : 0);
  });

  it("asks for a fresh password before its answer", async () => {
    const appealId = idOf(await write((await accused("freeze")).token));
    test.pass(16 * 60_000);
    expect((await answer(appealId, third.token)).body).toMatchObject({ code: "password_needed" });
    [judge, other, third] = [await boss(), await boss(), await boss()];
  });

  it("is gone with the person, and nothing comes back to them", async () => {
    const { deps } = test.world;
    const person = await accused("void");
    const appealId = idOf(await write(person.token));
    const through = test.now();
    await closeAccount(deps, { userId: person.userId, by: "owner", metadata: { actor: `user:${person.userId}` } });
    test.pass(31 * 86_400_000);
    await eraseAccount(deps, person.userId);
    await forgetPerson(deps, person.userId);
    await test.world.settle();
    [judge, other, third] = [await boss(), await boss(), await boss()];
    expect((await answer(appealId, other.token)).status).toBe(404);
    expect((await test.call("GET", `${QUEUE}/${appealId}`, { token: other.token })).status).toBe(404);
    const undone = { userId: person.userId, appealId, through, reason: "x", by: "system:appeals" };
    expect(await undoDecisions(deps, undone)).toEqual({ units: 0, changed: false });
    expect(await readTotal(deps.store.sql)).toBe(0);
  });

  it("is of no use to who is erased while it is answered: what comes back is unclaimed", async () => {
    const { deps } = test.world;
    const person = await accused("void");
    const appealId = idOf(await write(person.token));
    const through = test.now();
    await closeAccount(deps, { userId: person.userId, by: "owner", metadata: { actor: `user:${person.userId}` } });
    test.pass(31 * 86_400_000);
    const accounts = [availableAccount(person.userId), UNCLAIMED];
    const unitsOf = async () => {
      const found = await readBalances(deps.store.sql, 0, accounts);
      return accounts.map((account) => found.get(account) ?? 0);
    };
    const [, unclaimed = 0] = await unitsOf();
    const store = afterItsFacts(deps.store, () => eraseAccount(deps, person.userId));
    const undone = { userId: person.userId, appealId, through, reason: "x", by: "system:appeals" };
    expect(await undoDecisions({ ...deps, store }, undone)).toEqual({ units: 200, changed: true });
    await test.world.settle();
    expect(await unitsOf()).toEqual([0, unclaimed + 200]);
    [judge, other, third] = [await boss(), await boss(), await boss()];
  });
});

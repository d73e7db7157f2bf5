import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyBundle } from "../../../tools/verify_bundle.mjs";
import { newId } from "../../contract/ids.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { monthOf, royaltiesCloseAt } from "../../contract/royalties.ts";
import { closeDueMonths } from "../close.ts";
import { settleDueRoyalties } from "../settle.ts";
import { addAdmin } from "../../testing/access.ts";
import { addPerson, inviteAdmin, type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { answerProposal, proposalSeen } from "../../testing/waiting_proposals.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { hearSong, payPremium } from "../../testing/royalties.ts";
import { TAX_REMITTANCES_STREAM, type TaxRemittanceEvent, type TaxRemittanceRecorded } from "./events.ts";

const PATH = "/api/v1/admin/tax";
const NOTE = "The return of the month for the authority";

let test: TestListeners;
let [ada, bola]: [TestPerson, TestPerson] = [{ userId: "", email: "", token: "" }, {
  userId: "",
  email: "",
  token: "",
}];
let artist: TestPerson;
/** The month in which the royalties settle. */
let month = "";
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 4, 1, 12));
  const { deps } = test.world;
  ada = await addPerson(deps, { isAdmin: true, firstName: "Ada", lastName: "Boss" });
  bola = await addPerson(deps, { isAdmin: true, firstName: "Bola", lastName: "Chief" });
  artist = await test.addArtist("=Zee Ade");
  const { trackId } = await test.addTrack({ ownerId: artist.userId });
  const fan = await test.addPerson();
  await payPremium(deps, fan.userId, { amountKobo: 100_000 });
  await hearSong(deps, fan.userId, { trackId, day: "2026-05-03", ms: 60_000 });
  await test.world.settle();
  test.pass(royaltiesCloseAt("2026-05", FIRST_POLICY) - test.now());
  await closeDueMonths(deps);
  test.pass(FIRST_POLICY.settlingMs);
  await settleDueRoyalties(deps);
  month = monthOf(test.now());
});
afterAll(() => test[Symbol.asyncDispose]());

/** A session of the back office is over after 8 hours: each call has a new one, unless it brings its own. */
async function ask(who: TestPerson, what: string, body?: object) {
  const token = await tokenOf(test.world.deps, { userId: who.userId, isAdmin: true });
  return await test.call(what === "" ? "GET" : "POST", `${PATH}${what}`, { token, ...(body && { body }) });
}
const said = (more: object = {}) => (
  { remittanceId: newId(), month, kobo: 1_000, paidOn: `${month}-30`, receipt: `FIRS/${newId().slice(-6)}`, ...more }
);
const by = (who: TestPerson) => async (method: string, path: string, body?: object) =>
  await test.call(method, path, {
    token: await tokenOf(test.world.deps, { userId: who.userId, isAdmin: true }),
    ...(body && { body }),
  });
const about = (subject: string, kind = "tax_remittance") => ({ kind, subject });
const confirm = (who: TestPerson, subject: string, kind?: string) =>
  answerProposal(by(who), about(subject, kind), "confirm");
const withdraw = (who: TestPerson, subject: string, kind?: string) =>
  answerProposal(by(who), about(subject, kind), "withdraw");
const sums = async () => (await ask(ada, "")).body.months[0];

describe("the tax of royalties", () => {
  it("stands in the month in which it was withheld, and cannot be remitted before that is over", async () => {
    expect(await ask(ada, "")).toMatchObject({
      status: 200,
      body: {
        basisPoints: 500,
        months: [{
          ...{ month: "2026-06", isOver: false, creators: 1, grossKobo: 50_000, withheldKobo: 2_500 },
          ...{ remittedKobo: 0, waitingKobo: 0, dueKobo: 2_500 },
        }],
        remittances: [],
        totals: { withheldKobo: 2_500, dueKobo: 2_500 },
      },
    });
    expect((await ask(ada, "/remittances", said({ paidOn: `${month}-22` }))).body.error).toContain("not over");
    test.pass(20 * 86_400_000);
  });

  it("is recorded by finance with a fresh password, by words that make sense", async () => {
    const { deps } = test.world;
    const [support, auditor] = [await addAdmin(deps, "support"), await addAdmin(deps, "auditor")];
    for (const one of [support, auditor]) {
      expect(await ask(one, "/remittances", said())).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
    }
    expect([(await ask(support, "")).status, (await ask(auditor, "")).status]).toEqual([403, 200]);
    const token = await tokenOf(deps, { userId: ada.userId, isAdmin: true });
    test.pass(16 * 60_000);
    const stale = await test.call("POST", `${PATH}/remittances`, { token, body: said() });
    expect(stale).toMatchObject({ status: 403, body: { code: "password_needed" } });
    const wrong: [object, string][] = [
      [{ kobo: 0 }, "Enter a sum above zero"],
      [{ kobo: -5 }, "Enter a sum above zero"],
      [{ kobo: 10.5 }, "Enter a sum in whole kobo"],
      [{ kobo: 2_501 }, "No more than ₦25.00 of this month is due"],
      [{ month: "2026-13" }, "Choose a month"],
      [{ paidOn: "2026-02-30" }, "Choose a day"],
      [{ paidOn: "2027-01-01" }, "The day of the payment is in the future"],
      [{ receipt: "  " }, "Enter the number of the receipt"],
      [{ receipt: "pay\u202eeeman" }, "The number of the receipt has characters that cannot be shown"],
      [{ remittanceId: "1" }, ""],
    ];
    for (const [more, text] of wrong) {
      const { status, body } = await ask(ada, "/remittances", said(more));
      expect([status, body.error]).toEqual([400, text === "" ? body.error : text]);
    }
    expect((await sums()).waitingKobo).toBe(0);
  });

  it("is booked once when an admin on another side confirms it, and not by the same one or a puppet", async () => {
    const { deps } = test.world;
    const puppet = await inviteAdmin(deps, { by: ada, confirmedBy: bola });
    test.pass(73 * 3_600_000);
    const remittance = said();
    const recorded = await Promise.all([1, 2].map(() => ask(ada, "/remittances", remittance)));
    expect(recorded.map(({ status }) => status)).toEqual([200, 200]);
    const { _id, ...first } = recorded[0]?.body.remittances[0] ?? {};
    expect(first).toMatchObject({ month, kobo: 1_000, status: "recorded", recordedBy: "Ada Boss" });
    expect((await ask(ada, "")).body.remittances.length).toBe(1);
    expect((await ask(ada, "/remittances", { ...remittance, kobo: 999 })).status).toBe(409);
    expect((await ask(ada, "/remittances", said({ receipt: remittance.receipt }))).body.error).toContain("already");
    expect((await ask(bola, "/remittances", said({ kobo: 1_501 }))).body.error).toContain("₦15.00");
    const [line] = (await proposalSeen(by(bola), about(_id)))?.lines ?? [];
    expect(line).toContain(`₦10.00 of June 2026, paid on 30 June 2026, receipt ${remittance.receipt}.`);
    expect(await confirm(ada, _id)).toMatchObject({ body: { code: "not_your_approval" } });
    expect(await confirm(puppet, _id)).toMatchObject({ body: { code: "not_independent" } });
    expect((await sums()).remittedKobo).toBe(0);
    const shown = await proposalSeen(by(bola), about(_id));
    const path = `/api/v1/admin/proposals/${shown?.proposalId}`;
    const both = await Promise.all([1, 2].map(() => by(bola)("POST", `${path}/confirm`, { shown: shown?.shown })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await sums()).toMatchObject({ remittedKobo: 1_000, waitingKobo: 0, dueKobo: 1_500 });
    expect((await by(ada)("POST", `${path}/withdraw`)).body.code).toBe("already_decided");
    await test.world.settle();
    test.pass(1);
    const books = await test.call("GET", "/api/v1/admin/books", {
      token: await tokenOf(deps, { userId: ada.userId, isAdmin: true }),
    });
    // Who checks the books offline finds the tax in what is owed.
    const token = await tokenOf(deps, { userId: ada.userId, isAdmin: true });
    const { publicKey: key } = (await test.call("GET", "/.well-known/orin-audit-key")).body;
    const { body: bundle } = await test.call("GET", "/api/v1/admin/books/bundle", { token });
    expect(bundle.content.books.owed.withheldTax).toBe(1_500);
    expect(verifyBundle(bundle, { key }).problems).toEqual([]);
    expect(books.body.owed.withheldTax).toBe(15);
    expect(books.body.trial).toContainEqual({ account: "liability:withheld_tax", debit: 0, credit: 15 });
    expect(books.body.trial).toContainEqual({ account: "provider:paystack", debit: 990, credit: 0 });
  });

  it("that was recorded by mistake is withdrawn, and its receipt and sum are free again", async () => {
    const remittance = said({ kobo: 1_500 });
    await ask(ada, "/remittances", remittance);
    expect((await ask(bola, "/remittances", said({ kobo: 1 }))).body.error).toContain("₦0.00");
    const shown = await proposalSeen(by(bola), about(remittance.remittanceId));
    expect((await withdraw(bola, remittance.remittanceId)).status).toBe(200);
    const late = await by(bola)("POST", `/api/v1/admin/proposals/${shown?.proposalId}/confirm`, {
      shown: shown?.shown,
    });
    expect(late.body.state).toBe("decided_before");
    const again = { ...remittance, remittanceId: newId() };
    expect((await ask(bola, "/remittances", again)).status).toBe(200);
    expect((await confirm(ada, again.remittanceId)).status).toBe(200);
    expect(await sums()).toMatchObject({ remittedKobo: 2_500, dueKobo: 0 });
  });
});

describe("a remittance that was confirmed wrongly", () => {
  const trial = async () => {
    await test.world.settle();
    test.pass(1);
    const token = await tokenOf(test.world.deps, { userId: ada.userId, isAdmin: true });
    const { body } = await test.call("GET", "/api/v1/admin/books", { token });
    return { at: new Date(test.now()).toISOString(), owed: body.owed.withheldTax, trial: body.trial };
  };
  const booksAt = async (at: string) => {
    const token = await tokenOf(test.world.deps, { userId: ada.userId, isAdmin: true });
    return (await test.call("GET", `/api/v1/admin/books?at=${encodeURIComponent(at)}`, { token })).body;
  };
  const said1 = { reversalId: newId(), reason: "The receipt is of another company" };

  it("is asked to be reversed by finance with a reason and a fresh password, and only where it is booked", async () => {
    const { deps } = test.world;
    const [, first] = (await ask(ada, "")).body.remittances;
    const path = `/remittances/${first._id}/reversals`;
    for (const one of [await addAdmin(deps, "support"), await addAdmin(deps, "auditor")]) {
      expect(await ask(one, path, said1)).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
    }
    const token = await tokenOf(deps, { userId: ada.userId, isAdmin: true });
    test.pass(16 * 60_000);
    const stale = await test.call("POST", `${PATH}${path}`, { token, body: said1 });
    expect(stale).toMatchObject({ status: 403, body: { code: "password_needed" } });
    for (const reason of ["", "short", "x".repeat(501), "The wrong\u202e receipt was seen", 5]) {
      expect((await ask(ada, path, { ...said1, reason })).status).toBe(400);
    }
    expect((await ask(ada, `/remittances/${newId()}/reversals`, said1)).status).toBe(404);
    expect((await ask(ada, `/remittances/nothing/reversals`, said1)).status).toBe(404);
    expect(first.reversals).toEqual([]);
  });

  it("comes back once when an admin on another side confirms it, and its sum and receipt are free", async () => {
    const { deps } = test.world;
    const puppet = await inviteAdmin(deps, { by: ada, confirmedBy: bola });
    test.pass(73 * 3_600_000);
    const wrong = (await ask(ada, "")).body.remittances.find((one: { kobo: number }) => one.kobo === 1_000);
    const path = `/remittances/${wrong._id}/reversals`;
    const before = await trial();
    const asked = await Promise.all([1, 2].map(() => ask(ada, path, said1)));
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask(bola, path, { ...said1, reversalId: newId() })).body.error).toContain("waits");
    expect(await sums()).toMatchObject({ remittedKobo: 2_500, dueKobo: 0 });
    expect((await ask(ada, "")).body.remittances).toContainEqual(
      expect.objectContaining({ _id: wrong._id, status: "confirmed", isReversing: true, reversals: [] }),
    );
    expect((await proposalSeen(by(bola), about(wrong._id, "tax_reversal")))?.lines)
      .toContain(`The reason given: ${said1.reason}`);
    expect(await confirm(ada, wrong._id, "tax_reversal")).toMatchObject({ body: { code: "not_your_approval" } });
    expect(await confirm(puppet, wrong._id, "tax_reversal")).toMatchObject({ body: { code: "not_independent" } });
    expect((await confirm(bola, wrong._id, "tax_reversal")).status).toBe(200);
    expect((await ask(ada, path, said1)).status).toBe(200);
    expect(await sums()).toMatchObject({ remittedKobo: 1_500, waitingKobo: 0, dueKobo: 1_000 });
    const shown = (await ask(ada, "")).body.remittances.find((it: { _id: string }) => it._id === wrong._id);
    expect(shown).toMatchObject({
      ...{ status: "reversed", recordedBy: "Ada Boss", decidedBy: "Bola Chief" },
      reversals: [{
        ...{ _id: said1.reversalId, reason: said1.reason, status: "confirmed" },
        ...{ requestedBy: "Ada Boss", decidedBy: "Bola Chief" },
      }],
    });
    const after = await trial();
    expect([before.owed, after.owed]).toEqual([0, 10]);
    expect(after.trial).toContainEqual({ account: "liability:withheld_tax", debit: 0, credit: 10 });
    expect(after.trial).toContainEqual({ account: "provider:paystack", debit: 985, credit: 0 });
    // The books of the moment before it say what they said.
    expect((await booksAt(before.at)).trial).toEqual(before.trial);
    expect((await ask(ada, path, { ...said1, reversalId: newId() })).body.error).toContain("reversed before");

    const right = said({ receipt: wrong.receipt });
    expect((await ask(ada, "/remittances", { ...right, kobo: 1_001 })).body.error).toContain("₦10.00");
    expect((await ask(ada, "/remittances", right)).status).toBe(200);
    expect((await confirm(bola, right.remittanceId)).status).toBe(200);
    expect((await trial()).owed).toBe(0);
    expect(await sums()).toMatchObject({ remittedKobo: 2_500, dueKobo: 0 });
    const again = `/remittances/${right.remittanceId}/reversals`;
    expect((await ask(bola, again, said1)).body.code).toBe("conflict");
    const kept = { ...said1, reversalId: newId() };
    expect((await ask(bola, again, kept)).status).toBe(200);
    expect((await withdraw(ada, right.remittanceId, "tax_reversal")).status).toBe(200);
    expect((await ask(ada, "")).body.remittances[0]).toMatchObject({ status: "confirmed", isReversing: false });
    expect(await sums()).toMatchObject({ remittedKobo: 2_500, dueKobo: 0 });
  });
});

it("what was recorded and asked for before there was a stream of proposals is decided as all else", async () => {
  const { store } = test.world.deps;
  const old = (...events: TaxRemittanceEvent[]) =>
    store.appendToStream("social", TAX_REMITTANCES_STREAM, events, { metadata: { actor: `user:${ada.userId}` } });
  const find = async (id: string) =>
    (await ask(ada, "")).body.remittances.find((one: { _id: string }) => one._id === id);
  const booked = (await ask(ada, "")).body.remittances.find((one: { status: string }) => one.status === "confirmed");
  const reversal = { reversalId: newId(), reason: "It is another company's", adminId: ada.userId };
  await old({ type: "TaxReversalRequested", data: { remittanceId: booked._id, ...reversal } });
  expect(await confirm(ada, booked._id, "tax_reversal")).toMatchObject({ body: { code: "not_your_approval" } });
  expect(await confirm(bola, booked._id, "tax_reversal")).toMatchObject({ status: 200 });
  expect(await find(booked._id)).toMatchObject({
    status: "reversed",
    reversals: [{ reason: reversal.reason, requestedBy: "Ada Boss", decidedBy: "Bola Chief" }],
  });
  const recorded = (): TaxRemittanceRecorded => {
    const { kobo: units, ...more } = said({ kobo: booked.kobo });
    return { type: "TaxRemittanceRecorded", data: { ...more, units, adminId: ada.userId } };
  };
  const [mistake, right] = [recorded(), recorded()];
  await old(mistake);
  expect(await withdraw(bola, mistake.data.remittanceId)).toMatchObject({ status: 200 });
  expect(await find(mistake.data.remittanceId)).toMatchObject({ status: "withdrawn", decidedBy: "Bola Chief" });
  await old(right);
  expect(await confirm(bola, right.data.remittanceId)).toMatchObject({ status: 200 });
  expect(await find(right.data.remittanceId)).toMatchObject({ status: "confirmed", decidedBy: "Bola Chief" });
  expect(await sums()).toMatchObject({ remittedKobo: 2_500, dueKobo: 0 });
});

describe("the return of a month", () => {
  it("names each artist with gross, tax and net, behind a note that the log keeps", async () => {
    expect((await ask(ada, "/export", { month, note: "short" })).status).toBe(400);
    const token = await tokenOf(test.world.deps, { userId: ada.userId, isAdmin: true });
    const answer = await test.world.app.request(`${PATH}/export`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ month, note: NOTE }),
    });
    expect(answer.headers.get("content-disposition")).toContain(`orin-tax-${month}.csv`);
    const [, line = ""] = (await answer.text()).trim().split("\r\n");
    expect(line).toMatch(
      new RegExp(`^${month},[^,]+,'=Zee Ade,${artist.userId},2026-05,500.00,5,25.00,475.00$`),
    );
    const events = await test.world.deps.store.readStream("social", "personal_data");
    expect(events.slice(-2)).toMatchObject([
      { type: "PersonalDataNoted" },
      {
        type: "PersonalDataListed",
        data: { list: "tax_export", filter: `month=${month}`, personIds: [artist.userId] },
      },
    ]);
    const months = await test.world.app.request(`${PATH}/csv`, { headers: { authorization: `Bearer ${token}` } });
    expect((await months.text()).trim().split("\r\n")[1]).toBe(`${month},1,500.00,25.00,25.00,0.00,0.00`);
  });
});

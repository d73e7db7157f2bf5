import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { taxLines, taxMonths, taxOfCreator } from "../../projections/royalties/withheld_tax.ts";
import { newId } from "../contract/ids.ts";
import { paymentReference } from "../contract/payment_reference.ts";
import { monthOf } from "../contract/royalties.ts";
import { readBalances, readTotal } from "../ledger/accounts.ts";
import { availableAccount, PROVIDER, settlingAccount, WITHHELD_TAX } from "../ledger/chart.ts";
import type { LogName, NewEvent, Recorded } from "../store/log/event.ts";
import { interceptCalls } from "../testing/intercept_calls.ts";
import { changeTax, openTestRoyalties, type TestRoyalties } from "../testing/royalties.ts";
import { TEST_INSTALLATION } from "../testing/store.ts";
import { bookLost } from "../wallet/lost_payouts/book.ts";
import { bookedRemittances } from "./tax/reactions.ts";
import {
  TAX_REMITTANCES_STREAM,
  type TaxRemittanceConfirmed,
  type TaxRemittanceEvent,
  type TaxReversalConfirmed,
} from "./tax/events.ts";
import { royaltyHoldStream, taxRemittedStream } from "./events.ts";
import { royaltyMonth } from "./reads.ts";
import { bookRemittance, bookReversal } from "./remit.ts";
import { settleDueRoyalties } from "./settle.ts";
import { giveBackRoyalties, voidRoyalties } from "./void.ts";

const MINUTE_MS = 60_000;
const by = "system:test";

let world: TestRoyalties;
/** Each test has months of its own, in the order in which they stand here. */
beforeAll(async () => {
  world = await openTestRoyalties({ day: "2026-01-01" });
  await changeTax(world.deps, [
    { at: Date.parse("2026-02-10T12:00:00Z"), basisPoints: 1_000 },
    { at: Date.parse("2026-03-31T23:00:00Z"), basisPoints: 333 },
  ]);
});
afterAll(() => world[Symbol.asyncDispose]());

async function balance(shard: number, account: string): Promise<number> {
  return (await readBalances(world.deps.store.sql, shard, [account])).get(account) ?? 0;
}

async function availableOf(userId: string): Promise<number> {
  return await balance(world.deps.shardOf(userId), availableAccount(userId));
}

/** A listener in a shard pays for a month and hears a song of it. */
async function listen(month: string, trackId: string, { shard, kobo }: { shard: number; kobo: number }) {
  const fan = world.person(shard);
  world.at(`${month}-01`, 0);
  await world.pay(fan, kobo);
  await world.hear(fan, trackId, { day: `${month}-05`, ms: MINUTE_MS });
  return fan;
}

describe("the tax of a royalty", () => {
  it("is that of its month, not of the day on which it settles, and each settlement's is rounded down", async () => {
    const creatorId = world.person(1);
    const trackId = await world.song(creatorId);
    // 30 kobo from one shard and 38 from another: 1.5 and 1.9 of tax are 1 and 1.
    await listen("2026-01", trackId, { shard: 0, kobo: 61 });
    await listen("2026-01", trackId, { shard: 2, kobo: 77 });
    await world.close("2026-01");
    const { taxBasisPoints, taxKobo, withheldKobo, netKobo } = await royaltyMonth(world.deps, creatorId, "2026-01");
    expect([taxBasisPoints, taxKobo, withheldKobo, netKobo]).toEqual([500, 2, 0, 66]);
    // The new rate is in force by now.
    world.at("2026-02-25");
    await Promise.all([settleDueRoyalties(world.deps), settleDueRoyalties(world.deps)]);
    expect([await availableOf(creatorId), await balance(1, settlingAccount(creatorId))]).toEqual([66, 0]);
    expect(await balance(1, WITHHELD_TAX)).toBe(2);
    expect(await royaltyMonth(world.deps, creatorId, "2026-01")).toMatchObject({
      taxKobo: 2,
      withheldKobo: 2,
      netKobo: 66,
    });
    // February had begun under the first rate; March begins under the second, April under the third.
    for (const [month, basisPoints] of [["2026-02", 500], ["2026-03", 1_000], ["2026-04", 333]] as const) {
      expect((await royaltyMonth(world.deps, creatorId, month)).taxBasisPoints).toBe(basisPoints);
    }
  });

  it("is of what was not voided, stands in the month in which it settled, and is the artist's alone", async () => {
    const creatorId = world.person(2);
    const trackId = await world.song(creatorId);
    const bot = await listen("2026-03", trackId, { shard: 0, kobo: 10_000 });
    await listen("2026-03", trackId, { shard: 2, kobo: 20_000 });
    await world.close("2026-03");
    await voidRoyalties(world.deps, { userId: bot, reason: "Farm", by });
    const { sql } = world.deps.store;
    expect((await taxOfCreator(sql, { shard: 2, creatorId }, { from: "2026-03", to: "2026-03" })).size).toBe(0);
    await world.settle();
    expect([await availableOf(creatorId), await balance(2, WITHHELD_TAX)]).toEqual([9_000, 1_000]);
    const settledIn = monthOf(world.deps.now());
    expect([settledIn, await taxLines(sql, { withheldIn: settledIn, after: undefined, limit: 9 })]).toEqual([
      "2026-04",
      [
        { creatorId, month: "2026-03", basisPoints: 1_000, grossUnits: 10_000, withheldUnits: 1_000 },
      ],
    ]);
  });
});

/** Says what two admins decided, as the log of everybody would have it. */
async function confirmed(
  month: string,
  parts: readonly (readonly [number, number])[],
): Promise<TaxRemittanceConfirmed> {
  const remittanceId = newId();
  const units = parts.reduce((sum, [, part]) => sum + part, 0);
  const event: TaxRemittanceConfirmed = {
    type: "TaxRemittanceConfirmed",
    data: { remittanceId, month, parts, adminId: newId() },
  };
  const said = { remittanceId, month, units, paidOn: "2026-05-02", receipt: remittanceId, adminId: newId() };
  const events: TaxRemittanceEvent[] = [{ type: "TaxRemittanceRecorded", data: said }, event];
  await world.deps.store.appendToStream("social", TAX_REMITTANCES_STREAM, events, { metadata: { actor: by } });
  return event;
}

/** The same of a reversal. */
async function reversed(
  { data: { remittanceId, month, parts } }: TaxRemittanceConfirmed,
): Promise<TaxReversalConfirmed> {
  const data = { remittanceId, reversalId: newId(), month, parts, adminId: newId() };
  const event: TaxReversalConfirmed = { type: "TaxReversalConfirmed", data };
  const asked = { remittanceId, reversalId: data.reversalId, reason: "It was another receipt", adminId: newId() };
  const events: TaxRemittanceEvent[] = [{ type: "TaxReversalRequested", data: asked }, event];
  await world.deps.store.appendToStream("social", TAX_REMITTANCES_STREAM, events, { metadata: { actor: by } });
  return event;
}

/** Tells the reaction of an event, killed before and after each call, until it has done all; answers how often. */
async function killedAnywhere(event: TaxRemittanceConfirmed | TaxReversalConfirmed): Promise<number> {
  let boundary = 1;
  for (let wasKilled = true; wasKilled; boundary++) {
    let met = 0;
    const around = async (call: () => unknown) => {
      if (++met >= boundary) throw new Error("killed");
      const answer = await call();
      if (++met >= boundary) throw new Error("killed");
      return answer;
    };
    const store = interceptCalls(world.deps.store, ["execute"], around);
    const told = { ...event, metadata: { actor: by } } as unknown as Recorded<typeof event>;
    wasKilled = await bookedRemittances({ store }).react(told).then(() => false, (error) => {
      if (error.message !== "killed") throw error;
      return true;
    });
  }
  return boundary;
}

describe("a remittance", () => {
  it("is booked once in each shard wherever a process dies, and leaves the liability what is due", async () => {
    const { sql } = world.deps.store;
    const due = (await taxMonths(sql)).filter(({ month }) => month === "2026-02" || month === "2026-04");
    expect(due.map(({ month, shard, withheldUnits }) => [month, shard, withheldUnits])).toEqual([
      ["2026-04", 2, 1_000],
      ["2026-02", 1, 2],
    ]);
    // More of another month came meanwhile, in two shards.
    const [one, two] = [world.person(0), world.person(1)];
    for (const id of [one, two]) {
      await listen("2026-05", await world.song(id), { shard: 0, kobo: 60_000 });
    }
    await world.close("2026-05");
    await world.settle();
    const june = (await taxMonths(sql)).filter(({ month }) => month === "2026-06");
    expect(june.map(({ shard, withheldUnits }) => [shard, withheldUnits])).toEqual([[0, 999], [1, 999]]);
    const event = await confirmed("2026-06", [[0, 999], [1, 500]]);
    const before = await balance(0, PROVIDER);
    expect(await killedAnywhere(event)).toBeGreaterThan(4);
    expect([await balance(0, WITHHELD_TAX), await balance(1, WITHHELD_TAX)]).toEqual([0, 2 + 499]);
    expect([await balance(0, PROVIDER), await readTotal(sql)]).toEqual([before + 999, 0]);
  });

  it("that is reversed comes back once in each shard wherever a process dies, and can be remitted again", async () => {
    const wrong = await confirmed("2026-04", [[2, 400]]);
    const none = { ...wrong.data, reversalId: newId(), by };
    await expect(bookReversal(world.deps, none)).rejects.toThrow("nothing is booked");
    await killedAnywhere(wrong);
    const before = await balance(2, PROVIDER);
    expect(await balance(2, WITHHELD_TAX)).toBe(600);
    await expect(bookReversal(world.deps, { ...none, parts: [[2, 399]] })).rejects.toThrow("400 is booked");
    const back = await reversed(wrong);
    // Decided and not booked yet: nothing is wrong meanwhile.
    expect(await world.problems()).toEqual([]);
    expect(await killedAnywhere(back)).toBeGreaterThan(2);
    await Promise.all([1, 2].map(() => bookReversal(world.deps, none)));
    expect([await balance(2, WITHHELD_TAX), await balance(2, PROVIDER)]).toEqual([1_000, before - 400]);
    // What is reversed is not booked again by a late reaction.
    await killedAnywhere(wrong);
    expect(await balance(2, WITHHELD_TAX)).toBe(1_000);
    expect(await world.problems()).toEqual([]);
  });

  it("of more than a shard withheld of the month is never booked, whoever asks", async () => {
    const more = { remittanceId: newId(), month: "2026-06", parts: [[1, 500]] as const, by };
    await expect(bookRemittance(world.deps, more)).rejects.toThrow("less is due");
    await expect(bookRemittance(world.deps, { ...more, month: "2026-07" })).rejects.toThrow("less is due");
    // The rest, twice at the same time under two names: one of them is all.
    const rest = [newId(), newId()].map((remittanceId) => ({ ...more, remittanceId, parts: [[1, 499]] as const }));
    await confirmed("2026-06", [[1, 499]]);
    const answers = await Promise.allSettled(rest.map((one) => bookRemittance(world.deps, one)));
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(1);
    expect(await balance(1, WITHHELD_TAX)).toBe(2);
  });
});

describe("the tax beside debts and appeals", () => {
  it("is withheld in full of somebody who owes: a debt takes of the net alone", async () => {
    const [little, much] = [world.person(0), world.person(0)];
    for (const id of [little, much]) {
      await listen("2026-06", await world.song(id), { shard: 1, kobo: 20_000 });
    }
    for (const [userId, amountKobo] of [[little, 4_000], [much, 60_000]] as const) {
      const reference = paymentReference("orin", { installation: TEST_INSTALLATION, id: newId() });
      const paid = { status: "success", amountKobo, feeKobo: 0, reference, payoutId: "1", transferCode: "t" } as const;
      const payments = { lookUpPayout: () => Promise.resolve({ ...paid, currency: "NGN" }) };
      await bookLost({ ...world.deps, log: () => undefined, payments }, { reference, userId });
    }
    await world.close("2026-06");
    const before = await balance(0, WITHHELD_TAX);
    await world.settle();
    // 333 of 10,000 each.
    expect([await availableOf(little), await availableOf(much)]).toEqual([10_000 - 333 - 4_000, 0]);
    expect(await balance(0, WITHHELD_TAX) - before).toBe(2 * 333);
  });

  it("of what an appeal gives back is by the rate of its month, once, and stands in the month of the return", async () => {
    const creatorId = world.person(0);
    const person = { firstName: "", lastName: "", email: "", phone: "", address: "", passwordHash: "" };
    const data = { ...person, userId: creatorId, role: "creator" as const, emailHash: creatorId };
    await world.deps.store.appendToStream("social", `user/${creatorId}`, [{ type: "UserRegistered", data }], {
      metadata: { actor: by },
    });
    const bot = await listen("2026-07", await world.song(creatorId), { shard: 2, kobo: 19_999 });
    await world.close("2026-07");
    await voidRoyalties(world.deps, { userId: bot, reason: "Farm", by });
    expect(await balance(0, settlingAccount(creatorId))).toBe(0);
    const before = await balance(0, WITHHELD_TAX);
    world.at("2026-12-31", 23);
    const answered = { userId: bot, appealId: newId(), through: world.deps.now(), by };
    await Promise.all([giveBackRoyalties(world.deps, answered), giveBackRoyalties(world.deps, answered)]);
    await giveBackRoyalties(world.deps, answered);
    expect([await availableOf(creatorId), await balance(0, WITHHELD_TAX) - before]).toEqual([9_999 - 332, 332]);
    expect((await royaltyMonth(world.deps, creatorId, "2026-07")).netKobo).toBe(9_999 - 332);
    const lines = await taxLines(world.deps.store.sql, { withheldIn: "2026-12", after: undefined, limit: 9 });
    expect(lines).toMatchObject([{ creatorId, month: "2026-07", withheldUnits: 332 }]);
    // Of all that the tests above have booked.
    expect(await world.problems()).toEqual([]);
  });
});

describe("the proof", () => {
  const append = (log: LogName, stream: string, event: NewEvent) =>
    world.deps.store.appendToStream(log, stream, [event], { metadata: { actor: by } });
  const problems = async () => JSON.stringify(await world.problems());

  it("names a settlement by another rate than that of its month, and one that moved nothing", async () => {
    const creatorId = world.person(0);
    const trackId = await world.song(creatorId);
    await listen("2027-01", trackId, { shard: 0, kobo: 40_000 });
    await world.close("2027-01");
    // An intruder writes into the log that the artist got all of it.
    const data = { creatorId, month: "2027-01", fromShard: 0, units: 20_000, transferId: newId() };
    await append("ledger/0", royaltyHoldStream(creatorId), {
      type: "RoyaltySettled",
      data: { ...data, taxBasisPoints: 0, withheldUnits: 0 },
    });
    expect(await problems()).toContain("its tax is by 0, and the rate of the month is 333");
  });

  it("names what is booked back without two admins", async () => {
    const event = await confirmed("2026-04", [[2, 100]]);
    await killedAnywhere(event);
    const { remittanceId } = event.data;
    await bookReversal(world.deps, { ...event.data, reversalId: newId(), by });
    const found = await problems();
    expect(found).toContain(`remittance ${remittanceId} in shard 2`);
    expect(found).toContain("it booked 100 back, and no reversal was confirmed");
    // A later question gets the same answer.
    await reversed(event);
    expect(await problems()).not.toContain(remittanceId);
  });

  it("names what is booked without two admins", async () => {
    const data = { remittanceId: newId(), month: "2026-04", units: 1_000, transferId: newId() };
    await append("ledger/2", taxRemittedStream(data.remittanceId), { type: "TaxRemitted", data });
    const found = await problems();
    expect(found).toContain("1000 are booked, and 0 were confirmed");
    expect(found).toContain("account liability:withheld_tax of shard 2");
  });
});

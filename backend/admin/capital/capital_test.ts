import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BooksAnswer } from "../../contract/books.ts";
import { newId } from "../../contract/ids.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";

const PATH = "/api/v1/admin/books";
let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ openingBalanceKobo: 50_000_000 });
  [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterAll(() => test[Symbol.asyncDispose]());

const books = async (): Promise<BooksAnswer> => (await test.call(ada, "GET", PATH)).body;
const put = (body: object, by = ada) => test.call(by, "POST", `${PATH}/capital`, { body });
const waiting = async (by: TestPerson) => (await test.call(by, "GET", "/api/v1/admin/proposals")).body.proposals;
const confirm = async (by: TestPerson) => {
  const [proposal] = await waiting(by);
  return await test.call(by, "POST", `/api/v1/admin/proposals/${proposal.proposalId}/confirm`, {
    body: { shown: proposal.shown },
  });
};

describe("capital", () => {
  it("explains what the provider had before Orin earned, once two sides have said so", async () => {
    const capitalId = newId();
    const before = await books();
    expect(before.difference).toEqual({ amount: 500_000, parts: [], rest: 500_000 });
    const body = { capitalId, kobo: 50_000_000, reason: "The owners' first deposit" };
    expect((await put(body)).status).toBe(202);
    expect((await books()).capital).toBe(0);
    expect(await waiting(ada)).toMatchObject([{ title: expect.stringContaining("₦500,000.00"), mayConfirm: false }]);
    expect((await confirm(bola)).status).toBe(200);
    await test.world.settle();
    const after = await books();
    expect(after.capital).toBe(500_000);
    expect(after.difference).toEqual({ amount: 0, parts: [], rest: 0 });
    expect(after.result).toEqual(before.result);
    expect(after.totals.debit).toBe(after.totals.credit);
    // What is there, less what is owed, is what the owners put in and what was earned.
    const { provider, claims, owed, capital, result } = after;
    expect(provider.books + claims.total - owed.total).toBeCloseTo(capital + result.total, 2);
    expect(await test.total()).toBe(0);
    // The same again changes nothing.
    await put(body);
    await test.world.settle();
    expect(await waiting(bola)).toEqual([]);
    expect((await books()).capital).toBe(500_000);
  });

  it("can be taken out again, and refuses no sum, no reason and no right", async () => {
    await put({ capitalId: newId(), kobo: -10_000_000, reason: "Taken out for rent" }, bola);
    expect((await confirm(ada)).status).toBe(200);
    await test.world.settle();
    expect((await books()).capital).toBe(400_000);
    expect((await put({ capitalId: newId(), kobo: 0, reason: "Nothing" })).status).toBe(400);
    expect((await put({ capitalId: newId(), kobo: 5, reason: "" })).status).toBe(400);
    expect((await put({ capitalId: newId(), kobo: 5, reason: "Mine" }, await test.person())).status).toBe(403);
  });
});

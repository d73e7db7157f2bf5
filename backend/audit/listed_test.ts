import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestPayout } from "../testing/payouts.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";

let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
beforeAll(async () => {
  test = await openTestWallet();
  [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true, firstName: "Bola" })];
});
afterAll(() => test[Symbol.asyncDispose]());

const get = async (by: TestPerson, path: string) => {
  await test.world.settle();
  return (await test.call(by, "GET", `/api/v1/${path}`)).body;
};
const noted = async () =>
  (await test.world.deps.store.readStream("social", "personal_data")).map(({ type, data, metadata }) => (
    { type, by: metadata.actor, ...Object(data) }
  ));

describe("a list of people that an admin is shown", () => {
  it("is one event with its filter and the ids on it, also when the screen renews itself", async () => {
    const path = "admin/users?sort=name&order=asc&limit=2";
    const shown = await get(ada, path);
    await get(ada, path);
    expect(await noted()).toEqual([{
      ...{ type: "PersonalDataListed", by: `user:${ada.userId}`, adminId: ada.userId, list: "users" },
      ...{ filter: "sort=name&order=asc", personIds: shown.map(({ _id }: { _id: string }) => _id) },
    }]);
    await get(bola, path);
    expect((await noted()).at(-1)).toMatchObject({ by: `user:${bola.userId}` });
    await test.person({ firstName: "Aaron" });
    await get(ada, path);
    expect(await noted()).toHaveLength(3);
  });

  it("keeps what was searched for sealed, which only an audit opens", async () => {
    await get(ada, "admin/users?q=bola");
    const last = (await noted()).at(-1);
    expect(last).toMatchObject({ personIds: [bola.userId], search: expect.any(String) });
    expect(JSON.stringify(last)).not.toContain("bola");
    const key = (await test.world.deps.personal.keysOf(test.world.deps.store.sql, [ada.userId])).get(ada.userId);
    expect(key?.open("search", last.search)).toBe("bola");
  });

  it("stands in the history of everybody on it", async () => {
    const { events } = await get(ada, `admin/audit?subject=user:${bola.userId}&type=PersonalDataListed`);
    expect(events).not.toEqual([]);
  });

  it("is nothing to note where it is empty", async () => {
    const before = (await noted()).length;
    expect(await get(ada, "admin/users?q=nobody_of_that_name")).toEqual([]);
    expect(await noted()).toHaveLength(before);
  });
});

describe("a list of payments", () => {
  it("hides the bank account, which the details show to whom the log names", async () => {
    const { id, who, accountNumber } = await requestPayout(test);
    const { payments } = await get(ada, "admin/payments");
    expect(payments[0].bankDetails).toMatchObject({
      accountNumber: `••••••${accountNumber.slice(-4)}`,
      accountName: "••••••",
    });
    expect(JSON.stringify(payments)).not.toContain(accountNumber);
    expect((await noted()).at(-1)).toMatchObject({
      list: "payments",
      filter: "status=pending",
      personIds: [who.userId],
    });
    expect((await get(ada, `admin/payments/${id}`)).bankDetails).toMatchObject({ accountNumber });
    expect((await noted()).at(-1)).toMatchObject({
      ...{ type: "PersonalDataOpened", by: `user:${ada.userId}` },
      ...{ lookedInto: `withdrawal:${id}`, personIds: [who.userId] },
    });
  });

  it("is as documented where the call is, and noted", async () => {
    const { pendingPayments } = await get(bola, "pending-payments");
    expect(pendingPayments[0].bankDetails).toMatchObject({ accountNumber: expect.stringMatching(/^01234\d{5}$/) });
    expect((await noted()).at(-1)).toMatchObject({ list: "pending_payments", by: `user:${bola.userId}` });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PersonGifts, PersonPage, PersonPayouts } from "../../contract/people.ts";
import { newId } from "../../contract/ids.ts";
import { seedGift } from "../../demo/seed/money.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { requestPayout, someBank } from "../../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";

let test: TestWallet;
let admin: TestPerson;
beforeAll(async () => {
  test = await openTestWallet();
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const get = async <Answer>(userId: string, rest = ""): Promise<Answer> => {
  const { status, body } = await test.call(admin, "GET", `/api/v1/admin/people/${userId}${rest}`);
  expect(status).toBe(200);
  return body;
};

describe("a person's page", () => {
  it("says what the person had at any moment", async () => {
    const before = test.world.deps.now();
    test.pass(1_000);
    const who = await test.person({ tokens: 100 });
    const body = { amount: 100, bankDetails: someBank() };
    expect((await test.call(who, "POST", "/api/v1/withdraw", { body, key: newId() })).status).toBe(201);
    const now = await get<PersonPage>(who.userId);
    expect(now.balance).toMatchObject({ available: 0, settling: 0, pending: 100 });
    expect(now.person).toMatchObject({ _id: who.userId, email: who.email });
    const then = await get<PersonPage>(who.userId, `?at=${encodeURIComponent(new Date(before).toISOString())}`);
    expect(then.balance).toEqual({ at: new Date(before).toISOString(), available: 0, settling: 0, pending: 0 });
  });

  it("lists payouts page by page, newest first", async () => {
    const { who, id } = await requestPayout(test, 100);
    await test.call(admin, "POST", `/api/v1/reject-payment/${id}`, { body: { reason: "A test" } });
    test.pass(5_000);
    const body = { amount: 100, bankDetails: { accountNumber: "0123456789", bankCode: "058" } };
    const again = await test.call(who, "POST", "/api/v1/withdraw", { body, key: newId() });
    const { payouts } = await get<PersonPayouts>(who.userId, "/payouts");
    expect(payouts.map(({ withdrawalId, status, amount }) => [withdrawalId, status, amount])).toEqual([
      [again.body.withdrawalId, "pending_review", 100],
      [id, "rejected", 100],
    ]);
    const [newest] = payouts;
    const cursor = `${Date.parse(newest?.requestedAt ?? "")}_${newest?.withdrawalId}`;
    const rest = await get<PersonPayouts>(who.userId, `/payouts?cursor=${cursor}`);
    expect(rest.payouts.map(({ withdrawalId }) => withdrawalId)).toEqual([id]);
  });

  it("names who gave and who got", async () => {
    const giver = await test.person({ firstName: "Bisi", lastName: "Ade" });
    const artist = await test.person({ role: "creator", firstName: "Ayo", lastName: "Obi" });
    await seedGift(test.world.deps, {
      giver: { ...giver, firstName: "Bisi", lastName: "Ade" },
      artistId: artist.userId,
      dollars: 5,
      message: "Thanks",
    });
    const got = await get<PersonGifts>(artist.userId, "/gifts");
    expect(got.gifts).toMatchObject([{ way: "got", other: { userId: giver.userId, name: "Bisi Ade" } }]);
    const given = await get<PersonGifts>(giver.userId, "/gifts");
    expect(given.gifts).toMatchObject([{ way: "given", other: { name: "Ayo Obi" } }]);
  });

  it("keeps notes of admins under their names, newest first, sealed for the person", async () => {
    const { userId } = await test.person();
    for (const note of ["Called about a payout", "Sent a new card"]) {
      test.pass(1_000);
      const answer = await test.call(admin, "POST", `/api/v1/admin/people/${userId}/notes`, { body: { note } });
      expect(answer.status).toBe(200);
    }
    const { notes } = await get<PersonPage>(userId);
    expect(notes.map(({ text }) => text)).toEqual(["Sent a new card", "Called about a payout"]);
    expect(notes[0]?.by).not.toBe("A former admin");
    const stored = await test.world.deps.store.readStream("social", `person_notes/${userId}`);
    expect(JSON.stringify(stored)).not.toContain("Called about");
  });

  it("leaves an event that says who opened it", async () => {
    const { userId } = await test.person();
    await get(userId);
    const opened = await test.world.deps.store.readStream("social", "personal_data");
    expect(opened.at(-1)).toMatchObject({
      type: "PersonalDataOpened",
      data: { lookedInto: "person page", personIds: [userId] },
      metadata: { actor: `user:${admin.userId}` },
    });
  });
});

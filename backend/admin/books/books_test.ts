import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyBundle } from "../../../tools/verify_bundle.mjs";
import type { BooksAnswer, BooksMonths, ReconciledDays } from "../../contract/books.ts";
import { lagosDay } from "../../contract/policy.ts";
import { newId } from "../../contract/ids.ts";
import { settlingAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { approvePayout, nameBank, someBank } from "../../testing/payouts.ts";
import { TEST_INSTALLATION } from "../../testing/store.ts";
import { payoutReference } from "../../wallet/withdrawal/events.ts";
import { waitFor } from "../../testing/wait.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { reconcile } from "../../wallet/reconciliation/reconcile.ts";
import { sweepPayouts } from "../../wallet/withdrawal/payout.ts";

const PATH = "/api/v1/admin/books";
const DAY_MS = 86_400_000;
/** After this the provider is asked for its balance again, and the answer is noted. */
const BALANCE_IS_OLD_MS = 61_000;
let test: TestWallet;
let admin: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ faults: { webhooksLost: true } });
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const now = () => test.world.deps.now();
const get = async <Answer>(path: string): Promise<Answer> => {
  const { status, body } = await test.call(admin, "GET", `${PATH}${path}`);
  expect(status).toBe(200);
  return body;
};
/** The books up to now: the moment itself does not count. */
async function books(): Promise<BooksAnswer> {
  const at = now() + 1;
  test.pass(2);
  return await get(`?at=${new Date(at).toISOString()}`);
}
/** Until the provider has been asked for its balance of now. */
async function askAnew(): Promise<void> {
  test.pass(BALANCE_IS_OLD_MS);
  const from = now();
  await waitFor("the provider's balance", async () => {
    const said = await test.world.deps.providerBalance.read();
    return said && Date.parse(said.at) >= from ? said : undefined;
  });
}
const sides = ({ trial }: BooksAnswer) =>
  trial.map(({ account, debit, credit }) => [account, credit - debit]).filter(([, sum]) => sum !== 0);

async function gift(units: number): Promise<void> {
  const entries = [{ account: "provider:paystack", amount: -units }, {
    account: settlingAccount(newId()),
    amount: units,
  }];
  const options = { logs: ["ledger/0"], metadata: { actor: "system:test" } } as const;
  await test.world.deps.store.execute(postTransfer, {
    shard: 0,
    transfer: { transferId: newId(), code: "gift", entries },
  }, options);
}

describe("the books", () => {
  it("say what is owed by kind, now and at every past moment", async () => {
    const who = await test.person({ tokens: 100 });
    const bankDetails = someBank();
    // An account that is new would hold the payout.
    await nameBank(test, who, bankDetails);
    const start = await books();
    await gift(7_000);
    const { withdrawalId } = (await test.call(who, "POST", "/api/v1/withdraw", { body: { amount: 100, bankDetails } }))
      .body;
    const request = { id: withdrawalId, reference: payoutReference(TEST_INSTALLATION, withdrawalId) };
    const requested = await books();
    const owed = requested.owed;
    await askAnew();
    const { difference: before } = await get<BooksAnswer>("");
    expect(owed.heldGifts - start.owed.heldGifts).toBe(70);
    expect(owed.requested - start.owed.requested).toBe(100);
    expect(owed.total).toBe(owed.available + owed.settling + owed.heldGifts + owed.requested);
    await approvePayout(test, admin, request.id);
    await askAnew();
    const underway = await books();
    expect(underway.owed).toEqual({ ...owed, requested: owed.requested - 100, underway: 100 });
    // The provider has sent it with its fee, and the books have not: the difference says so by its reference.
    expect((await get<BooksAnswer>("")).difference?.parts)
      .toContainEqual({ kind: "underway", amount: -110, names: [request.reference] });
    // A payout that nothing is known of yet holds its fee, too: the part explains both, and nothing more is left over.
    test.sandbox.settle(request.reference, "under_investigation");
    await sweepPayouts(test.world.deps);
    await askAnew();
    const held = (await get<BooksAnswer>("")).difference;
    expect(held?.parts).toContainEqual({ kind: "uncertain", amount: -110, names: [request.reference] });
    expect(held?.rest).toBe(before?.rest);
    test.sandbox.settle(request.reference, "success");
    await sweepPayouts(test.world.deps);
    // The books know of its end before the provider is asked again, and after it.
    expect((await get<BooksAnswer>("")).difference?.rest).toBe(before?.rest);
    await askAnew();
    const ended = (await get<BooksAnswer>("")).difference;
    expect(ended?.parts.filter(({ kind }) => kind === "underway" || kind === "uncertain")).toEqual([]);
    expect(ended?.rest).toBe(before?.rest);
    const paid = await books();
    expect(paid.owed).toMatchObject({ underway: 0, total: owed.total - 100 });
    expect(paid.provider.books).toBeCloseTo(underway.provider.books - 100 - paid.fees + underway.fees, 2);
    for (const then of [start, requested, underway, paid]) {
      expect(then.totals.debit).toBe(then.totals.credit);
      expect(sides(then).reduce((sum, [, one]) => sum + Number(one), 0)).toBeCloseTo(0, 2);
      expect(await get(`?at=${then.at}`)).toEqual(then);
    }
    const { months } = await get<BooksMonths>("/months");
    expect(months[0]).toMatchObject({ owed: paid.owed.total, reserved: 0, provider: paid.provider.books });
  });

  it("leave Orin as a table and as a signed bundle that is proven offline", async () => {
    await test.world.settle();
    const { at, owed } = await books();
    const table = await test.world.app.request(`${PATH}/csv?at=${at}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(await table.text()).toContain(`owed total,,,${owed.total}`);
    const inLagos = new Intl.DateTimeFormat("sv-SE", {
      dateStyle: "short",
      timeStyle: "short",
      timeZone: "Africa/Lagos",
    }).format(Date.parse(at));
    expect(table.headers.get("content-disposition"))
      .toBe(`attachment; filename="orin-books-${inLagos.replace(" ", "T").replace(":", "")}.csv"`);
    const { body: { publicKey: key } } = await test.call(undefined, "GET", "/.well-known/orin-audit-key");
    const bundle = await get<{ content: { books: { owed: { total: number } } } }>(`/bundle?at=${at}`);
    const good = verifyBundle(bundle, { key });
    expect(good.problems).toEqual([]);
    expect(good.proved.join("\n")).toContain(`the books of ${at} have `);
    bundle.content.books.owed.total += 1;
    expect(verifyBundle(bundle, { key }).problems.join("\n")).toMatch(/not what was signed(.|\n)*adds up to/);
  });

  it("are for admins alone, and for a moment that can be read", async () => {
    const someone = await test.person();
    expect((await test.call(someone, "GET", PATH)).status).toBe(403);
    expect((await test.call(admin, "GET", `${PATH}?at=yesterday`)).status).toBe(400);
  });
});

describe("the reconciled days", () => {
  it("say their span, and each what it booked alone: a payout is in one row, also where a day was looked at twice", async () => {
    const [today, yesterday] = [lagosDay(now()), lagosDay(now() - DAY_MS)];
    const run = async () => {
      for (const day of [yesterday, today]) await reconcile({ ...test.world.deps, log: () => {} }, day);
      await test.world.settle();
      const { days } = await get<ReconciledDays>("/days");
      return { today: days.filter(({ day }) => day === today), before: days.filter(({ day }) => day === yesterday) };
    };
    const sum = (rows: ReconciledDays["days"]) => rows.reduce((total, { paid }) => total + (paid ?? 0), 0);
    const first = await run();
    const who = await test.person({ tokens: 100 });
    const bankDetails = someBank();
    await nameBank(test, who, bankDetails);
    const asked = await test.call(who, "POST", "/api/v1/withdraw", { body: { amount: 100, bankDetails } });
    await approvePayout(test, admin, asked.body.withdrawalId);
    test.sandbox.settle(payoutReference(TEST_INSTALLATION, asked.body.withdrawalId), "success");
    await sweepPayouts(test.world.deps);
    await test.world.settle();
    // Both runs look at the payout.
    const second = await run();
    expect(second.today.map(({ paid }) => paid === null)).toEqual([false, true]);
    const paidOn = lagosDay(now());
    expect(sum(second.today) - sum(first.today)).toBe(paidOn === today ? 100 : 0);
    expect(sum(second.before)).toBe(sum(first.before));
    const { from = "", to = "", payouts } = second.before[0] ?? {};
    expect(payouts).toBeGreaterThan(0);
    expect(Date.parse(to)).toBeLessThanOrEqual(now());
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(6 * DAY_MS);
  });
});

describe("a difference", () => {
  const days = () => get<ReconciledDays>("/days");
  const run = async () => {
    await reconcile({ ...test.world.deps, log: () => {} }, lagosDay(now()));
    await test.world.settle();
  };
  const handle = (does: string, kind: string, subject: string) =>
    test.call(admin, "POST", `${PATH}/differences/${does}`, { body: { kind, subject, note: "Paid by hand" } });

  it("is listed with who found, explained and settled it, and is open again when it is found again", async () => {
    const reference = `orin-${newId()}`;
    test.sandbox.remember({
      ...{ reference, amountKobo: 4_000, statuses: ["success"], at: now() },
      recipient: { ...someBank(), accountName: "X" },
    });
    await test.world.settle();
    await run();
    const found = (await days()).days[0]?.differences[0];
    expect(found).toMatchObject({ state: "open", handling: [{ by: "Orin", text: "Found" }] });
    const { kind, subject } = found ?? { kind: "", subject: "" };
    expect((await handle("explain", kind, "another")).status).toBe(404);
    expect((await handle("explain", kind, subject)).status).toBe(200);
    const { body } = await handle("settle", kind, subject);
    expect(body.days[0].differences[0]).toMatchObject({
      state: "settled",
      handling: [{ text: "Found" }, { text: "Explained", by: "Ada Obi", note: "Paid by hand" }, { text: "Settled" }],
    });
    expect((await handle("settle", kind, subject)).status).toBe(409);
    test.pass(DAY_MS);
    admin = await test.person({ isAdmin: true });
    await run();
    expect((await days()).days[0]?.differences[0]?.state).toBe("open");
    // The provider's balance as it was said then counts from then on.
    expect((await books()).provider.said).toMatchObject({ amount: expect.any(Number) });
  });
});

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sized } from "../../testing/proof.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { settleGiftsOf } from "../../testing/settling.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { TEST_BANK } from "../../testing/payouts.ts";
import { eventually } from "../../testing/wait.ts";
import { owedBy } from "../../../projections/wallet/debts.ts";
import { findGift } from "../../../projections/gifts/gifts.ts";
import { findDispute } from "../../../projections/payments/disputes.ts";
import { lagosDay } from "../../contract/policy.ts";
import { giftCharges } from "../../gifts/give.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { agrees, readAccountSums } from "../../ledger/account_proof.ts";
import { availableAccount, disputedAccount, settlingAccount } from "../../ledger/chart.ts";
import { collectDebts } from "../../wallet/debt/debts.ts";
import { reconcile } from "../../wallet/reconciliation/reconcile.ts";
import { workMoney } from "../../wallet/withdrawal/reactions.ts";
import { settleCharge } from "../charge.ts";
import { disputeIdOf, reviewDispute } from "./review.ts";
import { sweepDisputes } from "./sweep.ts";

const GIFT = 150_000;
let test: TestWallet;
let money: { stop(): Promise<void> };
const lines: string[] = [];
beforeAll(async () => {
  test = await openTestWallet({ openingBalanceKobo: 5_000_000_000 });
  const { deps } = test.world;
  vi.spyOn(deps, "log").mockImplementation((line: string) => void lines.push(line));
  money = workMoney(deps, { everyMs: 3_600_000 });
});
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

interface Given {
  readonly giftId: string;
  readonly reference: string;
  readonly artist: TestPerson;
}
const creator = () => test.person({ role: "creator" });

/** A gift by card that is paid and has settled, unless it shall not. */
async function give(artist: TestPerson, { isSettled = true } = {}): Promise<Given> {
  const giver = await test.person();
  const body = { artistId: artist.userId, amount: 1, method: "card" };
  const { giftId, data: { reference } } = (await test.call(giver, "POST", "/api/v1/gifts", { body })).body;
  test.sandbox.checkout(reference, "pay");
  await settleCharge(test.world.deps, giftCharges, reference);
  if (isSettled) await settleGiftsOf(test.world.deps, artist.userId);
  return { giftId, reference, artist };
}
/** The artist gives tokens away. */
async function spend(artist: TestPerson, dollars: number): Promise<boolean> {
  const body = { artistId: (await creator()).userId, amount: dollars, method: "tokens" };
  return (await test.call(artist, "POST", "/api/v1/gifts", { body })).status === 201;
}
/** Units: what settles, is available, is reserved for disputes, and is owed. */
async function moneyOf({ userId }: TestPerson): Promise<number[]> {
  const { sql } = test.world.deps.store;
  const accounts = [settlingAccount(userId), availableAccount(userId), disputedAccount(userId)];
  return [...(await readBalances(sql, 0, accounts)).values(), await owedBy(sql, { shard: 0, userId })];
}
const review = ({ reference }: Given, providerId: string, told: "open" | "reminder" | "resolved" = "open") =>
  reviewDispute(test.world.deps, giftCharges, { reference, providerId, told });
const rowOf = ({ reference }: Given, providerId: string) =>
  findDispute(test.world.deps.store.sql, disputeIdOf(reference, providerId));
const statusOf = async ({ giftId }: Given) => (await findGift(test.world.deps.store.sql, giftId))?.status;
const eventsOf = async ({ giftId }: Given) =>
  (await test.world.deps.store.readStream("ledger/0", `disputes/${giftId}`)).map(({ type }) => type);

describe("a disputed gift", () => {
  it("is reserved by its notice, cannot be withdrawn, and comes back when the dispute is won", async () => {
    const artist = await creator();
    const gift = await give(artist);
    const id = test.sandbox.dispute(gift.reference, "create");
    await eventually("the gift to be reserved", () => moneyOf(artist)).toEqual([0, 0, GIFT, 0]);
    const asked = { body: { amount: 100, bankDetails: TEST_BANK } };
    expect((await test.call(artist, "POST", "/api/v1/withdraw", asked)).status).toBe(409);
    expect(await rowOf(gift, id)).toMatchObject({
      status: "open",
      units: GIFT,
      amountKobo: GIFT,
      category: "chargeback",
    });
    expect((await rowOf(gift, id))?.dueAt).toBeGreaterThan(Date.now());
    test.sandbox.dispute(gift.reference, "remind");
    await eventually("the reminder", () => eventsOf(gift)).toEqual(["DisputeOpened", "DisputeReminded"]);
    test.sandbox.dispute(gift.reference, "decline");
    await eventually("the gift to come back", () => moneyOf(artist)).toEqual([0, GIFT, 0, 0]);
    expect((await test.call(artist, "GET", "/api/v1/creator-stats")).body.earnings.total).toBe(1_500);
    expect((await test.call(artist, "POST", "/api/v1/withdraw", asked)).status).toBe(201);
  });

  it("goes back to the giver when it is lost", async () => {
    const artist = await creator();
    const gift = await give(artist);
    test.sandbox.dispute(gift.reference, "create");
    const id = test.sandbox.dispute(gift.reference, "resolve");
    await eventually("the gift to go back to the giver", () => moneyOf(artist)).toEqual([0, 0, 0, 0]);
    expect(await rowOf(gift, id)).toMatchObject({ status: "lost", lostUnits: GIFT });
    expect((await findGift(test.world.deps.store.sql, gift.giftId))?.status).toBe("refunded");
    expect(await test.total()).toBe(0);
  });

  it("that was spent is owed from the opening on, and paid when it is won", async () => {
    const artist = await creator();
    const gift = await give(artist);
    await spend(artist, 0.6);
    test.sandbox.dispute(gift.reference, "create");
    await eventually("the reserve and the debt", () => moneyOf(artist)).toEqual([0, 0, GIFT, 90_000]);
    test.sandbox.dispute(gift.reference, "decline");
    await eventually("the gift to come back and the debt to be paid", () => moneyOf(artist)).toEqual([0, 60_000, 0, 0]);
  });

  it("that a withdrawal holds is not given away when the withdrawal is cancelled", async () => {
    const artist = await creator();
    const gift = await give(artist);
    const asked = { body: { amount: GIFT / 100, bankDetails: TEST_BANK } };
    const { withdrawalId } = (await test.call(artist, "POST", "/api/v1/withdraw", asked)).body;
    test.sandbox.dispute(gift.reference, "create");
    await eventually("the reserve and the debt", () => moneyOf(artist)).toEqual([0, 0, GIFT, GIFT]);
    await test.call(artist, "POST", `/api/v1/withdrawals/${withdrawalId}/cancel`);
    const body = { artistId: (await creator()).userId, amount: 1, method: "tokens" };
    expect(await test.call(artist, "POST", "/api/v1/gifts", { body })).toMatchObject({
      status: 409,
      body: { code: "money_owed" },
    });
    await collectDebts(test.world.deps);
    expect(await moneyOf(artist)).toEqual([0, 0, GIFT, 0]);
  });

  it("that was spent and is lost stays owed once", async () => {
    const artist = await creator();
    const gift = await give(artist);
    await spend(artist, 1);
    const id = test.sandbox.dispute(gift.reference, "create");
    await eventually("the reserve and the debt", () => moneyOf(artist)).toEqual([0, 0, GIFT, GIFT]);
    test.sandbox.dispute(gift.reference, "resolve");
    await eventually("the lost gift to be owed once", () => moneyOf(artist)).toEqual([0, 0, 0, GIFT]);
    await review(gift, id, "resolved");
    await give(artist);
    await collectDebts(test.world.deps);
    expect(await moneyOf(artist)).toEqual([0, 0, 0, 0]);
  });

  it("that settles is frozen where it is, and a part of it can be lost", async () => {
    const artist = await creator();
    const gift = await give(artist, { isSettled: false });
    test.sandbox.dispute(gift.reference, "create", 50_000);
    await eventually("the dispute to open", () => eventsOf(gift)).toEqual(["DisputeOpened"]);
    expect(await moneyOf(artist)).toEqual([GIFT, 0, 0, 0]);
    test.sandbox.dispute(gift.reference, "resolve");
    await eventually("the lost part to be taken", () => moneyOf(artist)).toEqual([100_000, 0, 0, 0]);
    await settleGiftsOf(test.world.deps, artist.userId);
    expect(await moneyOf(artist)).toEqual([0, 100_000, 0, 0]);
    expect((await findGift(test.world.deps.store.sql, gift.giftId))?.status).toBe("sent");
  });
});

describe("notices that are wrong, late or strange", () => {
  it("the end before the beginning, and every notice twice, come right", async () => {
    const artist = await creator();
    const gift = await give(artist);
    test.sandbox.faults.set({ webhooksLost: true });
    const id = test.sandbox.dispute(gift.reference, "create");
    expect(await review(gift, id, "resolved")).toBe(false);
    test.sandbox.dispute(gift.reference, "decline");
    for (const told of ["resolved", "open", "resolved", "reminder"] as const) {
      expect(await review(gift, id, told)).toBe(true);
    }
    expect(await moneyOf(artist)).toEqual([0, GIFT, 0, 0]);
    expect(await eventsOf(gift)).toEqual(["DisputeOpened", "DisputeResolved"]);
    const late = await give(artist);
    const lost = test.sandbox.dispute(late.reference, "create");
    test.sandbox.dispute(late.reference, "resolve");
    await Promise.all([review(late, lost, "resolved"), review(late, lost, "open"), review(late, lost, "resolved")]);
    expect(await moneyOf(artist)).toEqual([0, GIFT, 0, 0]);
    test.sandbox.faults.clear();
  });

  it("a signed lie moves nothing: the provider knows of no such dispute, or of another payment's", async () => {
    const artist = await creator();
    const [gift, other] = [await give(artist), await give(artist)];
    expect(await review(gift, "99999")).toBe(false);
    test.sandbox.faults.set({ webhooksLost: true });
    const id = test.sandbox.dispute(other.reference, "create");
    expect(await review(gift, id)).toBe(true);
    expect(lines.at(-1)).toContain("is not about the payment");
    expect(await moneyOf(artist)).toEqual([0, 2 * GIFT, 0, 0]);
    const unknown = giftCharges.find(test.world.deps.store.sql, `gift-${gift.giftId}`);
    expect(await unknown).toBeUndefined();
    test.sandbox.faults.clear();
  });

  it("a word that nobody knows waits for a human", async () => {
    const artist = await creator();
    const gift = await give(artist);
    const id = test.sandbox.dispute(gift.reference, "create");
    await eventually("the gift to be reserved", () => moneyOf(artist)).toEqual([0, 0, GIFT, 0]);
    test.sandbox.faults.set({ webhooksLost: true });
    test.sandbox.decideDispute(gift.reference, "settled-halfway");
    expect(await review(gift, id, "resolved")).toBe(false);
    expect(await moneyOf(artist)).toEqual([0, 0, GIFT, 0]);
    test.sandbox.faults.clear();
  });

  it("won and then lost takes it after all; decided anew for Orin, it comes back once, and can be lost again", async () => {
    const artist = await creator();
    const gift = await give(artist);
    test.sandbox.dispute(gift.reference, "create");
    const id = test.sandbox.dispute(gift.reference, "decline");
    await eventually("the dispute to be won", () => eventsOf(gift)).toEqual(["DisputeOpened", "DisputeResolved"]);
    test.sandbox.faults.set({ webhooksLost: true });
    test.sandbox.decideDispute(gift.reference, "merchant-accepted");
    await review(gift, id, "resolved");
    expect(await moneyOf(artist)).toEqual([0, 0, 0, 0]);
    for (const lostAgain of [false, true]) {
      test.sandbox.decideDispute(gift.reference, "declined");
      await Promise.all([review(gift, id, "resolved"), review(gift, id, "resolved")]);
      await review(gift, id);
      expect(await moneyOf(artist)).toEqual([0, GIFT, 0, 0]);
      expect(await rowOf(gift, id)).toMatchObject({ status: "won", lostUnits: GIFT * (lostAgain ? 2 : 1) });
      expect(await statusOf(gift)).toBe("sent");
      expect(await test.total()).toBe(0);
      test.sandbox.decideDispute(gift.reference, "merchant-accepted");
      await Promise.all([review(gift, id, "resolved"), review(gift, id, "resolved")]);
      expect(await moneyOf(artist)).toEqual([0, 0, 0, 0]);
      expect(await statusOf(gift)).toBe("refunded");
    }
    const types = ["DisputeOpened", "DisputeResolved", "DisputeResolved"];
    const anew = ["DisputeLossReturned", "DisputeResolved"];
    expect((await eventsOf(gift)).filter((type) => type !== "DisputeReserveTaken")).toEqual([
      ...types,
      ...anew,
      ...anew,
    ]);
    test.sandbox.faults.clear();
  });

  it("what comes back of a lost gift pays first what the artist owes for it", async () => {
    const artist = await creator();
    const gift = await give(artist);
    await spend(artist, 0.6);
    test.sandbox.faults.set({ webhooksLost: true });
    const id = test.sandbox.dispute(gift.reference, "create");
    test.sandbox.dispute(gift.reference, "resolve");
    await review(gift, id, "resolved");
    expect(await moneyOf(artist)).toEqual([0, 0, 0, 90_000]);
    test.sandbox.decideDispute(gift.reference, "declined");
    await review(gift, id, "resolved");
    expect(await moneyOf(artist)).toEqual([0, 60_000, 0, 0]);
    expect((await test.call(artist, "GET", "/api/v1/creator-stats")).body.earnings.total).toBe(1_500);
    test.sandbox.faults.clear();
  });

  it("what was given back otherwise stays there when a lost part comes back", async () => {
    const artist = await creator();
    const gift = await give(artist);
    test.sandbox.faults.set({ webhooksLost: true });
    const id = test.sandbox.dispute(gift.reference, "create", 40_000);
    test.sandbox.dispute(gift.reference, "resolve");
    await review(gift, id, "resolved");
    expect(await moneyOf(artist)).toEqual([0, 110_000, 0, 0]);
    const { payments } = test.world.deps;
    const refund = await payments.refundCharge({ reference: gift.reference, refundReference: `refund-${gift.giftId}` });
    test.sandbox.settleRefund(refund.refundId, "processed");
    await settleCharge(test.world.deps, giftCharges, gift.reference);
    expect(await moneyOf(artist)).toEqual([0, 0, 0, 0]);
    test.sandbox.decideDispute(gift.reference, "declined");
    await review(gift, id, "resolved");
    expect(await moneyOf(artist)).toEqual([0, 40_000, 0, 0]);
    expect(await statusOf(gift)).toBe("refunded");
    test.sandbox.decideDispute(gift.reference, "merchant-accepted");
    await review(gift, id, "resolved");
    expect(await moneyOf(artist)).toEqual([0, 0, 0, 0]);
    test.sandbox.faults.clear();
  });

  it("after a refund, and for more than the gift, nothing more is taken", async () => {
    const artist = await creator();
    const gift = await give(artist);
    const dearer = await give(artist);
    test.sandbox.dispute(dearer.reference, "create", 4 * GIFT);
    await eventually("the dearer gift to be reserved", () => moneyOf(artist)).toEqual([0, GIFT, GIFT, 0]);
    const { payments } = test.world.deps;
    const refund = await payments.refundCharge({ reference: gift.reference, refundReference: `refund-${gift.giftId}` });
    test.sandbox.settleRefund(refund.refundId, "processed");
    await eventually("the refund", () => moneyOf(artist)).toEqual([0, 0, GIFT, 0]);
    const id = test.sandbox.dispute(gift.reference, "create");
    await eventually("the dispute to take nothing", async () => (await rowOf(gift, id))?.units).toBe(0);
    test.sandbox.dispute(gift.reference, "resolve");
    await eventually("the dispute to be lost", async () => (await rowOf(gift, id))?.status).toBe("lost");
    test.sandbox.dispute(dearer.reference, "decline");
    await eventually("the dearer gift to come back", () => moneyOf(artist)).toEqual([0, GIFT, 0, 0]);
  });

  it("a notice that is lost is made up for by asking again", async () => {
    const artist = await creator();
    const gift = await give(artist);
    test.sandbox.dispute(gift.reference, "create");
    await eventually("the gift to be reserved", () => moneyOf(artist)).toEqual([0, 0, GIFT, 0]);
    test.sandbox.faults.set({ webhooksLost: true });
    test.sandbox.dispute(gift.reference, "decline");
    await sweepDisputes(test.world.deps, new Map());
    expect(await moneyOf(artist)).toEqual([0, GIFT, 0, 0]);
    test.sandbox.faults.clear();
  });

  it("an answer that breaks off leaves nothing half done", async () => {
    const artist = await creator();
    const gift = await give(artist);
    test.sandbox.faults.set({ webhooksLost: true });
    const id = test.sandbox.dispute(gift.reference, "create");
    for (const fault of ["500", "429", "html", "commit-then-cut"] as const) {
      test.sandbox.faults.set({ answers: [{ fault, path: "/dispute/*" }] });
      await expect(review(gift, id)).rejects.toThrow("Payments are unavailable");
      expect(await eventsOf(gift)).toEqual([]);
    }
    expect(await review(gift, id)).toBe(true);
    expect(await moneyOf(artist)).toEqual([0, 0, GIFT, 0]);
    test.sandbox.faults.clear();
  });
});

it("disputes in any order, with spending, settling and refunds between, keep every sum", async () => {
  test.sandbox.faults.set({ webhooksLost: true, disputesHeldBack: true });
  const step = fc.constantFrom(
    "give",
    "settle",
    "spend",
    "dispute",
    "part",
    "win",
    "lose",
    "turn",
    "refund",
    "collect",
    "again",
  );
  const BEGIN = [["give", 0], ["settle", 0], ["dispute", 0]] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(3)), { minLength: 6, maxLength: 18 }), async (steps) => {
      const artist = await creator();
      const gifts: Given[] = [];
      const open = new Map<string, { gift: Given; id: string }>();
      const decided = new Map<string, { gift: Given; id: string; isWon: boolean }>();
      let spent = 0;
      for (const [one, pick] of [...BEGIN, ...steps]) {
        const gift = gifts[pick % Math.max(1, gifts.length)];
        if (one === "give") gifts.push(await give(artist, { isSettled: false }));
        else if (one === "settle") await settleGiftsOf(test.world.deps, artist.userId);
        else if (one === "collect") await collectDebts(test.world.deps);
        else if (one === "spend") spent += await spend(artist, 0.6) ? 90_000 : 0;
        else if (gift && (one === "dispute" || one === "part")) {
          const id = test.sandbox.dispute(gift.reference, "create", one === "part" ? 40_000 : 2 * GIFT);
          open.set(gift.giftId, { gift, id });
          await review(gift, id);
        } else if (gift && one === "refund") {
          const { payments } = test.world.deps;
          const asked = { reference: gift.reference, refundReference: `refund-${gift.giftId}` };
          await payments.refundCharge(asked).catch(() => undefined);
          await settleCharge(test.world.deps, giftCharges, gift.reference);
        } else if (gift && one === "turn") {
          const found = decided.get(gift.giftId);
          // The sandbox decides the newest anew.
          if (!found || open.has(gift.giftId)) continue;
          found.isWon = !found.isWon;
          test.sandbox.decideDispute(gift.reference, found.isWon ? "declined" : "merchant-accepted");
          await review(gift, found.id, "resolved");
          await review(gift, found.id);
        } else if (gift) {
          const found = open.get(gift.giftId);
          if (!found) continue;
          if (one === "win") test.sandbox.dispute(gift.reference, "decline");
          if (one === "lose") test.sandbox.dispute(gift.reference, "resolve");
          if (one !== "again") {
            open.delete(gift.giftId);
            decided.set(gift.giftId, { ...found, isWon: one === "win" });
          }
          await review(found.gift, found.id, one === "again" ? "open" : "resolved");
        }
        const [settling = 0, available = 0, reserved = 0, owed = 0] = await moneyOf(artist);
        expect(settling + available + reserved - owed).toBe(await keptOf(gifts) - spent);
        expect(await test.total()).toBe(0);
      }
      const accounts = [
        availableAccount(artist.userId),
        disputedAccount(artist.userId),
        settlingAccount(artist.userId),
      ];
      expect((await readAccountSums(test.world.deps.store.sql, 0, accounts)).every(agrees)).toBe(true);
      for (const { gift } of open.values()) {
        test.sandbox.dispute(gift.reference, "decline");
        await sweepDisputes(test.world.deps, new Map());
      }
      expect((await moneyOf(artist))[2]).toBe(0);
    }),
    { numRuns: sized(3, 16), endOnFailure: true },
  );
  test.sandbox.faults.set({ disputesHeldBack: false });
  const differences = await reconcile(test.world.deps, lagosDay(test.world.deps.now()));
  expect(differences.filter(({ kind }) => kind === "charge_ledger_differs" || kind === "ledger_differs")).toEqual([]);
});

/** Units of gifts that the provider has not given back. */
async function keptOf(gifts: readonly Given[]): Promise<number> {
  const charges = new Map(test.sandbox.state().charges.map((charge) => [charge.key, charge.refunded]));
  const { sql } = test.world.deps.store;
  let kept = 0;
  for (const { giftId, reference } of gifts) {
    const gift = await findGift(sql, giftId);
    const back = charges.get(reference) ?? 0;
    kept += gift?.status === "refunded" ? 0 : GIFT - Math.min(GIFT, back);
  }
  return kept;
}

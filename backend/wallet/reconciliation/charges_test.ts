import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { notePremiumPayment } from "../../subscriptions/pay.ts";
import { reconcile } from "./reconcile.ts";
import { sweepMoney } from "../withdrawal/reactions.ts";
import { decideChargeDifferences } from "./state.ts";
import { premiumPaymentStream } from "../../subscriptions/events.ts";

let test: TestWallet;
let artist: TestPerson;
beforeAll(async () => {
  // No notices arrive: Orin knows only what it asked for.
  test = await openTestWallet({ faults: { webhooksLost: true } });
  artist = await test.person({ role: "creator" });
});
afterAll(() => test[Symbol.asyncDispose]());

const run = () => reconcile({ ...test.world.deps, log: () => {} }, lagosDay(test.world.deps.now()));

async function premium(): Promise<string> {
  const who = await test.person();
  const { body } = await test.call(who, "POST", "/api/v1/paystack/initialize", { body: { email: who.email } });
  return body.data.reference;
}

async function gift(): Promise<string> {
  const body = { artistId: artist.userId, amount: 2, method: "card" };
  return (await test.call(await test.person(), "POST", "/api/v1/gifts", { body })).body.data.reference;
}

async function begin(reference: string): Promise<void> {
  const { store, shardOf } = test.world.deps;
  const started = { reference, userId: artist.userId, amountKobo: 100_000, months: 1, policyVersion: 1 };
  await store.appendToStream(`ledger/${shardOf(artist.userId)}`, premiumPaymentStream(reference), [
    { type: "PremiumPaymentStarted", data: started },
  ], { expectedStreamVersion: "no_stream", metadata: { actor: "system:test" } });
}

describe("reconcile()", () => {
  it("finds nothing where all charges agree, and settles what was not heard of yet", async () => {
    const references = [await premium(), await gift(), await premium(), await gift(), await premium(), await gift()];
    const [, given = "", refunded = "", returned = "", disputed = ""] = references;
    const pay = (reference: string) => test.sandbox.checkout(reference, "pay");
    [refunded, returned, disputed].forEach(pay);
    await sweepMoney({ ...test.world.deps, now: () => test.world.deps.now() + 300_000 });
    // From here on only the nightly run asks.
    references.slice(0, 2).forEach(pay);
    for (const reference of [refunded, returned]) {
      await test.world.deps.payments.refundCharge({ reference, refundReference: `refund-${newId()}` });
    }
    test.sandbox.dispute(disputed, "create");
    test.sandbox.dispute(disputed, "resolve");
    test.sandbox.checkout(await premium(), "decline");
    expect(await run()).toEqual([]);
    const { store } = test.world.deps;
    const stream = `gift/${given.slice(-36)}`;
    const inShards = await Promise.all(
      store.shards.all.map((shard) => store.readStream(`ledger/${shard}`, stream)),
    );
    const events = inShards.flat();
    expect(events.map(({ type }) => type)).toEqual(["GiftPaymentStarted", "GiftSent"]);
    const reconciliations = await test.world.deps.store.readStream(
      "social",
      `reconciliation/${lagosDay(test.world.deps.now())}`,
    );
    expect(reconciliations.at(-1)?.data).toMatchObject({ charges: 7, receivedKobo: 100_000 + 300_000 });
    expect(await test.total()).toBe(0);
  });

  it("names a charge under a reference of our form that nobody here began", async () => {
    const reference = `premium-${newId()}`;
    await test.world.deps.payments.startCharge({
      ...{ reference, email: "x@orin.example", amountKobo: 5_000, callbackUrl: test.url, metadata: {} },
    });
    expect(await run()).toEqual([{ kind: "charge_unknown", subject: reference, ours: "", theirs: 5_000 }]);
    await begin(reference);
    test.sandbox.checkout(reference, "pay");
    expect(await run()).toEqual([
      { kind: "charge_amount_differs", subject: reference, ours: 100_000, theirs: 5_000 },
      { kind: "charge_state_differs", subject: reference, ours: "started", theirs: "success" },
    ]);
  });

  it("names a payment that the provider knows nothing of", async () => {
    const reference = `premium-${newId()}`;
    await begin(reference);
    const shard = test.world.deps.shardOf(artist.userId);
    const forged = { shard, userId: artist.userId, reference, news: "paid" as const };
    await test.world.deps.store.execute(notePremiumPayment, { ...forged, amountKobo: 100_000, feesKobo: 0 }, {
      logs: [`ledger/${shard}`],
      metadata: { actor: "system:test" },
    });
    const found = (await run()).filter(({ subject }) => subject === reference);
    expect(found).toEqual([{ kind: "charge_missing", subject: reference, ours: "paid", theirs: "" }]);
  });
});

describe("decideChargeDifferences()", () => {
  const own = { reference: "gift-a", kind: "gift", amountKobo: 1_000, feesKobo: 15, state: "paid" } as const;
  const theirs = {
    ...{ reference: "gift-a", chargeId: "1", requestedKobo: 1_000, amountKobo: 1_000, feesKobo: 15 },
    ...{ currency: "NGN", status: "success" },
  };
  const books = {
    own: [own],
    provider: [theirs],
    moved: new Map([["1", 985]]),
    disputed: new Map(),
    ledger: 985,
    charges: 985,
  };
  const kinds = (changes: object) => decideChargeDifferences({ ...books, ...changes }).map(({ kind }) => kind);

  it("lets the provider hold a disputed sum back, or take it when it is lost", () => {
    const disputed = (openKobo: number, lostKobo: number) => new Map([["gift-a", { openKobo, lostKobo }]]);
    const held = { moved: new Map([["1", 385]]) };
    expect(kinds(held)).toEqual(["provider_ledger_differs"]);
    expect(kinds({ ...held, disputed: disputed(600, 0) })).toEqual([]);
    expect(kinds({ ...held, disputed: disputed(0, 600) })).toEqual([]);
    expect(kinds({ ...held, disputed: disputed(500, 0) })).toEqual(["provider_ledger_differs"]);
    expect(kinds({ own: [{ ...own, state: "reversed" }], disputed: disputed(0, 1_000) })).toEqual([]);
  });

  it("names each difference", () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ provider: [] })).toEqual(["charge_missing"]);
    expect(kinds({ own: [] })).toEqual(["charge_unknown"]);
    expect(kinds({ own: [{ ...own, amountKobo: 900 }] })).toEqual(["charge_amount_differs"]);
    expect(kinds({ provider: [{ ...theirs, currency: "USD" }] })).toEqual(["charge_currency_differs"]);
    expect(kinds({ own: [{ ...own, feesKobo: 0 }] })).toEqual(["charge_fee_differs"]);
    for (const state of ["started", "reversed"]) {
      expect(kinds({ own: [{ ...own, state }] })).toEqual(["charge_state_differs"]);
    }
    expect(kinds({ provider: [{ ...theirs, status: "on-the-moon" }], moved: new Map() }))
      .toEqual(["charge_state_differs"]);
    expect(kinds({ moved: new Map([["1", 1_000]]) })).toEqual(["provider_ledger_differs"]);
    expect(kinds({ ledger: 0 })).toEqual(["charge_ledger_differs"]);
  });

  it("takes for granted that an unpaid checkout never came there, and that a payer may bear the fee", () => {
    expect(kinds({ own: [{ ...own, state: "started" }], provider: [] })).toEqual([]);
    expect(kinds({ provider: [{ ...theirs, amountKobo: 1_016, feesKobo: 15 }], moved: new Map([["1", 1_001]]) }))
      .toEqual([]);
  });
});

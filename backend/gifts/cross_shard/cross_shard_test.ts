import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectionsWith } from "../../../projections/mod.ts";
import { findGift } from "../../../projections/gifts/gifts.ts";
import { owedBy } from "../../../projections/wallet/debts.ts";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import { readBalances, readTotal } from "../../ledger/accounts.ts";
import { availableAccount, clearingAccount, disputedAccount, settlingAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { ledgerCheck } from "../../ledger/verify.ts";
import { verify } from "../../store/chain/verify.ts";
import type { Recorded } from "../../store/log/event.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { connect } from "../../store/sql.ts";
import { sized } from "../../testing/proof.ts";
import { interceptCalls } from "../../testing/intercept_calls.ts";
import { settleGiftsOf } from "../../testing/settling.ts";
import { openTestStore, TEST_KEYS, type TestStore } from "../../testing/store.ts";
import { collectDebts } from "../../wallet/debt/debts.ts";
import { noteGiftDispute } from "../dispute.ts";
import { type GiftPaymentStarted, type GiftSent, giftStream, type GiftTerms } from "../events.ts";
import { giveTokens, noteGiftPayment } from "../give.ts";
import { refundTokens } from "../give_back.ts";
import { giftLogs, hasArtist, placesOf } from "../group.ts";
import { giftsBetweenShards } from "../reactions.ts";
import { arrivalStream, type GiftTakenBack } from "./events.ts";
import { giveBackBetween } from "./cross_shard.ts";
import { clearingCheck, giftsBetweenCheck } from "./verify.ts";

const SHARDS = 3;
const GIFT = 1_000;
const PROVEN = { level: 2, phone: "proven", accountAgeMs: 0 } as const;
const metadata = { actor: "system:test" };
const projections = projectionsWith(new PersonalData(TEST_KEYS));

let test: TestStore;
/** Where each person of these tests is. */
const shards = new Map<string, number>();
const shardOf = (userId: string) => shards.get(userId) ?? 0;
let deps: Pick<Deps, "store" | "shardOf">;
beforeAll(async () => {
  test = await openTestStore({ projections, shards: SHARDS });
  deps = { store: test.store, shardOf };
});
afterAll(() => test[Symbol.asyncDispose]());

async function person(shard: number, units = 0): Promise<string> {
  const userId = newId();
  shards.set(userId, shard);
  if (units === 0) return userId;
  const entries = [{ account: "pool:rewards", amount: -units }, { account: availableAccount(userId), amount: units }];
  const transfer = { transferId: newId(), code: "reward", entries };
  await deps.store.execute(postTransfer, { shard, transfer }, { logs: [`ledger/${shard}`], metadata });
  return userId;
}

function termsOf(giverId: string, artistId: string, units = GIFT): GiftTerms {
  const rate = { cents: 1, koboPerDollar: 100, policyVersion: 1 };
  return { giftId: newId(), giverId, artistId, units, ...rate, message: "sealed", isNamed: false };
}

async function give({ store }: Pick<Deps, "store">, terms: GiftTerms): Promise<void> {
  const places = placesOf(deps, { ...terms, method: "tokens" });
  await store.execute(giveTokens, { ...places, terms, proven: PROVEN }, { logs: giftLogs(places), metadata });
}

const owed = (userId: string) => owedBy(deps.store.sql, { shard: shardOf(userId), userId });

/** Positions from which on each shard's facts have not been reacted to. */
const seen = new Map<number, number>();

/** The reaction to each fact since a position, as often as facts follow. */
async function react(to: Pick<Deps, "store" | "shardOf">, from: Map<number, number> = seen): Promise<void> {
  const reactor = giftsBetweenShards(to);
  for (let more = true; more;) {
    more = false;
    for (let shard = 0; shard < SHARDS; shard++) {
      const log = `ledger/${shard}` as const;
      const events = await deps.store.readLog(log, { after: from.get(shard) ?? 0, upTo: 1e9, types: reactor.on });
      for (const event of events as Recorded<GiftSent | GiftTakenBack>[]) {
        await reactor.react(event);
        from.set(shard, event.position);
        more = true;
      }
    }
  }
}

const unitsOf = async (userId: string) => [...(await readBalances(test.store.sql, shardOf(userId), [
  availableAccount(userId),
  settlingAccount(userId),
  disputedAccount(userId),
])).values()];

async function inClearing(): Promise<number[]> {
  const [row] = await test.store.sql<{ balances: number[] | undefined }[]>`
    select array_agg(balance) filter (where balance <> 0) as balances from (
      select sum(balance)::int as balance from ledger_accounts where account like 'clearing:%'
      group by least(split_part(account, ':', 2), split_part(account, ':', 3)),
        greatest(split_part(account, ':', 2), split_part(account, ':', 3))
    ) as pairs`;
  return row?.balances ?? [];
}

const problems = async (proven: Parameters<typeof verify>[0]["projections"] = []) =>
  (await verify({
    url: test.serviceUrl,
    projections: proven,
    checks: [ledgerCheck, clearingCheck, giftsBetweenCheck],
    full: true,
  }))
    .problems;

/** The parts of a process that dies at its n-th step: before it, or after it was done and before anyone knows. */
function dyingAt(boundary: number) {
  let met = 0;
  const around = async (call: () => unknown) => {
    if (++met >= boundary) throw new Error("killed");
    const answer = await call();
    if (++met >= boundary) throw new Error("killed");
    return answer;
  };
  return { ...deps, store: interceptCalls(deps.store, ["execute", "readStream"], around), met: () => met };
}

describe("a gift of tokens to another shard", () => {
  it("arrives once and goes back once, wherever a process dies, and its way is always in the books", async () => {
    let wasKilled = true;
    let boundaries = 0;
    for (let boundary = 1; wasKilled; boundary++) {
      const [giverId, artistId] = [await person(1, GIFT), await person(2)];
      const terms = termsOf(giverId, artistId);
      const places = placesOf(deps, { ...terms, method: "tokens" });
      const dying = dyingAt(boundary);
      wasKilled = await (async () => {
        await give(dying, terms);
        await react(dying, new Map(seen));
        await giveBackBetween(dying, places, { units: GIFT, metadata });
        return false;
      })().catch((error) => error.message === "killed" || Promise.reject(error));
      expect(await problems()).toEqual([]);
      const isGiven = await findGift(deps.store.sql, terms.giftId) !== undefined;
      const isTaken = (await deps.store.readStream("ledger/2", `gift_in/${terms.giftId}`)).length === 2;
      await react(deps);
      await react(deps, new Map());
      // What arrived settles.
      expect([(await unitsOf(giverId))[0], (await unitsOf(artistId))[1]])
        .toEqual(isGiven && !isTaken ? [0, GIFT] : [GIFT, 0]);
      expect((await findGift(deps.store.sql, terms.giftId))?.status)
        .toBe(isTaken ? "refunded" : isGiven ? "sent" : undefined);
      expect([await inClearing(), await readTotal(deps.store.sql)]).toEqual([[], 0]);
      if (wasKilled) boundaries++;
    }
    // Given, arrived, asked whether it has, taken back, read, noted; each with a before and an after.
    expect(boundaries).toBe(12);
    expect(await problems()).toEqual([]);
  });

  it("arrives first where it goes back before it has, and what the artist had spent is owed where they pay", async () => {
    const [giverId, artistId, other] = [await person(0, 2 * GIFT), await person(1), await person(2)];
    const [first, second] = [termsOf(giverId, artistId), termsOf(giverId, artistId)];
    await give(deps, first);
    expect(await inClearing()).toEqual([GIFT]);
    await giveBackBetween(deps, placesOf(deps, { ...first, method: "tokens" }), { units: GIFT, metadata });
    expect([(await unitsOf(giverId))[0], await owed(artistId)]).toEqual([2 * GIFT, 0]);
    await give(deps, second);
    await react(deps);
    await settleGiftsOf(deps, artistId);
    await give(deps, termsOf(artistId, other));
    await giveBackBetween(deps, placesOf(deps, { ...second, method: "tokens" }), { units: GIFT, metadata });
    expect([(await unitsOf(giverId))[0], await owed(artistId)]).toEqual([2 * GIFT, GIFT]);
    await give(deps, termsOf(giverId, artistId, GIFT + 1));
    await react(deps);
    expect([(await unitsOf(artistId))[1], await owed(artistId)]).toEqual([GIFT + 1, GIFT]);
    await settleGiftsOf(deps, artistId);
    await collectDebts(deps);
    expect([(await unitsOf(artistId))[0], await owed(artistId)]).toEqual([1, 0]);
    expect([await inClearing(), await problems()]).toEqual([[], []]);
  });

  it("that does not fit its facts is named with its pair of shards", async () => {
    const terms = termsOf(await person(0, GIFT), await person(2));
    await give(deps, terms);
    expect(await problems()).toEqual([]);
    const owner = connect(test.ownerUrl, { max: 1 });
    const account = clearingAccount(0, 2);
    const change = (by: number) =>
      owner`update projected.ledger_accounts set balance = balance + ${by} where account = ${account}`;
    await change(5);
    const where = "clearing account clearing:0:2 of shard 0";
    expect(await problems()).toContainEqual({ where, what: "it has 1005, and its gifts 1000" });
    await change(-5);
    await owner.end();
    await react(deps);
    expect([await inClearing(), await problems()]).toEqual([[], []]);
  });
});

it("a command to two shards is refused before anything is locked", async () => {
  const transfer = { transferId: newId(), code: "test", entries: [] };
  const options = { logs: ["ledger/0", "ledger/1"] as const, metadata };
  await expect(deps.store.execute(postTransfer, { shard: 0, transfer }, options)).rejects.toThrow("one shard");
});

const KINDS = ["tokens", "tokens", "card", "settle", "refund", "reverse", "open", "won", "lost", "collect"] as const;
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  by: fc.nat(3),
  to: fc.nat(3),
  units: fc.integer({ min: 1, max: 900 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Given {
  readonly terms: GiftTerms;
  readonly method: "tokens" | "card";
  readonly disputeId: string;
}

/** The same steps between people who are in these shards; answers what each has and owes in the end. */
async function play(steps: readonly Step[], places: readonly number[]): Promise<number[][]> {
  const people = await Promise.all(places.map((shard) => person(shard, GIFT)));
  const given: Given[] = [];
  for (const one of steps) {
    await take(one, people, given);
    await react(deps);
  }
  await collectDebts(deps);
  return await Promise.all(people.map(async (id) => [...await unitsOf(id), await owed(id)]));
}

async function take({ kind, by, to, units }: Step, people: readonly string[], given: Given[]): Promise<void> {
  const [giverId = "", artistId = ""] = [people[by], people[to]];
  if (kind === "collect") return await collectDebts(deps);
  if (kind === "settle") return await settleGiftsOf(deps, artistId);
  if (kind === "tokens" || kind === "card") {
    if (giverId === artistId) return;
    const terms = termsOf(giverId, artistId, units);
    const one = { terms, method: kind, disputeId: newId() };
    if (kind === "card") await startCard(one);
    else if (((await unitsOf(giverId))[0] ?? 0) >= units) await give(deps, terms);
    else return;
    return void given.push(one);
  }
  const fits = given.filter(({ method }) => method === (kind === "refund" ? "tokens" : "card"));
  const one = fits[units % Math.max(1, fits.length)];
  if (one) await undo(kind, one, units);
}

async function startCard({ terms, method }: Given): Promise<void> {
  const places = placesOf(deps, { ...terms, method });
  const event: GiftPaymentStarted = { type: "GiftPaymentStarted", data: { ...terms, reference: terms.giftId } };
  await deps.store.appendToStream(`ledger/${places.shard}`, giftStream(terms.giftId), [event], { metadata });
  const news = { news: "paid", feesKobo: 0, reference: terms.giftId };
  await deps.store.execute(noteGiftPayment, { ...places, ...news }, { logs: giftLogs(places), metadata });
}

async function undo(kind: Step["kind"], { terms, method, disputeId }: Given, units: number): Promise<void> {
  const places = placesOf(deps, { ...terms, method });
  const options = { logs: giftLogs(places), metadata };
  const reference = terms.giftId;
  if (kind === "refund" && hasArtist(places)) return void await deps.store.execute(refundTokens, places, options);
  if (kind === "refund") return await giveBackBetween(deps, places, { units: terms.units, metadata });
  if (kind === "reverse") {
    const news = { news: "reversed", feesKobo: 0, reference };
    return void await deps.store.execute(noteGiftPayment, { ...places, ...news }, options);
  }
  const about = { disputeId, providerId: "1", category: "chargeback", dueAt: undefined, isReminder: false };
  const status = kind === "open" ? "open" : kind === "won" ? "won" : "lost";
  const amountKobo = Math.min(units, terms.units);
  await deps.store.execute(noteGiftDispute, { ...places, ...about, reference, status, amountKobo }, options);
}

it("any gifts, refunds and disputes between shards leave everyone with what they have in one shard", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      expect(await play(steps, [0, 1, 2, 1])).toEqual(await play(steps, [0, 0, 0, 0]));
      expect([await inClearing(), await readTotal(deps.store.sql)]).toEqual([[], 0]);
    }),
    {
      numRuns: sized(5, 60),
      interruptAfterTimeLimit: 25_000,
      ...(Deno.env.get("ORIN_SEED") ? { seed: Number(Deno.env.get("ORIN_SEED")) } : {}),
    },
  );
  await deps.store.settle();
  expect(await problems(projections)).toEqual([]);
});

it("a gift that is said to have come, without its tokens, is named", async () => {
  const terms = termsOf(await person(0, GIFT), await person(2));
  await give(deps, terms);
  const { giftId, giverId, artistId, units } = terms;
  const arrived = { type: "GiftArrived", data: { giftId, giverId, artistId, units } };
  await deps.store.appendToStream("ledger/2", arrivalStream(giftId), [arrived], { metadata });
  const where = "gifts between the shards 0 and 2";
  expect(await problems()).toEqual([
    { where, what: `the gift ${giftId} has left and come, but only one of their accounts has it` },
  ]);
  const entries = [
    { account: clearingAccount(2, 0), amount: -GIFT },
    { account: availableAccount(artistId), amount: GIFT },
  ];
  const transfer = { transferId: newId(), code: "gift", entries, detail: { giftId } };
  await deps.store.execute(postTransfer, { shard: 2, transfer }, { logs: ["ledger/2"], metadata });
  expect(await problems()).toEqual([]);
});

it("a gift that came and never left is named with its pair of shards", async () => {
  const [giverId, artistId, giftId] = [await person(0), await person(2), newId()];
  const entries = [{ account: clearingAccount(2, 0), amount: -7 }, { account: availableAccount(artistId), amount: 7 }];
  const transfer = { transferId: newId(), code: "gift", entries, detail: { giftId } };
  await deps.store.execute(postTransfer, { shard: 2, transfer }, { logs: ["ledger/2"], metadata });
  const arrived = { type: "GiftArrived", data: { giftId, giverId, artistId, units: 7 } };
  await deps.store.appendToStream("ledger/2", arrivalStream(giftId), [arrived], { metadata });
  expect(await problems()).toEqual([
    { where: "gifts between the shards 0 and 2", what: `7 of the gift ${giftId} came, but nothing left` },
  ]);
  await deps.store.execute(
    postTransfer,
    {
      shard: 2,
      transfer: { ...transfer, transferId: newId(), entries: entries.map((one) => ({ ...one, amount: -one.amount })) },
    },
    { logs: ["ledger/2"], metadata },
  );
  expect((await problems()).map(({ where }) => where)).toContain("clearing account clearing:2:0 of shard 2");
});

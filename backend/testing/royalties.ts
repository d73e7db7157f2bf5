import { findPremiumPayment } from "../../projections/subscriptions/premium_payments.ts";
import { projectionsWith } from "../../projections/mod.ts";
import type { TrackUploaded } from "../catalogue/track/events.ts";
import { ensureFirstPolicy } from "../admin/policy/change.ts";
import { POLICY_STREAM, type PolicyChanged } from "../admin/policy/events.ts";
import { newId } from "../contract/ids.ts";
import { lagosDayStart } from "../contract/policy.ts";
import { paymentReference } from "../contract/payment_reference.ts";
import { monthAfter, royaltiesCloseAt } from "../contract/royalties.ts";
import { FIRST_POLICY } from "../contract/policy_rules.ts";
import type { Deps } from "../deps.ts";
import { closeDueMonths } from "../royalties/close.ts";
import { settleDueRoyalties } from "../royalties/settle.ts";
import type { SharesAt } from "../royalties/shares.ts";
import { PROOFS } from "../start/proofs.ts";
import { verify } from "../store/chain/verify.ts";
import type { LogName, NewEvent } from "../store/log/event.ts";
import type { Problem } from "../store/log/problem.ts";
import { shardLogs } from "../store/log/shard.ts";
import { PersonalData } from "../store/personal/personal_data.ts";
import { premiumPaymentStream } from "../subscriptions/events.ts";
import { type PremiumGiftStarted, premiumGiftStream } from "../subscriptions/gift/events.ts";
import { claimPremium } from "../subscriptions/gift/give.ts";
import { notePremiumPayment, PREMIUM_PURPOSE } from "../subscriptions/pay.ts";
import type { PaymentNews } from "../subscriptions/state.ts";
import { concerned } from "./concerned.ts";
import { playReport } from "./play_reports.ts";
import { openTestStore, TEST_INSTALLATION, TEST_KEYS, type TestStore } from "./store.ts";

const metadata = { actor: "system:test" };
const projections = projectionsWith(new PersonalData(TEST_KEYS));

/** People who pay and listen, artists and songs, on a clock that the test moves: without accounts and sound. */
export interface TestRoyalties extends AsyncDisposable {
  readonly test: TestStore;
  readonly deps: Pick<Deps, "store" | "shardOf" | "now">;
  /** Moves the clock to a moment of a Lagos day. */
  at(day: string, hour?: number): void;
  /** The id of a person in a shard, or in any. */
  person(shard?: number): string;
  song(ownerId: string): Promise<string>;
  /** A payment for a month that is paid now; answers its reference. */
  pay(userId: string, amountKobo?: number, more?: { feesKobo?: number; card?: string }): Promise<string>;
  /** A payment for others, each of whom takes a seat now. */
  give(giverId: string, claimers: readonly string[], months?: number): Promise<string>;
  /** The provider's notice about a person's payment. */
  news(userId: string, reference: string, news: PaymentNews["news"]): Promise<void>;
  /** A person hears a song for so long, with proof. */
  hear(listenerId: string, trackId: string, play: TestPlay): Promise<string>;
  /** Moves the clock to where a month is computed, and computes it. */
  close(month: string, sharesAt?: SharesAt): Promise<void>;
  /** Lets what is due settle. */
  settle(): Promise<void>;
  problems(): Promise<readonly Problem[]>;
}

interface TestPlay {
  readonly day: string;
  readonly ms: number;
  readonly hour?: number;
  /** What it was rewarded with. */
  readonly units?: number;
}

/** Opens such a world at the start of a Lagos day. */
export async function openTestRoyalties({ day, shards = 3 }: { day: string; shards?: number }): Promise<TestRoyalties> {
  let now = lagosDayStart(day);
  const test = await openTestStore({ projections, shards, now: () => now });
  const { store } = test;
  const deps = { store, shardOf: (id: string) => store.shards.shardOf(id), now: () => now };
  return {
    test,
    deps,
    at: (day, hour = 12) => void (now = lagosDayStart(day) + hour * 3_600_000),
    person(shard) {
      for (;;) {
        const id = newId();
        if (shard === undefined || deps.shardOf(id) === shard) return id;
      }
    },
    song: (ownerId) => addSong(deps, ownerId),
    pay: (userId, amountKobo = 100_000, more = {}) => payPremium(deps, userId, { amountKobo, ...more }),
    async give(giverId, claimers, months = 1) {
      const amountKobo = 100_000 * months * claimers.length;
      const { log, reference } = await startPayment(deps, giverId, { amountKobo, months: 0 });
      const seats = claimers.map((_, index) => ({ seat: index + 1, name: "sealed", email: "sealed" }));
      const data: PremiumGiftStarted["data"] = { reference, giverId, months, seats };
      await append(deps, log, { stream: premiumGiftStream(reference), event: { type: "PremiumGiftStarted", data } });
      await tell(deps, giverId, { reference, news: "paid", amountKobo });
      for (const [index, claimerId] of claimers.entries()) {
        const at = { reference, seat: index + 1, shard: deps.shardOf(giverId) };
        await claimPremium(deps, { ...at, edition: 0, claimerId, metadata });
      }
      return reference;
    },
    async news(userId, reference, news) {
      const paid = await findPremiumPayment(store.sql, reference);
      await tell(deps, userId, { reference, news, amountKobo: paid?.amountKobo ?? 0 });
    },
    hear: (listenerId, trackId, play) => hearSong(deps, listenerId, { trackId, ...play }),
    async close(month, sharesAt) {
      now = Math.max(now, royaltiesCloseAt(month, FIRST_POLICY));
      await store.settle(60_000);
      await closeDueMonths(deps, sharesAt ? { sharesAt } : {});
    },
    async settle() {
      now += FIRST_POLICY.settlingMs;
      await settleDueRoyalties(deps);
    },
    async problems() {
      await store.settle(60_000);
      const options = { url: test.serviceUrl, checks: PROOFS, full: true, now: () => now };
      return (await verify({ ...options, projections: await concerned(store.sql, projections) })).problems;
    },
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

type RoyaltyDeps = Pick<Deps, "store" | "shardOf">;

async function append(
  { store }: RoyaltyDeps,
  log: LogName,
  { stream, event }: { stream: string; event: NewEvent },
): Promise<void> {
  await store.appendToStream(log, stream, [event], { metadata });
}

async function startPayment(deps: RoyaltyDeps, userId: string, what: { amountKobo: number; months: number }) {
  const reference = paymentReference(PREMIUM_PURPOSE, { installation: TEST_INSTALLATION, id: newId() });
  const log = `ledger/${deps.shardOf(userId)}` as const;
  const event = { type: "PremiumPaymentStarted", data: { reference, userId, ...what, policyVersion: 1 } };
  await append(deps, log, { stream: premiumPaymentStream(reference), event });
  return { log, reference };
}

async function tell(
  { store, shardOf }: RoyaltyDeps,
  userId: string,
  said: { reference: string; news: PaymentNews["news"]; amountKobo: number; feesKobo?: number; card?: string },
): Promise<void> {
  const shard = shardOf(userId);
  await store.execute(notePremiumPayment, { shard, userId, feesKobo: 0, ...said }, {
    logs: shardLogs(shard),
    metadata,
  });
}

async function addSong(deps: RoyaltyDeps, ownerId: string): Promise<string> {
  const trackId = newId();
  const event: TrackUploaded = {
    type: "TrackUploaded",
    data: {
      ...{ trackId, ownerId, title: "Song", artist: "Artist", genre: "jazz", durationMs: 7_200_000 },
      ...{ loudness: { integratedLufs: -14, peakDbfs: -1 }, sourceKey: "s", peaksKey: "p", downloadable: false },
    },
  };
  await append(deps, "social", { stream: `track/${trackId}`, event });
  return trackId;
}

/** A month of Premium that is paid now; answers the payment's reference. */
export async function payPremium(
  deps: RoyaltyDeps,
  userId: string,
  { amountKobo, ...more }: { amountKobo: number; feesKobo?: number; card?: string },
): Promise<string> {
  const { reference } = await startPayment(deps, userId, { amountKobo, months: 1 });
  await tell(deps, userId, { reference, news: "paid", amountKobo, ...more });
  return reference;
}

/** A person hears a song for so long on a Lagos day, with proof; answers the play's id. */
export async function hearSong(
  deps: RoyaltyDeps,
  listenerId: string,
  { trackId, day, ms, hour = 12, units = 0 }: TestPlay & { trackId: string },
): Promise<string> {
  const startedAt = lagosDayStart(day) + hour * 3_600_000;
  const event = playReport({ listenerId, trackId, startedAt, listenedMs: ms, spans: [], units, newUnits: units });
  const { playId } = event.data;
  await append(deps, `plays/${deps.shardOf(listenerId)}`, { stream: `play/${playId}`, event });
  return playId;
}

/** Taxes of royalties, in hundredths of a percent, from moments on (epoch ms): as rules that two sides have changed. */
export async function changeTax(
  { store }: RoyaltyDeps,
  taxes: readonly { at: number; basisPoints: number }[],
): Promise<void> {
  await ensureFirstPolicy(store);
  for (const [index, { at, basisPoints: royaltyTaxBasisPoints }] of taxes.entries()) {
    const policy = { ...FIRST_POLICY, version: index + 2, effectiveFrom: new Date(at).toISOString() };
    const event: PolicyChanged = {
      type: "PolicyChanged",
      data: { policy: { ...policy, royaltyTaxBasisPoints }, reason: "The law" },
    };
    await store.appendToStream("social", POLICY_STREAM, [event], { metadata });
  }
}

/** The days of a month, for plays. */
export function dayIn(month: string, day: number): string {
  const last = Number(new Date(Date.parse(`${monthAfter(month)}-01`) - 1).toISOString().slice(8, 10));
  return `${month}-${String(Math.min(day, last)).padStart(2, "0")}`;
}

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { lagosDayStart } from "../../contract/policy.ts";
import { sized } from "../../testing/proof.ts";
import { deliver } from "../../testing/people_fixtures.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { ledgerAccounts, readBalances, readTotal } from "../../ledger/accounts.ts";
import { settlingAccount } from "../../ledger/chart.ts";
import type { Store } from "../../store/store.ts";
import { credit, findSpans } from "../../../projections/listening/reward_credit.ts";
import { plays } from "../../../projections/listening/plays.ts";
import { policies } from "../../../projections/admin/policies.ts";
import { forgetOldRows } from "../../store/projections/retention.ts";
import { sendReports } from "./report.ts";
import type { PreparedReport } from "./sent.ts";
import { CHUNK } from "./report.ts";
import { measure, union } from "./spans.ts";

const NOW = lagosDayStart("2026-03-10") + 20 * 3_600_000;
const track = { durationMs: 180_000, ownerId: newId(), availableFrom: 0, availableUntil: undefined };
const projections = [ledgerAccounts, policies, plays, credit];

function report(startedAt: number, listenedMs: number, more: Partial<PreparedReport["report"]> = {}): PreparedReport {
  return { serverMade: false, track, report: { playId: newId(), trackId: newId(), startedAt, listenedMs, ...more } };
}

/** Reports plays whose sound was delivered. */
async function send(store: Store, listenerId: string, reports: readonly PreparedReport[], receivedAt = NOW) {
  const listener = { id: listenerId, since: NOW - 40 * 86_400_000, level: 2 as const };
  await deliver({ store, shardOf: () => 0, now: () => NOW }, listenerId, reports.map(({ report }) => report.trackId));
  const lane = reports.length > 1 ? "bulk" : "interactive";
  const metadata = { actor: `user:${listenerId}` };
  return await sendReports(store, { listener, receivedAt, skewMs: 0, reports }, { metadata, lane });
}

async function balanceOf(store: Store, listenerId: string): Promise<number> {
  const account = settlingAccount(listenerId);
  return (await readBalances(store.sql, 0, [account])).get(account) ?? 0;
}

describe("reportPlays", () => {
  let test: TestStore;
  let other: Store;
  beforeAll(async () => {
    test = await openTestStore({ projections, now: () => NOW });
    other = test.another();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("rewards one play once, reported ten times, out of order, in two batches, to two processes at once", async () => {
    const listener = newId();
    const base = report(NOW - 100_000, 90_000);
    const growing = [10_000, 35_000, 90_000].map((listenedMs) => ({ ...base, report: { ...base.report, listenedMs } }));
    const storm = Array.from(
      { length: 10 },
      (_, index) =>
        send(index % 2 ? other : test.store, listener, index < 8 ? [growing[index % 3] ?? base] : growing.toReversed()),
    );
    await Promise.all(storm);
    const again = await send(test.store, listener, [base]);
    expect(again).toMatchObject({ results: [{ status: "duplicate", units: 30 }], balance: 30 });
    expect(await balanceOf(test.store, listener)).toBe(30);
  });

  it("credits two phones at the same time only once", async () => {
    const listener = newId();
    const [one, two] = await Promise.all([
      send(test.store, listener, [report(NOW - 60_000, 60_000)]),
      send(other, listener, [report(NOW - 60_000, 60_000)]),
    ]);
    const statuses = [one, two].map((answer) => answer.results[0]?.reason);
    expect(statuses.toSorted()).toEqual(["overlap", undefined]);
    expect(await balanceOf(test.store, listener)).toBe(20);
  });

  it("refuses somebody else's play and names the receipt's transfer in the event", async () => {
    const [ada, obi] = [newId(), newId()];
    const play = report(NOW - 60_000, 60_000);
    await send(test.store, ada, [play]);
    const stolen = await send(test.store, obi, [{ ...play, report: { ...play.report, listenedMs: 60_500 } }]);
    expect(stolen).toMatchObject({ results: [{ status: "refused", reason: "other_owner" }], balance: 0 });
    const [event] = await test.store.readStream("plays/0", `play/${play.report.playId}`);
    const { transferId } = event?.data as { transferId: string };
    const [transfer] = await test.store.readStream("ledger/0", `transfer/${transferId}`);
    expect(transfer?.data).toMatchObject({ code: "reward", detail: { plays: [[play.report.playId, 20, 1]] } });
  });

  it("merges reports without a playId into the session of that track that is still going on", async () => {
    const listener = newId();
    const trackId = newId();
    const at = async (receivedAt: number, listenedMs: number) => {
      const one = report(receivedAt - listenedMs, listenedMs, { trackId });
      return (await send(test.store, listener, [{ ...one, serverMade: true }], receivedAt)).results[0];
    };
    const start = NOW - 500_000;
    const first = await at(start + 6_000, 6_000);
    const second = await at(start + 60_000, 60_000);
    const third = await at(start + 60_000, 60_000);
    expect([first?.units, second?.units, third?.status]).toEqual([2, 20, "duplicate"]);
    expect(new Set([first?.playId, second?.playId, third?.playId]).size).toBe(1);
    const next = await at(start + 400_000, 6_000);
    expect(next?.playId).not.toBe(first?.playId);
  });

  it("takes a listen that was told of late, without a playId, for one of its own, also in one group", async () => {
    const listener = newId();
    const trackId = newId();
    const tell = async (...starts: number[]) => {
      const reports = starts.map((startedAt) => ({ ...report(startedAt, 60_000, { trackId }), serverMade: true }));
      return (await send(test.store, listener, reports)).results;
    };
    await tell(NOW - 500_000);
    const late = await tell(NOW - 5_000_000, NOW - 4_000_000);
    expect(late).toMatchObject([{ status: "accepted", units: 20 }, { status: "accepted", units: 20 }]);
    const again = await tell(NOW - 4_000_000, NOW - 500_000);
    expect(again.map(({ status }) => status)).toEqual(["duplicate", "duplicate"]);
    expect(await balanceOf(test.store, listener)).toBe(60);
  });

  it("answers a single report while twenty phones' batches of 500 are still being written", async () => {
    const day = (index: number) => NOW - Math.floor(index / 42) * 86_400_000 - (index % 42) * 200_000;
    let batchesDone = 0;
    const batches = Array.from({ length: 20 }, async () => {
      const listener = newId();
      const rows = Array.from({ length: 500 }, (_, index) => report(day(index) - 180_000, 170_000));
      const starts = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) => index * CHUNK);
      await Promise.all(starts.map((start) => send(test.store, listener, rows.slice(start, start + CHUNK))));
      batchesDone++;
    });
    const singles: number[] = [];
    for (let count = 0; count < 5; count++) {
      await send(test.store, newId(), [report(NOW - 60_000, 60_000)]);
      singles.push(batchesDone);
    }
    expect(singles.at(-1)).toBe(0);
    await Promise.all(batches);
    expect(batchesDone).toBe(20);
  });

  it("holds for any history: credit is the union of time, within the day's bounds, and the books sum to zero", async () => {
    const DAY = lagosDayStart("2026-03-09");
    const tracks = [newId(), newId(), newId()];
    const play = fc.record({
      id: fc.integer({ min: 0, max: 5 }),
      start: fc.integer({ min: -60_000, max: 600_000 }),
      listened: fc.integer({ min: 1, max: 200_000 }),
      gap: fc.integer({ min: 0, max: 50_000 }),
    });
    const batches = fc.array(fc.array(play, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, async (history) => {
        const listener = newId();
        const ids = Array.from({ length: 6 }, () => newId());
        await Promise.all(history.map((batch, index) => {
          const reports = batch.map(({ id, start, listened, gap }) => {
            const half = Math.ceil(listened / 2);
            const segments: [number, number][] = [[0, half], [half + gap, Math.max(1, listened - half)]];
            return report(DAY + start, listened, { playId: ids[id] ?? "", trackId: tracks[id % 3] ?? "", segments });
          });
          return send(index % 2 ? other : test.store, listener, reports);
        }));
        const events = await Promise.all(ids.map((id) => test.store.readStream("plays/0", `play/${id}`)));
        const facts = events.flat().map((event) =>
          event.data as {
            spans: [number, number][];
            newUnits: number;
            day: string;
            trackId: string;
            newCreditedMs: number;
          }
        );
        const spans = facts.flatMap((fact) => fact.spans);
        expect(measure(union(spans))).toBe(measure(spans));
        for (const day of Map.groupBy(facts, (fact) => `${fact.day} ${fact.trackId}`).values()) {
          expect(day.reduce((sum, fact) => sum + fact.newCreditedMs, 0)).toBeLessThanOrEqual(track.durationMs);
        }
        expect(await balanceOf(test.store, listener)).toBe(facts.reduce((sum, fact) => sum + fact.newUnits, 0));
      }),
      {
        numRuns: sized(12, 150),
        ...(Deno.env.get("ORIN_SEED") ? { seed: Number(Deno.env.get("ORIN_SEED")) } : {}),
      },
    );
    expect(await readTotal(test.store.sql)).toBe(0);
  });
});

describe("a report after the night has deleted what it was credited for", () => {
  const DAY_MS = 86_400_000;
  let test: TestStore;
  let now: number;
  beforeAll(async () => void (test = await openTestStore({ projections, now: () => now })));
  afterAll(() => test[Symbol.asyncDispose]());

  it.each([
    { days: 13, kept: 1, answer: { status: "capped", reason: "overlap" } },
    { days: 16, kept: 1, answer: { status: "refused", reason: "too_old" } },
    { days: 17, kept: 0, answer: { status: "refused", reason: "too_old" } },
    { days: 200, kept: 0, answer: { status: "refused", reason: "too_old" } },
  ])("earns nothing again after $days days, as another play, wherever the device's clock stands", async (given) => {
    const { days, kept, answer } = given;
    now = NOW + days * 400 * DAY_MS;
    const listener = { id: newId(), since: now - 40 * DAY_MS, level: 2 as const };
    const trackId = newId();
    await deliver({ store: test.store, shardOf: () => 0, now: () => now }, listener.id, [trackId]);
    const tell = async (startedAt: number, { skewMs = 0, playId = newId(now), listenedMs = 60_000 } = {}) => {
      const one = report(startedAt, listenedMs, { trackId, playId });
      const command = { listener, receivedAt: now, skewMs, reports: [one] };
      const options = { metadata: { actor: `user:${listener.id}` }, lane: "interactive" } as const;
      return (await sendReports(test.store, command, options)).results[0];
    };
    const heardAt = now - 60_000;
    // Ids of the day, of no time, and of the day on which the report comes again.
    const [playId, ...others] = [newId(now), crypto.randomUUID(), newId(now + days * DAY_MS)];
    for (const [index, id] of others.entries()) {
      await tell(heardAt - (index + 1) * 2_000, { playId: id, listenedMs: 1_000 });
    }
    expect(await tell(heardAt, { playId })).toMatchObject({ status: "accepted", units: 20 });

    now += days * DAY_MS;
    // The newest event says how old the others are.
    const other = { ...listener, id: newId() };
    await send(test.store, other.id, [report(now - 1_000, 1_000)], now);
    await forgetOldRows(test.store.sql, projections);
    const spans = await findSpans(test.store.sql, 0, [{ listenerId: listener.id, from: heardAt, to: heardAt + 1 }]);
    expect(spans).toHaveLength(kept);
    for (const skewMs of [0, days * DAY_MS]) {
      expect(await tell(heardAt, { playId, skewMs })).toMatchObject({ status: "duplicate", units: 20 });
      for (const id of others) {
        expect(await tell(heardAt, { playId: id, skewMs, listenedMs: 1_000 })).toMatchObject({ status: "duplicate" });
      }
    }
    expect(await tell(heardAt)).toMatchObject(answer);
    // A clock that is wrong by so much puts the time into the present, which the old ticket does not prove.
    expect(await tell(heardAt, { skewMs: days * DAY_MS })).toMatchObject({ status: "capped", reason: "not_delivered" });
    expect(await balanceOf(test.store, listener.id)).toBe(20);
  });
});

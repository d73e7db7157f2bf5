import { describe, expect, it } from "vitest";
import type { PlayReport } from "../../contract/requests/listening.ts";
import { FIRST_POLICY, type Policy } from "../../contract/policy_rules.ts";
import { lagosDayStart } from "../../contract/policy.ts";
import { decideReport, type Play, type ReportFacts } from "./state.ts";
import type { Span } from "./events.ts";
import { clip } from "./spans.ts";

const NOW = lagosDayStart("2026-03-10") + 12 * 3_600_000;
const PLAY = "01890000-0000-7000-8000-000000000001";

interface Given {
  report?: Partial<PlayReport>;
  play?: Partial<Play>;
  /** Time that other plays have. */
  taken?: readonly Span[];
  /** Time that the play itself has. */
  own?: readonly Span[];
  credited?: { all: number; track: number };
  poolUsed?: number;
  policy?: Partial<Policy>;
  /** What changed while the report was on its way. */
  policyNow?: Partial<Policy>;
  track?: Partial<ReportFacts["track"]>;
  skewMs?: number;
  since?: number;
  receivedAt?: number;
}

function decide(given: Given) {
  const report: PlayReport = {
    playId: PLAY,
    trackId: "track",
    startedAt: NOW - 60_000,
    listenedMs: 60_000,
    ...given.report,
  };
  const play: Play | undefined = given.play && {
    playId: PLAY,
    listenerId: "ada",
    trackId: "track",
    startedAt: report.startedAt,
    skewMs: 0,
    listenedMs: 30_000,
    creditedMs: 30_000,
    units: 10,
    reports: 1,
    counted: true,
    ...given.play,
  };
  return decideReport({
    report,
    serverMade: false,
    receivedAt: given.receivedAt ?? NOW,
    skewMs: given.skewMs ?? 0,
    recordedAt: NOW,
    listener: { id: "ada", since: given.since ?? NOW - 30 * 86_400_000 },
    track: { durationMs: 180_000, ownerId: "creator", ...given.track },
    play,
    policyAt: (moment) => ({ ...FIRST_POLICY, ...given.policy, ...(moment === NOW && given.policyNow) }),
    taken: (from, to, except) => clip([...given.taken ?? [], ...except ? [] : given.own ?? []], from, to),
    creditedOn: () => given.credited ?? { all: 0, track: 0 },
    poolUsed: () => given.poolUsed ?? 0,
  });
}

function eventOf(given: Given) {
  const outcome = decide(given);
  if (!("event" in outcome)) throw new Error(`Expected an event, got ${JSON.stringify(outcome)}`);
  return outcome.event;
}

describe("decideReport()", () => {
  it("pays one unit per 3 credited seconds and counts a play of 30 s", () => {
    expect(eventOf({})).toMatchObject({ status: "accepted", creditedMs: 60_000, newUnits: 20, newlyCounted: true });
    expect(eventOf({ report: { listenedMs: 29_999 } })).toMatchObject({ newUnits: 9, counted: false });
  });

  it("counts half of a track that is shorter than 60 s", () => {
    const track = { durationMs: 40_000 };
    expect(eventOf({ track, report: { listenedMs: 20_000 } })).toMatchObject({ counted: true });
    expect(eventOf({ track, report: { listenedMs: 19_999 } })).toMatchObject({ counted: false });
  });

  it("answers duplicate to the same or a lower report, and changes nothing", () => {
    for (const listenedMs of [30_000, 1]) {
      expect(decide({ report: { listenedMs }, play: {} })).toEqual({ status: "duplicate", units: 10 });
    }
  });

  it("adds only what a higher report adds, and pays the remainder of earlier seconds", () => {
    const event = eventOf({
      report: { listenedMs: 31_000, startedAt: NOW - 40_000 },
      play: { listenedMs: 29_000, creditedMs: 29_000, units: 9, startedAt: NOW - 40_000 },
      own: [[NOW - 40_000, NOW - 11_000]],
    });
    expect(event).toMatchObject({
      newCreditedMs: 2_000,
      creditedMs: 31_000,
      units: 10,
      newUnits: 1,
      newlyCounted: false,
    });
  });

  it("refuses another owner, another track and a fifth report", () => {
    expect(decide({ play: { listenerId: "obi" } })).toMatchObject({ status: "refused", reason: "other_owner" });
    expect(decide({ play: { trackId: "other" } })).toMatchObject({ status: "refused", reason: "other_track" });
    expect(decide({ play: { reports: 4 } })).toMatchObject({ status: "refused", reason: "too_many_reports" });
  });

  it("credits nothing past the receipt, and 2 s of slack", () => {
    expect(eventOf({ report: { startedAt: NOW - 10_000 } })).toMatchObject({
      creditedMs: 12_000,
      reason: "future",
      status: "capped",
    });
    expect(decide({ report: { startedAt: NOW + 3_000 } })).toMatchObject({ status: "refused", reason: "future" });
  });

  it("corrects the device's clock and keeps the first report's correction", () => {
    const startedAt = NOW - 60_000 - 7_200_000;
    expect(eventOf({ report: { startedAt }, skewMs: 7_200_000 })).toMatchObject({
      startedAt: NOW - 60_000,
      creditedMs: 60_000,
    });
    const later = eventOf({
      report: { startedAt },
      skewMs: 0,
      play: { startedAt: NOW - 60_000, skewMs: 7_200_000, listenedMs: 1_000, creditedMs: 0, units: 0 },
    });
    expect(later).toMatchObject({ startedAt: NOW - 60_000, skewMs: 7_200_000 });
  });

  it("refuses what is older than 14 days or from before the account", () => {
    const startedAt = NOW - 15 * 86_400_000;
    expect(decide({ report: { startedAt } })).toMatchObject({ status: "refused", reason: "too_old" });
    expect(decide({ since: NOW - 10 })).toMatchObject({ event: { reason: "before_account", creditedMs: 10 } });
    expect(decide({ since: NOW + 10 })).toMatchObject({ status: "refused", reason: "before_account" });
  });

  it("lets no report choose the day whose caps it is held against", () => {
    const long = 86_400_000;
    const since = (startedAt: number): Partial<PlayReport> => ({
      ...{ startedAt, listenedMs: 60_000, segments: [[NOW - 60_000 - startedAt, 60_000]] },
    });
    expect(decide({ report: since(NOW - 200 * long) })).toMatchObject({ status: "refused", reason: "too_old" });
    expect(decide({ report: since(NOW - 3 * long), since: NOW - long })).toMatchObject({
      event: { day: "2026-03-09", creditedMs: 60_000 },
    });
    expect(decide({ report: since(NOW - 3 * long) })).toMatchObject({ event: { day: "2026-03-07" } });
  });

  it("credits only time that no other play had", () => {
    const event = eventOf({ taken: [[NOW - 50_000, NOW - 20_000]] });
    expect(event).toMatchObject({ creditedMs: 30_000, reason: "overlap", status: "capped" });
    expect(event.spans).toEqual([[NOW - 60_000, NOW - 50_000], [NOW - 20_000, NOW]]);
  });

  it("credits segments instead of the whole stretch, and never more than was listened", () => {
    const startedAt = NOW - 100_000;
    const gaps = eventOf({ report: { startedAt, listenedMs: 20_000, segments: [[0, 10_000], [60_000, 10_000]] } });
    expect(gaps.spans).toEqual([[startedAt, startedAt + 10_000], [startedAt + 60_000, startedAt + 70_000]]);
    const greedy = eventOf({ report: { startedAt, listenedMs: 5_000, segments: [[0, 50_000]] } });
    expect(greedy.creditedMs).toBe(5_000);
  });

  it("bounds the day's credit by the track's length, the daily cap and the pool", () => {
    expect(eventOf({ credited: { all: 0, track: 170_000 } })).toMatchObject({
      creditedMs: 10_000,
      reason: "already_earned",
    });
    expect(eventOf({ credited: { all: 7_180_000, track: 0 } })).toMatchObject({
      creditedMs: 20_000,
      reason: "daily_cap",
    });
    expect(eventOf({ poolUsed: FIRST_POLICY.dailyPoolUnits - 5 })).toMatchObject({ newUnits: 5, reason: "pool_empty" });
    expect(eventOf({ credited: { all: 0, track: 180_000 } })).toMatchObject({ newUnits: 0, reason: "already_earned" });
  });

  it("pays creators nothing for their own tracks", () => {
    expect(eventOf({ track: { ownerId: "ada" } })).toMatchObject({ creditedMs: 0, newUnits: 0, reason: "own_track" });
  });

  it("takes the pool from the policy of the moment of recording, the rest from that of the play", () => {
    const policyNow = { dailyPoolUnits: 5, rewardMsPerUnit: 1_000 };
    expect(eventOf({ policyNow })).toMatchObject({ newUnits: 5, reason: "pool_empty" });
  });

  it("uses the day of the play for the caps and the day of the recording for the pool", () => {
    const startedAt = lagosDayStart("2026-03-10") - 30_000;
    expect(eventOf({ report: { startedAt } })).toMatchObject({ day: "2026-03-09", poolDay: "2026-03-10" });
  });
});

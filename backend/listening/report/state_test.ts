import { describe, expect, it } from "vitest";
import type { PlayReport } from "../../contract/requests/listening.ts";
import { FIRST_POLICY, type Policy } from "../../contract/policy_rules.ts";
import { lagosDayStart, MAX_PLAY_PAUSES_MS } from "../../contract/policy.ts";
import { decideReport, type Play, type ReportFacts } from "./state.ts";
import type { PoolShare } from "../pool/events.ts";
import { halvesOf, WHOLE_POOL } from "../pool/state.ts";
import type { Span } from "./events.ts";
import type { Ticket } from "./proof.ts";
import { clip } from "./spans.ts";

const NOW = lagosDayStart("2026-03-10") + 12 * 3_600_000;
const DAY_MS = 86_400_000;
const PLAY = "01890000-0000-7000-8000-000000000001";

/** What an account's first tokens of a day are, and what of the pool is not kept for them. */
const FIRST = FIRST_POLICY.firstTokensUnits;
const OPEN = halvesOf(FIRST_POLICY).openUnits;

interface Given {
  report?: Partial<PlayReport>;
  play?: Partial<Play>;
  /** Time that other plays have. */
  taken?: readonly Span[];
  /** Time that the play itself has. */
  own?: readonly Span[];
  credited?: { all: number; track: number; units?: number; counted?: number };
  poolUsed?: number;
  poolShare?: Partial<PoolShare>;
  lateUsed?: number;
  firstUsed?: number;
  level?: ReportFacts["listener"]["level"];
  /** What was delivered; left out everything. */
  tickets?: readonly Partial<Ticket>[];
  licensed?: readonly Span[];
  tasted?: readonly Span[];
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
    listener: { id: "ada", since: given.since ?? NOW - 30 * DAY_MS, level: given.level ?? 2 },
    track: {
      ...{ durationMs: 180_000, ownerId: "creator", availableFrom: NOW - 90 * DAY_MS, availableUntil: undefined },
      ...given.track,
    },
    play,
    delivery: {
      tickets: (given.tickets ?? [{}]).map(ticket),
      licensed: given.licensed ?? [],
      tasted: given.tasted ?? [],
    },
    policyAt: (moment) => ({ ...FIRST_POLICY, ...given.policy, ...(moment === NOW && given.policyNow) }),
    taken: (from, to, except) => clip([...given.taken ?? [], ...except ? [] : given.own ?? []], from, to),
    creditedOn: () => ({ all: 0, track: 0, units: 0, counted: 0, ...given.credited }),
    poolUsed: () => ({ all: given.poolUsed ?? 0, late: given.lateUsed ?? 0, first: given.firstUsed ?? 0 }),
    poolShare: () => ({ ...WHOLE_POOL, ...given.poolShare }),
  });
}

/** A ticket that proves everything, but for the fields given here. */
function ticket(said: Partial<Ticket>, index: number): Ticket {
  const whole = { beganAt: NOW - 30 * DAY_MS, endsAt: NOW + DAY_MS, deliveredMs: 1_000_000_000, usedMs: 0 };
  return { ticketId: `ticket-${index}`, device: undefined, ...whole, ...said };
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
    for (const lastsMs of [3 * long, MAX_PLAY_PAUSES_MS + 7 * 60_000]) {
      expect(decide({ report: since(NOW - lastsMs) })).toMatchObject({ status: "refused", reason: "invalid" });
      expect(decide({ report: since(NOW - lastsMs), since: NOW - long })).toMatchObject({ status: "refused" });
    }
    const begun = since(NOW - 3 * long);
    const segments: PlayReport["segments"] = [[0, 1_000], ...begun.segments ?? []];
    expect(decide({ report: { ...begun, segments } })).toMatchObject({
      event: { day: "2026-03-07", creditedMs: 1_000 },
    });
    const play = { startedAt: NOW - 3 * long, listenedMs: 1_000, creditedMs: 1_000, units: 0 };
    expect(decide({ report: { ...begun, startedAt: NOW - 60_000 }, play })).toMatchObject({
      status: "refused",
      reason: "invalid",
    });
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
    expect(eventOf({ poolUsed: OPEN - 5, credited: { all: 0, track: 0, units: FIRST } })).toMatchObject({
      newUnits: 5,
      reason: "pool_empty",
    });
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

  it("pays only for time whose sound was delivered, and says so", () => {
    expect(eventOf({ tickets: [] })).toMatchObject({
      status: "capped",
      reason: "not_delivered",
      newUnits: 0,
      spans: [],
    });
    expect(eventOf({ tickets: [] }).counted).toBe(true);
    expect(eventOf({ tickets: [{ deliveredMs: 30_000 }] })).toMatchObject({
      ...{ status: "capped", reason: "not_delivered", creditedMs: 30_000, newUnits: 10 },
      tickets: [["ticket-0", 30_000]],
    });
    expect(eventOf({ report: { offline: true }, tickets: [] }).reason).toBe("not_delivered");
  });

  it("uses each delivered second once, of the ticket that ends first", () => {
    const tickets = [
      { deliveredMs: 60_000, usedMs: 20_000, endsAt: NOW + 2 * DAY_MS },
      { deliveredMs: 60_000, usedMs: 50_000, endsAt: NOW + DAY_MS },
    ];
    const event = eventOf({ tickets });
    expect(event.tickets).toEqual([["ticket-1", 10_000], ["ticket-0", 40_000]]);
    expect(event).toMatchObject({ creditedMs: 50_000, reason: "not_delivered" });
  });

  it("spends no delivered sound on time that a cap refuses", () => {
    const event = eventOf({ credited: { all: 0, track: 170_000 } });
    expect(event).toMatchObject({ reason: "already_earned", tickets: [["ticket-0", 10_000]] });
  });

  it("takes a ticket from one burst before its first byte to its end, and on its own device", () => {
    expect(eventOf({ tickets: [{ beganAt: NOW }] })).toMatchObject({ status: "accepted", newUnits: 20 });
    const early = { report: { startedAt: NOW - 130_000, listenedMs: 60_000 }, tickets: [{ beganAt: NOW }] };
    expect(eventOf(early)).toMatchObject({ creditedMs: 50_000, reason: "not_delivered" });
    expect(eventOf({ tickets: [{ endsAt: NOW - 20_000 }] })).toMatchObject({ creditedMs: 40_000 });
    const onPhone = (deviceId?: string) => eventOf({ report: { deviceId }, tickets: [{ device: "phone" }] }).creditedMs;
    expect([onPhone("phone"), onPhone("laptop"), onPhone()]).toEqual([60_000, 0, 60_000]);
  });

  it("believes an offline licence for its time, and uses no ticket for it", () => {
    const event = eventOf({ licensed: [[NOW - 45_000, NOW]] });
    expect(event).toMatchObject({ creditedMs: 60_000, licensedMs: 45_000, tickets: [["ticket-0", 15_000]] });
    expect(eventOf({ tickets: [], licensed: [[NOW - 45_000, NOW]] })).toMatchObject({
      ...{ creditedMs: 45_000, reason: "not_delivered" },
    });
  });

  it("believes a song saved without Premium as far as the day's free plays go", () => {
    const tasted: Given = { tickets: [], tasted: [[NOW - 45_000, NOW]], policy: { dailyFreePlays: 20 } };
    const after = (counted: number, more: Given = {}) =>
      eventOf({ ...tasted, ...more, credited: { all: 0, track: 0, counted } });
    expect(after(19)).toMatchObject({ creditedMs: 45_000, reason: "not_delivered" });
    expect(after(20)).toMatchObject({ creditedMs: 0, newUnits: 0, reason: "free_plays_used" });
    // What has counted goes on, and a stream that was paid for proves its own.
    const goingOn = { report: { listenedMs: 60_000 }, play: { listenedMs: 30_000, creditedMs: 0, units: 0 } };
    expect(after(20, goingOn)).toMatchObject({ creditedMs: 45_000 });
    expect(after(20, { tickets: [{}] })).toMatchObject({ creditedMs: 60_000, status: "accepted" });
  });

  it("pays only while the track could be heard", () => {
    const burst = 120_000;
    expect(eventOf({ track: { availableFrom: Infinity } })).toMatchObject({ creditedMs: 0, reason: "not_available" });
    expect(eventOf({ track: { availableFrom: NOW + burst - 10_000 } })).toMatchObject({ creditedMs: 10_000 });
    const gone = eventOf({ track: { availableUntil: NOW - 30_000 } });
    expect(gone).toMatchObject({ creditedMs: 30_000, reason: "not_available" });
  });

  it("pays a new account no more than its level gives a day, and still counts the time", () => {
    const nearly = eventOf({ level: 0, credited: { all: 0, track: 0, units: 195 } });
    expect(nearly).toMatchObject({ creditedMs: 60_000, newUnits: 5, reason: "level_cap" });
    expect(eventOf({ level: 1, credited: { all: 0, track: 0, units: 195 } })).toMatchObject({ newUnits: 20 });
    expect(eventOf({ level: 1, credited: { all: 0, track: 0, units: 2_400 } })).toMatchObject({ newUnits: 0 });
  });

  it("waits where the shard's share of the pool has not enough, until it is the last", () => {
    const short = { all: 2, late: 1, allIsLast: false, lateIsLast: false };
    const units = Math.floor(FIRST_POLICY.dailyPoolUnits * 2 / 1_000_000);
    // Of 20 first tokens 5 are there where they are kept, and 5 in the rest.
    const all = Math.ceil((20 - units / 2) / OPEN * 1_000_000);
    expect(decide({ poolShare: short })).toEqual({ status: "awaits_pool", wants: { all, late: 0 } });
    expect(eventOf({ poolShare: { ...short, allIsLast: true } })).toMatchObject({
      newUnits: units,
      reason: "pool_empty",
    });
    const late = { report: { startedAt: NOW - 2 * DAY_MS } };
    expect(decide({ ...late, poolShare: { ...short, all: 500_000 } })).toMatchObject({ wants: { all: 0 } });
    // No more for late plays: they ask for no more of the rest, and what earns nothing asks for nothing.
    expect(eventOf({ ...late, poolShare: { ...short, late: 0, lateIsLast: true } })).toMatchObject({ newUnits: 0 });
    expect(eventOf({ poolUsed: 50, poolShare: short, credited: { all: 0, track: 180_000 } })).toMatchObject({
      newUnits: 0,
      reason: "already_earned",
    });
  });

  it("keeps half of the pool for everybody's first tokens from level 1 on, and gives them what is left of the rest", () => {
    const credited = (units: number) => ({ credited: { all: 0, track: 0, units } });
    const empty = { poolUsed: OPEN + 1_000, firstUsed: 1_000 };
    expect(eventOf({ ...empty, ...credited(0) })).toMatchObject({ newUnits: 20, firstUnits: 20 });
    expect(eventOf({ ...empty, ...credited(FIRST - 5) })).toMatchObject({ newUnits: 5, reason: "pool_empty" });
    expect(eventOf({ ...empty, level: 0 })).toMatchObject({ newUnits: 0, reason: "pool_empty" });
    expect(eventOf({ ...empty, report: { startedAt: NOW - 2 * DAY_MS } })).toMatchObject({ newUnits: 0 });
    const kept = FIRST_POLICY.dailyPoolUnits - OPEN;
    const allFirst = { poolUsed: kept, firstUsed: kept };
    expect(eventOf(allFirst)).toMatchObject({ newUnits: 20 });
    expect(eventOf(allFirst).firstUnits).toBeUndefined();
    expect(eventOf({ firstUsed: kept - 5, poolUsed: FIRST_POLICY.dailyPoolUnits - 12 })).toMatchObject({
      ...{ newUnits: 12, firstUnits: 5, reason: "pool_empty" },
    });
  });

  it("leaves an honest evening listener the first tokens beside 2,100 farmers of the morning", () => {
    const day = { report: { listenedMs: 7_200_000, startedAt: NOW - 7_200_000 }, track: { durationMs: 7_200_000 } };
    const used = { all: 0, first: 0 };
    const listen = (level: 0 | 1) => {
      const { newUnits, firstUnits = 0 } = eventOf({ ...day, level, poolUsed: used.all, firstUsed: used.first });
      [used.all, used.first] = [used.all + newUnits, used.first + firstUnits];
      return newUnits;
    };
    const farmers = Array.from({ length: 2_100 }, () => listen(1));
    const [first, last] = [farmers[0], farmers.at(-1)];
    expect([first, last, listen(1), listen(0)]).toEqual([FIRST_POLICY.dailyUnitsLevel1, FIRST, FIRST, 0]);
    // Without the rule the farmers of the morning have all of it.
    expect(farmers.length * FIRST_POLICY.dailyUnitsLevel1).toBeGreaterThan(FIRST_POLICY.dailyPoolUnits);
    expect(used.all).toBeLessThan(FIRST_POLICY.dailyPoolUnits);
  });

  it("gives late plays a share of the pool and no more, and leaves the rest to those who listen today", () => {
    const quarter = FIRST_POLICY.dailyPoolUnits / 4;
    const late = (more: Given) => eventOf({ report: { startedAt: NOW - 2 * DAY_MS }, ...more });
    expect(late({})).toMatchObject({ late: true, newUnits: 20 });
    expect(late({ poolUsed: quarter, lateUsed: quarter - 5 })).toMatchObject({ newUnits: 5, reason: "pool_empty" });
    expect(eventOf({ poolUsed: quarter, lateUsed: quarter })).toMatchObject({ newUnits: 20 });
    expect(eventOf({}).late).toBeUndefined();
  });
});

describe("a song whose recording was replaced today", () => {
  const heard = { credited: { all: 180_000, track: 180_000 } };

  it("earns nothing more with a longer recording where the old one was heard whole", () => {
    const track = { durationMs: 600_000, earlierLengths: [{ until: NOW - 30_000, durationMs: 180_000 }] };
    const report = { startedAt: NOW - 20_000, listenedMs: 20_000 };
    expect(eventOf({ track, report, ...heard })).toMatchObject({ newUnits: 0, reason: "already_earned" });
    // Without the replacement, or on the next day, it is the whole song that earns.
    expect(eventOf({ track: { durationMs: 600_000 }, report, ...heard })).toMatchObject({ newCreditedMs: 20_000 });
    const earlier = [{ until: NOW - DAY_MS, durationMs: 180_000 }];
    expect(eventOf({ track: { ...track, earlierLengths: earlier }, report, ...heard }).newCreditedMs).toBe(20_000);
  });

  it("earns what the old recording was worth where it was heard before the change, and is reported after it", () => {
    const track = { durationMs: 30_000, earlierLengths: [{ until: NOW - 10_000, durationMs: 180_000 }] };
    expect(eventOf({ track, report: { startedAt: NOW - 170_000, listenedMs: 150_000 } }).newCreditedMs).toBe(150_000);
    expect(eventOf({ track, report: { startedAt: NOW - 9_000, listenedMs: 9_000 }, ...heard }).newCreditedMs).toBe(0);
  });
});

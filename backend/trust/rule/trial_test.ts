import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenOf } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { playReport } from "../../testing/play_reports.ts";
import { newId } from "../../contract/ids.ts";
import { lagosDay } from "../../contract/policy.ts";
import { RuleTrialQuery } from "../../contract/requests/trust_rules.ts";
import { ACCOUNT_RULES, type AccountEvidence, type TrustRule } from "./rules.ts";
import { type Subject, Tried, tryRule } from "./trial.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test: TestListeners;
let admin = "";
let listener = "";
let farm: string[] = [];
let honest = "";
let today = 0;

/** A play of an hour, `ago` before today; a farmed one is paid, and nothing proves it. */
async function play(listenerId: string, more: object, ago = 0): Promise<void> {
  const startedAt = today - ago;
  const { data } = playReport({ trackId, listenerId, startedAt, listenedMs: HOUR, counted: true, ...more });
  await test.world.deps.store.appendToStream("plays/0", `play/${data.playId}`, [{ type: "PlayReported", data }], {
    metadata: { actor: "system:test" },
  });
}
let trackId = "";

beforeAll(async () => {
  test = await openTestListeners();
  const { deps } = test.world;
  const { userId } = await test.member("listener", { isAdmin: true });
  const start = {
    userId,
    role: "listener",
    isAdmin: true,
    audience: "admin",
    remember: false,
    userAgent: "t",
  } as const;
  admin = await deps.tokens.signSession((await deps.sessions.start(start)).session);
  ({ trackId } = await test.addTrack({ ownerId: (await test.addArtist("Sikiru")).userId }));
  const people = [];
  for (let index = 0; index < 6; index++) people.push(await test.addPerson());
  [honest = "", ...farm] = people.map((one) => one.userId);
  listener = await tokenOf(deps, people[0] ?? await test.addPerson());
  today = deps.now() - 2 * DAY;
  for (const [index, listenerId] of farm.entries()) {
    const unproven = { deviceId: "one phone", creditedMs: 60_000, units: 20 + index, reason: "not_delivered" };
    await play(listenerId, unproven);
    await play(listenerId, { ...unproven, units: 1_000 }, 5 * DAY);
  }
  await play(honest, { creditedMs: HOUR, units: 1_200, startedAt: today + 60_000 });
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

const get = (token = admin) => test.call("GET", "/api/v1/admin/rules", { token });
const span = (from = today, to = today) => ({ from: lagosDay(from), to: lagosDay(to) });
type Trial = Parameters<typeof tryRule>[1];
async function tried(trial: Trial) {
  const found = await tryRule(test.world.deps, trial);
  if (!found) throw new Error(`No rule ${trial.rule}`);
  return found;
}

describe("rules", () => {
  it("are listed for admins alone, with what they weigh", async () => {
    expect((await get(listener)).status).toBe(403);
    expect((await get()).body.rules[1]).toEqual({
      ...{ rule: "unproven", of: "accounts", version: 2, points: 30, threshold: 0.5, unit: "share" },
      looksFor: expect.stringContaining("no delivered sound"),
    });
  });

  it("say what one would have voided on some days: people, money, samples, honest people hit", async () => {
    const body = await tried({ rule: "unproven", ...span() });
    expect(body).toMatchObject({
      ...{ lookedAt: 6, isPartial: false, people: 5, groups: 0, tokens: 1.1, naira: 1.1, threshold: 0.5, points: 30 },
      failed: { count: 0 },
      reach: [{ score: 25, now: 5, tried: 5 }, { score: 60, now: 0, tried: 0 }],
      honest: { all: 10, hits: [] },
    });
    expect(body.samples.map(({ userId }) => userId)).toEqual(farm.toReversed());
    expect(body.samples[0]).toMatchObject({ tokens: 0.24, plays: 1, claimedSeconds: 3_600 });
    expect(JSON.stringify(body)).not.toMatch(/@|Amaka/);
  });

  it("count the days of the span alone, to its ends", async () => {
    expect(await tried({ rule: "unproven", ...span(today - 5 * DAY) })).toMatchObject({ people: 5, tokens: 51.1 });
    expect(await tried({ rule: "unproven", ...span(today - 4 * DAY, today - DAY) })).toMatchObject({
      ...{ lookedAt: 0, people: 0, tokens: 0, samples: [] },
    });
  });

  it("can be tried with another threshold and other points", async () => {
    const strict = await tried({ rule: "long_unbroken", ...span(), threshold: 1, points: 60 });
    expect(strict).toMatchObject({ people: 6, threshold: 1, points: 60, rule: { threshold: 20, points: 20 } });
    expect(strict.honest.hits).toHaveLength(strict.honest.all);
    expect(strict.reach).toEqual([{ score: 25, now: 5, tried: 6 }, { score: 60, now: 0, tried: 6 }]);
    expect(await tried({ rule: "unproven", ...span(), threshold: 1 })).toMatchObject({ people: 0, tokens: 0 });
  });

  it("of groups hold the members' days together", async () => {
    const body = await tried({ rule: "one_device", ...span() });
    expect(body).toMatchObject({ people: 5, groups: 1, tokens: 1.1, lookedAt: 1, honest: { all: 8 } });
    expect(body.samples).toMatchObject([{ members: 5, text: "5 accounts listen on one device", plays: 5 }]);
    expect(body.honest.hits).toEqual(expect.arrayContaining([expect.stringContaining("Family of seven")]));
  });

  it.each(["none", "../x';--\u202e", "constructor"])("know no rule %j", async (rule) => {
    expect(await tryRule(test.world.deps, { rule, ...span() })).toBeUndefined();
  });

  it.each([
    [{ from: "2026-06-02", to: "2026-06-01" }, "The first day must not be after the last one"],
    [{ from: "2016-06-02", to: "2026-06-01" }, "Choose at most 92 days"],
    [{ from: "2026-02-31", to: "2026-03-01" }, "There is no such day"],
    [{ from: "yesterday", to: "2026-03-01" }, "Write days like 2026-06-01"],
    [{ to: "2026-03-01" }, "Choose a day"],
    [{ from: "2026-03-01", to: "2026-03-01", threshold: "x" }, "The threshold must be a number"],
    [{ from: "2026-03-01", to: "2026-03-01", points: "101" }, undefined],
  ])("refuse to be tried with %j", (asked, error) => {
    const { success, error: found } = RuleTrialQuery.safeParse(asked);
    expect(success).toBe(false);
    if (error !== undefined) expect(found?.issues[0]?.message).toBe(error);
  });

  it("look at so many people, and say that there are more", async () => {
    const trial = { rule: "unproven", from: lagosDay(today), to: lagosDay(today) };
    const some = await tryRule(test.world.deps, trial, { mostPeople: 3, mostMs: 60_000 });
    expect(some).toMatchObject({ lookedAt: 3, isPartial: true });
    const none = await tryRule(test.world.deps, trial, { mostPeople: 100, mostMs: -1 });
    expect(none).toMatchObject({ lookedAt: 0, isPartial: true, people: 0 });
  });
});

it("Tried counts what a rule breaks on apart, and goes on", async () => {
  const evidence: AccountEvidence = {
    ...{ plays: 1, claimedMs: HOUR, unprovenMs: 0, latePlays: 0, midnightPlays: 0 },
    ...{ longestDayHours: 1, longestDayMs: HOUR, othersOnDevice: 0 },
  };
  const [first] = ACCOUNT_RULES;
  const rule: TrustRule<AccountEvidence> = {
    ...{ code: "broken", version: 1, points: 10, threshold: 1, unit: "hours", looksFor: "Nothing", ...first },
    test({ plays }) {
      if (plays === 2) throw new Error("cannot divide by two");
      return "hit";
    },
  };
  async function* subjects(): AsyncGenerator<Subject<AccountEvidence>> {
    for (const plays of [1, 2, 3]) {
      yield { evidence: { ...evidence, plays }, people: [{ userId: newId(), units: 100, evidence }] };
    }
  }
  const tried = new Tried(ACCOUNT_RULES, rule, { mostPeople: 10, mostMs: 60_000 });
  await tried.look(subjects());
  const summary = { ...rule, rule: rule.code, of: "accounts" as const };
  const honest = [{ who: "Two plays", evidence: { ...evidence, plays: 2 } }];
  const answer = tried.answer(summary, { trial: { rule: "broken", from: "2026-06-01", to: "2026-06-01" }, honest });
  expect(answer).toMatchObject({
    ...{ lookedAt: 3, people: 2, tokens: 2 },
    failed: { count: 1, message: "cannot divide by two" },
    honest: { all: 1, hits: [] },
  });
});

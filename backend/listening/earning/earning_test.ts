import { afterAll, beforeAll, expect, it } from "vitest";
import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import type { Earning } from "../../contract/earning.ts";
import { newId } from "../../contract/ids.ts";
import type { FreePlays, PlayHistoryEntry } from "../../contract/listening.ts";
import { type LevelAnswer, stepText } from "../../contract/trust.ts";
import type { WithdrawalSummary } from "../../contract/wallet.ts";
import { deliver, raiseLevel, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { settleRewardsOf } from "../../testing/settling.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HUNDREDTH = 100;

let test: TestListeners;
let tracks: string[];
beforeAll(async () => {
  test = await openTestListeners();
  const artists = await Promise.all(["Ada Song", "Ben Drum"].map((name) => test.addArtist(name)));
  const made = artists.map(({ userId: ownerId }) => test.addTrack({ ownerId, durationMs: 10 * MINUTE }));
  tracks = (await Promise.all(made)).map(({ trackId }) => trackId);
});
afterAll(() => test[Symbol.asyncDispose]());

async function person(level: 0 | 2): Promise<TestPerson> {
  const who = await test.addPerson();
  await raiseLevel(test.world.deps, who.userId, level);
  await deliver(test.world.deps, who.userId, tracks);
  return who;
}

/** Hears one of the songs to the present moment. */
async function hear({ token }: TestPerson, listenedMs: number, song = 0): Promise<void> {
  test.pass(listenedMs);
  const play = { playId: newId(), trackId: tracks[song], startedAt: test.now() - listenedMs, listenedMs };
  await test.call("POST", "/api/v1/plays", { token, body: { sentAt: test.now(), plays: [play] } });
  await test.world.settle();
}

/** The line's figures, after all of them were found to be those of the calls that say them one by one. */
async function earning({ token }: TestPerson): Promise<Earning> {
  const get = async <Answer>(path: string): Promise<Answer> => (await test.call("GET", path, { token })).body;
  const [said, free, wallet, level, { playHistory: plays }] = await Promise.all([
    get<Earning>("/api/v1/earning"),
    get<FreePlays>("/api/v1/free-plays"),
    get<WithdrawalSummary>("/api/v1/withdrawal-summary"),
    get<LevelAnswer>("/api/v1/level"),
    get<{ playHistory: PlayHistoryEntry[] }>("/api/v1/play-history"),
  ]);
  const units = (tokens: number) => Math.round(tokens * HUNDREDTH);
  const today = plays.filter(({ playedAt }) => Date.parse(playedAt) >= lagosDayStart(lagosDay(test.now())));
  expect(units(said.today.earned)).toBe(today.reduce((sum, { tokensEarned }) => sum + units(tokensEarned), 0));
  expect(said.today).toMatchObject({
    ...{ limit: level.dailyTokens, plays: free.usedFreePlays },
    ...{ freePlaysLeft: free.remainingFreePlays, freePlayLimit: free.freePlayLimit },
  });
  expect(said.today.notice).toBe(free.earningNotice);
  expect(said.pool.left).toBe(free.poolTokensLeftToday);
  expect([said.withdrawable, said.settling]).toEqual([wallet.availableBalance, wallet.settlingBalance]);
  expect(said.goal.amount).toBe(wallet.minimumWithdrawal);
  expect(units(said.goal.left))
    .toBe(Math.max(0, units(wallet.minimumWithdrawal - wallet.availableBalance - wallet.settlingBalance)));
  expect(said.level.now).toBe(level.level);
  expect(said.level.next?.limit).toBe(level.next?.dailyTokens);
  expect(said.level.next?.steps).toEqual(
    level.next?.conditions.map((one) => ({ text: stepText(one), done: one.have, of: one.need })),
  );
  return said;
}

it("the line of a new account says its own limit, what is missing and every step, and stops at the limit", async () => {
  const who = await person(0);
  expect(await earning(who)).toMatchObject({
    today: { earned: 0, limit: 2, plays: 0, freePlaysLeft: 20, freePlayLimit: 20 },
    ...{ settling: 0, withdrawable: 0, goal: { amount: 100, left: 100, isFirst: true } },
    level: {
      now: 0,
      next: {
        limit: 24,
        steps: [
          { text: "Prove your phone number", done: 0, of: 1 },
          { text: "Be on Orin for 7 days", done: 0, of: 7 },
          { text: "Listen for 60 minutes", done: 0, of: 60 },
          { text: "Listen on 3 days, a minute each", done: 0, of: 3 },
          { text: "Listen to 5 artists, a minute each", done: 0, of: 5 },
        ],
      },
    },
  });

  await hear(who, 59 * SECOND);
  const first = await earning(who);
  expect(first).toMatchObject({ today: { earned: 0.19, plays: 1 }, settling: 0.19, goal: { left: 99.81 } });
  expect(first.level.next?.steps.at(-1)?.done).toBe(0);
  await hear(who, SECOND);
  expect((await earning(who)).level.next?.steps.at(-1)?.done).toBe(1);

  await hear(who, 8 * MINUTE + 57 * SECOND, 1);
  expect(await earning(who)).toMatchObject({ today: { earned: 1.98 } });
  await hear(who, 5 * MINUTE);
  const last = await earning(who);
  expect(last.today).toMatchObject({ earned: 2, limit: 2 });
  expect(last.today.notice).toContain("You can earn again tomorrow");
  test.pass(24 * 60 * MINUTE);
  const next = await earning(await test.logIn(who));
  expect(next).toMatchObject({ today: { earned: 0, plays: 0 }, settling: 2, goal: { left: 98 } });
  expect(next.today.notice).toBeUndefined();
});

it("the line of level 2 has nothing more to reach, and what has settled can be withdrawn", async () => {
  const who = await person(2);
  await hear(who, 10 * MINUTE);
  await settleRewardsOf(test.world.deps, who.userId);
  await hear(who, 3 * SECOND, 1);
  const said = await earning(who);
  expect(said).toMatchObject({ today: { earned: 2.01, limit: 24 }, withdrawable: 2, settling: 0.01 });
  expect(said.level).toEqual({ now: 2 });
});

it("the line is told to who is logged in alone", async () => {
  expect((await test.call("GET", "/api/v1/earning")).status).toBe(401);
});

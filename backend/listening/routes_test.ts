import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import type { PlayBatchAnswer, PlayHistory, PlayReward } from "../contract/listening.ts";
import { createApp } from "../app.ts";
import { addPerson, addTrack, addUpload, deliver, tokenOf } from "../testing/people_fixtures.ts";
import { openWorld, type World } from "../testing/world.ts";

const DAY_MS = 86_400_000;
let now = Date.UTC(2026, 5, 1, 12);

describe("the listening routes", () => {
  let world: World;
  let trackId: string;
  const owner = newId();

  beforeAll(async () => {
    world = await openWorld({ now: () => now });
    ({ trackId } = await addTrack(world.deps, { ownerId: owner, durationMs: 60_000 }));
    now += 20 * DAY_MS;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const send = async (
    path: string,
    { token, body, app = world.app, type = "application/json" }: {
      token?: string;
      body?: unknown;
      app?: World["app"];
      type?: string;
    },
  ) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": type }),
    };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const init = body === undefined ? { headers } : { method: "POST", headers, body: text };
    const response = await app.request(path, init);
    return { status: response.status, body: await response.json() };
  };
  /** A person to whom the track was sent. */
  const addListener = async (world: World, userId?: string) => {
    const listener = await addAccount(world, userId);
    await deliver(world.deps, listener.userId, [trackId]);
    return listener;
  };
  const play = (more: Record<string, unknown> = {}) => ({
    ...{ playId: newId(), trackId, startedAt: now - 50_000, listenedMs: 45_000 },
    ...more,
  });

  it("credits a batch once, also when another process gets it again after the answer was lost", async () => {
    const listener = await addListener(world);
    const batch = { sentAt: now, plays: [play(), play({ startedAt: now - 120_000, listenedMs: 20_000 })] };
    const first = await send("/api/v1/plays", { token: listener.token, body: batch });
    const again = await send("/api/v1/plays", { token: listener.token, body: batch, app: world.another().app });
    const answers: PlayBatchAnswer[] = [first.body, again.body];
    // 45 s and 20 s of a 60 s track: the second play meets the track's length after 15 s.
    expect(answers.map((answer) => answer.newBalance)).toEqual([0.2, 0.2]);
    expect(answers[0]?.results.map(({ status, reason }) => [status, reason])).toEqual([
      ["accepted", undefined],
      ["capped", "already_earned"],
    ]);
    expect(answers[1]?.results.map((result) => result.status)).toEqual(["duplicate", "duplicate"]);
  });

  it("refuses bad rows alone and answers every row", async () => {
    const listener = await addListener(world);
    const rows = [play(), { playId: "not an id" }, null, play({ listenedMs: -5 }), play({ trackId: newId() }), "text"];
    const { status, body } = await send("/api/v1/plays", { token: listener.token, body: { sentAt: now, plays: rows } });
    const { results } = body as PlayBatchAnswer;
    expect(status).toBe(200);
    expect(results).toHaveLength(rows.length);
    expect(results.filter((result) => result.status === "refused").map((result) => result.reason).toSorted())
      .toEqual(["invalid", "invalid", "invalid", "invalid", "unknown_track"]);
    expect(results.filter(({ reason }) => reason === "invalid").map(({ field }) => field))
      .toEqual(["playId", "plays.2", "listenedMs", "plays.5"]);
  });

  it("names the field of a play that it could not read", async () => {
    const listener = await addListener(world);
    const plays = [
      { segments: [[0, 5], [9, "x"]] },
      { startedAt: "today" },
      { listenedMs: undefined },
      { offline: 1 },
      { playId: 5 },
    ];
    const body = { sentAt: now, plays: plays.map((wrong) => ({ ...play(), ...wrong })) };
    const answer: PlayBatchAnswer = (await send("/api/v1/plays", { token: listener.token, body })).body;
    expect(answer.results.map(({ field }) => field)).toEqual([
      "segments.1.1",
      "startedAt",
      "listenedMs",
      "offline",
      "plays.4.playId",
    ]);
  });

  it("takes a batch of 500 in one answer", async () => {
    const listener = await addListener(world);
    const rows = Array.from(
      { length: 500 },
      (_, at) => play({ startedAt: now - (at + 1) * 2_000_000, listenedMs: 30_000 }),
    );
    const { body } = await send("/api/v1/plays", { token: listener.token, body: { sentAt: now, plays: rows } });
    const { results, newBalance } = body as PlayBatchAnswer;
    expect(results).toHaveLength(500);
    // 60 s a day of the one track, over the days that 500 plays reach back.
    const days = new Set(rows.map((row) => new Date(row.startedAt + 3_600_000).toISOString().slice(0, 10)));
    expect(newBalance).toBe(days.size * 0.2);
    const tooMany = await send("/api/v1/plays", {
      token: listener.token,
      body: { sentAt: now, plays: [...rows, play()] },
    });
    expect(tooMany.status).toBe(400);
  });

  it("corrects the device's clock by the time it says it sent the report", async () => {
    const listener = await addListener(world);
    const wrong = now - 400 * DAY_MS;
    const rows = [play({ startedAt: wrong - 60_000, listenedMs: 60_000 })];
    const { body } = await send("/api/v1/plays", { token: listener.token, body: { sentAt: wrong, plays: rows } });
    expect((body as PlayBatchAnswer).newBalance).toBe(0.2);
  });

  it("credits plays that followed each other in full, however long each report was on its way", async () => {
    const listener = await addListener(world);
    const { trackId: other } = await addTrack(world.deps, { ownerId: owner, durationMs: 60_000 });
    await deliver(world.deps, listener.userId, [other]);
    const first = { sentAt: now - 3_000, plays: [play({ startedAt: now - 63_000, listenedMs: 30_000 })] };
    const second = { sentAt: now, plays: [play({ trackId: other, startedAt: now - 33_000, listenedMs: 30_000 })] };
    await send("/api/v1/plays", { token: listener.token, body: first });
    const { body } = await send("/api/v1/plays", { token: listener.token, body: second });
    expect((body as PlayBatchAnswer).results[0]).toMatchObject({ status: "accepted", tokens: 0.1 });
  });

  it("credits in full a play whose report waited in the service, while the next play's was answered", async () => {
    const listener = await addListener(world);
    const { trackId: other } = await addTrack(world.deps, { ownerId: owner, durationMs: 60_000 });
    await deliver(world.deps, listener.userId, [other]);
    const { token } = listener;
    const opening = Promise.withResolvers<void>();
    const came = now;
    const app = createApp(world.deps, { isReady: () => true, pagesDirectory: "", admitted: opening.promise });
    const first = { sentAt: now, plays: [play({ startedAt: now - 60_000, listenedMs: 30_000 })] };
    const waiting = send("/api/v1/plays", { token, body: first, app });
    now += 20_000;
    const second = { sentAt: now, plays: [play({ trackId: other, startedAt: came - 30_000, listenedMs: 30_000 })] };
    const next = (await send("/api/v1/plays", { token, body: second })).body as PlayBatchAnswer;
    opening.resolve();
    const { results } = (await waiting).body as PlayBatchAnswer;
    expect([...next.results, ...results]).toMatchObject([1, 2].map(() => ({ status: "accepted", tokens: 0.1 })));
  });

  it("takes the documented single report as JSON and as the beacon's form data with a report token", async () => {
    const listener = await addListener(world);
    const { token } = await world.deps.tokens.signReport(listener.userId);
    const beacon = await send(`/api/v1/play/${trackId}?token=${token}`, {
      body: "durationPlayed=0.10",
      type: "application/x-www-form-urlencoded",
    });
    const later = await send(`/api/v1/play/${trackId}`, { token: listener.token, body: { durationPlayed: 0.5 } });
    const [first, second]: PlayReward[] = [beacon.body, later.body];
    expect([first?.tokens, second?.tokens, second?.newBalance]).toEqual([0.02, 0.1, 0.1]);
    expect(first?.playId).toBe(second?.playId);
    expect(second).toMatchObject({ freePlayCount: 1, freePlayLimit: 20, alreadyEarned: false });
    // The song is worth 20 units a day: the app shows no more than these as what the play may yet earn.
    expect([first, second].map((answer) => [answer?.tokensLeftToday, answer?.rewardMsPerUnit])).toEqual([
      [0.18, 3_000],
      [0.1, 3_000],
    ]);
  });

  it("says that a track was earned already when its whole length is reported once more", async () => {
    const { token } = await addListener(world);
    const tell = async (durationPlayed: number) => {
      const { body } = await send(`/api/v1/play/${trackId}`, { token, body: { durationPlayed } });
      const { status, tokens, alreadyEarned } = body as PlayReward;
      return [status, tokens, alreadyEarned];
    };
    expect(await tell(0.5)).toEqual(["accepted", 0.1, false]);
    expect(await tell(0.5)).toEqual(["duplicate", 0.1, false]);
    expect(await tell(0.98)).toEqual(["accepted", 0.19, false]);
    expect(await tell(0.98)).toEqual(["duplicate", 0.19, true]);
  });

  it("takes everything that a report may say from form data, too", async () => {
    const { token } = await addListener(world);
    const said = { ...play({ offline: true, source: "songs" }), sentAt: now, segments: "[[0,6000],[20000,3000]]" };
    const form = new URLSearchParams(Object.entries(said).map(([name, value]) => [name, String(value)]));
    const type = "application/x-www-form-urlencoded";
    const path = `/api/v1/play/${trackId}`;
    const { body } = await send(path, { token, type, body: String(form) });
    expect(body).toMatchObject({ playId: said.playId, status: "accepted", tokens: 0.03 });
    const { body: { playHistory: [entry] } } = await send("/api/v1/play-history", { token });
    expect(entry).toMatchObject({ offline: true, creditedMs: 9_000 });
    expect((await send(path, { token, type, body: "durationPlayed=1&segments=broken" })).status).toBe(400);
  });

  it("names a song that never came out to nobody but its artist", async () => {
    const { token, userId } = await addListener(world);
    const title = async (ownerId: string) => {
      const draft = await addUpload(world.deps, { ownerId, title: "Nobody Knows Yet" });
      await send("/api/v1/plays", { token, body: { sentAt: now, plays: [play({ trackId: draft.trackId })] } });
      const { body } = await send("/api/v1/play-history", { token });
      return (body as PlayHistory).playHistory.find((entry) => entry.trackId._id === draft.trackId)?.trackId.title;
    };
    expect([await title(newId()), await title(userId)]).toEqual(["Removed track", "Nobody Knows Yet"]);
  });

  it("answers bad single reports with a clear error, and nobody's with 401", async () => {
    const { token } = await addListener(world);
    const path = `/api/v1/play/${trackId}`;
    const durations = [-1, 0, "x", 1e9, true, null, [0.5], "", "0x10", " 1", {}];
    for (const body of [{}, "{broken", [], ...durations.map((durationPlayed) => ({ durationPlayed }))]) {
      expect((await send(path, { token, body })).status).toBe(400);
    }
    expect((await send("/api/v1/play/nothing", { token, body: { durationPlayed: 1 } })).status).toBe(404);
    expect((await send(`/api/v1/play/${newId()}`, { token, body: { durationPlayed: 1 } })).status).toBe(404);
    expect((await send(path, { body: { durationPlayed: 1 } })).status).toBe(401);
    expect((await send("/api/v1/plays", { token: "forged", body: { sentAt: now, plays: [play()] } })).status).toBe(401);
  });

  it("refuses a place in the history that is none", async () => {
    const { token } = await addListener(world);
    for (const cursor of [`9999999999999999999_${newId()}`, `1_${"-".repeat(36)}`, "1"]) {
      expect((await send(`/api/v1/play-history?cursor=${cursor}`, { token })).status).toBe(400);
    }
    expect((await send(`/api/v1/play-history?cursor=1_${newId()}`, { token })).status).toBe(200);
  });

  it("gives a receipt for every play and counts the day's free plays", async () => {
    const { token, userId } = await addListener(world);
    await send("/api/v1/plays", { token, body: { sentAt: now, plays: [play(), play()] } });
    const { body: history } = await send("/api/v1/play-history", { token });
    expect((history as PlayHistory).playHistory).toHaveLength(2);
    expect((history as PlayHistory).playCount).toBe(2);
    expect((history as PlayHistory).playHistory.map((entry) => entry.reason ?? "none").toSorted()).toEqual([
      "none",
      "overlap",
    ]);
    expect((history as PlayHistory).playHistory[0]).toMatchObject({
      trackId: { _id: trackId, title: "Test Song" },
      durationPlayed: 0.75,
      policyVersion: 1,
    });
    const { body: free } = await send("/api/v1/free-plays", { token });
    expect(free).toMatchObject({ usedFreePlays: 2, remainingFreePlays: 18, isSubscribed: false });
    const { body: summary } = await send("/api/v1/withdrawal-summary", { token });
    expect(summary).toMatchObject({
      availableBalance: 0,
      settlingBalance: 0.15,
      totalEarned: 0.15,
      canWithdraw: false,
      minimumWithdrawal: 100,
    });
    expect(JSON.stringify(await world.deps.store.readLog("plays/0", { after: 0, upTo: 1e6 }))).toContain(userId);
  });

  it("pays creators nothing for their own track", async () => {
    const { token } = await addListener(world, owner);
    const { body } = await send("/api/v1/plays", { token, body: { sentAt: now, plays: [play()] } });
    expect(body).toMatchObject({ results: [{ status: "capped", reason: "own_track", tokens: 0 }], newBalance: 0 });
  });
});

/** A person with an account for 20 days. */
async function addAccount({ deps }: World, userId = newId()): Promise<{ userId: string; token: string }> {
  const joined = now;
  now -= 20 * DAY_MS;
  await addPerson(deps, { userId });
  now = joined;
  return { userId, token: await tokenOf(deps, { userId }) };
}

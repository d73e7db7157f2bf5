import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { ComparedPlays, Insights, SongFigures, TrackMoments } from "../../contract/insights.ts";
import { forgetPerson } from "../../person_data/erase.ts";
import { changeProfile } from "../../accounts/account/change_profile.ts";
import { deliver, type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

const DAY_MS = 24 * 3_600_000;
const MINUTE = 60_000;
let test: TestListeners;
let artist: TestPerson;
let song: string;
let other: string;
let fans: TestPerson[];

beforeAll(async () => {
  // A Monday, at noon.
  test = await openTestListeners(Date.UTC(2026, 5, 1, 11));
  artist = await test.addArtist("Adaeze");
  const lasting = { ownerId: artist.userId, durationMs: 2 * MINUTE };
  song = (await test.addTrack({ ...lasting, title: "Night Bus" })).trackId;
  other = (await test.addTrack({ ...lasting, title: "Danfo Love" })).trackId;
  fans = await Promise.all(Array.from({ length: 12 }, (_, nth) => test.addPerson(`Fan ${nth}`)));
  await test.world.settle();
  for (const [nth, { userId }] of fans.entries()) {
    const address = nth < 8 ? `${nth} Allen Avenue, Ikeja, Lagos` : nth < 10 ? "Kano" : "at home";
    await changeProfile(test.world.deps, userId, { fields: { address }, metadata: { actor: `user:${userId}` } });
  }
  // Two fans first, all twelve a week later (one only skips), six of them and one new fan a week after that.
  for (const [nth, fan] of fans.slice(0, 2).entries()) await play(fan, song, { source: nth === 0 ? "share" : "radio" });
  test.pass(7 * DAY_MS);
  for (const [nth, fan] of fans.entries()) {
    await play(fan, song, nth === 11 ? { listenedMs: 30_000, heard: [[0, 30]] } : { source: "radio" });
  }
  await play(fans[3], other, { source: "not one of ours!" });
  test.pass(7 * DAY_MS);
  for (const fan of [...fans.slice(0, 6), await test.addPerson("New")]) await play(fan, song, { source: "search" });
  // A Sunday in July: June is over.
  test.pass(20 * DAY_MS);
  await test.world.settle();
  artist = { ...artist, token: await tokenOf(test.world.deps, { ...artist, role: "creator" }) };
});
afterAll(() => test[Symbol.asyncDispose]());

async function play(fan: TestPerson | undefined, trackId: string, more: object) {
  if (!fan) throw new Error("Nobody listens");
  const token = (await test.logIn(fan)).token;
  await deliver(test.world.deps, fan.userId, [trackId]);
  const startedAt = test.now();
  test.pass(2 * MINUTE);
  const row = { playId: newId(), trackId, startedAt, listenedMs: 2 * MINUTE, heard: [[0, 120]], ...more };
  const { body } = await test.call("POST", "/api/v1/plays", { token, body: { sentAt: test.now(), plays: [row] } });
  expect(body.results).toMatchObject([{ status: "accepted" }]);
}

const ask = async <Answer>(path: string, who = artist): Promise<Answer> => {
  const { status, body } = await test.call("GET", `/api/v1/creator-stats/${path}`, { token: who.token });
  expect(status).toBe(200);
  return body;
};
const WEEK = "from=2026-06-08&to=2026-06-14";
const exactly = (value: number) => ({ value, error: 0 });

describe("the figures of songs", () => {
  it("are what each has had since the beginning; its people in whole steps of five, and nothing of a song of others", async () => {
    const fan = await test.addPerson("Saver");
    const { token } = await test.logIn(fan);
    const heart = await test.call("PUT", `/api/v1/hearts/track/${song}`, { token, body: {} });
    expect(heart.status).toBeLessThan(300);
    await test.world.settle();
    const { songs } = await ask<SongFigures>("songs");
    expect(songs[song]).toEqual({ plays: 21, listeners: exactly(13), savers: 1, gifts: 0, royalties: 0 });
    expect(songs[other]).toEqual({ plays: 1, listeners: null, savers: 0, gifts: 0, royalties: 0 });
    expect(Object.keys(songs)).toHaveLength(2);
    const stranger = await test.addArtist("Stranger");
    expect(await ask<SongFigures>("songs", stranger)).toEqual({ songs: {} });
  });
});

describe("insights", () => {
  it("count people in whole steps of five: the first two are told with those of the next week", async () => {
    const { now, before } = await ask<Insights>(`insights?${WEEK}`);
    expect([before.from, before.to]).toEqual(["2026-06-01", "2026-06-07"]);
    expect(now.plays).toMatchObject({ gross: 13, filtered: 13 });
    expect(now.people).toEqual({ from: "2026-06-01", to: "2026-06-08" });
    expect(now.listeners).toEqual({
      ...{ gross: exactly(12), counted: exactly(12), fresh: exactly(12), returning: exactly(0) },
    });
    expect(before).toMatchObject({ plays: { gross: 2 }, people: null, listeners: null, saves: { shared: 0 } });
    expect(now.saves.shared).toBe(1);
  });

  it("do not tell of one newcomer, however the days are chosen", async () => {
    const last = await ask<Insights>("insights?from=2026-06-15&to=2026-06-21");
    expect(last.now.listeners).toMatchObject({
      ...{ counted: exactly(7), fresh: { value: 0, error: 4 }, returning: { value: 7, error: 4 } },
    });
    const one = await ask<Insights>("insights?from=2026-06-15&to=2026-06-15");
    expect(one.now.listeners).toEqual(last.now.listeners);
    const whole = await ask<Insights>("insights?from=2026-06-01&to=2026-06-21");
    expect(whole.now.listeners).toMatchObject({ counted: exactly(13), fresh: exactly(13) });
    expect((await ask<Insights>("insights?from=2026-06-16&to=2026-06-21")).now.listeners).toBe(null);
  });

  it("set songs and sources side by side, and call what no app of ours says other", async () => {
    const { tracks, sources } = await ask<Insights>(`insights?${WEEK}`);
    expect(
      tracks.map((
        { title, plays, playsBefore, listeners, told, completed },
      ) => [title, plays, playsBefore, listeners, told, completed]),
    ).toEqual([["Night Bus", 12, 2, exactly(12), 14, 13], ["Danfo Love", 1, 0, null, 0, 0]]);
    expect(sources).toEqual([
      { source: "radio", plays: 12, playsBefore: 0 },
      ...["other", "share", "unknown"].map((source) => ({ source, plays: 1, playsBefore: 0 })),
    ]);
  });

  it("say where listeners are without one who could be found, and stay as they were shown first", async () => {
    const asked = `insights?${WEEK}&trackId=${other}`;
    const { where, ages, forecast } = await ask<Insights>(asked);
    // Of all songs and a whole month that is over, whatever was asked.
    expect(where).toEqual({
      ...{ from: "2026-06-01", to: "2026-06-30", groups: [{ name: "Lagos", listeners: 10 }], isSample: false },
    });
    expect([ages, forecast]).toEqual([null, { status: "few" }]);
    for (const { userId } of fans) {
      await changeProfile(test.world.deps, userId, {
        fields: { address: "Kano" },
        metadata: { actor: `user:${userId}` },
      });
    }
    await test.world.settle();
    expect((await ask<Insights>(asked)).where).toEqual(where);
    const { where: quarter } = await ask<Insights>("insights?from=2026-01-01&to=2026-06-30");
    expect(quarter).toBe(null);
  });

  it("tell which parts of a song are heard, and where its listeners leave, of five of them", async () => {
    const { plays, completed, durationSeconds, heard, left, isTold } = await ask<TrackMoments>(
      `moments/${song}?${WEEK}`,
    );
    expect([plays, completed, durationSeconds, heard[10], heard[90], isTold]).toEqual([14, 13, 120, 14, 13, true]);
    expect(left.flatMap((count, part) => count > 0 ? [[part, count]] : [])).toEqual([[25, 1]]);
    // The only play of the other song would say what one person did.
    const alone = await ask<TrackMoments>(`moments/${other}?${WEEK}`);
    expect([alone.plays, alone.completed, alone.heard.length, Math.max(...alone.heard, ...alone.left), alone.isTold])
      .toEqual([0, 0, 100, 0, false]);
  });

  it("compare two songs, and two times, day beside day", async () => {
    const songs = await ask<ComparedPlays>(`compared?${WEEK}&trackId=${song}&with=${other}`);
    const [first, second] = songs.lines;
    const { tracks } = await ask<Insights>(`insights?${WEEK}`);
    const playsOf = (id: string) => tracks.find(({ _id }) => _id === id)?.plays;
    expect([first.title, first.total, first.plays.length]).toEqual(["Night Bus", playsOf(song), 7]);
    expect([second.title, second.total, second.from]).toEqual(["Danfo Love", playsOf(other), first.from]);
    expect(first.plays.reduce((sum, one) => sum + one, 0)).toBe(first.total);
    const [now, before] = (await ask<ComparedPlays>(`compared?${WEEK}`)).lines;
    const sums = await ask<Insights>(`insights?${WEEK}`);
    expect([now.title, now.total, before.total]).toEqual([null, sums.now.plays.filtered, sums.before.plays.filtered]);
    expect([before.from, before.to]).toEqual([sums.before.from, sums.before.to]);
  });

  it("are the artist's own, and refuse days that nobody can mean", async () => {
    const stranger = await test.member("creator");
    const { now, tracks, where } = await ask<Insights>(`insights?${WEEK}&trackId=${song}`, stranger);
    expect([now.plays.gross, tracks, where]).toEqual([0, [], null]);
    const status = async (path: string, token = stranger.token) =>
      (await test.call("GET", `/api/v1/creator-stats/${path}`, { token })).status;
    expect(await status(`moments/${song}`)).toBe(404);
    expect(await status("moments/1")).toBe(404);
    expect(await status(`compared?trackId=${song}`)).toBe(404);
    expect(await status(`compared?with=${song}`)).toBe(404);
    expect(await status("insights?from=2026-06-31")).toBe(400);
    expect(await status("insights?from=2026-06-02&to=2026-06-01")).toBe(400);
    const [fan] = fans;
    expect(await status("insights", fan && (await test.logIn(fan)).token)).toBe(403);
  });

  it("forget what an artist was shown when the artist is erased", async () => {
    const { sql } = test.world.deps.store;
    const kept = () => sql`select from insight_groups where artist_id = ${artist.userId}`;
    expect((await kept()).length).toBeGreaterThan(0);
    await forgetPerson(test.world.deps, artist.userId);
    expect(await kept()).toHaveLength(0);
  });
});

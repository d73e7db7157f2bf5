import type { CreatorSeries as Series } from "../../contract/creator.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workRenditions } from "../rendition/reactions.ts";
import { newId } from "../../contract/ids.ts";
import { deliver, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { givePremium } from "../../testing/premium.ts";
import { pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import type { OfflineLicenceIssued } from "../offline_licence/events.ts";
import type { PlayReported } from "../../listening/report/events.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { creatorStats as creatorStatsCall, statsSeries as statsSeriesCall } from "../../contract/calls/artists.ts";
import { answerOf } from "../../testing/answers.ts";

const HOUR_MS = 3_600_000;
const SECONDS = 65;
let test: TestListeners;
let artist: TestPerson;
let listeners: TestPerson[];
let tracks: { _id: string; title: string }[];

beforeAll(async () => {
  // 22:00 in Lagos: some plays fall on the next day.
  test = await openTestListeners(Date.UTC(2026, 5, 30, 21));
  workRenditions(test.world.deps);
  artist = await test.member("creator", { firstName: "Adaeze" });
  listeners = [
    await test.member("listener", { firstName: "Bola" }),
    await test.member("listener", { firstName: "Chidi" }),
  ];
  const [cover, wav] = [await pictureOf(), wavOf(SECONDS)];
  for (const title of ["One", "=Two"]) {
    await test.call("POST", "/api/v1/upload", {
      token: artist.token,
      body: uploadForm(wav, cover, { title, downloadable: "false" }),
    });
    test.pass(1_000);
  }
  await test.world.settle();
  tracks = (await test.call("GET", "/api/v1/my-tracks", { token: artist.token })).body.tracks.toReversed();
  for (const { userId } of listeners) await deliver(test.world.deps, userId, tracks.map(({ _id }) => _id));
  await playAll();
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

const now = () => test.world.deps.now();

async function play(who: TestPerson, track: number, seconds: number, more: Record<string, unknown> = {}) {
  const startedAt = now();
  test.pass(seconds * 1000);
  const row = { playId: newId(), trackId: tracks[track]?._id, startedAt, listenedMs: seconds * 1000, ...more };
  const body = { sentAt: now(), plays: [row] };
  const answer = await test.call("POST", "/api/v1/plays", { token: who.token, body });
  return { ...row, status: answer.body.results[0].status };
}

async function serve(who: TestPerson, track: number) {
  const list = await test.call("GET", "/api/v1/tracks", { token: who.token });
  const url = list.body.tracks.find((one: { _id: string }) => one._id === tracks[track]?._id).audioUrl;
  await (await test.world.app.request(url)).arrayBuffer();
}

/** Served and unserved plays, one cut in two reports, a short one, an overlap, the artist's own, one after midnight. */
async function playAll() {
  const [bola, chidi] = listeners;
  if (!bola || !chidi) throw new Error("Nobody listens");
  await serve(bola, 0);
  await play(bola, 0, SECONDS, { source: "discover" });
  const startedAt = now();
  const first = await play(bola, 1, 40, { source: "search" });
  await play(bola, 1, 20, { source: "search", playId: first.playId, startedAt, listenedMs: 60_000 });
  await play(chidi, 0, SECONDS, { source: "share" });
  await play(chidi, 0, 10, { source: "share" });
  // At the same time on another device: nothing of it is credited.
  await play(chidi, 1, 0, { startedAt: now() - 60_000, listenedMs: 50_000, source: "playlist" });
  await play(artist, 0, SECONDS, { source: "songs" });
  test.pass(3 * HOUR_MS);
  await givePremium(test.world.deps, chidi.userId);
  await test.call("GET", "/api/v1/offline-licence?deviceId=phone-of-chidi", { token: chidi.token });
  await play(chidi, 0, SECONDS, { offline: true, deviceId: "phone-of-chidi" });
  await play(chidi, 1, SECONDS, { offline: true, deviceId: "another-phone" });
}

const stats = async () =>
  answerOf(creatorStatsCall, (await test.call("GET", "/api/v1/creator-stats", { token: artist.token })).body);
const series = async (query = "") =>
  answerOf(
    statsSeriesCall,
    (await test.call("GET", `/api/v1/creator-stats/series${query}`, { token: artist.token })).body,
  );

/** The same figures counted from the log and the served bytes, play by play, without the projections. */
async function recount() {
  const { store } = test.world.deps;
  const events = await store.readLog("plays/0", { after: 0, upTo: 1_000 });
  const of = <Data>(type: string) => events.filter((event) => event.type === type).map((event) => event.data as Data);
  const reports = of<PlayReported["data"]>("PlayReported");
  const licences = of<OfflineLicenceIssued["data"]>("OfflineLicenceIssued");
  const served = await store.sql<{ subject: string; trackId: string; day: string }[]>`
    select subject, track_id, day::text as day from served_streams`;
  const plays = [...new Map(reports.map((report) => [report.playId, report])).values()];
  const isFiltered = (one: PlayReported["data"]) =>
    one.counted && one.creditedMs > 0 && one.creditedMs >= Math.min(30_000, one.listenedMs / 2);
  const isVerified = ({ listenerId, trackId, day, ...one }: PlayReported["data"]) => {
    const eve = new Date(Date.parse(day) - 24 * HOUR_MS).toISOString().slice(0, 10);
    return served.some((row) =>
      row.subject === listenerId && row.trackId === trackId && [eve, day].includes(row.day)
    ) ||
      one.offline &&
        licences.some(({ userId, deviceId, from, until }) =>
          userId === listenerId && deviceId === one.deviceId && from <= one.startedAt && one.startedAt < until
        );
  };
  const sum = (list: typeof plays, pick: (one: PlayReported["data"]) => number) =>
    list.reduce((all, one) => all + pick(one), 0);
  return (keep: (one: PlayReported["data"]) => boolean) => {
    const kept = plays.filter(keep);
    return {
      gross: kept.filter((one) => one.counted).length,
      filtered: kept.filter(isFiltered).length,
      verified: kept.filter((one) => isFiltered(one) && isVerified(one)).length,
      listeners: new Set(kept.map((one) => one.listenerId)).size,
      seconds: sum(kept, (one) => one.creditedMs) / 1000,
      grossSeconds: sum(kept, (one) => one.listenedMs) / 1000,
    };
  };
}

const flat = (
  { plays: { gross, filtered, verified }, listeners, seconds, grossSeconds }:
    | Series["points"][number]
    | Series["tracks"][number],
) => ({ gross, filtered, verified, listeners, seconds, grossSeconds });

describe("a creator's figures", () => {
  it("equal a recount of the log, by day, week, month and track", async () => {
    const count = await recount();
    expect([count(() => true).gross, count(() => true).verified]).toEqual([7, 2]);
    for (const unit of ["day", "week", "month"]) {
      const { points } = await series(`?unit=${unit}`);
      const [last, before] = [points.at(-1), points.at(-2)];
      for (const point of points) {
        const next = points[points.indexOf(point) + 1]?.start ?? "9999";
        expect([unit, point.start, flat(point)]).toEqual([
          unit,
          point.start,
          count((one) => one.day >= point.start && one.day < next),
        ]);
      }
      if (unit !== "week") expect([last?.plays.gross, before?.plays.gross]).toEqual([2, 5]);
    }
    for (const track of (await series()).tracks) {
      expect([track.title, flat(track)]).toEqual([track.title, count((one) => one.trackId === track._id)]);
    }
    expect((await stats()).stats).toMatchObject({ uploads: 2, totalPlays: count(() => true).filtered });
    const { gross, filtered } = count(() => true);
    expect((await stats()).plays).toEqual({ gross, filtered });
  });

  it("hold plays apart whose sound was never served, and that no offline licence of the device covers", async () => {
    const { tracks: [one, two] } = await series();
    expect(one?.title).toBe("One");
    expect(one?.plays).toEqual({ gross: 4, filtered: 3, verified: 2 });
    expect(two?.plays).toMatchObject({ gross: 3, filtered: 2, verified: 0 });
  });

  it("name the reasons and the sources, and how much those listen who listen longest, but nobody", async () => {
    const { reasons, sources, topListeners } = await series();
    expect(reasons.find((one) => one.reason === "own_track")).toEqual({
      reason: "own_track",
      plays: 1,
      seconds: SECONDS,
    });
    expect(reasons.find((one) => one.reason === "overlap")).toMatchObject({ plays: 1 });
    const lost = (await recount())(() => true);
    expect(reasons.reduce((sum, one) => sum + one.seconds, 0)).toBeCloseTo(lost.grossSeconds - lost.seconds, 6);
    expect(reasons.reduce((sum, one) => sum + one.plays, 0)).toBe(lost.gross - lost.filtered);
    expect(sources.map((one) => [one.source, one.plays]).toSorted()).toEqual([
      ...[["discover", 1], ["offline", 2], ["playlist", 1], ["search", 1], ["share", 1], ["songs", 1]],
    ]);
    const all = (await recount())(() => true);
    expect(topListeners).toEqual([{ listeners: 2, plays: all.filtered, seconds: all.seconds }]);
  });

  it("are of one track when asked, and never of somebody else's", async () => {
    const [, two] = tracks;
    expect((await series(`?trackId=${two?._id}`)).tracks.map((one) => one.title)).toEqual(["=Two"]);
    const other = await test.member("creator");
    const { body } = await test.call("GET", `/api/v1/creator-stats/series?trackId=${two?._id}`, { token: other.token });
    expect([body.tracks, body.topListeners, body.points.every((one: { listeners: number }) => one.listeners === 0)])
      .toEqual([[], [], true]);
    expect((await test.call("GET", "/api/c1/s", { token: listeners[0]?.token ?? "" })).status).toBe(403);
    expect((await test.call("GET", "/api/c1/s")).status).toBe(401);
    expect((await test.call("GET", "/api/v1/creator-stats/series?unit=year", { token: other.token })).status).toBe(400);
  });

  it("come as a table for spreadsheets that holds no formula", async () => {
    const { status, text } = await test.call("GET", "/api/v1/creator-stats/series.csv", { token: artist.token });
    const lines = text.trim().split("\r\n");
    expect([status, lines.length]).toEqual([200, 1 + 30 + 2]);
    expect(lines[0]).toContain("From,Track,Gross plays,Filtered plays,Verified plays");
    expect(lines.find((line) => line.includes("=Two"))).toContain(",'=Two,3,2,0,");
  });

  it("show the songs and the artist, the same by both readings of the call", async () => {
    const { creator, recentUploads, stats: { followers } } = await stats();
    expect([followers, creator.username, recentUploads.map((one) => one.title)]).toEqual([0, "Adaeze", [
      "=Two",
      "One",
    ]]);
    expect((await test.call("GET", "/api/c1/s", { token: artist.token })).body.stats).toEqual((await stats()).stats);
  });

  it("keep the plays of a deleted track", async () => {
    await test.call("DELETE", `/api/v1/tracks/${tracks[1]?._id}`, { token: artist.token });
    const { stats: { uploads, totalPlays } } = await stats();
    expect([uploads, totalPlays]).toEqual([1, (await recount())(() => true).filtered]);
    expect((await series()).tracks.find((one) => one.title === "=Two")).toMatchObject({ isDeleted: true });
  });

  it("add up what was paid, by Lagos month", async () => {
    expect((await stats()).earnings).toEqual({ total: 0, thisMonth: 0, lastMonth: 0, thisYear: 0 });
    await pay(12_345);
    expect((await stats()).earnings).toEqual({ total: 123.45, thisMonth: 123.45, lastMonth: 0, thisYear: 123.45 });
    test.pass(31 * 24 * HOUR_MS);
    await pay(100);
    expect((await stats()).earnings).toEqual({ total: 124.45, thisMonth: 1, lastMonth: 123.45, thisYear: 124.45 });
  });
});

async function pay(units: number) {
  const entries = [{ account: `user:${artist.userId}:available`, amount: units }, {
    account: "provider:test",
    amount: -units,
  }];
  const transfer = { shard: 0, transfer: { transferId: newId(), code: "gift", entries } };
  await test.world.deps.store.execute(postTransfer, transfer, {
    logs: ["ledger/0"],
    metadata: { actor: "system:test" },
  });
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../backend/contract/ids.ts";
import { playStream } from "../backend/listening/report/events.ts";
import { forgetOldRows } from "../backend/store/projections/retention.ts";
import { verify } from "../backend/store/chain/verify.ts";
import { playReport } from "../backend/testing/play_reports.ts";
import { openTestStore, type TestStore } from "../backend/testing/store.ts";
import { listenerPlays } from "./listening/listener_plays.ts";
import { creditedPlays, findPlays, findReported, playHistory, type PlayRow, plays } from "./listening/plays.ts";

const DAY_MS = 24 * 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);
const DAYS = 80;
const projections = [plays, listenerPlays];
const metadata = { actor: "system:test" };

describe("plays that are older than their table", () => {
  const [listenerId, trackId] = [newId(), newId()];
  let test: TestStore;
  let now = NOON;
  const ids: string[] = [];
  let before: { pages: PlayRow[][]; found: PlayRow[] };

  beforeAll(async () => {
    test = await openTestStore({ projections, now: () => now });
    for (let day = 0; day < DAYS; day++, now += DAY_MS) {
      // Two of a day begin at the same moment.
      for (const startedAt of [now - 90_000, now - 90_000, now - 5_000]) await tell(startedAt);
      if (day % 10 === 0) await tell(now - 70_000, { reports: 3 });
      await tell(now - 1_000, { listener: newId() });
    }
    await test.store.settle();
    before = { pages: await pages(), found: await found() };
    await forgetOldRows(test.store.sql, projections);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  async function tell(startedAt: number, { reports = 1, listener = listenerId } = {}) {
    const play = { playId: newId(startedAt), trackId, listenerId: listener, startedAt };
    if (listener === listenerId) ids.push(play.playId);
    for (let report = 1; report <= reports; report++) {
      const more = report > 1 ? { reason: "overlap" as const, listenedMs: 60_000 + report } : {};
      const event = playReport({ ...play, ...more, creditedMs: 60_000, report, deviceId: "phone" });
      await test.store.appendToStream("plays/0", playStream(play.playId), [event], { metadata });
    }
  }

  /** The history as an app reads it. */
  async function pages(): Promise<PlayRow[][]> {
    const read: PlayRow[][] = [];
    let last: PlayRow | undefined;
    do {
      const cursor = last && { startedAt: last.startedAt, playId: last.playId };
      const page = await playHistory(test.store.sql, { shard: 0, listenerId }, {
        ...{ now, limit: 7 },
        ...(cursor && { before: cursor }),
      });
      read.push(page);
      last = page.length === 7 ? page.at(-1) : undefined;
    } while (last);
    return read.map(plain);
  }
  const found = async () =>
    plain(await findPlays(test.store.sql, 0, ids)).toSorted((a, b) => a.playId < b.playId ? -1 : 1);
  /** The ids in the table. */
  const rowsLeft = () => creditedPlays(test.store.sql, 0, { listenerId, from: 0, to: now });
  /** The table has columns that no reader is promised. */
  const plain = (rows: readonly PlayRow[]) =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([name]) => !["serverMade", "shard"].includes(name)),
      ) as unknown as PlayRow
    );

  it("leave the table, but not the history, and are found by id with the same receipt", async () => {
    const rows = await rowsLeft();
    expect(rows.length).toBeGreaterThanOrEqual(3 * 30);
    expect(rows.length).toBeLessThan(3 * 33);
    expect(before.found).toHaveLength(3 * DAYS + 8);
    expect(before.pages.flat()).toHaveLength(before.found.length);
    expect(await pages()).toEqual(before.pages);
    expect(await found()).toEqual(before.found);
  });

  it("leave nothing for verification to miss", async () => {
    for (const full of [true, false]) {
      const { problems } = await verify({ url: test.serviceUrl, projections, checks: [], full });
      expect(problems).toEqual([]);
    }
  });

  it("are found for a decision by any id whose row may be gone", async () => {
    const [oldest = "", youngest = ""] = [ids[0], ids.at(-1)];
    const decided = await findReported(test.store.sql, 0, { playIds: [oldest, youngest, newId(now), newId(0)], now });
    expect(decided.map((row) => row.playId)).toEqual([youngest, oldest]);
  });

  it.each([
    ["of no time", () => crypto.randomUUID(), 0],
    ["of its own day", (at: number) => newId(at), 0],
    ["of a day that has not come", (at: number) => newId(at + 50 * DAY_MS), 1],
  ])("are known again 40 days later under an id %s", async (_what, idAt, rows) => {
    const playId = idAt(now);
    const event = playReport({ playId, trackId, listenerId, startedAt: now });
    await test.store.appendToStream("plays/0", playStream(playId), [event], { metadata });
    now += 40 * DAY_MS;
    await tell(now, { listener: newId() });
    await test.store.settle();
    await forgetOldRows(test.store.sql, projections);
    expect((await rowsLeft()).filter((id) => id === playId)).toHaveLength(rows);
    expect(await findReported(test.store.sql, 0, { playIds: [playId], now })).toMatchObject([{ playId }]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { rebuild } from "../../store/projections/rebuild.ts";
import { REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { trackAudience } from "../../../projections/catalogue/track_audience.ts";
import { heardInAll, trackDays } from "../../../projections/catalogue/track_days.ts";
import { uncountedPlays } from "../../../projections/listening/uncounted_plays.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { playReport } from "../../testing/play_reports.ts";
import { decideOnGroup } from "../../trust/group/decide.ts";
import { undoDecisions } from "../../wallet/settling/give_back.ts";
import type { PlayReported } from "../report/events.ts";
import { recountReturned, uncountVoided } from "./uncount.ts";

const METADATA = { actor: "system:test" };

let test: TestListeners;
let artist: Awaited<ReturnType<TestListeners["addArtist"]>>;
let [trackId, farmer, honest] = ["", "", ""];
let play: PlayReported["data"];
const decisionId = newId();

beforeAll(async () => {
  test = await openTestListeners();
  artist = await test.addArtist("Sikiru");
  ({ trackId } = await test.addTrack({ ownerId: artist.userId, title: "Night Bus" }));
  [farmer, honest] = [(await test.addPerson()).userId, (await test.addPerson()).userId];
  play = await heard(farmer);
  await heard(honest);
  await decide("freeze", newId());
  await decide("void", decisionId);
});
afterAll(() => test[Symbol.asyncDispose]());

/** A minute that was heard and paid, as reports and the ledger say it. */
async function heard(listenerId: string, more: Partial<PlayReported["data"]> = {}): Promise<PlayReported["data"]> {
  const { store } = test.world.deps;
  const { type, data } = playReport({ trackId, listenerId, startedAt: test.now() - 60_000, ...more });
  await store.appendToStream("plays/0", `play/${data.playId}`, [{ type, data }], { metadata: METADATA });
  const { playId, newUnits: units } = data;
  const transfer = {
    ...{ transferId: newId(), code: "reward" },
    entries: [{ account: REWARD_POOL, amount: -units }, { account: settlingAccount(listenerId), amount: units }],
    detail: { plays: [[playId, units, 1]] },
  };
  await store.execute(postTransfer, { shard: 0, transfer }, { logs: ["ledger/0"], metadata: METADATA });
  await test.world.settle();
  return data;
}

async function decide(action: "freeze" | "void", id: string): Promise<void> {
  const decision = { groupId: newId(), action, reason: "Nobody heard them", members: [farmer], units: 0 };
  const data = { ...decision, adminId: newId(), decisionId: id };
  await test.world.deps.store.execute(decideOnGroup, { data }, { logs: ["social"], metadata: METADATA });
  await test.world.settle();
}

const counted = () => heardInAll(test.world.deps.store.sql, [trackId]);
const mails = () => test.world.outbox.newest(100).filter(({ to }) => to === artist.email);
const series = async () => (await test.call("GET", "/api/v1/creator-stats/series", { token: artist.token })).body;

async function rebuiltAlike(): Promise<void> {
  const { ownerUrl } = test.world.test;
  for (const projection of [trackDays, trackAudience, uncountedPlays]) {
    expect((await rebuild({ ownerUrl, projection: projection as never })).differences).toEqual([]);
  }
}

describe("plays whose rewards were voided", () => {
  it("leave counts and charts, and the artist is told how many of which song", async () => {
    expect(await counted()).toEqual({ grossPlays: 2, filteredPlays: 1 });
    expect(await series()).toMatchObject({
      removed: [{ removedOn: "2026-06-10", _id: trackId, title: "Night Bus", plays: 1 }],
      tracks: [{ plays: { gross: 2, filtered: 1 } }],
      reasons: expect.arrayContaining([{ reason: "removed", plays: 1, seconds: 60 }]),
    });
    expect(mails()).toHaveLength(1);
    expect(mails()[0]).toMatchObject({
      subject: "We removed 1 play from your figures",
      text: expect.stringContaining("Night Bus: 1 play"),
    });
    expect(mails()[0]?.text).not.toContain(farmer);
    await rebuiltAlike();
  });

  it("leave them once, however often the decision is carried out", async () => {
    await uncountVoided(test.world.deps, { userId: farmer, decisionId, by: "system:test", through: test.now() });
    await decide("void", newId());
    expect(await counted()).toEqual({ grossPlays: 2, filteredPlays: 1 });
    expect(mails()).toHaveLength(1);
  });

  it("take along what the same play earned later", async () => {
    const later = { playId: play.playId, report: 2, listenedMs: 90_000, creditedMs: 90_000, startedAt: play.startedAt };
    const spans = [[play.startedAt + 60_000, play.startedAt + 90_000]] as const;
    await heard(farmer, { ...later, spans, newCreditedMs: 30_000, newUnits: 10, units: 30, newlyCounted: false });
    await decide("void", newId());
    expect(await counted()).toEqual({ grossPlays: 2, filteredPlays: 1 });
    expect((await series()).tracks).toMatchObject([{ seconds: 60, grossSeconds: 150 }]);
    await rebuiltAlike();
  });

  it("count again when an appeal is granted, and the artist is told", async () => {
    const { deps } = test.world;
    const granted = { userId: farmer, appealId: newId(), by: "system:appeals" };
    await recountReturned(deps, granted);
    expect(await counted()).toEqual({ grossPlays: 2, filteredPlays: 1 });
    await undoDecisions(deps, { ...granted, through: test.now(), reason: "You were right" });
    for (let time = 0; time < 2; time++) await recountReturned(deps, granted);
    await test.world.settle();
    expect(await counted()).toEqual({ grossPlays: 2, filteredPlays: 2 });
    expect(await series()).toMatchObject({ removed: [], tracks: [{ seconds: 150 }] });
    expect(mails().map(({ subject }) => subject)).toContain("We count 1 play again");
    await rebuiltAlike();
  });
});

describe("plays whose rewards had settled before", () => {
  it("leave counts and charts with the others of the last four weeks, and come back with them", async () => {
    const { deps } = test.world;
    const before = await counted();
    const [old, settled] = [29, 5].map((days) => test.now() - days * 86_400_000);
    for (const startedAt of [old, settled]) {
      const spans = [[startedAt ?? 0, (startedAt ?? 0) + 60_000]] as const;
      const { type, data } = playReport({ trackId, listenerId: farmer, startedAt: startedAt ?? 0, spans });
      await deps.store.appendToStream("plays/0", `play/${data.playId}`, [{ type, data }], { metadata: METADATA });
    }
    test.pass(600_000);
    await heard(farmer);
    expect((await counted()).filteredPlays).toBe(before.filteredPlays + 3);
    await decide("void", newId());
    // The play of the tests above leaves again, too; the oldest one stays.
    expect((await counted()).filteredPlays).toBe(before.filteredPlays);
    await rebuiltAlike();
    const granted = { userId: farmer, appealId: newId(), by: "system:appeals" };
    await recountReturned(deps, granted);
    expect((await counted()).filteredPlays).toBe(before.filteredPlays);
    await undoDecisions(deps, { ...granted, through: test.now(), reason: "You were right" });
    await recountReturned(deps, granted);
    await test.world.settle();
    expect((await counted()).filteredPlays).toBe(before.filteredPlays + 3);
    await rebuiltAlike();
  });
});

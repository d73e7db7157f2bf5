import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeAccount, reopenAccount } from "../../accounts/closing/close.ts";
import { suspend, unsuspend } from "../../accounts/account/suspend.ts";
import { removeTrack } from "../../catalogue/track/remove.ts";
import { newId } from "../../contract/ids.ts";
import { connect } from "../../store/sql.ts";
import { callerOf } from "../../testing/call.ts";
import { deliver, raiseLevel } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { Rounds } from "../../testing/rounds.ts";
import { findPlays } from "../../../projections/listening/plays.ts";
import { readOutside } from "./outside.ts";
import { type IncomingReport, Reporter } from "./report.ts";

const DAY_MS = 86_400_000;
const METADATA = { actor: "system:test" };

let test: TestListeners;
let there: ReturnType<TestListeners["world"]["another"]>;
let ownerId: string;
let trackId: string;
beforeAll(async () => {
  test = await openTestListeners();
  there = test.world.another();
  ({ userId: ownerId } = await test.addArtist("Sikiru"));
});
beforeEach(async () => void ({ trackId } = await test.addTrack({ ownerId, durationMs: 60_000 })));
afterAll(() => test[Symbol.asyncDispose]());

/** People with accounts for a day, to whom the song was sent. */
async function addListeners(count: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => test.addPerson()));
  test.pass(DAY_MS);
  for (const { userId } of people) await deliver(test.world.deps, userId, [trackId]);
  return people.map(({ userId }) => userId);
}

function play(more: Partial<Omit<IncomingReport, "playId">> = {}) {
  return { playId: newId(), trackId, startedAt: test.now() - 50_000, listenedMs: 45_000, ...more };
}

describe("what reports ask of accounts and tracks", () => {
  it("is asked once for all reports of a group, and nothing is asked for one of them", async () => {
    let asked = 0;
    const store = test.world.test.another({ asked: () => asked++ });
    const reporter = new Reporter(store, there.deps.served);
    const people = await addListeners(8);
    asked = 0;
    await Promise.all(people.map(async (userId) => {
      const { results } = await reporter.report({ userId, requestId: newId(), receivedAt: test.now() }, [play()]);
      expect(results).toMatchObject([{ status: "accepted" }]);
    }));
    expect(asked).toBe(0);
    let statements = 0;
    const sql = connect(test.world.test.serviceUrl, { max: 1, refuse: () => void statements++ });
    const sent = people.map((listenerId) => ({
      ...{ shard: 0, sharedFrom: Infinity, listenerId, receivedAt: test.now(), skewMs: 0 },
      reports: [{ report: play(), serverMade: false }],
    }));
    await raiseLevel(test.world.deps, people[0] ?? "", 1);
    const known = [...(await readOutside(sql, sent)).known.values()];
    expect(known.map((one) => "listener" in one && one.listener.level)).toEqual([1, 2, 2, 2, 2, 2, 2, 2]);
    await sql.end();
    expect(statements).toBe(4);
  });

  it("is answered in the order of the reports, where one is of a track that there is not", async () => {
    const [userId = ""] = await addListeners(1);
    const reporter = new Reporter(test.world.deps.store, test.world.deps.served);
    const reports = [
      play(),
      play({ trackId: newId(), startedAt: test.now() - 100_000 }),
      play({ startedAt: test.now() - 160_000 }),
    ];
    const { results } = await reporter.report({ userId, requestId: newId(), receivedAt: test.now() }, reports);
    expect(results.map(({ playId }) => playId)).toEqual(reports.map(({ playId }) => playId));
    expect(results.map(({ reason }) => reason)[1]).toBe("unknown_track");
  });
});

describe("a process that has just taken a report", () => {
  const tell = async (userId: string, more?: Parameters<typeof play>[0]) => {
    const { token } = await there.deps.tokens.signReport(userId);
    const body = { sentAt: test.now(), plays: [play(more)] };
    const answer = await callerOf(there.app)("POST", "/api/v1/plays", { token, body });
    return answer.body.code ?? answer.body.results[0].reason ?? answer.body.results[0].status;
  };
  const before = (ms: number) => ({ startedAt: test.now() - ms });

  it("takes none any more of who is suspended or closed by another process, and does again afterwards", async () => {
    const [userId = ""] = await addListeners(1);
    const { deps } = test.world;
    const suspension = { userId, adminId: newId(), reason: "Bots" };
    expect(await tell(userId)).toBe("accepted");
    await suspend(deps, suspension, { metadata: METADATA });
    expect(await tell(userId, before(100_000))).toBe("account_suspended");
    await unsuspend(deps, suspension, { metadata: METADATA });
    expect(await tell(userId, { trackId: newId() })).toBe("unknown_track");
    await closeAccount(deps, { userId, by: "owner", metadata: METADATA });
    expect(await tell(userId, before(100_000))).toBe("account_closed");
    await reopenAccount(deps, { userId, by: "owner", metadata: METADATA });
    expect(await tell(userId, { trackId: newId() })).toBe("unknown_track");
  });

  it("pays nothing for what is heard of a song after another process took it back", async () => {
    const [userId = ""] = await addListeners(1);
    expect(await tell(userId)).toBe("accepted");
    const removal = { trackId, userId: ownerId, isAdmin: false };
    await test.world.deps.store.execute(removeTrack, removal, { logs: ["social"], metadata: METADATA });
    await test.world.deps.store.settle();
    test.pass(120_000);
    expect(await tell(userId)).toBe("not_available");
  });
});

describe("the transaction of a group of reports", () => {
  /** Rounds until it is told: begin, all that it is decided on, what it writes, commit. */
  const AT_BEST = 4;

  it("reads once, and a second time where a play began elsewhere than a later report of it says", async () => {
    const rounds = new Rounds();
    const store = test.world.test.another({ heard: rounds.heard });
    const reporter = new Reporter(store, there.deps.served);
    ({ trackId } = await test.addTrack({ ownerId, durationMs: 600_000 }));
    const [userId = ""] = await addListeners(1);
    const report = async (one: IncomingReport) => {
      await deliver(test.world.deps, userId, [trackId]);
      let results: unknown;
      const counted = await rounds.of(async () => {
        ({ results } = await reporter.report({ userId, requestId: newId(), receivedAt: test.now() }, [one]));
      });
      return { results, rounds: counted.rounds };
    };
    // The first one lets the server plan its statements.
    await report(play({ startedAt: test.now() - 200_000 }));
    const again = play({ listenedMs: 20_000 });
    const accepted = [{ status: "accepted" }];
    expect(await report(again)).toMatchObject({ results: accepted, rounds: AT_BEST });
    const said = { ...again, listenedMs: 30_000 };
    expect(await report({ ...said, startedAt: again.startedAt + 1_000 }))
      .toMatchObject({ results: accepted, rounds: AT_BEST });
    expect(await report({ ...said, listenedMs: 45_000, startedAt: again.startedAt - 120_000 }))
      .toMatchObject({ results: accepted, rounds: AT_BEST + 1 });
    const [row] = await findPlays(store.sql, 0, [again.playId]);
    expect(row).toMatchObject({ startedAt: again.startedAt, listenedMs: 45_000 });
  });
});

import { expect, it } from "vitest";
import type { SessionRow } from "./schema.ts";
import { Session, type SessionKeeper } from "./session.ts";

it("session.part() keeps a report as one of the four, but not as waiting before the outbox has it", async () => {
  const { keeper, parts } = givenKeeper();
  const session = new Session(rowOf({ listenedMs: 40_000, reports: 1, reportedMs: 30_000 }), keeper);
  await session.part();
  const [[kept, reported] = []] = parts;
  expect(kept).toMatchObject({ listenedMs: 40_000, reports: 2, reportedMs: 30_000 });
  expect(reported).toMatchObject({ listenedMs: 40_000, reports: 2, reportedMs: 40_000 });
});

it("session.part() twice, as when a page is hidden and left, does not forget that the report waits nowhere", async () => {
  const { keeper, parts } = givenKeeper();
  const session = new Session(rowOf({ listenedMs: 40_000, reports: 2, reportedMs: 30_000 }), keeper);
  const both = [session.part(), session.part()];
  await Promise.all(both);
  expect(parts.map(([kept, reported]) => [kept.reportedMs, kept.partedMs, reported?.reportedMs])).toEqual([
    [30_000, 40_000, 40_000],
    [30_000, 40_000, undefined],
  ]);
});

it("session.resume() lets wait what the last page could not put there, though it was the last report but one", async () => {
  const { keeper, reports, checkpoints } = givenKeeper();
  const left = { listenedMs: 45_000, reports: 3, reportedMs: 30_000 };
  await new Session(rowOf({ ...left, partedMs: 45_000 }), keeper).resume();
  expect(reports).toMatchObject([{ listenedMs: 45_000, reportedMs: 45_000, reports: 3 }]);
  // It is no way to more than four reports: what was heard since then waits for the end.
  await new Session(rowOf({ ...left, partedMs: 44_000 }), keeper).resume();
  await new Session(rowOf({ ...left, reportedMs: 45_000, partedMs: 45_000 }), keeper).resume();
  expect([reports.length, checkpoints.length]).toEqual([1, 2]);
});

function givenKeeper() {
  const parts: [SessionRow, SessionRow | undefined][] = [];
  const reports: SessionRow[] = [];
  const checkpoints: SessionRow[] = [];
  const keeper: SessionKeeper = {
    now: () => 60_000,
    checkpoint: (row) => Promise.resolve(void checkpoints.push(row)),
    report: (row) => Promise.resolve(void reports.push(row)),
    part: (kept, reported) => Promise.resolve(void parts.push([kept, reported])),
    end: () => Promise.resolve(),
  };
  return { keeper, parts, reports, checkpoints };
}

function rowOf(more: Partial<SessionRow>): SessionRow {
  return {
    ...{ playId: "play", trackId: "track", track: { title: "Song", artist: "Artist", coverImageUrl: "" } },
    ...{ userId: "ada", deviceId: "phone", source: "songs", quality: "normal", offline: false, owner: "tab" },
    ...{ startedAt: 0, segments: [[0, 40_000]], lastCheckpointAt: 0, reportedSegments: 0 },
    ...{ listenedMs: 0, reports: 0, reportedMs: 0 },
    ...more,
  };
}

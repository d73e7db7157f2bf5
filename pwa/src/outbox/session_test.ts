import { expect, it } from "vitest";
import type { SessionRow } from "./schema.ts";
import { Session, type SessionKeeper } from "./session.ts";

it("session.part() keeps a report as one of the four, but not as waiting before the outbox has it", async () => {
  const parts: [SessionRow, SessionRow | undefined][] = [];
  const keeper: SessionKeeper = {
    now: () => 60_000,
    checkpoint: () => Promise.resolve(),
    report: () => Promise.resolve(),
    part: (kept, reported) => Promise.resolve(void parts.push([kept, reported])),
    end: () => Promise.resolve(),
  };
  const session = new Session(rowOf({ listenedMs: 40_000, reports: 1, reportedMs: 30_000 }), keeper);
  await session.part();
  const [[kept, reported] = []] = parts;
  expect(kept).toMatchObject({ listenedMs: 40_000, reports: 2, reportedMs: 30_000 });
  expect(reported).toMatchObject({ listenedMs: 40_000, reports: 2, reportedMs: 40_000 });
});

function rowOf(more: Partial<SessionRow>): SessionRow {
  return {
    ...{ playId: "play", trackId: "track", track: { title: "Song", artist: "Artist", coverImageUrl: "" } },
    ...{ userId: "ada", deviceId: "phone", source: "songs", quality: "normal", offline: false, owner: "tab" },
    ...{ startedAt: 0, segments: [[0, 40_000]], lastCheckpointAt: 0, reportedSegments: 0 },
    ...{ listenedMs: 0, reports: 0, reportedMs: 0 },
    ...more,
  };
}

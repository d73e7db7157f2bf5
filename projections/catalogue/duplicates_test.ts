import { expect, it } from "vitest";
import type { DuplicateFound } from "../../backend/catalogue/duplicate/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { duplicateQueue, duplicates, duplicatesOf, findDuplicate } from "./duplicates.ts";

const [ada, bola, boss, old] = [newId(), newId(), newId(), newId()];
const NOON = Date.UTC(2026, 5, 1, 12);
const about = () => ({ matchId: newId(), trackId: newId(), ownerId: ada });
const found = (of: ReturnType<typeof about>, asked: DuplicateFound["data"]["asked"], at = NOON) => {
  const like = { trackId: old, ownerId: bola, percent: 96, atMs: 0, otherAtMs: 0, lengthMs: 30_000, speed: 1 };
  return { type: "DuplicateFound" as const, data: { ...of, asked, like: [like] }, at };
};
const answered = (of: ReturnType<typeof about>) => (
  { type: "DuplicateAnswered" as const, data: { ...of, answer: "keep_both" as const }, at: NOON + 1_000 }
);
const decided = (of: ReturnType<typeof about>, decision: "refuse" | "let_go") => ({
  type: "DuplicateDecided" as const,
  data: {
    ...{ ...of, decision, reason: "sealed", adminId: boss },
    ...(decision === "let_go" && { ground: "cover" as const }),
  },
  at: NOON + 2_000,
});

it("lists what waits for a moderator, the oldest first, then what was decided; artists see what holds theirs", async () => {
  await using test = await openTestProjection(duplicates);
  const [one, two, mine, told] = [about(), about(), about(), about()];
  const all = [
    ...[found(one, "moderator", NOON + 500), found(two, "moderator"), found(mine, "owner"), found(told, "nobody")],
    decided(one, "refuse"),
  ];
  const queue = (events: Parameters<typeof test.given>[0]) =>
    test.given(events, async (tx) => (await duplicateQueue(tx, 10)).map(({ matchId, state }) => [matchId, state]));
  expect(await queue(all)).toEqual([[two.matchId, "open"], [one.matchId, "refused"]]);
  expect(await queue([...all, decided(one, "let_go")])).toEqual([[two.matchId, "open"], [one.matchId, "let_go"]]);
  const own = (events: Parameters<typeof test.given>[0]) =>
    test.given(events, async (tx) => (await duplicatesOf(tx, ada)).map(({ matchId }) => matchId).sort());
  expect(await own(all)).toEqual([one, two, mine].map(({ matchId }) => matchId).sort());
  expect(await own([...all, answered(mine), decided(one, "let_go")])).toEqual([two.matchId]);
  expect(await test.given([...all, decided(one, "let_go")], (tx) => findDuplicate(tx, one.matchId))).toEqual({
    ...{ ...one, asked: "moderator", otherId: old, percent: 96, state: "let_go", foundAt: NOON + 500 },
    decision: { decision: "let_go", ground: "cover", reason: "sealed", adminId: boss, at: NOON + 2_000 },
  });

  const gone = { type: "TrackRemoved" as const, data: { trackId: two.trackId, ownerId: ada, by: "owner" as const } };
  expect(await own([...all, gone])).toEqual([one, mine].map(({ matchId }) => matchId).sort());
  expect(await own([...all, { type: "AccountErased" as const, data: { userId: ada } }])).toEqual([]);
});

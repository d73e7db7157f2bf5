import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { clearanceMark, clearances, clearancesSince, openClearances } from "./clearances.ts";

const test = await openTestProjection(clearances);
afterAll(() => test[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;
const [clearanceId, other, withdrawalId, userId, adminId] = [newId(), newId(), newId(), newId(), newId()];
const clearance = (id: string) => ({
  ...{ clearanceId: id, withdrawalId, shard: 1, userId, adminId, accountHash: "hash", units: 5_000, earlier: [] },
  ...{ isLast: true, secondFor: "" as const },
});
const cleared = (id = clearanceId, at = 0) => (
  { type: "ApprovalCleared" as const, data: clearance(id), at, actor: `user:${adminId}` }
);
const used = (id = clearanceId, at = 1) => (
  { type: "ApprovalClearanceUsed" as const, data: { clearanceId: id, withdrawalId }, at }
);
const returned = { type: "ApprovalClearanceReturned" as const, data: { clearanceId, withdrawalId }, at: 1 };

it("keeps an approval as it was cleared, until it comes back", async () => {
  const row = { ...clearance(clearanceId), clearedAt: 0, actor: `user:${adminId}`, usedPosition: undefined };
  expect(await test.given([cleared()], (tx) => clearancesSince(tx, 0))).toEqual([row]);
  expect(await test.given([cleared(), returned], (tx) => clearancesSince(tx, 0))).toEqual([]);
});

it("shows a used one to whoever read the withdrawals before it was used", async () => {
  const events = [cleared(), cleared(other), used()];
  expect(await test.given(events, clearanceMark)).toBe(3);
  const since = (mark: number) =>
    test.given(events, async (tx) => (await clearancesSince(tx, mark)).map((row) => row.clearanceId));
  expect((await since(2)).sort()).toEqual([clearanceId, other].sort());
  expect(await since(3)).toEqual([other]);
});

it("lets a used one go after a day, and keeps an open one for as long as it is open", async () => {
  const events = [cleared(), cleared(other), used(), cleared(newId(), DAY_MS + 1)];
  expect(await test.given(events, (tx) => clearancesSince(tx, 0))).toHaveLength(3);
  const later = [...events, cleared(newId(), DAY_MS + 2)];
  const left = await test.given(later, (tx) => clearancesSince(tx, 0));
  expect(left.map((row) => row.clearanceId)).not.toContain(clearanceId);
  expect(left).toHaveLength(3);
});

it("lists the open ones from before a moment", async () => {
  const events = [cleared(clearanceId, 10), cleared(other, 20), used(clearanceId, 30)];
  expect(await test.given(events, (tx) => openClearances(tx, 20))).toEqual([]);
  expect(await test.given(events, (tx) => openClearances(tx, 21))).toMatchObject([{ clearanceId: other }]);
});

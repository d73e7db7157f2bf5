import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { findSuspensionAppeal, listSuspensionAppeals, suspensionAppeals } from "./suspension_appeals.ts";

const test = await openTestProjection(suspensionAppeals);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, bola, admin] = [newId(), newId(), newId()];
const [first, second] = [newId(), newId()];
const appealed = (userId: string, appealId: string, at: number) => ({
  ...{ type: "SuspensionAppealed" as const, at },
  data: { userId, appealId, suspendedAt: 5, suspendedBy: admin, words: "sealed" },
});
const answered = {
  ...{ type: "SuspensionAppealAnswered" as const, at: 30 },
  data: { userId: ada, appealId: first, suspendedAt: 5, adminId: bola, verdict: "uphold" as const, words: "no" },
};
const unsuspended = { type: "UserUnsuspended" as const, at: 40, data: { userId: bola, reason: "sealed" } };
const erased = { type: "AccountErased" as const, at: 50, data: { userId: ada } };
const list = (events: Parameters<typeof test.given>[0]) =>
  test.given(events, async (tx) => (await listSuspensionAppeals(tx)).map((one) => [one.appealId, one.isWaiting]));
const both = [appealed(ada, first, 10), appealed(bola, second, 20)];

it("lists those that wait, the oldest first, then the answered; one whose suspension ended waits no longer", async () => {
  expect(await list(both)).toEqual([[first, true], [second, true]]);
  expect(await list([...both, answered])).toEqual([[second, true], [first, false]]);
  expect(await list([...both, unsuspended])).toEqual([[first, true]]);
  const row = await test.given([...both, answered], (tx) => findSuspensionAppeal(tx, first));
  expect(row).toMatchObject({ suspendedBy: admin, verdict: "uphold", answer: "no", answeredBy: bola, answeredAt: 30 });
});

it("forgets who is erased", async () => {
  expect(await list([...both, erased])).toEqual([[second, true]]);
});

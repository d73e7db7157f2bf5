import { afterAll, expect, it } from "vitest";
import type { AppealAnswered, AppealWritten } from "../../backend/trust/appeal/events.ts";
import type { GroupDecided } from "../../backend/trust/group/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { ClosingEvent } from "../account_closings.ts";
import { appealQueue, appeals, appealsOf, findAppeal, judgesOf } from "./appeals.ts";

const test = await openTestProjection(appeals);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, ben, admin, second] = [newId(), newId(), newId(), newId()];
const [appealId, later] = [newId(), newId()];
const written = (id = appealId, userId = ada): AppealWritten => (
  { type: "AppealWritten", data: { appealId: id, userId, appeal: "sealed", about: 1 } }
);
const answer = {
  appealId,
  userId: ada,
  outcome: "grant",
  answer: "sealed answer",
  units: 700,
  adminId: admin,
} as const;
const answered = (more: object = {}): AppealAnswered => ({ type: "AppealAnswered", data: { ...answer, ...more } });
const erased = (userId: string): ClosingEvent => ({ type: "AccountErased", data: { userId } });
const decided = (action: GroupDecided["data"]["action"], more: Partial<GroupDecided["data"]> = {}): GroupDecided => ({
  type: "GroupDecided",
  data: {
    ...{ groupId: newId(), action, reason: "no sound", members: [ada, ben], units: 5, adminId: admin },
    ...{ decisionId: newId(), ...more },
  },
});

it.each<[string, (AppealWritten | AppealAnswered)[], object]>([
  ["written", [written()], {
    state: "open",
    outcome: undefined,
    answer: undefined,
    adminId: undefined,
    answeredAt: undefined,
  }],
  ["answered", [written(), answered({ confirmedBy: second })], {
    ...{ state: "answered", outcome: "grant", answer: "sealed answer", adminId: admin, confirmedBy: second },
    answeredAt: 1,
  }],
])("keeps an appeal that is %s", async (_how, events, row) => {
  expect(await test.given(events, (tx) => findAppeal(tx, appealId))).toMatchObject({
    appeal: "sealed",
    writtenAt: 0,
    ...row,
  });
});

it("forgets the appeals and judges of the erased, and nobody else's", async () => {
  const events = [written(), written(later, ben), decided("void"), erased(ada)];
  expect(await test.given(events, (tx) => appealsOf(tx, ada))).toEqual([]);
  expect(await test.given(events, (tx) => appealsOf(tx, ben))).toMatchObject([{ appealId: later }]);
  expect(await test.given(events, (tx) => judgesOf(tx, [ada, ben]))).toEqual(new Map([[ben, new Set([admin])]]));
  // Closed is not erased.
  const closed: ClosingEvent = { type: "AccountClosed", data: { userId: ada, by: "owner", eraseAt: 9 } };
  expect(await test.given([written(), closed], (tx) => appealsOf(tx, ada))).toHaveLength(1);
});

it("comes out the same in any batches where a proposal about an erased member is confirmed", async () => {
  const events = [decided("freeze"), erased(ada), decided("void", { adminId: second })];
  const judges = await test.given(events, (tx) => judgesOf(tx, [ada, ben]));
  expect(judges.get(ben)).toEqual(new Set([admin, second]));
  expect(judges.get(ada)).toEqual(new Set([second]));
});

it("knows both admins who froze or voided, and none who released", async () => {
  const events = [
    decided("freeze", { confirmedBy: second, members: [ada] }),
    decided("void"),
    decided("release", { adminId: second }),
  ];
  expect(await test.given(events, (tx) => judgesOf(tx, [ada, ben, newId()]))).toEqual(
    new Map([[ada, new Set([admin, second])], [ben, new Set([admin])]]),
  );
});

it("lists what waits, the oldest first, before what was answered", async () => {
  const third = newId();
  const events = [written(), written(later, ben), written(third, ben), answered()];
  expect((await test.given(events, (tx) => appealQueue(tx, 10))).map((row) => row.appealId)).toEqual([
    later,
    third,
    appealId,
  ]);
  expect((await test.given(events, (tx) => appealQueue(tx, 1))).map((row) => row.appealId)).toEqual([later, appealId]);
});

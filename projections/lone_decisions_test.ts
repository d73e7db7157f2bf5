import { expect, it } from "vitest";
import { newId } from "../backend/contract/ids.ts";
import { openTestProjection } from "../backend/testing/projection.ts";
import { LONE_DECISION_MS, loneDecisions, loneDecisionsSince } from "./lone_decisions.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const [ada, ben] = [newId(), newId()];
const decided = (at: number, more: object = {}) => ({
  type: "GroupDecided" as const,
  data: {
    ...{ groupId: newId(), action: "void" as const, reason: "No sound", members: [newId()], units: 100 },
    ...{ adminId: ada, decisionId: newId(), ...more },
  },
  at,
});

it("knows what an admin decided alone on the last day, and forgets older decisions", async () => {
  await using test = await openTestProjection(loneDecisions);
  const events = [
    decided(NOON - LONE_DECISION_MS - 1),
    decided(NOON - 2_000, { units: 30 }),
    decided(NOON - 1_000, { action: "release", units: 5 }),
    decided(NOON, { action: "freeze" }),
    decided(NOON, { confirmedBy: ben }),
    decided(NOON, { adminId: ben }),
  ];
  const units = await test.given(events, async (tx) => [
    (await loneDecisionsSince(tx, [ada], 0)).map((one) => one.units).sort(),
    (await loneDecisionsSince(tx, [ada, ada], NOON - 1_500)).map((one) => one.units),
  ]);
  expect(units).toEqual([[30, 5], [5]]);
});

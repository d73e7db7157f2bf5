import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { extraPlays, extraPlaysOn } from "./extra_plays.ts";

const [ada, ben] = [newId(), newId()];
const bought = (userId: string, day: string) => ({
  type: "ExtraPlayBought" as const,
  data: { userId, day, units: 100, policyVersion: 1 },
});

it("counts the plays that someone bought for a day", async () => {
  await using test = await openTestProjection(extraPlays);
  const events = [
    bought(ada, "2026-06-01"),
    bought(ada, "2026-06-01"),
    bought(ada, "2026-06-02"),
    bought(ben, "2026-06-01"),
  ];
  expect(await test.given(events, (tx) => extraPlaysOn(tx, { shard: 0, userId: ada }, "2026-06-01"))).toBe(2);
  expect(await test.given(events, (tx) => extraPlaysOn(tx, { shard: 0, userId: ada }, "2026-06-02"))).toBe(1);
  expect(await test.given(events, (tx) => extraPlaysOn(tx, { shard: 0, userId: ben }, "2026-06-02"))).toBe(0);
});

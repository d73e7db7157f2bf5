import { expect, it } from "vitest";
import { changeLevel, evolve, FIRST_LEVEL } from "./state.ts";

const change = { userId: "ada", level: 1 as const, because: "set_up" as const };

it("gives a level once", () => {
  const events = changeLevel(FIRST_LEVEL, change);
  expect(events).toEqual([{ type: "TrustLevelChanged", data: change }]);
  const level = events.reduce(evolve, FIRST_LEVEL);
  expect(level).toEqual({ level: 1 });
  expect(changeLevel(level, change)).toEqual([]);
});

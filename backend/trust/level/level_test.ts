import { afterAll, beforeAll, expect, it } from "vitest";
import { levelsOf } from "../../../projections/levels.ts";
import { addPerson, raiseLevel } from "../../testing/cast.ts";
import { openWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world[Symbol.asyncDispose]());

it("an account begins at level 0, and the level it is given holds at once", async () => {
  const { deps } = world;
  const { userId } = await addPerson(deps, { level: 0 });
  const level = async () => (await levelsOf(deps.store.sql, [userId])).get(userId) ?? 0;
  expect(await level()).toBe(0);
  expect(await deps.store.readStream("social", `level/${userId}`)).toEqual([]);
  for (let time = 0; time < 2; time++) await raiseLevel(deps, userId, 1);
  expect(await level()).toBe(1);
  expect(await deps.store.readStream("social", `level/${userId}`)).toHaveLength(1);
});

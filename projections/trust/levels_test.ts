import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { TrustLevel } from "../../backend/contract/trust.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { levels, levelsOf } from "./levels.ts";

const [ada, ben] = [newId(), newId()];
const changed = (userId: string, level: TrustLevel) => ({
  type: "TrustLevelChanged" as const,
  data: { userId, level, because: "set_up" as const },
});

it("keeps each account's newest level, and forgets the erased", async () => {
  await using test = await openTestProjection(levels);
  const given = (...events: Parameters<typeof test.given>[0]) => test.given(events, (tx) => levelsOf(tx, [ada, ben]));
  expect(await given(changed(ada, 1), changed(ben, 2))).toEqual(new Map([[ada, 1], [ben, 2]]));
  expect(await given(changed(ada, 2), changed(ada, 1))).toEqual(new Map([[ada, 1]]));
  expect(await given(changed(ada, 2), changed(ada, 0))).toEqual(new Map());
  const erased = { type: "AccountErased" as const, data: { userId: ada } };
  expect(await given(changed(ada, 2), changed(ben, 1), erased)).toEqual(new Map([[ben, 1]]));
});

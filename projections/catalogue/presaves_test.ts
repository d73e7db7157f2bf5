import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { countPresaves, presavers, presaversAmong, presaves } from "./presaves.ts";

const [releaseId, ada, bisi] = [newId(), newId(), newId()];
const pressed = (userId: string) => ({ type: "ReleasePresaved", data: { userId, releaseId } } as const);
const ends = [
  { type: "PresaveTaken", data: { userId: ada, releaseId } },
  { type: "PresaveFulfilled", data: { userId: ada, releaseId, artistId: bisi } },
  { type: "AccountErased", data: { userId: ada } },
] as const;

it("keeps who waits for a release, until they stop, have it, or are gone", async () => {
  await using test = await openTestProjection(presaves);
  const count = async (tx: Parameters<typeof countPresaves>[0]) =>
    (await countPresaves(tx, [releaseId])).get(releaseId) ?? 0;
  expect(await test.given([pressed(ada), pressed(bisi), pressed(ada)], count)).toBe(2);
  for (const end of ends) expect(await test.given([pressed(ada), pressed(bisi), end], count)).toBe(1);
  expect(await test.given([pressed(ada), ends[0], pressed(ada)], count)).toBe(1);
  const discarded = { type: "ReleaseDiscarded", data: { releaseId, ownerId: bisi } } as const;
  expect(await test.given([pressed(ada), discarded], count)).toBe(0);
  // People who have it have waited for it; people who stopped have not.
  const waited = async (
    tx: Parameters<typeof countPresaves>[0],
  ) => [...await presaversAmong(tx, { releaseId, userIds: [ada, newId()] })];
  const [taken, fulfilled, erased] = ends;
  expect(await test.given([pressed(ada)], waited)).toEqual([ada]);
  expect(await test.given([pressed(ada), fulfilled], waited)).toEqual([ada]);
  for (const end of [taken, erased]) expect(await test.given([pressed(ada), end], waited)).toEqual([]);
  const page = (after?: string) => (tx: Parameters<typeof presavers>[0]) =>
    presavers(tx, { releaseId, after, limit: 1 });
  const [first = "", last = ""] = [ada, bisi].toSorted();
  expect(await test.given([pressed(ada), pressed(bisi)], page())).toEqual([first]);
  expect(await test.given([pressed(ada), pressed(bisi)], page(first))).toEqual([last]);
});

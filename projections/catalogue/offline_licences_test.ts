import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { lastLicences, licencesOf, offlineLicences, withLicences } from "./offline_licences.ts";

const test = await openTestProjection(offlineLicences);
afterAll(() => test[Symbol.asyncDispose]());

const [userId, deviceId] = [newId(), "phone"];
const issued = (from: number, until: number) => ({
  type: "OfflineLicenceIssued" as const,
  data: { userId, deviceId, from, until },
});

it.each<[string, ReturnType<typeof issued>[], [heardAt: number, licensed: boolean][]]>([
  ["one licence", [issued(1_000, 2_000)], [[999, false], [1_000, true], [1_999, true], [2_000, false]]],
  ["one that was renewed in time", [issued(1_000, 2_000), issued(1_500, 3_000)], [[2_500, true], [3_000, false]]],
  ["one after a gap", [issued(1_000, 2_000), issued(2_500, 3_000)], [[2_200, false], [2_600, true], [1_500, true]]],
])("knows when a device had a licence: %s", async (_how, events, moments) => {
  for (const [at, licensed] of moments) {
    const found = await test.given(events, (tx) =>
      tx`
        select exists (
          select from (
            select ${userId}::uuid as listener_id, ${deviceId} as device_id, ${new Date(at)} as started_at
          ) as heard ${withLicences(tx)}
        ) as licensed`);
    expect([at, found[0]?.licensed]).toEqual([at, licensed]);
  }
  const last = events.at(-1)?.data;
  expect(await test.given(events, (tx) => lastLicences(tx, 0, [userId, newId()])))
    .toEqual(new Map([[`${userId} ${deviceId}`, { from: last?.from, until: last?.until, kind: "premium" }]]));
});

it("tells a taste from Premium, and never makes one longer by the other", async () => {
  const taste = { ...issued(1_500, 3_000), data: { ...issued(1_500, 3_000).data, kind: "taste" as const, limit: 5 } };
  const found = await test.given([issued(1_000, 2_000), taste], (tx) => licencesOf(tx, 0, [{ userId, deviceId }]));
  expect(found.get(`${userId} ${deviceId}`)).toEqual(expect.arrayContaining([
    { kind: "premium", span: [1_000, 2_000] },
    { kind: "taste", span: [1_500, 3_000] },
  ]));
});

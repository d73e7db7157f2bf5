import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { credits, featuresAsked, featuresOf, findCredits } from "./song_credits.ts";

const [trackId, ada, zee] = [newId(), newId(), newId()];
const set = (isrc: string) => ({
  type: "CreditsSet",
  data: { trackId, ownerId: ada, people: "sealed", isrc, explicit: true, language: "yo" },
} as const);
const feature = { trackId, ownerId: ada, artistId: zee };
const asked = { type: "FeatureAsked", data: feature } as const;
const accepted = { type: "FeatureAnswered", data: { ...feature, accepted: true } } as const;

it("keeps who made a song and who is named on it, until they or the song are gone", async () => {
  await using test = await openTestProjection(credits);
  const find = async (tx: Parameters<typeof findCredits>[0]) => (await findCredits(tx, [trackId])).get(trackId);
  expect(await test.given([set("A"), set("B")], find)).toMatchObject({ isrc: "B", explicit: true, language: "yo" });
  const status = async (tx: Parameters<typeof findCredits>[0]) =>
    (await featuresOf(tx, [trackId])).map((row) => row.status);
  expect(await test.given([asked], status)).toEqual(["asked"]);
  expect(await test.given([asked, accepted], status)).toEqual(["accepted"]);
  expect(await test.given([asked, accepted, { type: "FeatureTakenBack", data: feature }], status)).toEqual([]);
  const of = (tx: Parameters<typeof findCredits>[0]) => featuresAsked(tx, { artistId: zee, limit: 9 });
  expect(await test.given([asked, accepted], of)).toMatchObject([{ trackId, ownerId: ada, status: "accepted" }]);
  const removed = { type: "TrackRemoved", data: { trackId, ownerId: ada, by: "owner" } } as const;
  for (const end of [removed, { type: "AccountErased", data: { userId: ada } } as const]) {
    expect(await test.given([set("A"), asked, end], find)).toBeUndefined();
    expect(await test.given([set("A"), asked, end], status)).toEqual([]);
  }
  const left = { type: "AccountErased", data: { userId: zee } } as const;
  expect(await test.given([set("A"), asked, accepted, left], status)).toEqual([]);
});

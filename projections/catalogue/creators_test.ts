import { afterAll, expect, it } from "vitest";
import type { CreatorProfileSet } from "../../backend/catalogue/artist/events.ts";
import type { TrackPublished, TrackRemoved, TrackUploaded } from "../../backend/catalogue/track/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { ClosingEvent } from "../account_closings.ts";
import type { HoldEvent } from "./track_holds.ts";
import { creators, findCreator, findCreatorByName, findCreators, listCreators } from "./creators.ts";

const test = await openTestProjection(creators);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, obi] = [newId(), newId()];
const profile = (
  creatorId: string,
  name: string,
  more: Partial<CreatorProfileSet["data"]> = {},
): CreatorProfileSet => ({
  type: "CreatorProfileSet",
  data: { creatorId, name, bio: "", city: "Jos", stateProvince: "", country: "Nigeria", ...more },
});
const uploaded = (trackId: string, album?: string): TrackUploaded => ({
  type: "TrackUploaded",
  data: {
    ...{ trackId, ownerId: ada, title: "Song", artist: "Ada", genre: "fuji", durationMs: 60_000, downloadable: false },
    ...{ loudness: { integratedLufs: -14, peakDbfs: -1 }, sourceKey: "x.wav", peaksKey: "x.json" },
    ...(album !== undefined && { album }),
  },
});
const published = (trackId: string): TrackPublished => (
  { type: "TrackPublished", data: { trackId, ownerId: ada, releasedAt: 1 } }
);
const removed = (trackId: string): TrackRemoved => ({
  type: "TrackRemoved",
  data: { trackId, ownerId: ada, by: "owner" },
});
const hold = (trackId: string) => ({ trackId, ownerId: ada, hold: "suspension", holdId: "a", by: "admin" }) as const;
const held = (trackId: string): HoldEvent => ({ type: "TrackHeld", data: hold(trackId) });
const lifted = (trackId: string): HoldEvent => ({ type: "TrackHoldLifted", data: hold(trackId) });
const closed: ClosingEvent = { type: "AccountClosed", data: { userId: ada, by: "owner", eraseAt: 9 } };
const reopened: ClosingEvent = { type: "AccountReopened", data: { userId: ada, by: "owner" } };
const erased: ClosingEvent = { type: "AccountErased", data: { userId: ada } };

it("keeps the last profile whole, so that what is left out is gone", async () => {
  const first = profile(ada, "Ada", {
    ...{ bio: "Highlife", picture: { key: "pictures/a/1", placeholder: "#111111 #222222" }, zipPostalCode: "sealed" },
    ...{ isContactPublic: true, isNamePublic: true },
    social: { twitterHandle: "t", instagramHandle: "i", linkedinProfile: "l", facebookProfile: "f" },
  });
  expect(await test.given([first], (tx) => findCreator(tx, ada))).toEqual({
    ...{ creatorId: ada, name: "Ada", bio: "Highlife", city: "Jos", stateProvince: "", country: "Nigeria" },
    ...{ pictureUrl: "/media/pictures/a/1/512.webp", placeholder: "#111111 #222222", zipPostalCode: "sealed" },
    social: { twitterHandle: "t", instagramHandle: "i", linkedinProfile: "l", facebookProfile: "f" },
    ...{ isContactPublic: true, isNamePublic: true, tracks: 0, albums: 0 },
  });
  expect(await test.given([first, profile(ada, "Ada Obi")], (tx) => findCreator(tx, ada))).toMatchObject({
    ...{ name: "Ada Obi", bio: "", pictureUrl: "", placeholder: "", zipPostalCode: undefined },
    ...{ social: { twitterHandle: "" }, isContactPublic: false, isNamePublic: false },
  });
});

it("counts tracks and albums while they are out, a track that is published twice once", async () => {
  const [one, two, three] = [newId(), newId(), newId()];
  const events = [
    profile(ada, "Ada"),
    uploaded(one, "A"),
    uploaded(two, "A"),
    uploaded(three),
    published(one),
    published(one),
  ];
  const counts = async (more: (TrackPublished | TrackRemoved | HoldEvent)[]) => {
    const found = await test.given([...events, ...more], (tx) => findCreator(tx, ada));
    return [found?.tracks, found?.albums];
  };
  expect(await counts([])).toEqual([1, 1]);
  expect(await counts([published(two), published(three)])).toEqual([3, 1]);
  expect(await counts([published(two), held(one), held(two)])).toEqual([0, 0]);
  expect(await counts([published(two), held(one), held(two), lifted(two)])).toEqual([1, 1]);
  expect(await counts([published(three), removed(one), removed(one)])).toEqual([1, 0]);
});

it.each<[string, ClosingEvent[], boolean]>([
  ["closed", [closed], false],
  ["closed and opened again", [closed, reopened], true],
  ["erased", [closed, erased], false],
])("shows an artist whose account is %s: %#", async (_how, events, isShown) => {
  const all = [profile(ada, "Ada"), profile(obi, "Obi"), ...events];
  const shown = await test.given(all, async (tx) => [
    await findCreator(tx, ada) !== undefined,
    await findCreatorByName(tx, "ADA") !== undefined,
    (await findCreators(tx, [ada, obi])).has(ada),
    (await listCreators(tx, { limit: 5 })).some(({ creatorId }) => creatorId === ada),
  ]);
  expect(shown).toEqual([isShown, isShown, isShown, isShown]);
  expect(await test.given(all, (tx) => findCreator(tx, obi))).toMatchObject({ name: "Obi" });
});

it("keeps nothing of the erased, neither profile nor tracks", async () => {
  const left = await test.given([profile(ada, "Ada"), uploaded(newId(), "A"), closed, erased], async (tx) => [
    ...await tx`select from creators`,
    ...await tx`select from creator_tracks`,
  ]);
  expect(left).toEqual([]);
});

it("pages artists by name in any case of letters, and by id where names are the same", async () => {
  const twins = [newId(), newId()].sort();
  const events = [profile(obi, "zik"), ...twins.map((id) => profile(id, "Bola")), profile(ada, "ada")];
  const first = await test.given(events, (tx) => listCreators(tx, { limit: 2 }));
  expect(first.map(({ creatorId }) => creatorId)).toEqual([ada, twins[0]]);
  const rest = await test.given(events, (tx) => listCreators(tx, { limit: 5, after: first[1] }));
  expect(rest.map(({ creatorId }) => creatorId)).toEqual([twins[1], obi]);
  expect(await test.given(events, (tx) => findCreatorByName(tx, "bola"))).toMatchObject({ creatorId: twins[0] });
});

import { describe, expect, it } from "vitest";
import type { TrackUploaded } from "../track/events.ts";
import type { CreatorProfileSet } from "./events.ts";
import { type CreatorState, decideFirstProfile, decideProfile, decideProfileChange } from "./state.ts";

const creatorId = "ada";
const profile: CreatorProfileSet["data"] = {
  ...{ creatorId, name: "Ada", bio: "Highlife", city: "Jos", stateProvince: "Plateau", country: "Nigeria" },
  ...{ picture: { key: "pictures/1", placeholder: "#111111 #222222" }, zipPostalCode: "sealed" },
  ...{ isContactPublic: true, isNamePublic: false },
  social: { twitterHandle: "t", instagramHandle: "", linkedinProfile: "", facebookProfile: "" },
};
const upload: TrackUploaded["data"] = {
  ...{ trackId: "song", ownerId: creatorId, title: "Song", artist: "Adaeze", genre: "fuji", durationMs: 1 },
  ...{ loudness: { integratedLufs: -14, peakDbfs: -1 }, sourceKey: "x", peaksKey: "x", downloadable: false },
};

it("decideFirstProfile() names an artist by the first upload, and by no later one", () => {
  const named = { creatorId, name: "Adaeze", bio: "", city: "", stateProvince: "", country: "" };
  expect(decideFirstProfile(undefined, upload)).toEqual([{ type: "CreatorProfileSet", data: named }]);
  expect(decideFirstProfile(profile, upload)).toEqual([]);
});

it.each<[string, Partial<CreatorProfileSet["data"]>]>([
  ["name", { name: "Ada Obi" }],
  ["bio", { bio: "" }],
  ["place", { stateProvince: "Lagos" }],
  ["picture", { picture: { key: "pictures/2", placeholder: "#111111 #222222" } }],
  ["placeholder", { picture: { key: "pictures/1", placeholder: "#333333 #222222" } }],
  ["postal code", { zipPostalCode: "sealed anew" }],
  ["contact's visibility", { isContactPublic: false }],
  ["name's visibility", { isNamePublic: true }],
  ["link", { social: { twitterHandle: "", instagramHandle: "", linkedinProfile: "", facebookProfile: "" } }],
])("decideProfile() sets a profile with another %s, and the same one not again", (_what, change) => {
  const changed = { ...profile, ...change };
  expect(decideProfile(profile, changed)).toEqual([{ type: "CreatorProfileSet", data: changed }]);
  expect(decideProfile(changed, changed)).toEqual([]);
});

describe("decideProfileChange()", () => {
  const changed = (creator: CreatorState, change: Partial<Parameters<typeof decideProfileChange>[1]>) =>
    decideProfileChange(creator, { creatorId, firstName: "Adaeze", ...change })[0]?.data;

  it("adds nothing where nothing changes", () => {
    expect(changed(profile, {})).toBeUndefined();
    expect(changed(profile, { bio: "Highlife", social: { twitterHandle: "t" } })).toBeUndefined();
  });

  it("keeps what is not named, and the name of an artist who has one", () => {
    expect(changed(profile, { bio: "Fuji" })).toEqual({ ...profile, bio: "Fuji" });
    expect(changed(profile, { social: { facebookProfile: "f" } })?.social).toEqual(
      { twitterHandle: "t", instagramHandle: "", linkedinProfile: "", facebookProfile: "f" },
    );
    expect(changed(profile, { name: "Ada Obi" })?.name).toBe("Ada Obi");
  });

  it("replaces the picture, or takes it away with null, which undefined does not", () => {
    const picture = { key: "pictures/2", placeholder: "#333333 #444444" };
    expect(changed(profile, { picture })?.picture).toEqual(picture);
    const without = changed(profile, { picture: null });
    expect(without && "picture" in without).toBe(false);
    expect(changed(profile, { bio: "Fuji" })?.picture).toEqual(profile.picture);
    expect(changed(without, { picture: null })).toBeUndefined();
  });

  it("makes a first profile with the given name and nothing else, links only where some are named", () => {
    const first = { creatorId, name: "Adaeze", bio: "", city: "", stateProvince: "", country: "" };
    expect(changed(undefined, {})).toEqual(first);
    expect(changed(undefined, { social: { twitterHandle: "t" } })).toEqual({
      ...first,
      social: { twitterHandle: "t", instagramHandle: "", linkedinProfile: "", facebookProfile: "" },
    });
  });
});

import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import { decideFollow, decideUnfollow, evolveFollow } from "./state.ts";

const follow = { followerId: "listener", creatorId: "artist" };
const stranger = { isFollowing: false, isCreator: true };
const follower = { isFollowing: true, isCreator: true };

describe("following", () => {
  it("an artist is one event", () => {
    expect(decideFollow(stranger, follow)).toEqual([{ type: "UserFollowed", data: follow }]);
  });

  it("twice is following once", () => {
    expect(decideFollow(follower, follow)).toEqual([]);
  });

  it("ends also while the artist is out of sight", () => {
    expect(decideUnfollow({ isFollowing: true, isCreator: false }, follow)).toEqual([
      { type: "UserUnfollowed", data: follow },
    ]);
  });

  it("needs an artist, also to end what never began", () => {
    for (const decide of [decideFollow, decideUnfollow]) {
      const refused = refusalOf(() => decide({ isFollowing: false, isCreator: false }, follow));
      expect(refused).toEqual({ code: "not_found", message: "Artist not found" });
    }
  });

  it("oneself is refused", () => {
    const oneself = { followerId: "artist", creatorId: "artist" };
    expect(refusalOf(() => decideFollow(stranger, oneself))).toMatchObject({ code: "own_profile" });
  });

  it("ends once", () => {
    expect(decideUnfollow(follower, follow)).toEqual([{ type: "UserUnfollowed", data: follow }]);
    expect(decideUnfollow(stranger, follow)).toEqual([]);
  });

  it("lasts until it is ended", () => {
    expect(evolveFollow(false, { type: "UserFollowed", data: follow })).toBe(true);
    expect(evolveFollow(true, { type: "UserUnfollowed", data: follow })).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import { decideDeletePost, decideMute, decidePost, evolvePosts, NO_POSTS } from "./state.ts";

const WEEK_MS = 7 * 24 * 3_600_000;
const post = { postId: "one", artistId: "artist", content: "sealed", told: 3 };
const around = { post, isShown: true, isSongThere: true, now: 1_000 };

describe("a post to followers", () => {
  it("may come once in seven days, to the millisecond", () => {
    const [event] = decidePost(NO_POSTS, around);
    expect(event).toEqual({ type: "ArtistPosted", data: post });
    const known = evolvePosts(NO_POSTS, { type: "ArtistPosted", data: post }, 1_000);
    expect(refusalOf(() => decidePost(known, { ...around, now: 999 + WEEK_MS }))).toMatchObject({ code: "conflict" });
    expect(decidePost(known, { ...around, now: 1_000 + WEEK_MS })).toHaveLength(1);
  });

  it("gives no new one by its deletion, and goes once", () => {
    const known = evolvePosts(NO_POSTS, { type: "ArtistPosted", data: post }, 1_000);
    const deletion = { postId: "one", artistId: "artist" };
    expect(decideDeletePost(known, deletion)).toEqual([{ type: "ArtistPostDeleted", data: deletion }]);
    const after = evolvePosts(known, { type: "ArtistPostDeleted", data: deletion }, 2_000);
    expect(refusalOf(() => decidePost(after, { ...around, now: 3_000 }))).toMatchObject({ code: "conflict" });
    expect(refusalOf(() => decideDeletePost(after, deletion))).toMatchObject({ code: "not_found" });
  });

  it("needs an artist who is seen, and a song of theirs that is out", () => {
    for (const wrong of [{ isShown: false }, { isSongThere: false }]) {
      expect(refusalOf(() => decidePost(NO_POSTS, { ...around, ...wrong }))).toMatchObject({ code: "not_found" });
    }
  });

  it("can be stopped once, and let through once", () => {
    const pair = { userId: "listener", artistId: "artist" };
    expect(decideMute(false, { ...pair, isThere: true, muted: true })).toEqual([{ type: "PostsMuted", data: pair }]);
    expect(decideMute(true, { ...pair, isThere: true, muted: true })).toEqual([]);
    expect(decideMute(true, { ...pair, isThere: true, muted: false })).toEqual([{ type: "PostsUnmuted", data: pair }]);
    const unknown = refusalOf(() => decideMute(false, { ...pair, isThere: false, muted: true }));
    expect(unknown).toMatchObject({ code: "not_found" });
  });
});

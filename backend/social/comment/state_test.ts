import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import { decideDelete, decideEdit, decideLike, decidePost, evolveComment, evolveLike } from "./state.ts";

const comment = {
  ...{ commentId: "a comment", authorId: "ada", entityType: "track" as const, entityId: "a song" },
  content: "sealed",
};
const { commentId, authorId, content } = comment;
const known = { authorId };
const NOT_FOUND = { code: "not_found", message: "Comment not found" };

describe("posting a comment", () => {
  const fresh = { isThere: true, isGone: false, comment };

  it("is one event, also when it is sent again", () => {
    expect(decidePost(undefined, fresh)).toEqual([{ type: "CommentPosted", data: comment }]);
    expect(decidePost(known, fresh)).toEqual([]);
  });

  it("needs an artist or a track to be posted under", () => {
    const refused = (entityType: "artist" | "track") =>
      refusalOf(() => decidePost(undefined, { ...fresh, isThere: false, comment: { ...comment, entityType } }));
    expect(refused("artist")).toEqual({ code: "not_found", message: "Artist not found" });
    expect(refused("track")).toEqual({ code: "not_found", message: "Track not found" });
  });

  it("takes no id of another person's comment, and none of a deleted one", () => {
    expect(refusalOf(() => decidePost({ authorId: "obi" }, fresh))).toEqual(NOT_FOUND);
    expect(refusalOf(() => decidePost(undefined, { ...fresh, isGone: true }))).toEqual(NOT_FOUND);
  });
});

describe("a posted comment", () => {
  const edit = { commentId, authorId, content: "sealed again" };

  it("is edited by its author; the same words change nothing", () => {
    expect(decideEdit(known, { edit, isSame: false })).toEqual([{ type: "CommentEdited", data: edit }]);
    expect(decideEdit(known, { edit, isSame: true })).toEqual([]);
  });

  it("is deleted by its author", () => {
    const deletion = { commentId, authorId };
    expect(decideDelete(known, deletion)).toEqual([{ type: "CommentDeleted", data: deletion }]);
  });

  it("is safe from everyone else", () => {
    const others = { commentId, authorId: "obi" };
    expect(refusalOf(() => decideEdit(known, { edit: { ...others, content }, isSame: true }))).toEqual({
      ...{ code: "not_comment_author", message: "Only the author can edit this comment" },
    });
    expect(refusalOf(() => decideDelete(known, others))).toEqual({
      ...{ code: "not_comment_author", message: "Only the author can delete this comment" },
    });
  });

  it("keeps its author until it is deleted", () => {
    const after = (...events: Parameters<typeof evolveComment>[1][]) => events.reduce(evolveComment, undefined);
    const posted = { type: "CommentPosted", data: comment } as const;
    expect(after(posted)).toEqual(known);
    expect(after(posted, { type: "CommentEdited", data: edit })).toEqual(known);
    expect(after(posted, { type: "CommentDeleted", data: { commentId, authorId } })).toBeUndefined();
  });

  it("cannot be changed or liked once it is gone", () => {
    expect(refusalOf(() => decideEdit(undefined, { edit, isSame: false }))).toEqual(NOT_FOUND);
    expect(refusalOf(() => decideDelete(undefined, { commentId, authorId }))).toEqual(NOT_FOUND);
    const like = { commentId, userId: "obi" };
    expect(refusalOf(() => decideLike(undefined, { isLiked: true, wanted: false, like }))).toEqual(NOT_FOUND);
  });
});

describe("a like", () => {
  const like = { commentId, userId: "obi" };
  const liked = [{ type: "CommentLiked", data: like }];
  const unliked = [{ type: "CommentUnliked", data: like }];

  it("is the opposite of what is, when the tap does not say", () => {
    expect(decideLike(known, { isLiked: false, like })).toEqual(liked);
    expect(decideLike(known, { isLiked: true, like })).toEqual(unliked);
  });

  it("is what the tap says, once", () => {
    expect(decideLike(known, { isLiked: false, wanted: true, like })).toEqual(liked);
    expect(decideLike(known, { isLiked: true, wanted: true, like })).toEqual([]);
    expect(decideLike(known, { isLiked: true, wanted: false, like })).toEqual(unliked);
    expect(decideLike(known, { isLiked: false, wanted: false, like })).toEqual([]);
  });

  it("is there until it is taken back", () => {
    expect(evolveLike(false, { type: "CommentLiked", data: like })).toBe(true);
    expect(evolveLike(true, { type: "CommentUnliked", data: like })).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import { concernedBy } from "./events.ts";
import { decideDelete, decideEdit, decideLike, decidePost, evolveComment, evolveLike } from "./state.ts";

const comment = {
  ...{ commentId: "a comment", authorId: "ada", entityType: "track" as const, entityId: "a song" },
  content: "sealed",
};
const { commentId, authorId, content } = comment;
const known = { authorId, entityType: "track" as const, entityId: "a song" };
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
    expect(refusalOf(() => decidePost({ ...known, authorId: "obi" }, fresh))).toEqual(NOT_FOUND);
    expect(refusalOf(() => decidePost(undefined, { ...fresh, isGone: true }))).toEqual(NOT_FOUND);
  });
});

describe("a reply", () => {
  const reply = { ...comment, commentId: "a reply", authorId: "obi" };
  const answered = known;
  const fresh = { isThere: true, isGone: false, answered };
  const to = (replyTo: object) => [{ type: "CommentPosted", data: { ...reply, replyTo } }];

  it("says what it answers and whose that is, and stands under it", () => {
    expect(decidePost(undefined, { ...fresh, comment: { ...reply, replyTo: commentId } })).toEqual(
      to({ commentId, threadId: commentId, authorId }),
    );
  });

  it("to a reply stands under the same comment", () => {
    const inThread = { ...fresh, answered: { ...known, authorId: "ben", threadId: commentId } };
    expect(decidePost(undefined, { ...inThread, comment: { ...reply, replyTo: "ben's reply" } })).toEqual(
      to({ commentId: "ben's reply", threadId: commentId, authorId: "ben" }),
    );
  });

  it("needs a comment that is there, under the same artist or song; sent again it asks for none", () => {
    const gone = { code: "not_found", message: "The comment you reply to is no longer there" };
    const given = { ...fresh, comment: { ...reply, replyTo: commentId } };
    for (
      const other of [undefined, { ...known, entityId: "other" }, { ...known, entityType: "artist" as const }]
    ) expect(refusalOf(() => decidePost(undefined, { ...given, answered: other }))).toEqual(gone);
    expect(decidePost({ ...known, authorId: "obi" }, { ...given, answered: undefined })).toEqual([]);
  });

  it("keeps its thread, also when its words change", () => {
    const replyTo = { commentId: "other", threadId: commentId, authorId };
    const posted = evolveComment(undefined, { type: "CommentPosted", data: { ...reply, replyTo } });
    const edited = { type: "CommentEdited", data: { commentId: "a reply", authorId: "obi", content } } as const;
    expect(evolveComment(posted, edited)).toEqual({ ...known, authorId: "obi", threadId: commentId });
  });
});

describe("whom a comment concerns", () => {
  const replyTo = { commentId, threadId: commentId, authorId };
  const reply = { ...comment, authorId: "obi", replyTo };

  it("is whose song it is, and whom it answers", () => {
    expect(concernedBy(comment, "artist")).toEqual([{ userId: "artist", what: "comment_on_song" }]);
    expect(concernedBy({ ...comment, entityType: "artist" }, "artist")).toEqual([
      { userId: "artist", what: "comment_on_artist" },
    ]);
    expect(concernedBy(comment, undefined)).toEqual([]);
    expect(concernedBy(reply, "artist")).toEqual([
      { userId: authorId, what: "comment_reply" },
      { userId: "artist", what: "comment_on_song" },
    ]);
  });

  it("is nobody twice, and nobody for their own words", () => {
    expect(concernedBy(reply, authorId)).toEqual([{ userId: authorId, what: "comment_reply" }]);
    expect(concernedBy(reply, "obi")).toEqual([{ userId: authorId, what: "comment_reply" }]);
    expect(concernedBy({ ...reply, authorId }, "artist")).toEqual([{ userId: "artist", what: "comment_on_song" }]);
    expect(concernedBy({ ...reply, authorId }, authorId)).toEqual([]);
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

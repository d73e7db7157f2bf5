import { expect, it } from "vitest";
import type { ShownWrite } from "../lib/writes.ts";
import type { Write } from "../outbox/write.ts";
import { type ShownComment, withCommentWrites, withReplyWrites } from "./comments_with_writes.ts";

const AYO = { entityType: "artist", entityId: "ayo" } as const;
const ADA = { userId: "ada", firstName: "Ada", pictureUrl: "" };
const AT = "2026-11-20T10:00:00.000Z";

const said = (id: string): ShownComment => ({
  ...{ _id: id, content: id, createdAt: AT, updatedAt: AT, likes: [], likeCount: 1, liked: false },
  userId: { _id: "ada", firstName: "Ada", username: "ada", profileImage: { url: "" } },
});
const post = (commentId: string, entityId = "ayo"): Write => ({
  ...{ kind: "comment.post", commentId, entityType: "artist", entityId, content: "New" },
});
const written = (write: Write, state: ShownWrite["state"] = "waiting"): ShownWrite => ({
  ...{ id: "w", write, state, about: "", createdAt: Date.parse(AT) },
});

function show(writes: ShownWrite[], { page = 1, comments = [said("one"), said("two")] } = {}) {
  const list = { comments, page, totalPages: 1, total: comments.length };
  return withCommentWrites(list, { writes, subject: AYO, writer: ADA });
}

it("a comment that waits stands first on the first page, with its mark, and in no other place", () => {
  const { comments, total } = show([written(post("new"))]);
  expect(comments[0]).toMatchObject({ _id: "new", content: "New", isUnsent: true, isWaiting: true });
  expect(total).toBe(3);
  expect(show([written(post("new"))], { page: 2 }).comments).toHaveLength(2);
  expect(show([written(post("new", "bola"))]).comments).toHaveLength(2);
  expect(show([written(post("one"))]).comments).toHaveLength(2);
});

it("a comment that was sent has no mark, and one that is being sent is not shown yet", () => {
  expect(show([written(post("new"), "sent")]).comments[0]).toMatchObject({ _id: "new", isWaiting: false });
  expect(show([written(post("new"), "sending")]).comments).toHaveLength(2);
});

it("edits and likes change what stands there, and a deletion takes it away", () => {
  const edit = written({ kind: "comment.edit", commentId: "one", content: "Changed" });
  const like = written({ kind: "like", commentId: "two", wanted: true });
  const { comments } = show([edit, like, like]);
  expect(comments[0]).toMatchObject({ content: "Changed", isWaiting: true });
  expect(comments[1]).toMatchObject({ liked: true, likeCount: 2, isWaiting: true });
  const gone = show([written({ kind: "comment.delete", commentId: "one" })]);
  expect(gone).toMatchObject({ comments: [{ _id: "two" }], total: 1 });
});

it("a comment that was never sent takes its edit", () => {
  const edit = written({ kind: "comment.edit", commentId: "new", content: "Better" });
  expect(show([written(post("new")), edit]).comments[0]).toMatchObject({ content: "Better", isUnsent: true });
});

const reply = (commentId: string, threadId = "one"): Write => ({
  ...{ kind: "comment.post", commentId, entityType: "artist", entityId: "ayo", content: "Yes" },
  reply: { to: threadId, threadId },
});

it("a reply that waits counts under its comment and stands last of the replies, once", () => {
  const writes = [written(reply("new"))];
  const { comments, total } = show(writes);
  expect([comments.map(({ _id, replyCount }) => [_id, replyCount]), total]).toEqual([
    [["one", 1], ["two", undefined]],
    3,
  ]);
  const under = (threadId: string, known: ShownComment[] = []) =>
    withReplyWrites(known, { writes, threadId, writer: ADA });
  expect(under("one", [said("old")])).toMatchObject([
    { _id: "old" },
    { _id: "new", content: "Yes", isUnsent: true, replyTo: "one", threadId: "one" },
  ]);
  expect(under("two")).toEqual([]);
  expect(under("one", [said("new")])).toHaveLength(1);
  const changes = [...writes, written({ kind: "comment.edit", commentId: "new", content: "No" })];
  expect(withReplyWrites([], { writes: changes, threadId: "one", writer: ADA })).toMatchObject([{ content: "No" }]);
});

it("a deleted comment keeps its place while replies stand", () => {
  const comments = [{ ...said("one"), replyCount: 2 }, said("two")];
  const gone = show([written({ kind: "comment.delete", commentId: "one" })], { comments });
  expect(gone).toMatchObject({
    comments: [{ _id: "one", isRemoved: true, content: "Comment removed", userId: { _id: "" } }, { _id: "two" }],
    total: 1,
  });
});

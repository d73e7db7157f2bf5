import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { comments, listComments, listReplies, waitingComments } from "./comments.ts";

const [ada, ben, song] = [newId(), newId(), newId()];
const posted = (commentId: string, authorId: string, at: number) => ({
  type: "CommentPosted" as const,
  data: { commentId, authorId, entityType: "track" as const, entityId: song, content: `sealed ${at}` },
  at,
});
const [first, second] = [newId(), newId()];
const both = [posted(first, ada, 1_000), posted(second, ben, 2_000)];

it("pages comments newest first with their number, as they were edited and deleted", async () => {
  await using test = await openTestProjection(comments);
  const list = (page: number, limit = 10) => async (tx: Parameters<typeof listComments>[0]) => {
    const { comments: rows, total } = await listComments(tx, { entityType: "track", entityId: song, page, limit });
    return { total, rows: rows.map((row) => [row.authorId && row.content, row.updatedAt]) };
  };
  expect(await test.given(both, list(1))).toEqual({ total: 2, rows: [["sealed 2000", 2_000], ["sealed 1000", 1_000]] });
  expect(await test.given(both, list(2, 1))).toEqual({ total: 2, rows: [["sealed 1000", 1_000]] });
  const edited = {
    type: "CommentEdited" as const,
    data: { commentId: first, authorId: ada, content: "new" },
    at: 3_000,
  };
  expect(await test.given([...both, edited], list(2, 1))).toEqual({ total: 2, rows: [["new", 3_000]] });
  const deleted = { type: "CommentDeleted" as const, data: { commentId: first, authorId: ada } };
  expect(await test.given([...both, deleted], list(1))).toMatchObject({ total: 1, rows: [["sealed 2000", 2_000]] });
  const erased = { type: "AccountErased" as const, data: { userId: ben } };
  expect(await test.given([...both, erased], list(1))).toMatchObject({ total: 1, rows: [["sealed 1000", 1_000]] });
});

it("keeps a thread's place while a reply stands, however its events are batched", async () => {
  await using test = await openTestProjection(comments);
  const [reply, answer] = [newId(), newId()];
  const replied = (commentId: string, authorId: string, at: number, to: string) => {
    const post = posted(commentId, authorId, at);
    return { ...post, data: { ...post.data, replyTo: { commentId: to, threadId: first, authorId: ada } } };
  };
  const deleted = (commentId: string, authorId: string) => (
    { type: "CommentDeleted" as const, data: { commentId, authorId } }
  );
  const shown = async (tx: Parameters<typeof listComments>[0]) => {
    const entity = { entityType: "track" as const, entityId: song };
    const { comments: rows, threads, total } = await listComments(tx, { ...entity, page: 1, limit: 10 });
    const { replies } = await listReplies(tx, { threadId: first, after: undefined, limit: 10 });
    return {
      rows: rows.map(({ commentId, authorId, replies: count }) => [commentId, authorId, count]),
      replies: replies.map(({ commentId, replyTo }) => [commentId, replyTo]),
      counts: [threads, total],
    };
  };
  const talk = [...both, replied(reply, ben, 3_000, first), replied(answer, ada, 4_000, reply)];
  expect(await test.given(talk, shown)).toEqual({
    rows: [[second, ben, 0], [first, ada, 2]],
    replies: [[reply, first], [answer, reply]],
    counts: [2, 4],
  });
  const noHead = [...talk, deleted(first, ada)];
  expect(await test.given(noHead, shown)).toMatchObject({
    rows: [[second, ben, 0], [first, undefined, 2]],
    counts: [2, 3],
  });
  expect(await test.given([...noHead, deleted(reply, ben)], shown)).toEqual({
    rows: [[second, ben, 0], [first, undefined, 1]],
    replies: [[answer, reply]],
    counts: [2, 2],
  });
  const none = [...noHead, deleted(reply, ben), deleted(answer, ada)];
  expect(await test.given(none, shown)).toEqual({ rows: [[second, ben, 0]], replies: [], counts: [1, 1] });
  const erased = (userId: string) => ({ type: "AccountErased" as const, data: { userId } });
  expect(await test.given([...talk, erased(ada)], shown)).toEqual({
    rows: [[second, ben, 0], [first, undefined, 1]],
    replies: [[reply, first]],
    counts: [2, 2],
  });
  expect(await test.given([...talk, erased(ada), erased(ben)], shown)).toEqual({
    ...{ rows: [], replies: [], counts: [0, 0] },
  });
  // The next page begins behind the last reply.
  const after = { at: 3_000, id: reply };
  expect(
    await test.given(talk, async (tx) => (await listReplies(tx, { threadId: first, after, limit: 1 })).replies.length),
  ).toBe(1);
});

it("shows what is held to its author alone, counts it nowhere, and brings it back whole", async () => {
  await using test = await openTestProjection(comments);
  const reply = newId();
  const replied = {
    ...posted(reply, ben, 3_000),
    data: { ...posted(reply, ben, 3_000).data, replyTo: { commentId: first, threadId: first, authorId: ada } },
  };
  const about = (commentId: string) =>
    (
      { caseId: newId(), kind: "comment", subjectId: commentId, ownerId: ada, decisionId: newId(), adminId: newId() }
    ) as const;
  const hidden = (id: string) => (
    { type: "ContentHidden" as const, data: { ...about(id), reason: "hate" as const, words: "w", strike: false } }
  );
  const shownAgain = (id: string) => ({ type: "ContentShown" as const, data: { ...about(id), words: "w" } });
  const waits = (id: string) => (
    { type: "CommentHeld" as const, data: { commentId: id, authorId: ada, ownerId: ben, why: "first" as const } }
  );
  const decided = (type: "CommentReleased" | "CommentRefused", id: string) => (
    { type, data: { commentId: id, authorId: ada, ownerId: ben } }
  );
  const gone = (commentId: string) => ({ type: "CommentDeleted" as const, data: { commentId, authorId: ada } });
  const shown = (readerId?: string) => async (tx: Parameters<typeof listComments>[0]) => {
    const page = { entityType: "track" as const, entityId: song, page: 1, limit: 10, readerId };
    const { comments: rows, threads, total } = await listComments(tx, page);
    const { replies } = await listReplies(tx, { threadId: first, after: undefined, limit: 10, readerId });
    return [rows.map(({ commentId }) => commentId), replies.length, threads, total];
  };
  const talk = [...both, replied];
  const whole = [[second, first], 1, 2, 3];
  expect(await test.given(talk, shown())).toEqual(whole);
  expect(await test.given([...talk, hidden(first)], shown())).toEqual([[second], 0, 1, 1]);
  expect(await test.given([...talk, hidden(first)], shown(ada))).toEqual([[second, first], 0, 1, 1]);
  expect(await test.given([...talk, hidden(first), shownAgain(first)], shown())).toEqual(whole);
  expect(await test.given([...talk, hidden(reply)], shown())).toEqual([[second, first], 0, 2, 2]);
  expect(await test.given([...talk, hidden(reply), hidden(first), shownAgain(first)], shown())).toEqual([
    ...[[second, first], 0, 2, 2],
  ]);
  expect(await test.given([...talk, hidden(first), waits(first), shownAgain(first)], shown())).toEqual([
    ...[[second], 0, 1, 1],
  ]);
  // Deleted while it is hidden: its place is in sight again, for the reply.
  expect(await test.given([...talk, hidden(first), gone(first)], shown())).toEqual([[second, first], 1, 2, 2]);
  expect(await test.given([...both, hidden(first), gone(first)], shown())).toEqual([[second], 0, 1, 1]);
  expect(await test.given([...talk, hidden(reply), gone(reply)], shown())).toEqual([[second, first], 0, 2, 2]);
  const waiting = (tx: Parameters<typeof listComments>[0]) => waitingComments(tx, ben, 5).then((rows) => rows.length);
  expect(await test.given([...both, waits(first)], waiting)).toBe(1);
  expect(await test.given([...both, waits(first), decided("CommentReleased", first)], shown())).toEqual([
    ...[[second, first], 0, 2, 2],
  ]);
  const refused = [...both, waits(first), decided("CommentRefused", first)];
  expect([await test.given(refused, waiting), await test.given(refused, shown())]).toEqual([0, [[second], 0, 1, 1]]);
  expect(await test.given([...both, waits(first), gone(first)], waiting)).toBe(0);
});

import { expect, it } from "vitest";
import { newId } from "../backend/contract/ids.ts";
import { openTestProjection } from "../backend/testing/projection.ts";
import { comments, listComments } from "./comments.ts";

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
    return { total, rows: rows.map(({ content, updatedAt }) => [content, updatedAt]) };
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

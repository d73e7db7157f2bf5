import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeTrack } from "../../catalogue/track/remove.ts";
import { newId } from "../../contract/ids.ts";
import {
  listComments as listCommentsCall,
  listReplies as listRepliesCall,
  postComment as postCommentCall,
} from "../../contract/calls/social.ts";
import { answerOf } from "../../testing/answers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

let test: TestListeners;
let artist: TestPerson;
let one: TestPerson;
let two: TestPerson;
let trackId: string;
beforeAll(async () => {
  test = await openTestListeners();
  [artist, one, two] = [
    await test.addArtist("Àdùkẹ́ Bright"),
    await test.addPerson("Amaka"),
    await test.addPerson("Tunde"),
  ];
  trackId = (await test.addTrack({ ownerId: artist.userId })).trackId;
});
afterAll(() => test[Symbol.asyncDispose]());

const write = (person: TestPerson | undefined, body: unknown, headers: Record<string, string> = {}) =>
  test.call("POST", "/api/v1/comments", { token: person?.token, body, headers });
const list = (entity: string, person?: TestPerson, query = "") =>
  test.call("GET", `/api/v1/comments/${entity}${query}`, { token: person?.token });
const like = (id: string, person?: TestPerson, body?: unknown) =>
  test.call("POST", `/api/v1/comments/like/${id}`, { token: person?.token, body });

describe("comments", () => {
  it("are refused with the documented words", async () => {
    const path = `/api/v1/comments/${newId()}`;
    const refused: [string, string, unknown, string][] = [
      ["POST", "/api/v1/comments", { trackId, content: "x" }, "Please log in to comment"],
      ["PUT", path, { content: "x" }, "Please log in to edit comments"],
      ["DELETE", path, undefined, "Please log in to delete comments"],
      ["POST", `/api/v1/comments/like/${newId()}`, undefined, "Please log in to like comments"],
    ];
    for (const [method, where, body, error] of refused) {
      expect(await test.call(method, where, { body })).toMatchObject({ status: 401, body: { error } });
    }
    for (const content of ["", "  \n ", "\u200b\u200d", undefined]) {
      const answer = await write(one, { trackId, content });
      expect(answer).toMatchObject({ status: 400, body: { error: "Comment cannot be empty" } });
    }
  });

  it("refuse hostile text and what stands nowhere", async () => {
    for (
      const content of [
        "a\u0000b",
        "a\ud800b",
        "ab\u202ecd",
        "z\u0336\u0335\u0334\u0333\u0332\u0331\u0330",
        "x".repeat(2_001),
      ]
    ) {
      expect((await write(one, { trackId, content })).status).toBe(400);
    }
    for (const target of [{ trackId: newId() }, { artistId: newId() }, { artistId: one.userId }]) {
      expect((await write(one, { ...target, content: "Hello" })).status).toBe(404);
    }
    expect((await write(one, { content: "Hello" })).status).toBe(400);
    expect((await write(one, { trackId, artistId: artist.userId, content: "Hello" })).status).toBe(400);
    for (const entity of [`album/${trackId}`, "track/7", "track/%00"]) {
      expect((await list(entity)).status).toBe(404);
    }
    for (const id of [newId(), "7"]) expect((await like(id, one)).status).toBe(404);
    const gone = await test.addTrack({ ownerId: artist.userId });
    const removal = { trackId: gone.trackId, userId: artist.userId, isAdmin: false };
    await test.world.deps.store.execute(removeTrack, removal, { logs: ["social"], metadata: { actor: "system:test" } });
    expect((await write(one, { trackId: gone.trackId, content: "Hello" })).status).toBe(404);
  });

  it("keep their words, tone marks and markup as they were written, and say who wrote them", async () => {
    const content = "Ẹ káàbọ̀! <script>alert(1)</script> 🎶\nOrin tó dára";
    const { status, body } = await write(one, { artistId: artist.userId, content: `  ${content} ` });
    expect(status).toBe(201);
    expect(answerOf(postCommentCall, body).comment).toMatchObject({
      content,
      userId: { _id: one.userId, firstName: "Amaka" },
      ...{ likes: [], likeCount: 0, liked: false },
    });
    expect(body.comment.updatedAt).toBe(body.comment.createdAt);
    expect((await list(`artist/${artist.userId}`)).body.comments).toEqual([body.comment]);
    const rows = await test.world.test.store.sql`select data::text as data from events where type like 'Comment%'`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("Orin");
  });

  it("are posted once, however often the same command arrives", async () => {
    const song = await test.addTrack({ ownerId: artist.userId });
    const headers = { "idempotency-key": newId() };
    const said = { trackId: song.trackId, content: "Once" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(one, said, headers)));
    expect(new Set(answers.map((answer) => answer.body.comment._id)).size).toBe(1);
    expect((await write(one, { ...said, content: "Twice" }, headers)).status).toBe(422);
    expect((await list(`track/${song.trackId}`)).body).toMatchObject({ total: 1, totalPages: 1 });
  });

  it("may come under a key of any words, which is each person's own", async () => {
    const song = await test.addTrack({ ownerId: artist.userId });
    const said = { trackId: song.trackId, content: "Once" };
    const under = async (person: TestPerson, key: string) => await write(person, said, { "idempotency-key": key });
    const ids = [await under(one, "comment 1"), await under(one, "comment 1"), await under(two, "comment 1")]
      .map((answer) => answer.body.comment._id);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
    for (const key of ["", "x".repeat(256)]) expect((await under(one, key)).status).toBe(400);
  });

  it("come ten to a page, newest first", async () => {
    const song = await test.addTrack({ ownerId: artist.userId });
    for (let index = 1; index <= 23; index++) {
      test.pass(1_000);
      await write(one, { trackId: song.trackId, content: `Number ${index}` });
    }
    const texts = async (query: string) => {
      const { body } = await list(`track/${song.trackId}`, undefined, query);
      return answerOf(listCommentsCall, body).comments.map((comment) => comment.content);
    };
    expect((await texts(""))[0]).toBe("Number 23");
    expect(await texts("?page=3&limit=10")).toEqual(["Number 3", "Number 2", "Number 1"]);
    expect(await texts("?page=4")).toEqual([]);
    expect((await list(`track/${song.trackId}`, undefined, "?page=1&limit=10")).body.totalPages).toBe(3);
    for (const query of ["?page=0", "?limit=1000", "?page=x"]) {
      expect((await list(`track/${song.trackId}`, undefined, query)).status).toBe(400);
    }
  });

  it("are edited and deleted by their authors alone", async () => {
    const { body: { comment } } = await write(one, { trackId, content: "First words" });
    const path = `/api/v1/comments/${comment._id}`;
    test.pass(60_000);
    const edit = (person: TestPerson, content: string) =>
      test.call("PUT", path, { token: person.token, body: { content } });
    expect((await edit(two, "Not mine")).status).toBe(403);
    expect((await edit(one, " ")).body.error).toBe("Comment cannot be empty");
    expect((await edit(one, "First words")).body.comment.updatedAt).toBe(comment.createdAt);
    const edited = (await edit(one, "Second words")).body.comment;
    expect(edited.content).toBe("Second words");
    expect(Date.parse(edited.updatedAt) - Date.parse(edited.createdAt)).toBe(60_000);
    expect((await test.call("DELETE", path, { token: two.token })).status).toBe(403);
    expect((await test.call("DELETE", path, { token: one.token })).status).toBe(200);
    expect((await test.call("DELETE", path, { token: one.token })).status).toBe(404);
    expect((await edit(one, "Third words")).status).toBe(404);
    expect((await like(comment._id, two)).status).toBe(404);
    const { body } = await list(`track/${trackId}`);
    expect(body.comments.map((left: { _id: string }) => left._id)).not.toContain(comment._id);
  });

  it("are liked by a tap and unliked by the next; saying it outright is harmless twice", async () => {
    const { body: { comment: { _id: id } } } = await write(one, { trackId, content: "Like me" });
    expect((await like(id, two)).body).toEqual({ liked: true, likeCount: 1 });
    expect((await like(id, one)).body).toEqual({ liked: true, likeCount: 2 });
    const [shown] = (await list(`track/${trackId}`, two)).body.comments;
    expect(shown).toMatchObject({ liked: true, likeCount: 2 });
    expect(shown.likes.toSorted()).toEqual([two.userId]);
    await test.call("PUT", "/api/v1/settings", { token: one.token, body: { isNamed: true } });
    const likes = async (who?: TestPerson) => (await list(`track/${trackId}`, who)).body.comments[0].likes.toSorted();
    expect([await likes(two), await likes()]).toEqual([[one.userId, two.userId].toSorted(), [one.userId]]);
    await test.call("PUT", "/api/v1/settings", { token: one.token, body: { isNamed: false } });
    expect(await likes()).toEqual([]);
    expect((await list(`track/${trackId}`)).body.comments[0].liked).toBe(false);
    expect((await like(id, two)).body).toEqual({ liked: false, likeCount: 1 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => like(id, two, { liked: true })));
    expect(answers.map((answer) => answer.body.liked)).toEqual(Array.from({ length: 10 }, () => true));
    expect((await list(`track/${trackId}`, two)).body.comments[0].likeCount).toBe(2);
  });

  it("of erased people lose words and name, and nobody can be brought back by writing", async () => {
    const song = await test.addTrack({ ownerId: artist.userId });
    const gone = await test.addPerson("Ghost");
    await write(gone, { trackId: song.trackId, content: "Remember me" });
    await test.world.deps.personal.destroy(test.world.deps.store.sql, gone.userId);
    const { body } = await list(`track/${song.trackId}`);
    expect(body.comments[0]).toMatchObject({ userId: { _id: "", firstName: "Anonymous", username: "Anonymous" } });
    expect(JSON.stringify(body)).not.toMatch(/Remember|Ghost/);
    expect((await write(gone, { trackId: song.trackId, content: "I am back" })).status).toBe(401);
  });
});

describe("replies", () => {
  const reply = async (person: TestPerson, content: string, place: Record<string, unknown>) => {
    test.pass(1_000);
    return await write(person, { content, ...place });
  };
  const repliesOf = (id: string, query = "", person?: TestPerson) =>
    test.call("GET", `/api/v1/comments/${id}/replies${query}`, { token: person?.token });
  const contents = (body: unknown) => answerOf(listRepliesCall, body).replies.map(({ content }) => content);

  it("stand under their comment, oldest first, page by page; one to a reply is no deeper", async () => {
    const song = await test.addTrack({ ownerId: artist.userId });
    const { trackId } = song;
    const { body: { comment: { _id: head } } } = await reply(one, "Sweet", { trackId });
    const { status, body: { comment: first } } = await reply(two, "True", { trackId, replyTo: head });
    expect([status, first]).toMatchObject([201, { replyTo: head, threadId: head, content: "True" }]);
    const deeper = (await reply(one, "Thank you", { trackId, replyTo: first._id })).body.comment;
    expect(deeper).toMatchObject({ replyTo: first._id, threadId: head });
    const { body } = await list(`track/${trackId}`);
    expect(body).toMatchObject({ comments: [{ _id: head, replyCount: 2 }], total: 3, totalPages: 1 });
    expect(body.comments).toHaveLength(1);
    expect(contents((await repliesOf(head)).body)).toEqual(["True", "Thank you"]);
    const page = (await repliesOf(head, "?limit=1")).body;
    expect(contents(page)).toEqual(["True"]);
    const next = (await repliesOf(head, `?limit=1&after=${page.nextCursor}`)).body;
    expect([contents(next), next.nextCursor]).toEqual([["Thank you"], null]);
    await like(first._id, one);
    expect((await repliesOf(head, "", one)).body.replies[0]).toMatchObject({ liked: true, likeCount: 1 });
    expect((await repliesOf(newId())).body).toEqual({ replies: [], nextCursor: null });
    for (const query of ["?after=x", "?after=1.7", "?limit=0"]) expect((await repliesOf(head, query)).status).toBe(400);
    expect((await repliesOf("7")).status).toBe(404);
  });

  it("need a comment that is there, of the same song or page, and are written once", async () => {
    const { trackId } = await test.addTrack({ ownerId: artist.userId });
    const head = (await reply(one, "Here", { trackId })).body.comment._id;
    const gone = { status: 404, body: { error: "The comment you reply to is no longer there" } };
    expect(await reply(two, "Where?", { trackId, replyTo: newId() })).toMatchObject(gone);
    expect(await reply(two, "Where?", { artistId: artist.userId, replyTo: head })).toMatchObject(gone);
    expect((await reply(two, "Where?", { trackId, replyTo: "7" })).status).toBe(400);
    const said = { commentId: newId(), trackId, replyTo: head, content: "Once" };
    const headers = { "idempotency-key": newId() };
    const answers = await Promise.all(Array.from({ length: 3 }, () => write(two, said, headers)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await write(two, { ...said, replyTo: newId() }, headers)).status).toBe(422);
    await test.call("DELETE", `/api/v1/comments/${head}`, { token: one.token });
    expect(await reply(one, "Too late", { trackId, replyTo: head })).toMatchObject(gone);
    // The same words again are the same reply, also after what it answered has gone.
    expect((await write(two, said)).status).toBe(201);
    expect(contents((await repliesOf(head)).body)).toEqual(["Once"]);
  });

  it("stand while their comment is removed, which keeps its place until the last is gone", async () => {
    const { trackId } = await test.addTrack({ ownerId: artist.userId });
    const remove = (person: TestPerson, id: string) =>
      test.call("DELETE", `/api/v1/comments/${id}`, { token: person.token });
    const head = (await reply(one, "A secret", { trackId })).body.comment._id;
    const answer = (await reply(two, "Oh!", { trackId, replyTo: head })).body.comment._id;
    expect((await remove(one, head)).status).toBe(200);
    const { body } = await list(`track/${trackId}`, two);
    expect(answerOf(listCommentsCall, body).comments).toMatchObject([
      {
        _id: head,
        content: "Comment removed",
        isRemoved: true,
        replyCount: 1,
        userId: { _id: "", firstName: "Anonymous" },
      },
    ]);
    expect([body.total, body.totalPages, JSON.stringify(body).includes("secret")]).toEqual([1, 1, false]);
    for (const person of [one, two]) expect((await like(head, person)).status).toBe(404);
    const edit = { token: one.token, body: { content: "Back" } };
    expect((await test.call("PUT", `/api/v1/comments/${head}`, edit)).status).toBe(404);
    expect((await remove(one, head)).status).toBe(404);
    // Who still talks there may go on.
    const last = (await reply(one, "Sorry", { trackId, replyTo: answer })).body.comment;
    expect(last.threadId).toBe(head);
    await remove(two, answer);
    await remove(one, last._id);
    expect((await list(`track/${trackId}`)).body).toMatchObject({ comments: [], total: 0 });
  });
});

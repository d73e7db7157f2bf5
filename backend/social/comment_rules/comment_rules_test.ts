import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

const DAY_MS = 24 * 3_600_000;
let test: TestListeners;
let ada: TestPerson;
let bola: TestPerson;
let trackId: string;

beforeAll(async () => {
  test = await openTestListeners();
  ada = await test.addArtist("Ada");
  bola = await test.addPerson("Bola");
  trackId = (await test.addTrack({ ownerId: ada.userId })).trackId;
});
afterAll(() => test[Symbol.asyncDispose]());

const rules = (words: string[], holdFirst = false) =>
  test.call("PUT", "/api/v1/comment-rules", { token: ada.token, body: { words, holdFirst } });
const write = (who: TestPerson, content: string) => {
  // Each has a moment of its own.
  test.pass(1_000);
  return test.call("POST", "/api/v1/comments", { token: who.token, body: { trackId, content } });
};
const seenBy = async (who?: TestPerson) => {
  const { body } = await test.call("GET", `/api/v1/comments/track/${trackId}`, { token: who?.token });
  return body.comments.map(({ content }: { content: string }) => content);
};
const waiting = async () => (await test.call("GET", "/api/v1/held-comments", { token: ada.token })).body.comments;
const decide = (id: string, step: "release" | "refuse", who = ada) =>
  test.call("POST", `/api/v1/held-comments/${id}/${step}`, { token: who.token });

it("shows all at once where the artist has said nothing, and keeps the rules to the artist", async () => {
  await write(bola, "Lovely");
  expect([await seenBy(), await waiting()]).toEqual([["Lovely"], []]);
  expect((await test.call("GET", "/api/v1/comment-rules", { token: bola.token })).status).toBe(403);
  expect((await rules([" "])).status).toBe(400);
  expect((await rules(Array.from({ length: 201 }, (_one, index) => `word ${index}`))).status).toBe(400);
});

it("lets a comment with one of the words wait, new or edited, until the artist lets it through", async () => {
  expect((await rules(["olè", "olè", "fake artist"])).body).toEqual({
    words: ["olè", "fake artist"],
    holdFirst: false,
  });
  const { body: { comment } } = await write(bola, "You are an OLE");
  expect([await seenBy(), await seenBy(bola)]).toEqual([["Lovely"], ["You are an OLE", "Lovely"]]);
  expect(await waiting()).toMatchObject([{ _id: comment._id, content: "You are an OLE", author: "Bola" }]);
  // New words are no way past the artist.
  await test.call("PUT", `/api/v1/comments/${comment._id}`, { token: bola.token, body: { content: "You are kind" } });
  expect(await seenBy()).toEqual(["Lovely"]);
  expect((await decide(comment._id, "release", await test.addArtist("Other"))).status).toBe(404);
  expect((await decide(comment._id, "release")).body.comments).toEqual([]);
  expect((await decide(comment._id, "release")).status).toBe(404);
  expect(await seenBy()).toEqual(["You are kind", "Lovely"]);
  await test.call("PUT", `/api/v1/comments/${comment._id}`, { token: bola.token, body: { content: "FAKE  artist!" } });
  expect(await seenBy()).toEqual(["Lovely"]);
  await decide(comment._id, "refuse");
  expect([await seenBy(), await waiting(), await seenBy(bola)]).toEqual([["Lovely"], [], ["FAKE  artist!", "Lovely"]]);
  // Nor is a name.
  const named = await test.addPerson("Olè");
  await write(named, "Only kind words");
  expect(await waiting()).toMatchObject([{ content: "Only kind words", author: "Olè" }]);
  expect((await seenBy())[0]).toBe("Lovely");
  await decide((await waiting())[0]._id, "refuse");
  // The artist's own words never wait.
  await write(ada, "No fake artist here");
  expect(await seenBy()).toEqual(["No fake artist here", "Lovely"]);
});

it("lets first comments of new accounts wait on demand, not those of older ones", async () => {
  await rules([], true);
  const chi = await test.addPerson("Chi");
  const { body: { comment } } = await write(chi, "My first");
  await write(chi, "My second");
  expect((await waiting()).map(({ content }: { content: string }) => content)).toEqual(["My first", "My second"]);
  await decide(comment._id, "release");
  await write(chi, "My third");
  expect((await seenBy()).slice(0, 2)).toEqual(["My third", "My first"]);
  const dayo = await test.addPerson("Dayo");
  test.pass(30 * DAY_MS);
  await write(await test.logIn(dayo), "Here for a month");
  expect((await seenBy())[0]).toBe("Here for a month");
  ada = await test.logIn(ada);
  bola = await test.logIn(bola);
  await rules([]);
});

it("keeps a blocked person from commenting and answering, and their words from who blocked them", async () => {
  const { body: { comment } } = await write(bola, "Hello from Bola");
  const block = (who: TestPerson, id: string) =>
    test.call("POST", `/api/v1/comments/${id}/block`, { token: who.token });
  expect((await block(bola, comment._id)).status).toBe(409);
  expect([(await block(ada, comment._id)).status, (await block(ada, comment._id)).status]).toEqual([200, 200]);
  expect((await seenBy(ada))[0]).toBe("You have blocked this person");
  expect((await seenBy())[0]).toBe("Hello from Bola");
  expect(await write(bola, "Again")).toMatchObject({ status: 403, body: { code: "comments_closed" } });
  const { body: { people } } = await test.call("GET", "/api/v1/blocks", { token: ada.token });
  expect(people).toMatchObject([{ name: "Bola" }]);
  expect(JSON.stringify(people)).not.toContain(bola.userId);
  // Only the person who blocked can end the block.
  await test.call("DELETE", `/api/v1/blocks/${people[0].blockId}`, { token: bola.token });
  expect((await write(bola, "Again")).status).toBe(403);
  await test.call("DELETE", `/api/v1/blocks/${people[0].blockId}`, { token: ada.token });
  expect((await write(bola, "Again")).status).toBe(201);
});

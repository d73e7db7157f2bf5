import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { ANSWER_LINK_DAYS } from "../../contract/moderation.ts";
import { addAdmin } from "../../testing/access.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { TEST_PASSWORD } from "../../testing/people.ts";
import { waitFor } from "../../testing/wait.ts";

let test: TestListeners;
let first: TestPerson;
let second: TestPerson;
beforeAll(async () => {
  test = await openTestListeners();
  [first, second] = [await addAdmin(test.world.deps, "support"), await addAdmin(test.world.deps, "catalogue")];
});
afterAll(() => test[Symbol.asyncDispose]());

const APPEALS = "/api/v1/admin/suspension-appeals";
const WORDS = "I am the artist: the recordings are my own.";
const as = (who: TestPerson, body?: unknown) => ({ token: who.token, ...(body === undefined ? {} : { body }) });
const logIn = async (who: TestPerson) =>
  await test.call("POST", "/api/auth/login", { body: { email: who.email, password: TEST_PASSWORD } });
const mailOf = async (who: TestPerson, subject: RegExp) => {
  const found = await waitFor(`a mail whose subject is like ${subject}`, async () => {
    await test.world.settle();
    return test.world.outbox.newest(200).find((mail) => mail.to === who.email && subject.test(mail.subject));
  });
  return found.text;
};
/** A person suspended with their music, and the link of the mail. */
async function shutOut(by = first) {
  const artist = await test.member("creator", { firstName: "Thief" });
  const { trackId } = await test.addTrack({ ownerId: artist.userId, title: "Mine", artist: "Thief" });
  const body = { reason: "Ticket 12", words: "Two labels claim your songs.", music: "hidden" };
  expect((await test.call("POST", `/api/v1/admin/users/${artist.userId}/suspend`, as(by, body))).status).toBe(200);
  const text = await mailOf(artist, /is suspended/);
  return { artist, trackId, text, token: /\/suspended\/([\w~-]+)/.exec(text)?.[1] ?? "" };
}
const look = async (token: string) => await test.call("GET", `/api/v1/suspensions/${token}`);
const appeal = async (token: string, text = WORDS, key = newId()) =>
  await test.call("POST", `/api/v1/suspensions/${token}/appeals`, {
    body: { text },
    headers: { "idempotency-key": key },
  });
const waiting = async (who: TestPerson, userId: string) =>
  (await test.call("GET", APPEALS, as(who))).body.appeals.find((one: { userId: string }) => one.userId === userId);
const answer = async (who: TestPerson, appealId: string, verdict: string) =>
  await test.call("POST", `${APPEALS}/${appealId}/answers`, as(who, { verdict, words: "In our words." }));
const isHeard = async (id: string) => (await test.call("GET", `/api/v1/tracks/${id}`)).status === 200;

it("who is shut out reads why without a log-in, appeals once, and comes back whole where another admin agrees", async () => {
  const { artist, trackId, text, token } = await shutOut();
  expect(text).toMatch(/Two labels claim your songs/);
  expect(text).not.toMatch(/Ticket 12/);
  expect((await logIn(artist)).body.code).toBe("account_suspended");
  expect(await look(token)).toMatchObject({
    status: 200,
    body: {
      firstName: "Thief",
      words: "Two labels claim your songs.",
      isMusicHidden: true,
      isOver: false,
      mayAppeal: true,
    },
  });
  expect(JSON.stringify((await look(token)).body)).not.toMatch(/Ticket 12/);

  expect((await appeal(token, "short")).status).toBe(400);
  const key = newId();
  expect((await appeal(token, WORDS, key)).status).toBe(201);
  expect((await appeal(token, WORDS, key)).status).toBe(201);
  expect((await appeal(token, `${WORDS} Again.`)).body.error).toMatch(/already appealed/);
  expect((await look(token)).body).toMatchObject({ mayAppeal: false, appeal: { text: WORDS } });

  // The queue shows it to another moderator than the one who suspended, who cannot answer by a call either.
  const { appealId } = await waiting(second, artist.userId);
  expect((await waiting(second, artist.userId)).mayAnswer).toBe(true);
  expect((await waiting(first, artist.userId)).mayAnswer).toBe(false);
  expect((await answer(first, appealId, "uphold")).body.code).toBe("not_your_approval");
  expect((await test.call("GET", `${APPEALS}/${appealId}`, as(second))).body).toMatchObject({
    ...{ reason: "Ticket 12", words: "Two labels claim your songs.", text: WORDS, isOver: false },
  });
  expect(await isHeard(trackId)).toBe(false);
  expect((await answer(second, appealId, "grant")).body).toMatchObject({ verdict: "grant", isOver: true });
  await test.world.settle();
  expect(await isHeard(trackId)).toBe(true);
  expect((await logIn(artist)).status).toBe(200);
  expect((await answer(second, appealId, "uphold")).body.code).toBe("already_decided");
  expect(await mailOf(artist, /is open again/)).toMatch(/In our words/);
  expect((await look(token)).body).toMatchObject({ isOver: true, mayAppeal: false });
});

it("an answer that stands is final; a later suspension has a link of its own", async () => {
  const { artist, token } = await shutOut();
  await appeal(token);
  const { appealId } = await waiting(second, artist.userId);
  expect((await answer(second, appealId, "uphold")).status).toBe(200);
  expect(await mailOf(artist, /Our answer to your appeal/)).toMatch(/final/);
  expect((await logIn(artist)).body.code).toBe("account_suspended");
  expect((await appeal(token, WORDS)).body.error).toMatch(/final/);
  expect((await look(token)).body.appeal.answer).toMatchObject({ verdict: "uphold", text: "In our words." });

  test.pass(60_000);
  const user = `/api/v1/admin/users/${artist.userId}`;
  await test.call("POST", `${user}/unsuspend`, as(first, { reason: "Settled" }));
  await test.call("POST", `${user}/suspend`, as(first, { reason: "Again" }));
  // The old link opens nothing of the new suspension.
  expect((await appeal(token)).body.code).toBe("link_invalid");
});

it("an appeal whose suspension is lifted meanwhile waits for nobody", async () => {
  const { artist, token } = await shutOut();
  await appeal(token);
  const { appealId } = await waiting(second, artist.userId);
  await test.call("POST", `/api/v1/admin/users/${artist.userId}/unsuspend`, as(first, { reason: "A mistake" }));
  await test.world.settle();
  expect(await waiting(second, artist.userId)).toBeUndefined();
  expect((await answer(second, appealId, "grant")).body.code).toBe("already_decided");
});

it("a link with a changed byte, of another person, or too old opens nothing", async () => {
  const { token } = await shutOut();
  const other = await shutOut();
  for (const at of [12, 30, token.length - 2]) {
    const changed = token.slice(0, at) + (token[at] === "a" ? "b" : "a") + token.slice(at + 1);
    expect([at, (await look(changed)).body.code]).toEqual([at, "link_invalid"]);
  }
  const [, signature = ""] = token.split("~");
  const [name = ""] = other.token.split("~");
  expect((await look(`${name}~${signature}`)).body.code).toBe("link_invalid");
  test.pass((ANSWER_LINK_DAYS + 1) * 86_400_000);
  expect((await appeal(token)).body).toMatchObject({ code: "link_invalid", error: "This link has expired" });
});

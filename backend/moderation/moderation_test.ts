import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLAIM_CONFIRM_DAYS, COUNTER_NOTICE_DAYS } from "../contract/moderation.ts";
import { newId } from "../contract/ids.ts";
import { addAdmin } from "../testing/access.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { eventually, waitFor } from "../testing/wait.ts";

const DAY_MS = 24 * 3_600_000;
let test: TestListeners;
let [ada, bola, chi]: TestPerson[] = [];
let admins: TestPerson[];
let trackId: string;

beforeAll(async () => {
  test = await openTestListeners();
  ada = await test.addArtist("Ada Stolen");
  [bola, chi] = [await test.addPerson("Bola"), await test.addPerson("Chi")];
  admins = [await addAdmin(test.world.deps, "catalogue"), await addAdmin(test.world.deps, "catalogue")];
  trackId = await song("Zumba One");
});
afterAll(() => test[Symbol.asyncDispose]());

const song = async (title: string) =>
  (await test.addTrack({ ownerId: ada?.userId ?? "", title, artist: "Ada Stolen" })).trackId;
const as = (person: TestPerson | undefined, body?: unknown, key?: string) => ({
  ...{ token: person?.token ?? "", ...(body === undefined ? {} : { body }) },
  ...(key && { headers: { "idempotency-key": key } }),
});
const report = (who: TestPerson | undefined, kind: string, id: string, more: object = {}) =>
  test.call("POST", "/api/v1/reports", as(who, { kind, id, reason: "spam", ...more }));
const CASES = "/api/v1/admin/moderation";
const caseOf = async (kind: string, id: string, who = admins[0]) =>
  (await test.call("GET", `${CASES}/${kind}/${id}`, as(who))).body;
const decide = async (
  kind: string,
  id: string,
  [step, more = {}, who = admins[0]]: [string, object?, (TestPerson | undefined)?],
) => {
  const { decisions: seen } = await caseOf(kind, id);
  return await test.call("POST", `${CASES}/${kind}/${id}/${step}`, as(who, { words: "In our words.", seen, ...more }));
};
const hide = (kind: string, id: string, more: object = {}) => decide(kind, id, ["hide", { reason: "spam", ...more }]);
const own = async (who: TestPerson | undefined) => (await test.call("GET", "/api/v1/moderation", as(who))).body;
const searched = async (q: string) => JSON.stringify((await test.call("GET", `/api/v1/search?q=${q}`, as(chi))).body);
const isHeard = async (id: string) => (await test.call("GET", `/api/v1/tracks/${id}`)).status === 200;
const mailsTo = async (who: Pick<TestPerson, "email"> | undefined) => {
  await test.world.settle();
  return test.world.outbox.newest(200).filter((mail) => mail.to === who?.email).map((mail) => mail.subject);
};
const toldTo = async (who: TestPerson | undefined) => {
  await test.world.settle();
  const { body } = await test.call("GET", "/api/v1/notifications", as(who));
  return body.notifications.map(({ title }: { title: string }) => title);
};

describe("a report", () => {
  it("needs an account, a reason that fits, and something that is there and is not one's own", async () => {
    expect((await report(undefined, "song", trackId)).status).toBe(401);
    expect((await report(bola, "song", newId())).status).toBe(404);
    expect((await report(bola, "planet", trackId)).status).toBe(400);
    expect((await report(bola, "comment", trackId, { reason: "stolen" })).body.error).toBe("Please choose a reason");
    expect((await report(bola, "song", trackId, { reason: "other" })).status).toBe(400);
    expect((await report(bola, "song", trackId, { words: "a\u202eb" })).status).toBe(400);
    expect(await report(ada, "song", trackId)).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("of one person is one, however often it is sent, and stands in the queue with those of others", async () => {
    const said = { reason: "other", words: "Someone <b>else</b> sings this" };
    for (let times = 0; times < 5; times++) expect((await report(bola, "song", trackId, said)).status).toBe(202);
    expect((await report(chi, "song", trackId)).status).toBe(202);
    const { body } = await test.call("GET", CASES, as(admins[0]));
    expect(body.cases).toMatchObject([{ kind: "song", subjectId: trackId, reports: 2, isHidden: false }]);
    expect(body.counts).toMatchObject({ open: 1, appeals: 0, claims: 0 });
    const { history, title } = await caseOf("song", trackId);
    expect([title, history.length]).toEqual(["Zumba One · Ada Stolen", 2]);
    // The artist does not see who reported it.
    expect(JSON.stringify(await caseOf("song", trackId))).not.toMatch(new RegExp(`Bola|${bola?.userId}`));
  });

  it("is read and decided by the catalogue's admins alone", async () => {
    const support = await addAdmin(test.world.deps, "support");
    expect((await test.call("GET", CASES, as(support))).status).toBe(200);
    expect((await decide("song", trackId, ["hide", { reason: "spam" }, support])).status).toBe(403);
    expect((await test.call("GET", CASES, as(bola))).status).toBe(403);
  });
});

describe("hiding a song", () => {
  it("takes it from everybody, tells its artist and the reporters, and counts a strike", async () => {
    expect(await searched("Zumba")).toContain(trackId);
    expect(await hide("song", trackId, { strike: true })).toMatchObject({
      status: 200,
      body: { isHidden: true, reports: 0 },
    });
    expect(await isHeard(trackId)).toBe(false);
    expect(await searched("Zumba")).not.toContain(trackId);
    expect((await report(bola, "song", trackId)).status).toBe(404);
    expect((await caseOf("song", trackId)).reports).toBe(0);
    const held = await own(ada);
    expect(held.strikes).toEqual({ count: 1, most: 3 });
    expect(held.decisions).toMatchObject([{ words: "In our words.", stands: true, mayAppeal: true, isStrike: true }]);
    expect((await test.call("GET", "/api/v1/my-tracks", as(ada))).body.tracks[0]).toMatchObject({
      holds: ["moderation"],
    });
    await eventually("the mail about the hidden song", () => mailsTo(ada)).toContain("We have hidden your song");
    await eventually("the notice about it", () => toldTo(ada)).toContain("We have hidden something of yours");
    await eventually("the answer to the reporter", () => toldTo(bola)).toContain("We have looked at what you reported");
  });

  it("is one decision where two admins press at once, and the second is told to look again", async () => {
    const other = await song("Zumba Two");
    const both = await Promise.all(
      admins.map((admin) =>
        test.call("POST", `${CASES}/song/${other}/hide`, as(admin, { words: "No.", seen: 0, reason: "spam" }))
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await caseOf("song", other)).history).toHaveLength(1);
    const key = newId();
    const again = () =>
      test.call("POST", `${CASES}/song/${other}/show`, as(admins[0], { words: "Yes.", seen: 1 }, key));
    expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
    expect(await isHeard(other)).toBe(true);
  });

  it("is appealed once, and answered by another admin than the one who decided", async () => {
    const { decisionId } = (await own(ada)).decisions.find((one: { subjectId: string }) => one.subjectId === trackId);
    const appeal = (text: string, who = ada, key?: string) =>
      test.call("POST", `/api/v1/moderation/${decisionId}/appeals`, as(who, { text }, key));
    const words = "I wrote this song myself in 2019.";
    expect((await appeal("short")).status).toBe(400);
    expect((await appeal(words, bola)).status).toBe(404);
    const key = newId();
    expect((await appeal(words, ada, key)).status).toBe(201);
    expect((await appeal(words, ada, key)).status).toBe(201);
    expect((await appeal("And another appeal of mine.")).body.error).toMatch(/already appealed/);
    const { appeal: first } = await caseOf("song", trackId, admins[0]);
    expect(first).toMatchObject({ text: words, mayAnswer: false });
    const answer = (who: TestPerson | undefined, verdict: string) =>
      decide("song", trackId, [`appeals/${first.appealId}/answers`, { verdict }, who]);
    expect(await answer(admins[0], "uphold")).toMatchObject({ status: 409, body: { code: "not_your_approval" } });
    expect(await answer(admins[1], "grant")).toMatchObject({ status: 200, body: { isHidden: false } });
    expect((await answer(admins[1], "grant")).status).toBe(409);
    expect(await isHeard(trackId)).toBe(true);
    expect(await own(ada)).toMatchObject({ strikes: { count: 0 } });
    await eventually("the mail about the song that is back", () => mailsTo(ada)).toContain("Your song is back");
    const refused = (await own(ada)).decisions.find((one: { subjectId: string }) => one.subjectId === trackId);
    expect(refused).toMatchObject({ stands: false, mayAppeal: false, appeal: { answer: { verdict: "grant" } } });
  });
});

describe("hiding an artist", () => {
  it("hides the page and all songs, those that come later too, and all comes back whole", async () => {
    const page = async () => (await test.call("GET", `/api/auth/creators/${ada?.userId}`)).status;
    expect(await page()).toBe(200);
    expect((await hide("artist", ada?.userId ?? "")).status).toBe(200);
    expect([await page(), await isHeard(trackId)]).toEqual([404, false]);
    const later = await song("Zumba Later");
    expect(await isHeard(later)).toBe(false);
    const gift = { amount: 5, message: "Well done", method: "tokens", artistId: ada?.userId };
    expect(await test.call("POST", "/api/v1/gifts", as(bola, gift, newId()))).toMatchObject({
      ...{ status: 409, body: { code: "gifts_paused" } },
    });
    expect((await decide("artist", ada?.userId ?? "", ["show"])).status).toBe(200);
    expect([await page(), await isHeard(trackId), await isHeard(later)]).toEqual([200, true, true]);
  });

  it("keeps a song hidden that has another reason", async () => {
    const both = await song("Zumba Both");
    await hide("song", both);
    await hide("artist", ada?.userId ?? "");
    await decide("artist", ada?.userId ?? "", ["show"]);
    expect([await isHeard(both), await isHeard(trackId)]).toEqual([false, true]);
  });
});

describe("a suspension", () => {
  it("hides the music where the admin chooses so, until the choice or the suspension ends", async () => {
    const support = await addAdmin(test.world.deps, "support");
    const thief = await test.addArtist("Thief");
    const { trackId: stolen } = await test.addTrack({ ownerId: thief.userId, title: "Not Mine", artist: "Thief" });
    const user = (step: string, body: object) =>
      test.call("POST", `/api/v1/admin/users/${thief.userId}/${step}`, as(support, body));
    expect((await user("music", { music: "hidden" })).body.code).toBe("not_suspended");
    expect((await user("suspend", { reason: "Stolen recordings", music: "gone" })).status).toBe(400);
    expect((await user("suspend", { reason: "Stolen recordings" })).status).toBe(200);
    expect(await isHeard(stolen)).toBe(true);
    expect((await user("music", { music: "hidden" })).body).toMatchObject({ status: "suspended", music: "hidden" });
    const { trackId: late } = await test.addTrack({ ownerId: thief.userId, title: "Not Mine Either", artist: "Thief" });
    expect([await isHeard(stolen), await isHeard(late)]).toEqual([false, false]);
    expect((await test.call("GET", `/api/auth/creators/${thief.userId}`)).status).toBe(404);
    expect((await user("unsuspend", { reason: "They had the rights" })).status).toBe(200);
    expect([await isHeard(stolen), await isHeard(late)]).toEqual([true, true]);
    expect((await user("suspend", { reason: "Again", music: "hidden" })).status).toBe(200);
    expect(await isHeard(stolen)).toBe(false);
    expect((await user("music", { music: "stays" })).body).toMatchObject({ status: "suspended", music: "stays" });
    expect(await isHeard(stolen)).toBe(true);
  });
});

describe("a rights holder's claim", () => {
  const claim = (id: string, more: object = {}) => ({
    ...{ trackId: id, name: "Lagos Label", email: "rights@label.example", address: "1 Broad Street, Lagos" },
    ...{ work: "Our song of 2015, on every service.", statement: "The whole recording is ours, note for note." },
    ...{ isGoodFaith: true, isTrue: true, ...more },
  });
  const label = { email: "rights@label.example" };
  const send = (body: object, key = newId()) =>
    test.call("POST", "/api/v1/takedowns", { body, headers: { "idempotency-key": key } });
  let [taken, claimId] = ["", ""];
  /** The link in the newest mail that asks an address. */
  const linkTo = async (email: string): Promise<string> => {
    const mail = await waitFor("the mail that asks to confirm the claim", async () => {
      await test.world.settle();
      return test.world.outbox.newest(200).find(({ to, subject }) =>
        to === email && /confirm your claim/.test(subject)
      );
    });
    return /\/takedown\/([\w~-]+)/.exec(mail.text)?.[1] ?? "";
  };
  const open = (token: string, key = newId()) =>
    test.call("POST", `/api/v1/takedowns/links/${token}`, { headers: { "idempotency-key": key } });

  it("is answered for by name, holds nothing by itself, and is one however often it is sent", async () => {
    taken = await song("Zumba Taken");
    for (
      const more of [{ isTrue: false }, { isGoodFaith: undefined }, { name: " " }, { trackId: "x" }, { email: "no" }]
    ) {
      expect((await send(claim(taken, more))).status).toBe(400);
    }
    expect((await send(claim(newId()))).status).toBe(404);
    const key = newId();
    const first = await send(claim(taken), key);
    expect(first.status).toBe(202);
    expect((await send(claim(taken), key)).body.claimId).toBe(first.body.claimId);
    expect(first.body.message).toMatch(/open the link in the email that we have sent to rights@label.example/);
    expect(await isHeard(taken)).toBe(true);
    claimId = first.body.claimId;
  });

  it("waits apart until its address is confirmed: an invented one hides nothing, and no admin can decide", async () => {
    const lists = async () => {
      const { counts } = (await test.call("GET", `${CASES}?list=unconfirmed`, as(admins[0]))).body;
      return [counts.unconfirmed, counts.claims];
    };
    expect(await lists()).toEqual([1, 0]);
    const grant = await decide("song", taken, [`claims/${claimId}/grant`]);
    expect([grant.status, grant.body.error]).toEqual([409, expect.stringMatching(/Nobody has confirmed the address/)]);
    expect(await isHeard(taken)).toBe(true);
    // The mail carries no word of who claims, not even the name: it may go to anybody.
    await linkTo(label.email);
    const mail = test.world.outbox.newest(200).find(({ to }) => to === label.email);
    expect(mail?.text).not.toMatch(/Lagos Label|note for note|2015/);
  });

  it("is confirmed in any browser with the link of the mail: once, whole, and by a press, not by a look", async () => {
    const token = await linkTo(label.email);
    const look = () => test.call("GET", `/api/v1/takedowns/links/${token}`);
    expect((await look()).body).toMatchObject({
      state: "unconfirmed",
      title: "Zumba Taken · Ada Stolen",
      name: "Lagos Label",
    });
    for (const at of [0, 8, token.length - 3]) {
      const changed = token.slice(0, at) + (token[at] === "a" ? "b" : "a") + token.slice(at + 1);
      expect([at, (await open(changed)).body.code]).toEqual([at, "link_invalid"]);
    }
    expect((await test.call("GET", `/api/v1/moderation/links/${token}`)).body.code, "for another thing").toBe(
      "link_invalid",
    );
    expect((await look()).body.state).toBe("unconfirmed");
    const key = newId();
    expect(await open(token, key)).toMatchObject({ status: 200, body: { state: "waiting" } });
    expect((await open(token, key)).status, "an answer that was lost").toBe(200);
    expect((await open(token)).body).toMatchObject({
      code: "link_invalid",
      error: expect.stringMatching(/used before/),
    });
    expect((await send(claim(taken))).status).toBe(409);
    expect((await test.call("GET", `${CASES}?list=claims`, as(admins[0]))).body.cases).toHaveLength(1);
    await eventually("the confirmation of the claim", () => mailsTo(label)).toContain("We have your claim");
  });

  it("that nobody confirms is forgotten after seven days, and its link opens nothing any more", async () => {
    const other = await song("Zumba Forgotten");
    const { body } = await send(claim(other, { email: "invented@nobody.example" }));
    const token = await linkTo("invented@nobody.example");
    await test.world.settle();
    test.pass(CLAIM_CONFIRM_DAYS * DAY_MS + 1_000);
    await test.world.settle();
    expect((await open(token)).body).toMatchObject({ code: "link_invalid", error: "This link has expired" });
    admins = [await addAdmin(test.world.deps, "catalogue"), await addAdmin(test.world.deps, "catalogue")];
    ada = await test.logIn(ada ?? { userId: "", email: "", token: "" });
    const { claims, history } = await caseOf("song", other);
    expect([claims[0]?.state, history[0]?.what]).toEqual(["lapsed", "Nobody confirmed the claim in time"]);
    expect((await decide("song", other, [`claims/${body.claimId}/grant`])).body.code).toBe("already_decided");
    expect((await test.call("GET", `${CASES}?list=unconfirmed`, as(admins[0]))).body.cases).toEqual([]);
  });

  it("takes the song down when an admin grants it; the artist answers, and it comes back in time", async () => {
    const step = (action: string) => decide("song", taken, [`claims/${claimId}/${action}`]);
    expect((await step("contest")).status).toBe(409);
    expect((await step("grant")).status).toBe(200);
    expect((await step("grant")).status).toBe(409);
    expect(await isHeard(taken)).toBe(false);
    const shown = (await own(ada)).decisions.find((one: { decisionId: string }) => one.decisionId === claimId);
    expect(shown.claim).toMatchObject({ name: "Lagos Label", state: "granted", mayCounter: true });
    expect(JSON.stringify(shown)).not.toMatch(/Broad Street|rights@label/);
    const counter = {
      name: "Ada Obi",
      address: "2 Allen Avenue, Ikeja",
      statement: "I composed it and recorded it.",
      isTrue: true,
    };
    const answer = (who = ada) =>
      test.call("POST", `/api/v1/moderation/claims/${claimId}/counter-notice`, as(who, counter));
    expect((await answer(bola)).status).toBe(404);
    // A person who cannot log in answers with the link of our mail alone.
    await eventually("the mail about the claim", () => mailsTo(ada)).toContain("Someone claims your song");
    const told = test.world.outbox.newest(200).find(({ to, subject }) =>
      to === ada?.email && /claims your song/.test(subject)
    );
    const token = /\/held\/([\w~-]+)/.exec(told?.text ?? "")?.[1] ?? "";
    const byLink = `/api/v1/moderation/links/${token}`;
    expect((await test.call("GET", byLink)).body.decision).toMatchObject({
      decisionId: claimId,
      claim: { mayCounter: true },
    });
    expect((await test.call("POST", `${byLink.slice(0, -1)}-/counter-notice`, { body: counter })).body.code).toBe(
      "link_invalid",
    );
    const given = await test.call("POST", `${byLink}/counter-notice`, { body: counter });
    expect([given.status, given.body.decision?.claim]).toMatchObject([201, { state: "countered", mayCounter: false }]);
    expect((await test.call("POST", `${byLink}/counter-notice`, { body: counter })).status, "used twice").toBe(409);
    expect((await answer()).status).toBe(409);
    await test.world.settle();
    test.pass(COUNTER_NOTICE_DAYS * DAY_MS - 60_000);
    await test.world.settle();
    expect(await isHeard(taken)).toBe(false);
    test.pass(120_000);
    await test.world.settle();
    expect(await isHeard(taken)).toBe(true);
    await eventually("the mail about the song that is back", () => mailsTo(label)).toContain("The song is back");
  });

  it("of an admin's own address is another admin's to decide", async () => {
    admins = [await addAdmin(test.world.deps, "catalogue"), await addAdmin(test.world.deps, "catalogue")];
    const other = await song("Zumba Wanted");
    const { body } = await send(claim(other, { email: admins[0]?.email }));
    expect((await open(await linkTo(admins[0]?.email ?? ""))).status).toBe(200);
    const grant = (who = admins[0]) => decide("song", other, [`claims/${body.claimId}/grant`, {}, who]);
    expect((await grant()).body.error).toMatch(/This claim is yours/);
    expect((await caseOf("song", other)).claims).toMatchObject([{ isOwn: true }]);
    expect((await grant(admins[1])).status).toBe(200);
  });

  it("stays down where the claimant goes to court, until an admin ends it", async () => {
    // Two weeks later everybody has to log in again.
    admins = [await addAdmin(test.world.deps, "catalogue"), await addAdmin(test.world.deps, "catalogue")];
    ada = await test.logIn(ada ?? { userId: "", email: "", token: "" });
    const { body: { claimId: second } } = await send(claim(taken, { email: "other@label.example" }));
    expect((await open(await linkTo("other@label.example"))).status).toBe(200);
    const step = (action: string) => decide("song", taken, [`claims/${second}/${action}`]);
    expect((await step("grant")).status).toBe(200);
    const counter = {
      name: "Ada Obi",
      address: "2 Allen Avenue, Ikeja",
      statement: "I composed it and recorded it.",
      isTrue: true,
    };
    await test.call("POST", `/api/v1/moderation/claims/${second}/counter-notice`, as(ada, counter));
    // Who took it down does not leave it down alone.
    expect(await step("contest")).toMatchObject({ status: 409, body: { code: "not_your_approval" } });
    expect((await caseOf("song", taken, admins[1])).claims.find((one: { claimId: string }) => one.claimId === second))
      .toMatchObject({ mayContest: true, isOwn: false });
    expect((await decide("song", taken, [`claims/${second}/contest`, {}, admins[1]])).status).toBe(200);
    test.pass((COUNTER_NOTICE_DAYS + 1) * DAY_MS);
    await test.world.settle();
    expect(await isHeard(taken)).toBe(false);
    admins = [await addAdmin(test.world.deps, "catalogue"), await addAdmin(test.world.deps, "catalogue")];
    expect((await decide("song", taken, [`claims/${second}/end`])).status).toBe(200);
    expect(await isHeard(taken)).toBe(true);
  });
});

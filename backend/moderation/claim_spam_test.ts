import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../app.ts";
import { MOST_UNCONFIRMED, SHOWN_UNCONFIRMED } from "../contract/moderation.ts";
import { WORK_HEADER } from "../http/rate_limit.ts";
import { addAdmin } from "../testing/access.ts";
import { type Answer, type Call, callerOf } from "../testing/call.ts";
import { addTracks, type TestPerson } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { solveWork } from "../testing/proof_of_work.ts";

const HOUR_MS = 3_600_000;
let test: TestListeners;
let call: Call;
let songs: string[];
let tracks = 0;
let networks = 0;

beforeAll(async () => {
  test = await openTestListeners();
  const ada = await test.addArtist("Ada Stolen");
  songs = await addSongs(ada, 12);
  const { deps } = test.world;
  const config = { ...deps.config, env: "production" as const, publicUrl: "https://orin.example" };
  call = callerOf(createApp({ ...deps, config }, { isReady: () => true, pagesDirectory: "" }));
});
afterAll(() => test[Symbol.asyncDispose]());

async function addSongs({ userId: ownerId }: TestPerson, count: number): Promise<string[]> {
  const songs = Array.from({ length: count }, () => ({ ownerId, title: `Zumba ${++tracks}`, artist: "Ada Stolen" }));
  return (await addTracks(test.world.deps, songs)).map(({ trackId }) => trackId);
}
const songOf = (at: number) => songs[at % songs.length] ?? "";
const newNetwork = () => `197.210.${++networks}.1`;
const isHeard = async (id: string) => (await call("GET", `/api/v1/tracks/${id}`)).status === 200;
const mails = async () => {
  await test.world.settle();
  return test.world.outbox.newest(1_000);
};
const asking = async (to: string) =>
  (await mails()).filter((mail) => mail.to === to && /confirm your claim/.test(mail.subject));

interface Sent {
  readonly track: string;
  readonly email: string;
  readonly from: string;
}

/** A claimant who only knows the documented calls, and solves what the service asks them to. */
async function claim({ track, email, from }: Sent, key: string = crypto.randomUUID()): Promise<Answer> {
  const body = {
    ...{ trackId: track, name: "Lagos Label", email, address: "1 Broad Street, Lagos" },
    ...{ work: "Our song of 2015, on every service.", statement: "The whole recording is ours, note for note." },
    ...{ isGoodFaith: true, isTrue: true },
  };
  return await working("/api/v1/takedowns", { from, key, body });
}

async function working(
  path: string,
  { from, key, body }: { readonly from: string; readonly key: string; readonly body?: object },
): Promise<Answer> {
  const headers = { "x-forwarded-for": from, "idempotency-key": key };
  const first = await call("POST", path, { body, headers });
  if (first.body.code !== "proof_required") return first;
  return await call("POST", path, { body, headers: { ...headers, [WORK_HEADER]: solveWork(first.body.challenge) } });
}

async function confirm(email: string, from: string): Promise<Answer> {
  const [mail] = await asking(email);
  const token = /\/takedown\/([\w~-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  return await working(`/api/v1/takedowns/links/${token}`, { from, key: crypto.randomUUID() });
}

describe("somebody who invents claims", () => {
  it("sends a stranger's mailbox three mails a week at most, from however many networks and under any spelling", async () => {
    const [victim, tagged] = ["victim@bank.example", "ada.obi@gmail.com"];
    for (let hour = 0; hour < 30; hour++) {
      for (let times = 0; times < 3; times++) {
        await claim({ track: songOf(hour + times), email: victim, from: newNetwork() });
        await claim({
          track: songOf(hour + times),
          email: `A.da.Obi+${hour}${times}@googlemail.com`,
          from: newNetwork(),
        });
      }
      test.pass(HOUR_MS);
    }
    expect(await asking(victim)).toHaveLength(MOST_UNCONFIRMED.stranger);
    expect((await mails()).filter(({ to }) => /googlemail/.test(to))).toHaveLength(MOST_UNCONFIRMED.stranger);
    const refused = await claim({ track: songOf(0), email: tagged, from: newNetwork() });
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_attempts"]);
    expect(refused.body.error).toMatch(/^3 claims of this address wait for its confirmation, so we send it no more/);
    await test.world.settle();
    test.pass(7 * 24 * HOUR_MS);
    await test.world.settle();
    expect((await claim({ track: songOf(0), email: tagged, from: newNetwork() })).status).toBe(202);
  });

  it("gets no answer but the first for a claim that is sent again", async () => {
    const [email, from, key] = ["again@label.example", newNetwork(), crypto.randomUUID()];
    const sent = { track: songOf(1), email, from };
    const first = await claim(sent, key);
    for (let more = 2; more <= MOST_UNCONFIRMED.stranger; more++) await claim({ ...sent, track: songOf(more) });
    expect((await claim({ ...sent, track: songOf(9) })).status).toBe(429);
    test.pass(HOUR_MS);
    expect(await claim(sent, key)).toMatchObject({ status: 202, body: { claimId: first.body.claimId } });
  });

  it("makes no song vanish, and one network sends so many an hour, whatever work it does", async () => {
    const from = newNetwork();
    const answers: Answer[] = [];
    for (let at = 0; at < 60; at++) {
      answers.push(await claim({ track: songOf(at), email: `x${at}@invented${at}.example`, from }));
    }
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(40);
    expect(answers.slice(40).map(({ status }) => status)).toEqual(Array(20).fill(429));
    expect(await Promise.all(songs.map(isHeard))).toEqual(songs.map(() => true));
    test.pass(HOUR_MS);
    const ofOne = [];
    for (let at = 0; at < 8; at++) {
      ofOne.push(await claim({ track: songOf(3), email: `y${at}@some${at}.example`, from }));
    }
    expect(ofOne.filter(({ status }) => status === 202)).toHaveLength(5);
  });

  it("leaves a case that can be read, with the claim of a rights holder on top", async () => {
    const track = songOf(4);
    for (let at = 0; at < 2 * SHOWN_UNCONFIRMED; at++) {
      await claim({ track, email: `z${at}@else${at}.example`, from: newNetwork() });
    }
    const [email, from] = ["rights@true.example", newNetwork()];
    expect((await claim({ track, email, from })).status).toBe(202);
    expect(await confirm(email, from)).toMatchObject({ status: 200, body: { state: "waiting" } });
    for (let at = 0; at < 5; at++) await claim({ track, email: `q${at}@more${at}.example`, from: newNetwork() });
    const admin = await addAdmin(test.world.deps, "catalogue");
    const { body } = await call("GET", `/api/v1/admin/moderation/song/${track}`, { token: admin.token });
    expect(body.claims.map(({ state }: { state: string }) => state)).toEqual([
      "waiting",
      ...Array(SHOWN_UNCONFIRMED).fill("unconfirmed"),
    ]);
    expect(body.claims.at(-1)?.email).toBe("q4@more4.example");
    expect(body.moreUnconfirmed).toBeGreaterThanOrEqual(SHOWN_UNCONFIRMED);
    expect(body.history.length).toBeLessThan(2 * SHOWN_UNCONFIRMED);
    expect(await isHeard(track)).toBe(true);
  });

  it("fills the queue with no more than a day's claims of a domain, which rights holders elsewhere do not feel", async () => {
    const states = [];
    for (let at = 0; at < 33; at++) {
      const [email, from] = [`label${at}@a${at}.catch-all.example`, newNetwork()];
      expect((await claim({ track: songOf(at), email, from })).status).toBe(202);
      states.push((await confirm(email, from)).status);
    }
    expect(states).toEqual([...Array(30).fill(200), ...Array(3).fill(429)]);
    const [email, from] = ["rights@elsewhere.example", newNetwork()];
    await claim({ track: songOf(0), email, from });
    expect((await confirm(email, from)).status).toBe(200);
    expect(await Promise.all(songs.map(isHeard))).toEqual(songs.map(() => true));
  });
});

it("a mailbox that has confirmed a claim may have many that wait", async () => {
  const [email, from] = ["rights@known.example", newNetwork()];
  await claim({ track: songOf(0), email, from });
  expect((await confirm(email, from)).status).toBe(200);
  const answers = [];
  for (let at = 1; at <= 9; at++) {
    answers.push(await claim({ track: songOf(at), email, from: newNetwork() }));
    test.pass(HOUR_MS / 4);
  }
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(202));
});

it("one person reports sixty things a day, and hides none of them", async () => {
  const bola = await test.addPerson("Bola");
  const ada = await test.addArtist("Ada Reported");
  const statuses: number[] = [];
  const reported = await addSongs(ada, 5 * 18);
  for (let hour = 0; hour < 5; hour++) {
    for (let times = 0; times < 18; times++) {
      const body = { kind: "song", id: reported[hour * 18 + times], reason: "spam" };
      statuses.push((await call("POST", "/api/v1/reports", { token: bola.token, body })).status);
    }
    test.pass(HOUR_MS);
  }
  const taken = statuses.filter((status) => status === 202).length;
  // Sixty in a row, and those that came back in four hours.
  expect([statuses.includes(429), taken]).toEqual([true, 70]);
});

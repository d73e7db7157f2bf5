import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditAnswer, AuditEvent } from "../contract/audit.ts";
import { newId } from "../contract/ids.ts";
import { requestPayout, type TestRequest } from "../testing/payouts.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";

const PATH = "/api/v1/admin/audit";
let test: TestWallet;
let admin: TestPerson;
let payout: TestRequest;
beforeAll(async () => {
  test = await openTestWallet();
  admin = await test.person({ isAdmin: true, firstName: "Boss" });
  payout = await requestPayout(test);
  await requestPayout(test);
  const { status } = await test.call(admin, "POST", `/api/v1/reject-payment/${payout.id}`, {
    body: { reason: "Another name on the account" },
  });
  expect(status).toBe(200);
});
afterAll(() => test[Symbol.asyncDispose]());

async function audit(query: Record<string, string>): Promise<AuditAnswer> {
  await test.world.settle();
  const answer = await test.call(admin, "GET", `${PATH}?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.body;
}
const types = (events: readonly AuditEvent[]) => events.map(({ type }) => type);

describe("GET /api/v1/admin/audit", () => {
  it("opens to admins alone", async () => {
    for (const who of [undefined, payout.who]) {
      expect((await test.call(who, "GET", PATH)).status).toBe(who ? 403 : 401);
      expect((await test.call(who, "POST", `${PATH}/open`, { body: { places: [] } })).status).toBe(who ? 403 : 401);
    }
  });

  it("tells a withdrawal's whole story with the money that moved, the newest first", async () => {
    const { events } = await audit({ subject: `withdrawal:${payout.id}` });
    const story = types(events).reverse().filter((type) => !/^Case/.test(type));
    expect(story).toEqual(["WithdrawalRequested", "TransferPosted", "WithdrawalRejected", "TransferPosted"]);
    const rejected = events.find(({ type }) => type === "WithdrawalRejected");
    expect(rejected).toMatchObject({ actor: `user:${admin.userId}`, log: "ledger/0", isSealed: false });
    expect(rejected?.requestId).toBeTruthy();
    expect(rejected?.eventHash).toMatch(/^[0-9a-f]{64}$/);
    const requested = events.find(({ type }) => type === "WithdrawalRequested");
    expect(requested?.data).toMatchObject({ bankDetails: "(sealed)", withdrawalId: payout.id });
  });

  it("names who did what about whom, and what it is worth", async () => {
    const { events } = await audit({ subject: `withdrawal:${payout.id}`, type: "WithdrawalRejected" });
    expect(events).toEqual([expect.objectContaining({
      actorName: "Boss Obi",
      about: [{ kind: "withdrawal", id: payout.id, name: "Ada Obi" }],
      amount: { tokens: 100 },
    })]);
    const listed = await test.world.deps.store.readStream("social", "personal_data");
    expect(listed.at(-1)).toMatchObject({
      type: "PersonalDataListed",
      data: { list: "audit", personIds: expect.arrayContaining([admin.userId, payout.who.userId]) },
    });
  });

  it("shows the decisions of admins alone, or what people did, or everything", async () => {
    const decisions = await audit({ view: "decisions" });
    expect(types(decisions.events)).toContain("WithdrawalRejected");
    expect(decisions.events.every(({ actor }) => actor === `user:${admin.userId}`)).toBe(true);
    expect(types(decisions.events)).not.toContain("PersonalDataListed");
    expect(types((await audit({ view: "people", subject: `user:${payout.who.userId}` })).events))
      .toContain("WithdrawalRequested");
    const people = await audit({ view: "people" });
    expect(people.events.filter(({ actor }) => actor.startsWith("system:"))).toEqual([]);
    const all = await audit({ view: "all" });
    expect(all.events.some(({ actor }) => actor.startsWith("system:"))).toBe(true);
  });

  it("pages through decisions as through everything", async () => {
    const { store } = test.world.deps;
    const events = Array.from({ length: 60 }, () => ({ type: "TrackHeard", data: { trackId: newId() } }));
    await store.appendToStream("social", "track/paged", events, { metadata: { actor: `user:${admin.userId}` } });
    const first = await audit({ view: "decisions" });
    const second = await audit({ view: "decisions", cursor: String(first.nextCursor) });
    const places = [...first.events, ...second.events].map(({ log, position }) => `${log} ${position}`);
    expect(new Set(places).size).toBe(places.length);
    expect(places.length).toBeGreaterThan(60);
    const times = [...first.events, ...second.events].map(({ recordedAt }) => recordedAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("tells a user's, with their withdrawals, and no other's", async () => {
    const { events, plays } = await audit({ subject: `user:${payout.who.userId}` });
    for (const type of ["UserRegistered", "WithdrawalRequested", "WithdrawalRejected", "TransferPosted"]) {
      expect(types(events)).toContain(type);
    }
    expect(JSON.stringify(events)).not.toContain(payout.who.email);
    const own = [payout.who.userId, payout.id];
    expect(events.every(({ data }) => own.some((id) => JSON.stringify(data).includes(id)))).toBe(true);
    expect(plays).toBe(0);
  });

  it("finds by actor, type and time, and goes on where a page ends", async () => {
    expect(types((await audit({ actor: `user:${admin.userId}`, type: "WithdrawalRejected" })).events)).toEqual([
      "WithdrawalRejected",
    ]);
    expect(
      (await audit({ actor: `user:${admin.userId}`, from: new Date(Date.now() + 3_600_000).toISOString() })).events,
    )
      .toEqual([]);
    const { types: known } = await audit({});
    expect(known).toContain("WithdrawalRequested");
    const { store } = test.world.deps;
    const trackId = newId();
    const said = Array.from({ length: 120 }, () => ({ type: "TrackPlayed", data: { trackId } }));
    await store.appendToStream("social", "talk/1", said, { metadata: { actor: "system:test" } });
    const seen: AuditEvent[] = [];
    for (let cursor: string | undefined = "";;) {
      const page: AuditAnswer = await audit({ subject: `track:${trackId}`, ...(cursor && { cursor }) });
      seen.push(...page.events);
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(seen.map(({ position }) => position)).toEqual(
      seen.map(({ position }) => position).toSorted((one, other) => other - one),
    );
    expect(new Set(seen.map(({ position }) => position)).size).toBe(120);
  });

  it("refuses subjects that are none, and places that can be nowhere", async () => {
    for (const subject of ["user", "user:1", "password:x", `play:${newId()}`]) {
      expect((await test.call(admin, "GET", `${PATH}?subject=${subject}`)).status).toBe(400);
    }
    // Times that no database knows.
    for (const query of ["cursor=999999999999999_social_1", "from=0000-01-01T00:00:00Z"]) {
      expect((await test.call(admin, "GET", `${PATH}?${query}`)).status, query).toBe(400);
    }
  });
});

describe("POST /api/v1/admin/audit/open", () => {
  it("opens sealed fields with a fresh password, and the log says so", async () => {
    const subject = `withdrawal:${payout.id}`;
    const { events } = await audit({ subject });
    const places = events.map(({ log, position }) => ({ log, position }));
    const answer = await test.call(admin, "POST", `${PATH}/open`, { body: { subject, places } });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body.opened)).toContain(payout.accountNumber);
    expect(answer.body.personIds).toEqual([payout.who.userId]);
    const after = await audit({ subject });
    expect(after.events[0]).toMatchObject({ type: "PersonalDataOpened", actor: `user:${admin.userId}` });
    expect(types((await audit({ subject: `user:${payout.who.userId}` })).events)).toContain("PersonalDataOpened");
  });

  it("never opens a password, and logs nothing where nothing was sealed", async () => {
    const { events } = await audit({ subject: `user:${payout.who.userId}`, type: "UserRegistered" });
    const places = events.map(({ log, position }) => ({ log, position }));
    const { body } = await test.call(admin, "POST", `${PATH}/open`, { body: { places } });
    expect(body.opened[0].data).toMatchObject({ firstName: "Ada", email: payout.who.email });
    expect(body.opened[0].data.passwordHash).not.toBe("none");
    const rejected = (await audit({ subject: `withdrawal:${payout.id}`, type: "WithdrawalRejected" })).events;
    const opened = async () => (await audit({ type: "PersonalDataOpened" })).events.length;
    const before = await opened();
    const nothing = rejected.map(({ log, position }) => ({ log, position }));
    expect((await test.call(admin, "POST", `${PATH}/open`, { body: { places: nothing } })).body.personIds).toEqual([]);
    expect(await opened()).toBe(before);
  });

  it("asks for the password again", async () => {
    test.pass(16 * 60_000);
    const places = [{ log: "social", position: 1 }];
    expect((await test.call(admin, "POST", `${PATH}/open`, { body: { places } })).body.code).toBe("password_needed");
  });
});

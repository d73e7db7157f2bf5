import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeAccount } from "../accounts/closing/close.ts";
import { eraseAccount } from "../person_data/erase.ts";
import { FIRST_POLICY } from "../contract/policy_rules.ts";
import { royaltiesCloseAt } from "../contract/royalties.ts";
import { readBalances } from "../ledger/accounts.ts";
import { settlingAccount, UNCLAIMED, WITHHELD_TAX } from "../ledger/chart.ts";
import { type TestPerson, tokenOf } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { hearSong, payPremium } from "../testing/royalties.ts";
import { closeDueMonths } from "./close.ts";
import { settleDueRoyalties } from "./settle.ts";

const MINUTE_MS = 60_000;
let test: TestListeners;
let artist: TestPerson;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 4, 1, 12));
  artist = await test.addArtist("Zee Ade");
  const [first, second] = [
    await test.addTrack({ ownerId: artist.userId, title: "Harmattan", artist: "Zee Ade" }),
    await test.addTrack({ ownerId: artist.userId, title: "=Rain", artist: "Zee Ade" }),
  ];
  const fan = await test.addPerson();
  const { deps } = test.world;
  await payPremium(deps, fan.userId, { amountKobo: 100_000 });
  await hearSong(deps, fan.userId, { trackId: first.trackId, day: "2026-05-03", ms: 2 * MINUTE_MS });
  await hearSong(deps, fan.userId, { trackId: second.trackId, day: "2026-05-04", ms: MINUTE_MS });
  await test.world.settle();
});
afterAll(() => test[Symbol.asyncDispose]());

/** The creator's session, or another's; each is new, because the clock moves on. */
const get = async (path: string, person: Parameters<typeof tokenOf>[1] = { ...artist, role: "creator" }) =>
  await test.call("GET", path, { token: await tokenOf(test.world.deps, person) });

describe("royalties", () => {
  it("are for creators, and the back office's for admins", async () => {
    for (const path of ["", "/csv", "/month?month=2026-05", "/month/csv?month=2026-05"]) {
      expect((await test.call("GET", `/api/v1/royalties${path}`)).status).toBe(401);
      expect((await get(`/api/v1/royalties${path}`, await test.addPerson())).status).toBe(403);
    }
    expect([401, 403]).toContain((await get("/api/v1/admin/royalties")).status);
    for (const path of ["?year=1999", "?year=x", "/month?month=2026-13", "/month?month=2026-5"]) {
      expect((await get(`/api/v1/royalties${path}`)).status).toBe(400);
    }
  });

  it("say of an open month when it is computed, and of a computed one what each song brought and when it settles", async () => {
    const open = await get("/api/v1/royalties?year=2026");
    expect(open.body.months[0]).toMatchObject({
      month: "2026-05",
      state: "open",
      kobo: 0,
      closesAt: "2026-06-18T23:00:00.000Z",
    });
    test.pass(royaltiesCloseAt("2026-05", FIRST_POLICY) - test.now());
    await closeDueMonths(test.world.deps);
    await test.world.settle();
    const mail = test.world.outbox.newest(50).find(({ subject }) => subject === "Your royalties for May 2026");
    expect(mail?.text).toContain("When it settles, Orin withholds 5 % of it as tax");
    const { body } = await get("/api/v1/royalties/month?month=2026-05");
    // A month from 1 May on: 31 days, all in May.
    expect(body).toMatchObject({ state: "settling", kobo: 50_000, shareBasisPoints: 5_000, freeKoboPerHour: 0 });
    expect(body.tracks).toMatchObject([
      { title: "Harmattan", seconds: 120, listeners: 1, kobo: 33_333 },
      { title: "=Rain", seconds: 60, listeners: 1, kobo: 16_667 },
    ]);
    expect(body.availableAt).toBe("2026-06-21T23:00:00.000Z");
    expect(body).toMatchObject({ taxBasisPoints: 500, withheldKobo: 0, taxKobo: 2_500, netKobo: 47_500 });
    const summary = await get("/api/v1/withdrawal-summary");
    expect(summary.body).toMatchObject({ settlingBalance: 500, availableBalance: 0 });
    test.pass(FIRST_POLICY.settlingMs);
    await settleDueRoyalties(test.world.deps);
    const year = await get("/api/v1/royalties?year=2026");
    expect(year.body).toMatchObject({ totalKobo: 50_000, voidedKobo: 0, years: [2026] });
    expect(year.body.months.find(({ month }: { month: string }) => month === "2026-05").state).toBe("available");
    const statement = await get("/api/v1/statement?month=2026-06");
    expect(statement.body.totals.map(({ label }: { label: string }) => label)).toEqual([
      "Royalties",
      "Royalties settled",
      "Tax withheld of royalties",
    ]);
    const lines = statement.body.totals.map((
      { available, settling }: { available: number; settling: number },
    ) => [available, settling]);
    expect(lines).toEqual([[0, 500], [475, -475], [0, -25]]);
    expect(year.body).toMatchObject({ withheldKobo: 2_500, taxKobo: 2_500, netKobo: 47_500 });
  });

  it("come as a table that sums to the month, in which no title is a formula", async () => {
    const token = await tokenOf(test.world.deps, { ...artist, role: "creator" });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await test.world.app.request("/api/v1/royalties/month/csv?month=2026-05", { headers });
    expect(answer.headers.get("content-disposition")).toContain("orin-royalties-2026-05.csv");
    const lines = (await answer.text()).trim().split("\r\n");
    expect(lines[1]).toMatch(/^2026-05,Harmattan,[0-9a-f-]{36},120,1,333.33$/);
    expect(lines[2]).toContain("'=Rain");
    const year = await test.world.app.request("/api/v1/royalties/csv?year=2026", { headers });
    const all = (await year.text()).trim().split("\r\n");
    expect([all.length, all[3]]).toEqual([4, "2026-05,Tax withheld,,,,-25.00"]);
  });

  it("are in the file of what Orin holds of somebody, by month and song", async () => {
    const { body } = await get("/api/v1/me/export");
    expect(body.royalties).toMatchObject([{
      ...{ month: "2026-05", state: "available", kobo: 50_000, voidedKobo: 0 },
      ...{ taxBasisPoints: 500, withheldKobo: 2_500, netKobo: 47_500 },
      songs: [{ title: "Harmattan", seconds: 120, kobo: 33_333 }, { title: "=Rain", kobo: 16_667 }],
    }]);
    expect((await get("/api/v1/me/export", await test.addPerson())).body.royalties).toEqual([]);
  });

  it("of all artists are in the books of the back office", async () => {
    const admin = await test.member("listener", { isAdmin: true });
    const { body } = await get("/api/v1/admin/royalties", { ...admin, isAdmin: true });
    expect(body.months).toEqual([{
      ...{ month: "2026-05", isSent: true, listeners: 1, creators: 1, incomeKobo: 100_000, shareKobo: 50_000 },
      ...{ royaltiesKobo: 50_000, restKobo: 0, sentKobo: 50_000, voidedKobo: 0 },
    }]);
    // The books end a moment before now.
    test.pass(1);
    const books = await get("/api/v1/admin/books", { ...admin, isAdmin: true });
    expect(books.body.trial).toContainEqual({ account: "expense:royalties", debit: 500, credit: 0 });
    expect(books.body.trial).toContainEqual({ account: "liability:withheld_tax", debit: 0, credit: 25 });
    expect(books.body.owed).toMatchObject({ available: 475, withheldTax: 25 });
  });
});

it("a creator who is erased leaves what is due to Orin's unclaimed money", async () => {
  const { deps } = test.world;
  const gone = await test.addArtist("Gone Soon");
  const { trackId } = await test.addTrack({ ownerId: gone.userId });
  const fan = await test.addPerson();
  const shard = deps.store.shards.shardOf(gone.userId);
  const withheld = (await readBalances(deps.store.sql, shard, [WITHHELD_TAX])).get(WITHHELD_TAX) ?? 0;
  await payPremium(deps, fan.userId, { amountKobo: 100_000 });
  const day = new Date(test.now()).toISOString().slice(0, 10);
  await hearSong(deps, fan.userId, { trackId, day, ms: MINUTE_MS });
  await test.world.settle();
  const month = day.slice(0, 7);
  await closeAccount(deps, { userId: gone.userId, by: "owner", metadata: { actor: "system:test" } });
  test.pass(31 * 86_400_000);
  await eraseAccount(deps, gone.userId);
  test.pass(Math.max(0, royaltiesCloseAt(month, FIRST_POLICY) - test.now()));
  await closeDueMonths(deps);
  await test.world.settle();
  const found = await readBalances(deps.store.sql, shard, [settlingAccount(gone.userId), UNCLAIMED, WITHHELD_TAX]);
  expect(found.get(settlingAccount(gone.userId))).toBe(0);
  // The tax is owed, no matter who has the rest.
  const all = (found.get(UNCLAIMED) ?? 0) + (found.get(WITHHELD_TAX) ?? 0) - withheld;
  expect([found.get(WITHHELD_TAX) ?? 0, found.get(UNCLAIMED)]).toEqual([
    withheld + Math.floor(all / 20),
    all - Math.floor(all / 20),
  ]);
  expect(all).toBeGreaterThan(20);
});

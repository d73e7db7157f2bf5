import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lagosDay } from "../../contract/policy.ts";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { addUpload } from "../../testing/people_fixtures.ts";
import { type People, peopleOf, TEST_PASSWORD } from "../../testing/people.ts";
import { givePremium } from "../../testing/premium.ts";

const EMAIL = "boss@orin.example";
const DAY_MS = 24 * 3_600_000;
let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
  await ensureFirstAdmin(world.deps, { email: EMAIL, password: TEST_PASSWORD });
});
afterAll(() => world[Symbol.asyncDispose]());

const asAdmin = async (path: string): Promise<Record<string, unknown>> => (await answerTo(path)).body;
const tableFor = async (path: string) => (await answerTo(path)).text;

async function answerTo(path: string) {
  await world.deps.store.settle();
  const { body } = await world.call("POST", "/api/v1/admin/login", { body: { email: EMAIL, password: TEST_PASSWORD } });
  const answer = await world.call("GET", path, { token: String(body.token) });
  expect(answer.status).toBe(200);
  return answer;
}

describe("GET /api/v1/stats", () => {
  it("counts everybody and everything, and holds the last 30 days against those before", async () => {
    await people.member();
    world.pass(31 * DAY_MS);
    const creator = await people.member({ role: "creator" });
    world.pass(1_000);
    const listener = await people.member();
    await givePremium(world.deps, listener.userId);
    const { trackId } = await addUpload(world.deps, { title: "Ìfẹ́", artist: "Ayọ̀", durationMs: 61_600 });
    const answer = await asAdmin("/api/v1/stats");
    expect(JSON.stringify(answer.recentData).match(/"isAdmin":true/g)).toHaveLength(1);
    expect(answer).toMatchObject({
      success: true,
      stats: { totalUsers: 4, totalCreators: 1, totalAudios: 1, totalSubscriptions: 1 },
      trends: {
        users: { current: 2, previous: 2, percent: 0 },
        creators: { current: 1, previous: 0, percent: null },
        audios: { current: 1, previous: 0, percent: null },
        subscriptions: { current: 1, previous: 0, percent: null },
      },
      recentData: {
        recentUsers: [{ _id: listener.userId, isAdmin: false }, { _id: creator.userId }, {}, {}],
        recentAudios: [{ _id: trackId, title: "Ìfẹ́", duration: "1:01", status: "processing" }],
        recentSubscriptions: [{ userId: listener.userId, name: expect.stringMatching(/^\S+ \S+$/), paymentAmount: 0 }],
      },
    });
  });

  it("says how the service is, also where the payment provider says nothing", async () => {
    const { health } = await asAdmin("/api/v1/stats");
    expect(health).toMatchObject({
      jobs: { failed: 0 },
      providerBalance: null,
      lastVerify: null,
      lastReconciliation: null,
      failedLogins: { count: 0, lastAt: null },
      rewardPool: { daily: 50_000, left: 50_000 },
    });
  });
});

describe("GET /api/v1/admin/tracks", () => {
  it("finds by title and artist without their marks, in order, a page at a time", async () => {
    for (const [title, artist] of [["Ẹ̀kọ́", "Zee"], ["Adùn", "Bísí"], ["Orin", "Bísí"]] as const) {
      await addUpload(world.deps, { title, artist, durationMs: 61_600 });
    }
    const titles = async (query: string) => {
      const found = await asAdmin(`/api/v1/admin/tracks?${query}`) as unknown as { _id: string; title: string }[];
      return found.map(({ _id, title }) => ({ _id, title }));
    };
    expect((await titles("q=bisi&sort=title&order=asc")).map(({ title }) => title)).toEqual(["Adùn", "Orin"]);
    expect((await titles("q=eko+zee")).map(({ title }) => title)).toEqual(["Ẹ̀kọ́"]);
    for (const q of ["---", "%25", "_"]) expect(await titles(`q=${q}`), q).toEqual([]);
    const whole = await titles("sort=artist&order=asc");
    const first = await titles("sort=artist&order=asc&limit=2");
    const rest = await titles(`sort=artist&order=asc&cursor=${first.at(-1)?._id}`);
    expect([...first, ...rest]).toEqual(whole);
  });

  it("filters by genre, state and the Lagos day of the upload, and gives just that as a table", async () => {
    const found = async (query: string) =>
      (await asAdmin(`/api/v1/admin/tracks?q=bisi&sort=title&order=asc&${query}`) as unknown as { title: string }[])
        .map(({ title }) => title);
    expect(await found("state=processing")).toEqual(["Adùn", "Orin"]);
    expect(await found("state=failed")).toEqual([]);
    expect(await found("to=2020-01-01")).toEqual([]);
    expect(await found(`from=${lagosDay(world.deps.now())}`)).toEqual(["Adùn", "Orin"]);
    const lines = (await tableFor("/api/v1/admin/tracks/csv?q=bisi&sort=title&order=asc")).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/,Adùn,Bísí,[0-9a-f-]{36},[\w-]+,62,processing,$/);
  });
});

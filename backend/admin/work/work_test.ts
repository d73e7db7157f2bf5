import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORK_KIND_NAMES, WORK_KINDS, type WorkItem } from "../../contract/work.ts";
import { addAdmin } from "../../testing/access.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { approvePayout, requestPayout, requestQuietPayout } from "../../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { ROLES_OF_CALL } from "../../contract/calls/roles_of_call.ts";

const LARGE = 60_000;
let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterAll(() => test[Symbol.asyncDispose]());

const ask = async (by: TestPerson, query = "") => (await test.call(by, "GET", `/api/v1/admin/work?${query}`)).body;
const rowOf = async (by: TestPerson, id: string) =>
  (await ask(by)).items.find((item: WorkItem) => item.id === id) as WorkItem | undefined;

describe("GET /api/v1/admin/work", () => {
  it("lists a request until an admin has decided, and counts it", async () => {
    const { id, who } = await requestQuietPayout(test, 1_000);
    const found = await rowOf(ada, id);
    expect(found).toMatchObject({ kind: "withdrawal", amount: 1_000, mine: true });
    expect(found?.about).toMatch(/^\S+ \S+$/);
    expect((await ask(ada)).counts.withdrawal).toBe(1);
    await test.call(bola, "POST", `/api/v1/reject-payment/${id}`);
    expect(await rowOf(ada, id)).toBeUndefined();
    expect((await ask(ada)).counts.withdrawal).toBe(0);
    expect(who.userId).not.toBe("");
  });

  it("asks the other side for a second approval, and not who gave the first", async () => {
    const { id } = await requestPayout(test, LARGE);
    await approvePayout(test, ada, id);
    expect(await rowOf(ada, id)).toMatchObject({ kind: "second_approval", amount: LARGE, mine: false });
    expect(await rowOf(bola, id)).toMatchObject({ kind: "second_approval", mine: true });
    await test.call(bola, "POST", `/api/v1/reject-payment/${id}`);
  });

  it("shows each role what it sees: an auditor reads without names and decides nothing", async () => {
    const { id, who } = await requestQuietPayout(test, 1_000);
    const [auditor, support] = [await addAdmin(test.world.deps, "auditor"), await addAdmin(test.world.deps, "support")];
    const { items, counts } = await ask(auditor);
    expect(items.find((item: WorkItem) => item.id === id)).toMatchObject({ about: `…${who.userId.slice(-8)}` });
    expect(items.some(({ mine }: WorkItem) => mine)).toBe(false);
    expect(Object.keys(counts)).toHaveLength(WORK_KIND_NAMES.length);
    expect(await rowOf(support, id)).toBeUndefined();
    expect((await ask(support)).counts).not.toHaveProperty("withdrawal");
    await test.call(bola, "POST", `/api/v1/reject-payment/${id}`);
  });

  it("comes in pages, each row once and the oldest first, of one kind where it is asked for", async () => {
    for (let one = 0; one < 5; one++) {
      test.pass(1_000);
      await requestQuietPayout(test, 1_000);
    }
    const seen: WorkItem[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await ask(ada, `limit=2${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual((await ask(ada)).items);
    expect(new Set(seen.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(seen.length);
    const times = seen.map(({ since }) => since);
    expect(times).toEqual(times.toSorted());
    const { items } = await ask(ada, "kind=withdrawal");
    expect(items).toHaveLength(5);
    expect(seen.length).toBeGreaterThanOrEqual(5);
  });

  it("refuses a kind that there is not, and a broken place", async () => {
    for (const query of ["kind=gossip", "cursor=yesterday", "limit=201"]) {
      expect((await test.call(ada, "GET", `/api/v1/admin/work?${query}`)).status).toBe(400);
    }
  });
});

it("names calls that there are", () => {
  for (const { sees, acts } of Object.values(WORK_KINDS)) {
    expect(ROLES_OF_CALL).toHaveProperty([sees]);
    expect(ROLES_OF_CALL).toHaveProperty([acts]);
  }
});

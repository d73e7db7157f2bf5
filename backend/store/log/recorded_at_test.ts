import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { connect } from "../sql.ts";
import { said } from "../testing/words.ts";
import { eventually } from "../../testing/wait.ts";

const metadata = { actor: "system:test" };
/** Both processes have this clock; it moves on with every look. */
let clock = 1_000;
const now = () => ++clock;

describe("recordedAt", () => {
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ now })));
  afterAll(() => test[Symbol.asyncDispose]());

  const say = (store = test.store) =>
    store.appendToStream("social", `talk/${crypto.randomUUID()}`, [said("hi")], { metadata });
  const moments = async () => {
    const { length } = await test.store.sql`select from events where log = 'social'`;
    return (await test.store.readLog("social", { after: 0, upTo: length })).map((event) => event.recordedAt);
  };

  it("is the moment at which the head was locked, not the one at which it was first asked for", async () => {
    await say();
    const other = connect(test.ownerUrl, { max: 1 });
    let appended: Promise<unknown> | undefined;
    await other.begin(async (tx) => {
      await tx`select from logs where log = 'social' for update`;
      appended = say();
      await eventually("the append to wait for the head", () => waiting(test)).toBeGreaterThan(0);
      clock = 5_000;
    });
    await appended;
    await other.end();
    expect((await moments()).at(-1)).toBeGreaterThan(5_000);
  });

  it("never goes backwards along the positions while two processes append at the same time", async () => {
    const stores = [test.store, test.another({ follow: false })];
    for (let round = 0; round < 40; round++) {
      await Promise.all(stores.flatMap((store) => [say(store), say(store)]));
    }
    const all = await moments();
    expect(all.length).toBeGreaterThanOrEqual(160);
    expect(all).toEqual(all.toSorted((one, two) => one - two));
  });
});

/** Writers that wait for a lock. */
async function waiting(test: TestStore): Promise<number> {
  const rows = await test.store.sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return rows.length;
}

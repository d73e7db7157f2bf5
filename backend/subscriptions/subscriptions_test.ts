import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { openTestStore, type TestStore } from "../testing/store.ts";
import { subscribedUntil, subscriptions } from "../../projections/subscriptions/subscriptions.ts";
import { endSubscription, grantSubscription } from "./grant.ts";
import { addMonths } from "./state.ts";

describe("addMonths()", () => {
  const lagos = (text: string) => Date.parse(`${text}+01:00`);
  const added = (text: string, months: number) => new Date(addMonths(lagos(text), months)).getTime();

  it("keeps the day and the time of day in Lagos", () => {
    expect(added("2026-01-15T08:30:00.123", 1)).toBe(lagos("2026-02-15T08:30:00.123"));
    expect(added("2026-11-30T00:15", 3)).toBe(lagos("2027-02-28T00:15"));
    expect(added("2026-12-01T23:59:59.999", 12)).toBe(lagos("2027-12-01T23:59:59.999"));
  });

  it("takes the last day of a month that is too short", () => {
    expect(added("2026-01-31T12:00", 1)).toBe(lagos("2026-02-28T12:00"));
    expect(added("2028-01-31T12:00", 1)).toBe(lagos("2028-02-29T12:00"));
    expect(added("2026-03-31T00:30", 1)).toBe(lagos("2026-04-30T00:30"));
  });
});

describe("grantSubscription()", () => {
  let now = Date.parse("2026-06-01T12:00:00+01:00");
  let test: TestStore;
  beforeAll(async () => void (test = await openTestStore({ projections: [subscriptions], now: () => now })));
  afterAll(() => test[Symbol.asyncDispose]());

  const options = { logs: ["ledger/0"] as const, metadata: { actor: "system:test" } };
  const grant = async (userId: string, reference: string, store = test.store) =>
    (await store.execute(grantSubscription, { userId, shard: 0, months: 1, reference }, options)).result.until;
  const until = (userId: string) => subscribedUntil(test.store.sql, userId);

  it("gives a month from now on, and the next one from where the first ends", async () => {
    const userId = newId();
    expect(await until(userId)).toBeUndefined();
    expect(await grant(userId, newId())).toBe(Date.parse("2026-07-01T12:00:00+01:00"));
    expect(await grant(userId, newId())).toBe(Date.parse("2026-08-01T12:00:00+01:00"));
    expect(await until(userId)).toBe(Date.parse("2026-08-01T12:00:00+01:00"));
  });

  it("gives one month for one reference, however often and by however many processes it is said", async () => {
    const [userId, reference] = [newId(), newId()];
    const other = test.another();
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => grant(userId, reference, index % 2 ? other : test.store)),
    );
    expect(new Set(results)).toEqual(new Set([Date.parse("2026-07-01T12:00:00+01:00")]));
    expect(await test.store.readStream("ledger/0", `subscription/${userId}`)).toHaveLength(1);
  });

  it("ends at once when it is taken back, and may begin again", async () => {
    const userId = newId();
    const end = async () => (await test.store.execute(endSubscription, { userId, shard: 0 }, options)).result.ended;
    expect(await end()).toBe(false);
    await grant(userId, newId());
    now += 1_000;
    expect(await end()).toBe(true);
    expect(await until(userId)).toBe(now);
    expect(await end()).toBe(false);
    expect(await grant(userId, newId())).toBe(addMonths(now, 1));
  });
});

import { expect, it } from "vitest";
import { openTestStore } from "../../testing/store.ts";
import { newId } from "../../contract/ids.ts";
import { deliver } from "../../testing/people_fixtures.ts";
import { forgetDeliveries, forgetVisitors, noteStream } from "./table.ts";

const NOW = Date.parse("2026-06-10T12:00:00Z");
const DAY_MS = 24 * 3_600_000;

it("forgetVisitors() lets go what was served to visitors before yesterday, and nothing that proves plays", async () => {
  await using test = await openTestStore();
  const { sql } = test.store;
  const served = (subject: string, daysAgo: number, address?: string) =>
    noteStream(sql, {
      ...{ grantId: crypto.randomUUID(), shard: 0, subject, trackId: crypto.randomUUID(), bytes: 400_000, address },
      ...{ begunAt: NOW - daysAgo * DAY_MS, countedAt: NOW - daysAgo * DAY_MS, isWhole: true },
    });
  await served("device:old", 2, "hash");
  await served("device:yesterday", 1, "hash");
  await served("device:today", 0, "hash");
  await served("a listener", 40);
  const left = async () =>
    (await sql`select subject from served_streams order by subject`).map((row) => row["subject"]);
  await forgetVisitors(sql, NOW);
  expect(await left()).toEqual(["a listener", "device:today", "device:yesterday"]);
  await forgetVisitors(sql, NOW + DAY_MS);
  expect(await left()).toEqual(["a listener", "device:today"]);
});

it("noteStream() notes a grant once, and once more when the song is whole, on the day on which it began", async () => {
  await using test = await openTestStore();
  const { sql } = test.store;
  const stream = {
    ...{ grantId: crypto.randomUUID(), shard: 0, subject: "a listener", trackId: crypto.randomUUID() },
    ...{ address: undefined, begunAt: Date.parse("2026-06-10T22:59:00Z") },
  };
  const rows = () => sql`select day::text, bytes_served::int, counted_at, whole_at from served_streams`;
  const [first, second] = [Date.parse("2026-06-10T23:00:30Z"), Date.parse("2026-06-10T23:01:00Z")];
  await noteStream(sql, { ...stream, bytes: 300, countedAt: first, isWhole: false });
  await noteStream(sql, { ...stream, bytes: 310, countedAt: second, isWhole: false });
  expect(await rows()).toEqual([{ day: "2026-06-10", bytesServed: 300, countedAt: first, wholeAt: undefined }]);
  await noteStream(sql, { ...stream, bytes: 900, countedAt: second, isWhole: true });
  await noteStream(sql, { ...stream, bytes: 999, countedAt: second + 1, isWhole: true });
  expect(await rows()).toEqual([{ day: "2026-06-10", bytesServed: 900, countedAt: first, wholeAt: second }]);
});

it("forgetDeliveries() lets go tickets that prove nothing any more, and keeps the first whole delivery of a track", async () => {
  await using test = await openTestStore();
  const { store } = test;
  const [listener, whole, part] = [newId(), newId(), newId()];
  const sent = (trackId: string, daysAgo: number, ms?: number) => {
    const endsAt = NOW - daysAgo * DAY_MS;
    const options = { beganAt: endsAt - 1_000, endsAt, ...(ms !== undefined && { ms, durationMs: 60_000 }) };
    return deliver({ store, shardOf: () => 0, now: () => endsAt }, listener, [trackId], options);
  };
  await sent(whole, 40);
  await sent(whole, 30);
  await sent(whole, 10);
  await sent(part, 17, 30_000);
  await sent(part, 15, 30_000);
  await forgetDeliveries(store.sql, NOW);
  const left = await store.sql`select track_id, ends_at from deliveries order by ends_at`;
  const daysAgo = left.map((row) => (NOW - row["endsAt"]) / DAY_MS);
  expect(daysAgo).toEqual([40, 15, 10]);
});

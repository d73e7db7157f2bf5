import { expect, it } from "vitest";
import { openTestStore } from "../dev/test_store.ts";
import { countStream, forgetVisitors } from "./served_streams_table.ts";

const NOW = Date.parse("2026-06-10T12:00:00Z");
const DAY_MS = 24 * 3_600_000;

it("forgetVisitors() lets go what was served to visitors before yesterday, and nothing that proves plays", async () => {
  await using test = await openTestStore();
  const { sql } = test.store;
  const served = (subject: string, daysAgo: number, address?: string) =>
    countStream(sql, {
      ...{ grantId: crypto.randomUUID(), shard: 0, subject, trackId: crypto.randomUUID(), bytes: 400_000, address },
      countedAt: NOW - daysAgo * DAY_MS,
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

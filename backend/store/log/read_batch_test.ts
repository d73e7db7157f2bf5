import { expect, it } from "vitest";
import { openTestStore } from "../../testing/store.ts";
import { readLogBatch } from "./read_batch.ts";

it("readLogBatch() answers what readLog() answers, whatever is in the events", async () => {
  await using test = await openTestStore({ now: () => 1_780_000_000_123 });
  const words = ["Ọ̀ṣun \u{1F3B5}", 'quoted "\\ \n\t\u0001', "", "null", "{},[]"];
  const events = words.map((word, index) => ({
    ...{ type: index === 3 ? "Left" : "Said", data: { word, numbers: [1, -2.5, 1e21, null], deep: { [word]: true } } },
    occurredAt: index === 1 ? -1 : 1_700_000_000_000 + index,
  }));
  const metadata = { actor: "system:\u001e,test", policyVersion: 3 };
  await test.store.appendToStream("plays/0", 'talk/"1",\u001e', events.slice(0, 3), { metadata });
  await test.store.appendToStream("plays/0", "talk/2", events.slice(3), { metadata: { actor: "user:1" } });
  const range = { after: 1, upTo: 5, types: ["Said"] };
  const read = await readLogBatch(test.store.sql, "plays/0", range);
  expect(read).toEqual(await test.store.readLog("plays/0", range));
  expect(read.map((event) => event.position)).toEqual([2, 3, 5]);
  expect(await readLogBatch(test.store.sql, "plays/0", { ...range, types: ["Unknown"] })).toEqual([]);
});

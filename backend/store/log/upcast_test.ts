import { afterEach, expect, it } from "vitest";
import { openTestStore } from "../../testing/store.ts";
import { upcasts } from "../../../migrations/upcasts.ts";
import type { Json } from "./canonical.ts";
import { newerEvents } from "./newer_events.ts";
import type { RecordedEvent } from "./event.ts";
import { registerUpcasts, type Upcasts } from "./upcast.ts";
import { said } from "../testing/words.ts";

const metadata = { actor: "system:test" };
type Old = { readonly [key: string]: Json };
/** Version 2 calls the word a text, version 3 counts its letters. */
const changes: Upcasts = {
  Said: [
    (data) => ({ text: (data as Old)["word"] ?? "" }),
    (data) => ({ ...(data as Old), letters: String((data as Old)["text"]).length }),
  ],
};

afterEach(() => registerUpcasts(upcasts));

it("an old event is read in the shape of today, wherever it is read, and stays as it was stored", async () => {
  const seen: RecordedEvent[] = [];
  const projection = {
    ...{
      name: "seen",
      version: 1,
      mode: "async" as const,
      place: "social" as const,
      logs: ["social" as const],
      on: ["Said"],
      tables: "",
    },
    apply: (_tx: unknown, events: readonly RecordedEvent[]) => Promise.resolve(void seen.push(...events)),
  };
  await using test = await openTestStore({ projections: [projection] });
  await test.store.appendToStream("social", "talk/1", [said("old")], { metadata });
  await test.store.settle();
  registerUpcasts(changes);
  const event = { type: "Said", data: { text: "newer", letters: 5 } };
  await test.store.appendToStream("social", "talk/1", [event], { metadata });
  await test.store.settle();
  const expected = [{ text: "old", letters: 3 }, { text: "newer", letters: 5 }];
  expect((await test.store.readStream("social", "talk/1")).map((read) => read.data)).toEqual(expected);
  const read = await test.store.readLog("social", { after: 0, upTo: 9 });
  expect(read.map(({ data, schemaVersion }) => [data, schemaVersion])).toEqual(expected.map((data) => [data, 3]));
  expect(seen.map(({ data }) => data)).toEqual([{ word: "old" }, expected[1]]);
  const stored = await test.store.sql`select schema_version, data::text as data from events order by position`;
  expect([...stored]).toEqual([
    { schemaVersion: 1, data: '{"word":"old"}' },
    { schemaVersion: 3, data: '{"letters":5,"text":"newer"}' },
  ]);
});

it("an event of a version that this code does not know stops the reader", async () => {
  await using test = await openTestStore();
  await test.store.appendToStream("social", "talk/1", [{ ...said("later"), schemaVersion: 2 }], { metadata });
  await expect(test.store.readStream("social", "talk/1")).rejects.toThrow("Cannot read Said of version 2");
  const later = { ...said("in a shard"), schemaVersion: 3 };
  await test.store.appendToStream("plays/0", "talk/2", [later, said("known")], { metadata });
  expect(await newerEvents(test.store.sql)).toEqual([{ type: "Said", version: 3, count: 2 }]);
  registerUpcasts(changes);
  expect(await newerEvents(test.store.sql)).toEqual([]);
});

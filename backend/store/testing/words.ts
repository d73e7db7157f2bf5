import type { RecordedEvent } from "../log/event.ts";
import type { Projection } from "../projections/projection.ts";

/** How often each word was said: a small projection for tests, async unless told. */
export function wordsProjection(changes: Partial<Projection> = {}): Projection {
  return {
    name: "words",
    version: 1,
    mode: "async",
    place: "social",
    logs: ["social"],
    on: ["Said"],
    tables: "create table words (word text primary key, times bigint not null check (times > 0))",
    apply: (tx, events) =>
      tx`
        insert into words (word, times)
        select word, count(*) from unnest(${events.map(wordOf)}::text[]) as t(word) group by word
        on conflict (word) do update set times = words.times + excluded.times`,
    ...changes,
  };
}

/** The same, so slow that a process is met in the middle of a batch. */
export const slowWords: Projection = wordsProjection({
  async apply(tx, events) {
    await tx`select pg_sleep(0.3)`;
    await wordsProjection().apply(tx, events);
  },
});

export function wordOf(event: RecordedEvent): string {
  return (event.data as { word: string }).word;
}

export function said(word: string): { type: "Said"; data: { word: string } } {
  return { type: "Said", data: { word } };
}

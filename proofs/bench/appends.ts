import { newId } from "../../backend/contract/ids.ts";
import type { Store } from "../../backend/store/store.ts";
import { createOrin, openPool, openStore, type ProofDatabase } from "../parts/database.ts";
import { closedLoop, type Contender, interleaved, type Measured, openLoop } from "../parts/measure.ts";
import { emmettContender } from "./emmett.ts";
import { messageDbContender } from "./message_db.ts";
import { type Row, rowOf } from "./report.ts";
import type { BenchOptions } from "./options.ts";

const METADATA = { actor: "system:bench" };

/** Durable appends, one event a call, against bare inserts and other event stores. */
export async function benchAppends(
  database: ProofDatabase,
  options: BenchOptions,
  rivals: string | undefined,
): Promise<Row[]> {
  await using open = new AsyncDisposableStack();
  const { serviceUrl } = await createOrin(database, "appends", []);
  const store = open.use(openStore(serviceUrl, []));
  const append = async () => void await appendOne(store);
  const raw = open.use(await rawInserts(await database.create("raw"), 32));
  const contenders: Contender[] = [
    raw,
    { name: "orin 32", round: (ms) => closedLoop(32, ms, append) },
    { name: "orin 256", round: (ms) => closedLoop(256, ms, append) },
  ];
  if (rivals !== undefined) {
    const place = { folder: rivals, producers: 32 };
    contenders.push(
      open.use(await emmettContender("emmett 32", { ...place, url: await database.create("emmett") })),
      open.use(await messageDbContender("message-db 32", { ...place, url: await database.create("messagedb") })),
    );
  }
  const seen = await interleaved(contenders, options);
  const half = Math.floor((seen.get("orin 32")?.perSecond ?? 0) / 2);
  const open32 = await openLoop(half, options.ms, append);
  return rowsOf(seen, { half, open32 });
}

function rowsOf(seen: Map<string, Measured>, { half, open32 }: { half: number; open32: Measured }): Row[] {
  const by = (other: string, over: string, budget: number) =>
    rowOf(`appends: ${over} ÷ ${other}`, seen.get(over), { baseline: seen.get(other), budget: { atLeast: budget } });
  return [
    by("raw inserts 32", "orin 32", 2),
    by("raw inserts 32", "orin 256", 3),
    ...seen.has("emmett 32") ? [by("emmett 32", "orin 32", 9), by("message-db 32", "orin 32", 10)] : [],
    rowOf(`appends at a fixed ${half}/s (open loop)`, open32),
  ];
}

async function appendOne(store: Store): Promise<void> {
  const data = { trackId: newId(), listenedMs: 61_000, startedAt: 1_800_000_000_000, quality: "normal" };
  const event = { type: "Played", data: { ...data, device: "phone" }, eventId: newId() };
  await store.appendToStream("plays/0", `play/${newId()}`, [event], { metadata: METADATA });
}

/** The least that a table of events can be: a position, a unique id, the event; one insert, one commit, one connection. */
export async function rawInserts(url: string, producers: number): Promise<Contender & AsyncDisposable> {
  const pool = await openPool(url, producers);
  await pool`
    create table events (
      position bigint generated always as identity primary key, event_id uuid not null unique, stream text not null,
      type text not null, data json not null, metadata json not null, recorded_at timestamptz not null default now())`;
  const insert = async () => {
    const data = { trackId: newId(), listenedMs: 61_000, startedAt: 1_800_000_000_000, quality: "normal" };
    await pool`
      insert into events (event_id, stream, type, data, metadata)
      values (${newId()}, ${`play/${newId()}`}, 'Played', ${JSON.stringify({ ...data, device: "phone" })}::text::json,
        ${JSON.stringify(METADATA)}::text::json)`;
  };
  return {
    name: `raw inserts ${producers}`,
    round: (ms) => closedLoop(producers, ms, insert),
    [Symbol.asyncDispose]: () => pool.end({ timeout: 2 }),
  };
}

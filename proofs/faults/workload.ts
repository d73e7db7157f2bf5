import { Refusal } from "../../backend/contract/refusal.ts";
import { ledgerAccounts } from "../../backend/ledger/accounts.ts";
import { postTransfer } from "../../backend/testing/transfers.ts";
import { CommandMismatch } from "../../backend/store/log/errors.ts";
import type { Store } from "../../backend/store/store.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { wordOf, wordsProjection } from "../../backend/store/testing/words.ts";
import { seededRandom } from "../../backend/testing/random.ts";
import { openStore } from "../parts/database.ts";
import { pause } from "../parts/waiting.ts";
import { commandOf, type FaultCommand } from "./commands.ts";

/** The orders of a process of writers, as JSON in its one argument. */
export interface WorkloadOrder {
  readonly url: string;
  readonly seed: number;
  readonly shards: number;
  /** The first command it sends; others may have sent it, too. */
  readonly from: number;
  readonly producers: number;
}

/** How often each word was said in a shard: each shard is followed by itself. */
export const shardWords = wordsProjection({
  name: "shard_words",
  place: "shard",
  logs: ["plays"],
  tables: `
    create table shard_words (
      shard smallint not null, word text not null, times bigint not null check (times > 0), primary key (shard, word)
    )`,
  apply: (tx, events) =>
    tx`
      insert into shard_words as known (shard, word, times)
      select ${shardOfLog(events[0]?.log ?? "plays/0")}::smallint, word, count(*)
      from unnest(${events.map(wordOf)}::text[]) as t(word) group by word
      on conflict (shard, word) do update set times = known.times + excluded.times`,
});

/** What the processes keep beside the log. */
export const FAULT_PROJECTIONS = [ledgerAccounts, wordsProjection({ logs: ["plays"] }), shardWords];
export const FAULT_METADATA = { actor: "system:faults" };

/**
 * A process that sends commands until it is killed: each until it is answered, some again and some that came long
 * before. A producer keeps to one shard, so that none waits for another's. Prints a line for each answer: `<n> ok | refused`, or what must never come.
 */
if (import.meta.main) {
  const order: WorkloadOrder = JSON.parse(Deno.args[0] ?? "{}");
  const { url, seed } = order;
  // Watched, as the service's is: a server that is away is tried again immediately, and not after ever longer pauses.
  const store = openStore(url, FAULT_PROJECTIONS, { watch: true });
  const random = seededRandom(seed + order.from);
  const { shards } = order;
  const next = Array.from({ length: shards }, () => Math.floor(order.from / shards));
  await Promise.all(Array.from({ length: order.producers }, async (_, producer) => {
    const shard = producer % shards;
    for (;;) {
      const newest = next[shard] ?? 0;
      const isNew = random() >= 0.15;
      if (isNew) next[shard] = newest + 1;
      const nth = isNew ? newest : Math.max(0, newest - Math.floor(random() * 100 / shards));
      const n = nth * shards + shard;
      console.log(`${n} ${await sendUntilAnswered(store, commandOf(seed, n, shards))}`);
    }
  }));
}

async function sendUntilAnswered(store: Store, command: FaultCommand): Promise<string> {
  for (;;) {
    try {
      await send(store, command);
      return "ok";
    } catch (error) {
      if (error instanceof Refusal) return error.code === "insufficient_funds" ? "refused" : error.code;
      if (error instanceof CommandMismatch) return "mismatch";
      await pause(20);
    }
  }
}

async function send(store: Store, command: FaultCommand): Promise<void> {
  const { id, shard } = command;
  if (command.kind === "append") {
    const event = { type: "Said", data: { word: command.word }, eventId: id };
    await store.appendToStream(`plays/${shard}`, `said/${id}`, [event], { metadata: FAULT_METADATA });
    return;
  }
  const { from, to, amount } = command;
  const entries = [{ account: from, amount: -amount }, { account: to, amount }];
  await store.execute(
    postTransfer,
    { shard, transfer: { transferId: id, code: "gift", entries } },
    { logs: [`ledger/${shard}`], metadata: FAULT_METADATA, commandId: id, content: { from, to, amount } },
  );
}

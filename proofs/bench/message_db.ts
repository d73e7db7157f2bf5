import { join } from "node:path";
import { newId } from "../../backend/contract/ids.ts";
import { openPool } from "../parts/database.ts";
import { closedLoop, type Contender } from "../parts/measure.ts";

/** The files of its installer, in the installer's order; pgcrypto is left out because Postgres has what it needs. */
const FILES = [
  ...["schema/message-store", "types/message", "tables/messages"],
  ...["message-store-version", "hash-64", "acquire-lock", "category", "is-category", "id", "cardinal-id"]
    .map((name) => `functions/${name}`),
  ...["functions/stream-version", "functions/write-message"],
  ...["indexes/messages-id", "indexes/messages-stream", "indexes/messages-category"],
];

/** message-db: single messages to new streams of one category, a connection a producer. */
export async function messageDbContender(
  name: string,
  { folder, url, producers }: { folder: string; url: string; producers: number },
): Promise<Contender & AsyncDisposable> {
  const pool = await openPool(withSearchPath(url), producers);
  const home = join(folder, "node_modules/@eventide/message-db/database");
  for (const file of FILES) await pool.unsafe(await Deno.readTextFile(join(home, `${file}.sql`)));
  const write = async () => {
    const data = { trackId: newId(), listenedMs: 61_000, startedAt: 1_800_000_000_000, quality: "normal" };
    await pool`
      select write_message(${newId()}, ${`play-${newId()}`}, 'Played', ${
      JSON.stringify({ ...data, device: "phone" })
    }::text::jsonb)`;
  };
  return {
    name,
    round: (ms) => closedLoop(producers, ms, write),
    [Symbol.asyncDispose]: () => pool.end({ timeout: 2 }),
  };
}

/** Its functions name their tables without a schema. */
function withSearchPath(url: string): string {
  const withPath = new URL(url);
  withPath.searchParams.set("search_path", "message_store,public");
  return withPath.href;
}

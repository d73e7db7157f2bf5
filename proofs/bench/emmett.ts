import { join } from "node:path";
import { closedLoop, type Contender, type Measured } from "../parts/measure.ts";
import { answerOrders, type Remote, startRemote } from "./remote.ts";

/** The part of Emmett's Postgres store that is used; its package is no dependency of Orin. */
interface EmmettModule {
  getPostgreSQLEventStore(url: string): {
    appendToStream(stream: string, events: readonly unknown[]): Promise<unknown>;
    schema: { migrate(): Promise<unknown> };
    close(): Promise<void>;
  };
}

/** Emmett: single events to new streams, as many producers as told, with its own pool in a process of its own. */
export async function emmettContender(
  name: string,
  { folder, url, producers }: { folder: string; url: string; producers: number },
): Promise<Contender & AsyncDisposable> {
  const remote: Remote = await startRemote(import.meta.filename ?? "", {
    // Packages are found in the folder of their own, not in Orin's.
    flags: ["--no-config", "--no-lock", "--node-modules-dir=manual"],
    args: [folder, url],
    cwd: folder,
  });
  return {
    name,
    round: (ms) => remote.ask<Measured>({ producers, ms }),
    [Symbol.asyncDispose]: () => remote[Symbol.asyncDispose](),
  };
}

if (import.meta.main) {
  const [folder = "", url = ""] = Deno.args;
  const index = join(folder, "node_modules/@event-driven-io/emmett-postgresql/dist/index.js");
  const { getPostgreSQLEventStore }: EmmettModule = await import(`file://${index}`);
  const store = getPostgreSQLEventStore(url);
  await store.schema.migrate();
  await answerOrders<{ producers: number; ms: number }>(({ producers, ms }) =>
    closedLoop(producers, ms, async () => {
      const trackId = crypto.randomUUID();
      const data = { trackId, listenedMs: 61_000, startedAt: 1_800_000_000_000, quality: "normal", device: "phone" };
      await store.appendToStream(`play-${crypto.randomUUID()}`, [{ type: "Played", data }]);
    })
  );
  await store.close();
}

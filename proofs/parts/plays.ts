import type { PlayReport } from "../../backend/contract/requests/listening.ts";
import { sendReports } from "../../backend/listening/report/report.ts";
import type { PlaySource } from "./play_source.ts";
import type { ProofService } from "./service.ts";

/** Of one listener, sent together: more than a page of the history, less than a group holds. */
export const PLAYS_OF_A_BATCH = 120;
const TELLERS = 12;

/** Fills a log with plays by the usual command, in the lane for batches; ends when the followers have caught up. */
export async function tellPlays(service: ProofService, source: PlaySource, plays: number): Promise<void> {
  let left = plays;
  await Promise.all(Array.from({ length: TELLERS }, async () => {
    while (left > 0) {
      const size = Math.min(PLAYS_OF_A_BATCH, left);
      left -= size;
      const batch = source.batch(size);
      await reportDirectly(service, batch.listener, batch.plays);
    }
  }));
  if (!await service.deps.store.settle(600_000)) throw new Error("What follows the log did not catch up");
}

/** Reports plays of one listener by the command, without HTTP before it. */
export async function reportDirectly(
  { deps, listeners }: ProofService,
  listener: number,
  plays: readonly PlayReport[],
): Promise<void> {
  const id = listeners[listener]?.userId ?? "";
  await sendReports(
    deps.store,
    {
      listenerId: id,
      receivedAt: Date.now(),
      skewMs: 0,
      reports: plays.map((report) => ({ report, serverMade: false })),
    },
    { metadata: { actor: `user:${id}` }, lane: plays.length > 1 ? "bulk" : "interactive" },
  );
}

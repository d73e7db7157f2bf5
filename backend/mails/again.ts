import type { Jobs } from "../store/jobs/jobs.ts";
import { AS_MAIL } from "./deliver.ts";

/** Whether a kind of jobs sends mails or texts. */
export function isOutgoing(kind: string): boolean {
  return kind === "text" || kind.endsWith("mail");
}

/**
 * Sends again what failed in the last two days and still makes sense, and asks a relay that was away right now; answers how
 * many mails and texts wait for it. A code that has ended is not sent.
 */
export async function sendAgain(jobs: Jobs, now: number): Promise<number> {
  const failed = (await jobs.counts()).filter(({ kind, state }) => state === "failed" && isOutgoing(kind));
  return await jobs.again([...new Set(failed.map(({ kind }) => kind))], now - AS_MAIL.worthMs());
}

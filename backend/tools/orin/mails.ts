import { isOutgoing, sendAgain } from "../../mails/again.ts";
import { createJobs } from "../../store/jobs/jobs.ts";
import { relaysAway } from "../../store/jobs/relay.ts";
import { openTool } from "./tool.ts";

/** `orin mails`: what waits and what failed of mails and texts, and why; with `again` it is sent once more. */
export async function listMails({ again }: { readonly again?: true | undefined }): Promise<void> {
  await using tool = await openTool();
  const { sql } = tool;
  const jobs = createJobs(sql, { now: Date.now, random: Math.random, log: (line) => console.error(`orin: ${line}`) });
  const counts = (await jobs.counts()).filter(({ kind }) => isOutgoing(kind));
  if (counts.length === 0) console.log("No mail or text waits, and none has failed");
  else console.table(counts);
  for (const { name, reason, nextTry } of await relaysAway(sql)) {
    console.log(`${name}: ${reason}. Asked again at ${new Date(nextTry).toISOString()}`);
  }
  if (!again) return;
  console.log(`${await sendAgain(jobs, Date.now())} wait to be sent again; the relay is asked now`);
  await jobs.stop();
}

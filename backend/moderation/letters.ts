import type { Deps } from "../deps.ts";
import { giveUpOnRefusal } from "../mails/send.ts";
import * as templates from "../mails/templates.ts";
import type { Tx } from "../store/sql.ts";
import { longDay } from "../contract/long_day.ts";
import { COUNTER_NOTICE_DAYS } from "../contract/moderation.ts";
import { lapseTakedown } from "./cases.ts";
import { type AboutCase, caseStream, type ModerationEvent } from "./events.ts";

const MAIL = "takedown_mail";
const RESTORE = "takedown_restore";

/** A mail to a rights holder about their claim; `mailId` is the id of the event behind it. It waits without a word. */
interface ClaimMail {
  readonly mailId: string;
  readonly caseId: string;
  readonly claimId: string;
}

interface Restore extends AboutCase {
  readonly claimId: string;
}

/** Queues a mail to the claimant, once for each event. */
export async function askToWrite({ jobs }: Pick<Deps, "jobs">, tx: Tx, mail: ClaimMail): Promise<void> {
  await jobs.enqueue(tx, { kind: MAIL, key: mail.mailId, payload: mail });
}

/** Puts the end of a claim on the calendar, epoch ms; asking again changes nothing. */
export async function askToRestore(
  { jobs }: Pick<Deps, "jobs">,
  tx: Tx,
  { runAt, ...payload }: Restore & { readonly runAt: number },
): Promise<void> {
  await jobs.enqueue(tx, { kind: RESTORE, key: payload.claimId, payload, runAt });
}

/** Writes to claimants, and restores songs when their time has come, in this process from now on. */
export function workTakedowns(deps: Deps): void {
  deps.jobs.work<Restore>(RESTORE, async ({ payload }) => {
    const { positions } = await deps.store.execute(lapseTakedown, payload, {
      logs: ["social"],
      metadata: { actor: "system:moderation" },
    });
    await deps.store.catchUp(["moderation"], { positions });
  });
  deps.jobs.work<ClaimMail>(MAIL, async ({ payload: { mailId, caseId, claimId } }) => {
    const events = await deps.store.readStream<ModerationEvent>("social", caseStream(caseId));
    const event = events.find(({ eventId }) => eventId === mailId);
    const claimed = events.find(({ type, data }) => type === "TakedownClaimed" && data.claimId === claimId);
    if (!event || claimed?.type !== "TakedownClaimed") return;
    const { claimantId, email, name } = claimed.data;
    const key = (await deps.personal.keysOf(deps.store.sql, [claimantId])).get(claimantId);
    if (!key) return;
    const open = (field: string, sealed: string) => key.open(field, sealed);
    const news = noticeOf(event, open);
    if (!news) return;
    const { publicUrl } = deps.config;
    // The artist has a mail of the same event: this is another one.
    const to = { id: `${mailId}-claimant`, to: open("claim email", email), name: open("claim name", name), publicUrl };
    await deps.mail.send(templates.moneyMail({ ...to, notice: news })).catch(giveUpOnRefusal);
  });
}

/** What a claimant is told of a step; undefined for steps that are no news for them. */
function noticeOf(
  event: ModerationEvent,
  open: (field: string, sealed: string) => string,
): templates.MoneyNotice | undefined {
  const toSong = { label: "See the song", path: `/track/${event.data.subjectId}` };
  const toOrin = { label: "Open Orin", path: "/" };
  switch (event.type) {
    case "TakedownClaimed":
      return notice("We have your claim", toSong, [
        "A person looks at it, and we answer by email. The song stays until then.",
        "If you did not write to us, someone used your address: please answer through our contacts.",
      ]);
    case "TakedownRefused":
      return notice("We did not take the song down", toSong, [
        "A person has looked at your claim. Our answer:",
        open("answer", event.data.words),
      ]);
    case "TakedownGranted":
      return notice("We took the song down", toOrin, [
        "Nobody can hear the song any more. We told the artist who claims it, and why.",
        "The artist may answer with a counter-notice. If they do, we tell you.",
      ]);
    case "CounterNoticeGiven":
      return notice("The artist answers your claim", toOrin, [
        "The artist says that the song is theirs. " +
        `We restore it on ${longDay(event.data.restoreAt)}, unless you show us before that you have gone to court.`,
        `You have ${COUNTER_NOTICE_DAYS} days from the day on which the artist answered. ` +
        "To show it, answer through our contacts and name the court and the number of the case.",
      ]);
    case "TakedownContested":
      return notice("The song stays down", toOrin, [
        "You have shown that you went to court. We wait for its decision.",
      ]);
    case "TakedownEnded":
      return notice("The song is back", toSong, [
        event.data.because === "counter_notice"
          ? "The time after the artist's counter-notice has run out, and we have not heard of a court."
          : "Your claim has come to an end.",
      ]);
    default:
      return undefined;
  }
}

function notice(heading: string, link: templates.MoneyNotice["link"], lines: string[]): templates.MoneyNotice {
  return { subject: heading, heading, lines, link };
}

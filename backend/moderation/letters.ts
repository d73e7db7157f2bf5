import type { Deps } from "../deps.ts";
import { AS_MAIL, deliver } from "../mails/deliver.ts";
import * as templates from "../mails/templates.ts";
import type { Tx } from "../store/sql.ts";
import { longDay } from "../contract/long_day.ts";
import { CLAIM_CONFIRM_DAYS, COUNTER_NOTICE_DAYS } from "../contract/moderation.ts";
import { lapseClaim, lapseTakedown } from "./cases.ts";
import { ModerationLinks } from "./link_token.ts";
import { type AboutCase, caseStream, type ModerationEvent } from "./events.ts";

const MAIL = "takedown_mail";
const RESTORE = "takedown_restore";
const LAPSE = "takedown_unconfirmed";

/** A mail to a rights holder about their claim; `mailId` is the id of the event behind it. It waits without a word. */
interface ClaimMail {
  readonly mailId: string;
  readonly caseId: string;
  readonly claimId: string;
}

interface OfClaim extends AboutCase {
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
  { runAt, ...payload }: OfClaim & { readonly runAt: number },
): Promise<void> {
  await jobs.enqueue(tx, { kind: RESTORE, key: payload.claimId, payload, runAt });
}

/** Puts the end of an unconfirmed claim on the calendar, epoch ms; asking again changes nothing. */
export async function askToLapse(
  { jobs }: Pick<Deps, "jobs">,
  tx: Tx,
  { runAt, ...payload }: OfClaim & { readonly runAt: number },
): Promise<void> {
  await jobs.enqueue(tx, { kind: LAPSE, key: payload.claimId, payload, runAt });
}

/** Writes to claimants, and restores songs when their time has come, in this process from now on. */
export function workTakedowns(deps: Deps): void {
  const links = new ModerationLinks(deps.keys);
  const bySystem = { logs: ["social"], metadata: { actor: "system:moderation" } } as const;
  for (const [kind, command] of [[RESTORE, lapseTakedown], [LAPSE, lapseClaim]] as const) {
    deps.jobs.work<OfClaim>(kind, async ({ payload }) => {
      const { positions } = await deps.store.execute(command, payload, bySystem);
      await deps.store.catchUp(["moderation"], { positions });
    });
  }
  deps.jobs.work<ClaimMail>(MAIL, async ({ payload: { mailId, caseId, claimId } }) => {
    const events = await deps.store.readStream<ModerationEvent>("social", caseStream(caseId));
    const event = events.find(({ eventId }) => eventId === mailId);
    const claimed = events.find(({ type, data }) => type === "TakedownClaimed" && data.claimId === claimId);
    if (!event || claimed?.type !== "TakedownClaimed") return;
    const { claimantId, email, name } = claimed.data;
    const key = (await deps.personal.keysOf(deps.store.sql, [claimantId])).get(claimantId);
    if (!key) return;
    const open = (field: string, sealed: string) => key.open(field, sealed);
    if (event.type === "TakedownClaimed" && event.data.confirmBy !== undefined) {
      const { confirmBy: expiresAt } = event.data;
      const { publicUrl } = deps.config;
      const link = `${publicUrl}/takedown/${links.sign({ kind: "claim", id: claimId, expiresAt })}`;
      const asked = { id: `${mailId}-claimant`, to: open("claim email", email), name: "", publicUrl };
      const until = longDay(expiresAt);
      const message = templates.claimConfirmMail({ ...asked, link, until, days: CLAIM_CONFIRM_DAYS });
      await deliver(deps, message);
      return;
    }
    const news = noticeOf(event, open);
    if (!news) return;
    const { publicUrl } = deps.config;
    // The artist has a mail of the same event: this is another one.
    const to = { id: `${mailId}-claimant`, to: open("claim email", email), name: open("claim name", name), publicUrl };
    await deliver(deps, templates.moneyMail({ ...to, notice: news }));
  }, AS_MAIL);
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
    case "TakedownConfirmed":
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

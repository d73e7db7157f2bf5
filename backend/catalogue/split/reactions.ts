import { AS_MAIL, deliver } from "../../mails/deliver.ts";
import { findCreators } from "../../../projections/catalogue/creators.ts";
import { findSplitInvitation } from "../../../projections/catalogue/splits.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { longDay } from "../../contract/long_day.ts";
import { formatBasisPoints } from "../../contract/splits.ts";
import type { Deps } from "../../deps.ts";
import { mailMoney } from "../../mails/send.ts";
import { type MoneyNotice, splitInvitationMail } from "../../mails/templates.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { isAsked, sealedSplitField, type SplitDisputeSettled, type SplitEvent } from "./events.ts";
import { SplitTokens } from "./invitation.ts";

const MAIL = "split_mail";

type Mailed = Extract<SplitEvent, { type: "SplitProposed" | "SplitDisputed" | "SplitDisputeSettled" }>;

/** Mails to the people whom a song's owner asks, and to the two of a dispute. */
export function splitReactors(deps: Deps): Reactor[] {
  return [splitMails(deps)];
}

interface InvitationMail {
  readonly mailId: string;
  readonly invitationId: string;
}

function splitMails(deps: Deps): Reactor<Mailed> {
  return {
    name: "split_mails",
    logs: ["social"],
    on: ["SplitProposed", "SplitDisputed", "SplitDisputeSettled"],
    async react({ type, data, eventId, recordedAt: at, metadata }) {
      if (metadata.actor === "system:demo") return;
      if (type === "SplitProposed") {
        for (const { invitationId } of data.invited.filter(isAsked)) {
          const payload: InvitationMail = { mailId: `${eventId}-${invitationId}`, invitationId };
          await deps.jobs.enqueue(deps.store.sql, { kind: MAIL, key: payload.mailId, payload });
        }
        deps.jobs.poke();
        return;
      }
      const title = (await trackFacts(deps.store.sql, [data.trackId])).get(data.trackId)?.title ?? "a song";
      const notice = type === "SplitDisputed" ? disputedNotice(title) : settledNotice({ title, at }, data);
      for (const userId of [data.ownerId, data.creatorId]) {
        await mailMoney(deps, { mailId: `${eventId}-${userId}`, userId, at, notice });
      }
    },
  };
}

function disputedNotice(title: string): MoneyNotice {
  return {
    subject: `A share of “${title}” is disputed`,
    heading: "A share is held aside",
    lines: [
      `From now on nobody gets what the disputed share of “${title}” brings. The song stays where it is.`,
      "It is paid out as soon as you two agree. If you cannot, Orin decides.",
    ],
    link: { label: "See the share", path: "/cs-shares" },
  };
}

function settledNotice(
  { title, at }: { readonly title: string; readonly at: number },
  { basisPoints, shareBasisPoints, adminId, note }: SplitDisputeSettled["data"],
): MoneyNotice {
  const after = shareBasisPoints ?? (basisPoints === 0 ? 0 : undefined);
  return {
    subject: `The dispute about “${title}” is settled`,
    heading: "The dispute is settled",
    lines: [
      adminId === undefined
        ? `You two agreed on ${longDay(at)}.`
        : `Orin decided on ${longDay(at)}: one person proposed it, and another one confirmed it.`,
      `Of what was held, the collaborator gets ${formatBasisPoints(basisPoints)} and the owner the rest.`,
      after === undefined
        ? "The share stays as it was, and is paid again from that day on."
        : after === 0
        ? "The share has ended on that day."
        : `From that day on the share is ${formatBasisPoints(after)} of what the song brings, and is paid again.`,
      ...note ? [`Orin's reason: ${note}`] : [],
    ],
    link: { label: "See your shares", path: "/cs-shares" },
  };
}

/** Mails invitations from now on. The address is opened only now; nothing goes out for what is over or erased. */
export function workSplitMails(deps: Deps): void {
  const tokens = new SplitTokens(deps.keys);
  deps.jobs.work<InvitationMail>(MAIL, async ({ payload: { mailId, invitationId } }) => {
    const { sql } = deps.store;
    const row = await findSplitInvitation(sql, invitationId);
    if (row?.status !== "waiting") return;
    const { trackId, ownerId, creatorId, email, basisPoints, at } = row;
    const [tracks, artists, keys] = await Promise.all([
      trackFacts(sql, [trackId]),
      findCreators(sql, [ownerId]),
      deps.personal.keysOf(sql, [ownerId]),
    ]);
    const [track, owner, key] = [tracks.get(trackId), artists.get(ownerId), keys.get(ownerId)];
    if (!track || !owner || !key) return;
    const said = { artist: owner.name, title: track.title, percent: formatBasisPoints(basisPoints) };
    const path = `/split/${tokens.sign(invitationId)}`;
    if (creatorId !== undefined) {
      return await mailMoney(deps, {
        mailId,
        userId: creatorId,
        at,
        isOptional: true,
        notice: askedNotice(said, path),
      });
    }
    if (email === undefined) return;
    const message = splitInvitationMail({
      ...{ id: mailId, name: "", publicUrl: deps.config.publicUrl, link: `${deps.config.publicUrl}${path}` },
      to: key.open(sealedSplitField(invitationId), email),
      // To strangers goes no title: a mail of ours carries few words of theirs.
      ...{ artist: said.artist, percent: said.percent },
    });
    await deliver(deps, message);
  }, AS_MAIL);
}

function askedNotice(
  { artist, title, percent }: { artist: string; title: string; percent: string },
  path: string,
): MoneyNotice {
  return {
    subject: `${artist} asks about your share of “${title}”`,
    heading: `${percent} of “${title}”`,
    lines: [
      `${artist} suggests that you have ${percent} of what “${title}” earns, from the moment you accept.`,
      "Until then nothing changes.",
    ],
    link: { label: "Look at it", path },
  };
}

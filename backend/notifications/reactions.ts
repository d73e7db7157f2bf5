import { findGift } from "../../projections/gifts/gifts.ts";
import {
  type NoticeWhat,
  songNotice,
  splitReaders,
  type SplitTold,
  teamNotice,
  type TeamTold,
  type ToldOfSongs,
} from "../../projections/notifications/notices.ts";
import { trackFacts } from "../../projections/catalogue/tracks.ts";
import { findWithdrawal } from "../../projections/wallet/withdrawals.ts";
import type { EmailChanged, PasswordChanged } from "../accounts/account/events.ts";
import type { ReleasePublished } from "../catalogue/release/events.ts";
import type { TrackPublished } from "../catalogue/track/events.ts";
import { lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import type { GiftSent, GiftThanked } from "../gifts/events.ts";
import type { SupportersThanked } from "../gifts/thanks/events.ts";
import type {
  ContentHidden,
  ContentShown,
  ModerationAppealAnswered,
  TakedownEnded,
  TakedownGranted,
} from "../moderation/events.ts";
import type { RoyaltyHeld } from "../royalties/events.ts";
import { type CommentPosted, concernedBy } from "../social/comment/events.ts";
import type { ArtistPosted } from "../social/post/events.ts";
import type { Recorded } from "../store/log/event.ts";
import type { Reactor } from "../store/projections/follow.ts";
import { repeat } from "../contract/repeat.ts";
import type { WithdrawalEvent } from "../wallet/withdrawal/events.ts";
import type { NewDeviceSeen } from "../accounts/login/events.ts";
import { askForStreaks, askToTell, askToTellFollowers, isWorthTelling } from "./send.ts";

/** What follows from events that people want to hear of. */
export function notificationReactors(deps: Deps): Reactor[] {
  return [tellOfSocial(deps), tellOfTeams(deps), tellOfMoney(deps)];
}

const STREAKS_MS = 15 * 60_000;

/** Puts each day's reminders on the calendar, from now on. */
export function watchStreaks(deps: Deps): { stop(): Promise<void> } {
  return repeat(() => askForStreaks(deps, { day: lagosDay(deps.now()) }), { everyMs: STREAKS_MS, log: deps.log });
}

type Moderation = ContentHidden | ContentShown | ModerationAppealAnswered | TakedownGranted | TakedownEnded;
type Social =
  | TrackPublished
  | ReleasePublished
  | CommentPosted
  | ArtistPosted
  | SupportersThanked
  | PasswordChanged
  | EmailChanged
  | NewDeviceSeen
  | Moderation
  | SplitTold
  | ToldOfSongs;

/** To whom, and what. */
interface To {
  readonly userId: string | undefined;
  readonly what: NoticeWhat;
  readonly subjectId: string;
  readonly place?: string;
}

function tellOfSocial(deps: Deps): Reactor<Social> {
  return {
    name: "notifications_of_social",
    logs: ["social"],
    on: [
      ...["TrackPublished", "ReleasePublished", "ArtistPosted", "SupportersThanked", "CommentPosted"] as const,
      ...["PasswordChanged", "EmailChanged", "NewDeviceSeen"] as const,
      ...["ContentHidden", "ContentShown", "ModerationAppealAnswered", "TakedownGranted", "TakedownEnded"] as const,
      ...["SplitProposed", "SplitAnswered", "SplitDisputed", "SplitDisputeSettled"] as const,
      ...["PresaveFulfilled", "ReleaseStalled", "FeatureAsked", "FeatureAnswered"] as const,
      ...["DuplicateFound", "DuplicateDecided"] as const,
    ],
    async react(event) {
      if (isOld(deps, event)) return;
      const { type, data } = event;
      switch (type) {
        case "ReleasePublished":
          // A single song is told as one.
          if (data.trackIds.length < 2) return;
          return await tellFollowers(deps, event);
        case "TrackPublished":
        case "ArtistPosted":
        case "SupportersThanked":
          return await tellFollowers(deps, event);
        case "CommentPosted":
          for (const to of await readersOf(deps, data)) await tellOne(deps, event, to);
          return;
        case "SplitProposed":
        case "SplitAnswered":
        case "SplitDisputed":
        case "SplitDisputeSettled":
          for (const to of splitReaders(event)) await tellOne(deps, event, to);
          return;
        case "PasswordChanged":
          return await tellOne(deps, event, { userId: data.userId, what: "password_changed", subjectId: data.userId });
        case "EmailChanged":
          return await tellOne(deps, event, { userId: data.userId, what: "email_changed", subjectId: data.userId });
        case "NewDeviceSeen":
          return await tellOne(deps, event, { userId: data.userId, what: "new_device", subjectId: data.sessionId });
        case "ModerationAppealAnswered":
          // Who was right hears that it is back.
          if (data.verdict === "grant") return;
          return await tellOne(deps, event, { userId: data.ownerId, what: DECISIONS[type], subjectId: data.caseId });
        case "ContentHidden":
        case "ContentShown":
        case "TakedownGranted":
        case "TakedownEnded":
          return await tellOne(deps, event, { userId: data.ownerId, what: DECISIONS[type], subjectId: data.caseId });
        case "PresaveFulfilled":
        case "ReleaseStalled":
        case "FeatureAsked":
        case "FeatureAnswered":
        case "DuplicateFound":
        case "DuplicateDecided":
          return await tellOne(deps, event, songNotice(event));
      }
    },
  };
}

function tellOfTeams(deps: Deps): Reactor<TeamTold> {
  return {
    name: "notifications_of_teams",
    logs: ["social"],
    on: ["TeamInvitationFound", "TeamMemberJoined", "TeamMemberRoleChanged", "TeamMemberLeft"],
    async react(event) {
      if (!isOld(deps, event)) await tellOne(deps, event, teamNotice(event));
    },
  };
}

type FollowersTold = TrackPublished | ReleasePublished | ArtistPosted | SupportersThanked;

async function tellFollowers(deps: Deps, event: Recorded<FollowersTold>): Promise<void> {
  await askToTellFollowers(deps, deps.store.sql, followersNews(event));
  deps.jobs.poke();
}

function followersNews({ type, data, eventId, recordedAt: at }: Recorded<FollowersTold>) {
  switch (type) {
    case "TrackPublished":
      return { noticeId: eventId, creatorId: data.ownerId, trackId: data.trackId, at };
    case "ReleasePublished":
      return { noticeId: eventId, creatorId: data.ownerId, releaseId: data.releaseId, at };
    case "ArtistPosted":
      return { noticeId: data.postId, creatorId: data.artistId, postId: data.postId, at };
    case "SupportersThanked":
      return { noticeId: data.thanksId, creatorId: data.artistId, thanksId: data.thanksId, at };
  }
}

const DECISIONS: Readonly<Record<Moderation["type"], NoticeWhat>> = {
  ContentHidden: "moderation_hidden",
  ContentShown: "moderation_shown",
  ModerationAppealAnswered: "moderation_appeal",
  TakedownGranted: "moderation_claim",
  TakedownEnded: "moderation_shown",
};

/** Whom it answers, and whose song or page it is. */
async function readersOf({ store: { sql } }: Deps, comment: CommentPosted["data"]): Promise<To[]> {
  const { commentId: subjectId, entityType, entityId } = comment;
  const ownerId = entityType === "artist" ? entityId : (await trackFacts(sql, [entityId])).get(entityId)?.ownerId;
  return concernedBy(comment, ownerId).map((one) => ({ ...one, subjectId, place: `${entityType}/${entityId}` }));
}

const STEPS = {
  WithdrawalRequested: "withdrawal_requested",
  WithdrawalApproved: "withdrawal_approved",
  WithdrawalRejected: "withdrawal_rejected",
  PayoutCompleted: "withdrawal_paid",
  PayoutResolved: "withdrawal_paid",
  PayoutFailed: "withdrawal_failed",
  PayoutReversed: "withdrawal_reversed",
} as const;

type Step = Extract<WithdrawalEvent, { type: keyof typeof STEPS }>;

function tellOfMoney(deps: Deps): Reactor<GiftSent | GiftThanked | RoyaltyHeld | Step> {
  return {
    name: "notifications_of_money",
    logs: ["ledger"],
    on: ["GiftSent", "GiftThanked", "RoyaltyHeld", ...Object.keys(STEPS) as (keyof typeof STEPS)[]],
    async react(event) {
      if (isOld(deps, event)) return;
      const { sql } = deps.store;
      if (event.type === "GiftSent" || event.type === "GiftThanked") {
        const { giftId: subjectId } = event.data;
        const gift = await findGift(sql, subjectId);
        if (event.type === "GiftThanked") {
          return await tellOne(deps, event, { userId: gift?.giverId, what: "gift_thanked", subjectId });
        }
        const what = gift?.shareOf === undefined ? "gift_received" : "gift_shared";
        return await tellOne(deps, event, { userId: event.data.artistId, what, subjectId });
      }
      if (event.type === "RoyaltyHeld") {
        const { creatorId: userId, month: subjectId } = event.data;
        // Each shard sends its own part: a month is told once.
        const told = { recordedAt: event.recordedAt, eventId: `royalty-${subjectId}` };
        return await tellOne(deps, told, { userId, what: "royalty_received", subjectId });
      }
      if (event.type === "WithdrawalApproved" && !event.data.isLast) return;
      const { withdrawalId: subjectId } = event.data;
      const isReturned = event.type === "PayoutResolved" && event.data.outcome === "returned";
      const what = isReturned ? "withdrawal_failed" : STEPS[event.type];
      await tellOne(deps, event, { userId: (await findWithdrawal(sql, subjectId))?.userId, what, subjectId });
    },
  };
}

async function tellOne(
  deps: Deps,
  { eventId, recordedAt: at }: Pick<Recorded<Social>, "eventId" | "recordedAt">,
  { userId, what, subjectId, place = "" }: To,
): Promise<void> {
  if (userId === undefined) return;
  await askToTell(deps, deps.store.sql, { noticeId: eventId, userId, telling: { what, subjectId, place }, at });
  deps.jobs.poke();
}

/**
 * Old events make no notifications, such as those of a log that is followed from its beginning, or of the demo world.
 */
function isOld(
  deps: Pick<Deps, "now">,
  { recordedAt, metadata }: { readonly recordedAt: number; readonly metadata: { readonly actor: string } },
): boolean {
  return metadata.actor === "system:demo" || !isWorthTelling(deps, recordedAt);
}

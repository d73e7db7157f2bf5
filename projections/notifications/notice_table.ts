import type { EmailChanged, PasswordChanged } from "../../backend/accounts/account/events.ts";
import type { NewDeviceSeen } from "../../backend/accounts/login/events.ts";
import type { DuplicateDecided, DuplicateFound } from "../../backend/catalogue/duplicate/events.ts";
import type { PresaveFulfilled } from "../../backend/catalogue/presave/events.ts";
import type { ReleasePublished, ReleaseStalled } from "../../backend/catalogue/release/events.ts";
import type { FeatureAnswered, FeatureAsked } from "../../backend/catalogue/song_credits/events.ts";
import { isAsked, type SplitEvent } from "../../backend/catalogue/split/events.ts";
import type { TrackPublished } from "../../backend/catalogue/track/events.ts";
import { longDay, longMonth } from "../../backend/contract/long_day.ts";
import type { NoticeKind } from "../../backend/contract/notifications.ts";
import type { GiftSent, GiftShared, GiftThanked } from "../../backend/gifts/events.ts";
import type { SupportersThanked } from "../../backend/gifts/thanks/events.ts";
import type {
  ContentHidden,
  ContentShown,
  ModerationAppealAnswered,
  ReportsDismissed,
  TakedownContested,
  TakedownEnded,
  TakedownGranted,
} from "../../backend/moderation/events.ts";
import type { RoyaltyHeld } from "../../backend/royalties/events.ts";
import { type CommentPosted, concernedBy } from "../../backend/social/comment/events.ts";
import type { ArtistPosted } from "../../backend/social/post/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import type { SubscriptionEvent } from "../../backend/subscriptions/events.ts";
import type {
  TeamInvitationFound,
  TeamMemberJoined,
  TeamMemberLeft,
  TeamMemberRoleChanged,
} from "../../backend/team/events.ts";
import type { WithdrawalEvent } from "../../backend/wallet/withdrawal/events.ts";
import {
  commentDetail,
  commentWords,
  type Detail,
  type DetailFacts,
  featureWords,
  giftDetail,
  giftThanksWords,
  newsWords,
  type NoticeFacts,
  type NoticeSubject,
  type NoticeWords,
  postWords,
  type ReleaseNews,
  releaseOutWords,
  releaseStalledWords,
  royaltyDetail,
  shareDetail,
  songDetail,
  thanksWords,
  withdrawalDetail,
} from "./notice_words.ts";

/** Of the list's rows: raise it when a row of the table below hears of another event, so that the list is built again. */
export const NOTICES_VERSION = 5;

/** What people hear of by themselves. */
export type ToldEvent =
  | CommentPosted
  | GiftSent
  | GiftThanked
  | GiftShared
  | Extract<SplitEvent, { type: "SplitProposed" | "SplitAnswered" | "SplitDisputed" | "SplitDisputeSettled" }>
  | RoyaltyHeld
  | WithdrawalEvent
  | SubscriptionEvent
  | PasswordChanged
  | EmailChanged
  | NewDeviceSeen
  | ContentHidden
  | ContentShown
  | ModerationAppealAnswered
  | TakedownGranted
  | TakedownContested
  | TakedownEnded
  | ReportsDismissed
  | PresaveFulfilled
  | ReleaseStalled
  | FeatureAsked
  | FeatureAnswered
  | DuplicateFound
  | DuplicateDecided
  | TeamInvitationFound
  | TeamMemberJoined
  | TeamMemberRoleChanged
  | TeamMemberLeft;

/** What an artist's followers, or all who gave to an artist, hear of. */
export type NewsEvent = TrackPublished | ReleasePublished | ArtistPosted | SupportersThanked;

/** What there is to know about an event beside what it says. */
interface Context {
  readonly eventId: string;
  readonly recordedAt: number;
  /** Whose a song, a gift (its giver) or a withdrawal is. */
  ownerOf(thingId: string): string | undefined;
  /** Whether a gift is a share of another, as far as that is known yet. */
  isShare(giftId: string): boolean;
  /** Who had reported what is decided. */
  readonly reporters: readonly string[];
}

/** Who hears of an event; no person without a `userId`. Its id and moment are the event's where they are left out. */
interface Reader {
  readonly userId: string | undefined;
  readonly subjectId: string;
  readonly place?: string;
  readonly noticeId?: string;
  readonly at?: number;
}

/** What goes to many, page by page. */
interface News {
  readonly noticeId: string;
  readonly creatorId: string;
  readonly trackId?: string;
  readonly releaseId?: string;
  readonly postId?: string;
  readonly thanksId?: string;
}

type DataOf<Event, Type> = Event extends { readonly type: Type; readonly data: infer Data } ? Data : never;
type Readers = {
  readonly [Type in ToldEvent["type"]]?: (
    data: DataOf<ToldEvent, Type>,
    context: Context,
  ) => Reader | readonly Reader[] | undefined;
};

interface Notice<About> {
  /**
   * The switch that it obeys. What becomes of one's own music and account, moderation and held songs too, is "security",
   * which cannot be switched off.
   */
  readonly kind: NoticeKind;
  /** It is mailed from here; what has a mail elsewhere, such as an invitation, is not. */
  readonly isMailed?: true;
  /** What a stranger can cause is no warning, and rings no device at night. */
  readonly isOfStranger?: true;
  /** What it says, also on a screen that is locked; nothing where what it is about is gone since. */
  readonly words: NoticeWords | ((about: About, facts: NoticeFacts) => NoticeWords | undefined);
}

interface OwnNotice extends Notice<NoticeSubject> {
  /** Who hears of it by which events. */
  readonly on?: Readers;
  /** The same, in the list alone. */
  readonly inList?: Readers;
  /** The same, on devices and by mail alone. */
  readonly onDevice?: Readers;
  /** What the subject is, where it is looked up for the words. */
  readonly of?: "comment" | "gift" | "thanks" | "song" | "feature" | "release" | "month" | "withdrawal";
  /** What the list says instead, which only its reader sees: who, what and how much. Pushes and mails keep the words. */
  readonly detail?: (about: NoticeSubject, facts: DetailFacts, body: string) => Detail;
  /** Those of a Lagos day with the same of this can be shown as one. */
  readonly alike?: "what" | "tag";
}

interface ManyNotice<About> extends Notice<About> {
  /** Who it is from, and what, by which events. */
  readonly on?: {
    readonly [Type in NewsEvent["type"]]?: (data: DataOf<NewsEvent, Type>, eventId: string) => News | undefined;
  };
}

const DAY_MS = 24 * 3_600_000;
const SHARES = { path: "/cs-shares" };
const PAYOUTS = { path: "/withdraw-tokens" };
const MUSIC = { path: "/cs-music-list" };
const SETTINGS = { path: "/settings" };
const TEAMS = { path: "/team" };
const OWN_TEAM = { path: "/cs-settings?tab=team" };
const HELD = { path: "/held" };

/** Each notice of one person: who hears of it by which event, which switch it obeys, whether it is mailed, what it says. */
const OWN = {
  comment_reply: {
    kind: "comment",
    isMailed: true,
    of: "comment",
    on: { CommentPosted: concerned("comment_reply") },
    words: (about, facts) => commentWords("comment_reply", about, facts),
  },
  comment_on_song: {
    kind: "comment",
    isMailed: true,
    of: "comment",
    on: { CommentPosted: concerned("comment_on_song") },
    words: (about, facts) => commentWords("comment_on_song", about, facts),
    detail: commentDetail,
    alike: "tag",
  },
  comment_on_artist: {
    kind: "comment",
    isMailed: true,
    of: "comment",
    on: { CommentPosted: concerned("comment_on_artist") },
    words: (about, facts) => commentWords("comment_on_artist", about, facts),
    detail: commentDetail,
    alike: "tag",
  },
  gift_received: {
    kind: "gift",
    of: "gift",
    on: {
      GiftSent: ({ artistId, giftId }, { isShare }) => isShare(giftId) ? undefined : about(artistId, giftId),
    },
    words: { title: "You have a new supporter", body: "A listener gave you a gift", path: "/cs-gift" },
    detail: giftDetail,
    alike: "what",
  },
  gift_thanked: {
    kind: "gift",
    of: "thanks",
    on: { GiftThanked: ({ giftId }, { ownerOf }) => about(ownerOf(giftId), giftId) },
    words: ({ subjectId }, facts) => giftThanksWords(subjectId, facts),
  },
  gift_shared: {
    kind: "gift",
    of: "gift",
    // Replaces the notice of the original gift; what is held aside has no owner yet.
    inList: {
      GiftShared: ({ artistId, giftId, heldFor }) => heldFor === undefined ? about(artistId, giftId) : undefined,
    },
    onDevice: {
      GiftSent: ({ artistId, giftId }, { isShare }) => isShare(giftId) ? about(artistId, giftId) : undefined,
    },
    words: { ...SHARES, title: "A song that you share got a gift", body: "Your share is in your wallet" },
    detail: shareDetail,
    alike: "what",
  },
  split_invited: {
    kind: "gift",
    of: "song",
    on: {
      SplitProposed: ({ invited, trackId }) =>
        invited.filter(isAsked).map(({ creatorId }) => about(creatorId, trackId)),
    },
    words: { ...SHARES, title: "An artist shares a song with you", body: "Look at the share and answer" },
    detail: songDetail,
  },
  split_answered: {
    kind: "gift",
    of: "song",
    on: { SplitAnswered: ({ ownerId, trackId }) => about(ownerId, trackId) },
    words: ({ subjectId }) => ({
      title: "A collaborator answered",
      body: "See who shares your song now",
      path: `/cs-split/${subjectId}`,
    }),
    detail: songDetail,
  },
  split_disputed: {
    kind: "gift",
    of: "song",
    on: {
      SplitDisputed: ({ by, ownerId, creatorId, trackId }) => by === ownerId ? about(creatorId, trackId) : undefined,
    },
    words: {
      ...SHARES,
      title: "A share of a song is disputed",
      body: "What it brings is held aside until you agree",
    },
    detail: songDetail,
  },
  split_own_disputed: {
    kind: "gift",
    of: "song",
    on: { SplitDisputed: ({ by, ownerId, trackId }) => by === ownerId ? undefined : about(ownerId, trackId) },
    words: ({ subjectId }) => ({
      title: "A share of your song is disputed",
      body: "What it brings is held aside until you agree",
      path: `/cs-split/${subjectId}`,
    }),
    detail: songDetail,
  },
  split_own_settled: {
    kind: "gift",
    of: "song",
    on: { SplitDisputeSettled: ({ ownerId, trackId }) => about(ownerId, trackId) },
    words: ({ subjectId }) => ({
      title: "A disputed share is settled",
      body: "See who shares your song now",
      path: `/cs-split/${subjectId}`,
    }),
    detail: songDetail,
  },
  split_settled: {
    kind: "gift",
    of: "song",
    on: { SplitDisputeSettled: ({ creatorId, trackId }) => about(creatorId, trackId) },
    words: { ...SHARES, title: "A disputed share is settled", body: "You have an email with how and why" },
    detail: songDetail,
  },
  royalty_received: {
    kind: "gift",
    of: "month",
    on: {
      // Each shard sends its own part: a month gives one notice.
      RoyaltyHeld: ({ creatorId, month }) => ({ ...about(creatorId, month), noticeId: `royalty-${month}` }),
    },
    words: ({ subjectId: month }) => ({
      title: "Your royalties are here",
      body: `Premium listeners heard your music in ${longMonth(month)}`,
      path: `/cs-royalties?month=${month}`,
    }),
    detail: royaltyDetail,
  },
  withdrawal_requested: {
    kind: "withdrawal",
    of: "withdrawal",
    on: { WithdrawalRequested: toWithdrawer },
    words: {
      ...PAYOUTS,
      title: "We have your withdrawal request",
      body: "Your tokens are reserved while an admin reviews it",
    },
    detail: withdrawalDetail,
  },
  withdrawal_approved: {
    kind: "withdrawal",
    of: "withdrawal",
    on: { WithdrawalApproved: (data, context) => data.isLast ? toWithdrawer(data, context) : undefined },
    words: { ...PAYOUTS, title: "Your withdrawal is approved", body: "It goes to your bank next" },
    detail: withdrawalDetail,
  },
  withdrawal_rejected: {
    kind: "withdrawal",
    of: "withdrawal",
    on: { WithdrawalRejected: toWithdrawer },
    words: {
      ...PAYOUTS,
      title: "Your withdrawal was not approved",
      body: "Your tokens are back in your Available Balance",
    },
    detail: withdrawalDetail,
  },
  withdrawal_paid: {
    kind: "withdrawal",
    of: "withdrawal",
    on: {
      PayoutCompleted: toWithdrawer,
      PayoutResolved: (data, context) => data.outcome === "paid" ? toWithdrawer(data, context) : undefined,
    },
    words: { ...PAYOUTS, title: "Your withdrawal was paid", body: "Some banks take a while to show it" },
    detail: withdrawalDetail,
  },
  withdrawal_failed: {
    kind: "withdrawal",
    of: "withdrawal",
    on: {
      PayoutFailed: toWithdrawer,
      PayoutResolved: (data, context) => data.outcome === "returned" ? toWithdrawer(data, context) : undefined,
    },
    words: {
      ...PAYOUTS,
      title: "Your withdrawal could not be paid",
      body: "Your tokens are back. Please check your bank details",
    },
    detail: withdrawalDetail,
  },
  withdrawal_reversed: {
    kind: "withdrawal",
    of: "withdrawal",
    on: { PayoutReversed: toWithdrawer },
    words: { ...PAYOUTS, title: "Your bank sent a payment back", body: "See what happens now" },
    detail: withdrawalDetail,
  },
  premium_3: {
    kind: "premium",
    // The reminder that is due then tells devices, and mails.
    inList: beforePremiumEnds(3),
    words: ({ subjectId: until }) => ({
      title: "Your Premium ends in 3 days",
      body: `It lasts until ${longDay(Number(until))} and does not renew by itself`,
      path: "/subscriptions",
    }),
  },
  premium_1: {
    kind: "premium",
    inList: beforePremiumEnds(1),
    words: ({ subjectId: until }) => ({
      title: "Your Premium ends tomorrow",
      body: `It lasts until ${longDay(Number(until))} and does not renew by itself`,
      path: "/subscriptions",
    }),
  },
  password_changed: {
    kind: "security",
    on: { PasswordChanged: ({ userId }) => about(userId, userId) },
    words: {
      ...SETTINGS,
      title: "Your password was changed",
      body: "If it was not you, choose a new one and contact us",
    },
  },
  email_changed: {
    kind: "security",
    on: { EmailChanged: ({ userId }) => about(userId, userId) },
    words: { ...SETTINGS, title: "Your email was changed", body: "If it was not you, contact us right away" },
  },
  new_device: {
    kind: "security",
    isMailed: true,
    on: { NewDeviceSeen: ({ userId, sessionId }) => about(userId, sessionId) },
    words: {
      path: "/settings/log-ins",
      title: "A new device logged in",
      body: "If it was not you, log it out and change your password",
    },
  },
  moderation_hidden: {
    kind: "security",
    on: { ContentHidden: toOwner },
    words: { ...HELD, title: "We have hidden something of yours", body: "See why, and what you can do" },
  },
  moderation_shown: {
    kind: "security",
    on: { ContentShown: toOwner, TakedownEnded: toOwner },
    words: { ...HELD, title: "Something of yours is back", body: "Everyone sees it again" },
  },
  moderation_appeal: {
    kind: "security",
    on: {
      // Who was right hears that it is back.
      ModerationAppealAnswered: (data) => data.verdict === "uphold" ? toOwner(data) : undefined,
    },
    words: { ...HELD, title: "We have answered your appeal", body: "See what we say" },
  },
  moderation_claim: {
    kind: "security",
    on: { TakedownGranted: toOwner },
    inList: { TakedownContested: toOwner },
    words: { ...HELD, title: "Someone claims your song", body: "See who, and how you can answer" },
  },
  moderation_report: {
    kind: "security",
    inList: { ReportsDismissed: toReporters, ContentHidden: toReporters },
    words: {
      path: "/notifications",
      title: "We have looked at what you reported",
      body: "Thank you. A person has decided about it.",
    },
  },
  release_out: {
    kind: "release",
    isMailed: true,
    of: "release",
    on: { PresaveFulfilled: ({ userId, releaseId }) => about(userId, releaseId) },
    words: ({ subjectId }, facts) => releaseOutWords(subjectId, facts),
  },
  release_stalled: {
    kind: "release",
    of: "release",
    on: { ReleaseStalled: ({ ownerId, releaseId }) => about(ownerId, releaseId) },
    words: ({ subjectId }, facts) => releaseStalledWords(subjectId, facts),
  },
  feature_asked: {
    kind: "release",
    of: "feature",
    on: { FeatureAsked: ({ artistId, trackId }) => about(artistId, trackId) },
    words: ({ subjectId }, facts) =>
      featureWords(subjectId, facts, ({ artist, title }) => ({
        title: "An artist wants to name you",
        body: `${artist}, on “${title}”. You decide`,
      })),
  },
  feature_accepted: {
    kind: "release",
    of: "feature",
    on: { FeatureAnswered: ({ accepted, ownerId, trackId }) => accepted ? about(ownerId, trackId) : undefined },
    words: ({ subjectId }, facts) =>
      featureWords(subjectId, facts, ({ title }) => ({
        title: "A featured artist said yes",
        body: `They are named on “${title}” now`,
      })),
  },
  song_held: {
    kind: "security",
    isMailed: true,
    of: "song",
    on: {
      // The app asks owners directly; where it asks no person, nothing waits.
      DuplicateFound: ({ asked, ownerId, trackId }) => asked === "moderator" ? about(ownerId, trackId) : undefined,
    },
    words: {
      ...MUSIC,
      title: "One of your songs waits for a check",
      body: "Someone else has uploaded this recording before. A moderator looks at it",
    },
    detail: songDetail,
  },
  song_refused: {
    kind: "security",
    isMailed: true,
    of: "song",
    on: {
      DuplicateDecided: ({ decision, ownerId, trackId }) => decision === "refuse" ? about(ownerId, trackId) : undefined,
    },
    words: {
      ...MUSIC,
      title: "One of your songs will not come out",
      body: "A moderator has looked at it. Read why on your music list",
    },
    detail: songDetail,
  },
  song_let_go: {
    kind: "security",
    isMailed: true,
    of: "song",
    on: {
      DuplicateDecided: ({ decision, ownerId, trackId }) => decision === "refuse" ? undefined : about(ownerId, trackId),
    },
    words: {
      ...MUSIC,
      title: "Your song is out of the check",
      body: "A moderator has looked at it: it comes out now",
    },
    detail: songDetail,
  },
  team_invited: {
    kind: "security",
    isOfStranger: true,
    on: { TeamInvitationFound: ({ userId, invitationId }) => about(userId, invitationId) },
    words: { ...TEAMS, title: "An artist invites you to their team", body: "Look at it and answer" },
  },
  team_joined: {
    kind: "security",
    isMailed: true,
    on: { TeamMemberJoined: ({ creatorId, memberId }) => about(creatorId, memberId) },
    words: { ...OWN_TEAM, title: "Someone has joined your team", body: "They accepted your invitation" },
  },
  team_role: {
    kind: "security",
    isMailed: true,
    on: { TeamMemberRoleChanged: ({ creatorId, memberId }) => about(memberId, creatorId) },
    words: { ...TEAMS, title: "You have another role in a team", body: "See what you may do now" },
  },
  team_removed: {
    kind: "security",
    isMailed: true,
    on: {
      TeamMemberLeft: ({ because, creatorId, memberId }) =>
        because === "removed" ? about(memberId, creatorId) : undefined,
    },
    words: {
      ...TEAMS,
      title: "An artist has ended your work for them",
      body: "You are no longer in their team",
    },
  },
  team_left: {
    kind: "security",
    isMailed: true,
    on: {
      TeamMemberLeft: ({ because, creatorId, memberId }) =>
        because === "removed" ? undefined : about(creatorId, memberId),
    },
    words: { ...OWN_TEAM, title: "A member has left your team", body: "See who works for you now" },
  },
} satisfies Readonly<Record<string, OwnNotice>>;

/** What many are told together, by its name: it has no row in a person's list. */
interface ManyAbout {
  readonly release: ReleaseNews;
  readonly post: { readonly creatorId: string; readonly postId: string };
  readonly thanks: { readonly creatorId: string; readonly thanksId: string };
  readonly streak: { readonly days: number; readonly day: string };
}

const MANY: { readonly [What in keyof ManyAbout]: ManyNotice<ManyAbout[What]> } = {
  release: {
    kind: "release",
    isMailed: true,
    on: {
      TrackPublished: ({ ownerId, trackId }, noticeId) => ({ noticeId, creatorId: ownerId, trackId }),
      // A single song is told as one.
      ReleasePublished: ({ ownerId, releaseId, trackIds }, noticeId) =>
        trackIds.length < 2 ? undefined : { noticeId, creatorId: ownerId, releaseId },
    },
    words: newsWords,
  },
  post: {
    kind: "post",
    isMailed: true,
    on: { ArtistPosted: ({ postId, artistId }) => ({ noticeId: postId, creatorId: artistId, postId }) },
    words: postWords,
  },
  thanks: {
    kind: "gift",
    isMailed: true,
    on: { SupportersThanked: ({ thanksId, artistId }) => ({ noticeId: thanksId, creatorId: artistId, thanksId }) },
    words: ({ thanksId }, facts) => thanksWords(thanksId, facts),
  },
  streak: {
    kind: "streak",
    isMailed: true,
    words: ({ days, day }) => ({
      title: `${days} days in a row`,
      body: "Hear a song today to make it one more. If not, nothing is lost.",
      path: "/songs",
      tag: `streak-${day}`,
    }),
  },
};

/** What a row of a person's list tells. */
export type NoticeWhat = keyof typeof OWN;

/** What a person's own notification is about; no names of people in it. */
export type OwnContent = NoticeSubject & { readonly what: NoticeWhat };

/** Something that a notification is about; no names of people in it. */
export type NoticeContent =
  | OwnContent
  | { readonly [What in keyof ManyAbout]: ManyAbout[What] & { readonly what: What } }[keyof ManyAbout];

export const OWN_NOTICES: Readonly<Record<NoticeWhat, OwnNotice>> = OWN;
export const NOTICE_WHATS = Object.keys(OWN) as NoticeWhat[];
export const NOTICES: Readonly<Record<NoticeContent["what"], Notice<never>>> = { ...OWN, ...MANY };

/** The subjects of those notices that are about this. */
export function subjectIdsOf(told: readonly OwnContent[], of: NonNullable<OwnNotice["of"]>): string[] {
  return told.filter(({ what }) => OWN_NOTICES[what].of === of).map(({ subjectId }) => subjectId);
}

/** What a notice says; nothing where what it is about is gone since. */
export function noticeText(told: NoticeContent, facts: NoticeFacts): NoticeText | undefined {
  const { words } = NOTICES[told.what];
  // What is told under a name is what the words of its row are about.
  const said = typeof words === "function" ? words(told as never, facts) : words;
  return said && { tag: "subjectId" in told ? `${told.what}-${told.subjectId}` : "", ...said };
}

/** Words with their tag. */
export type NoticeText = NoticeWords & { readonly tag: string };

type Way = "inList" | "onDevice";
type Tell = (data: never, context: Context) => ReturnType<NonNullable<Readers["GiftSent"]>>;

/** By event type, what tells of it: in the list, and on devices. */
const TELLERS = { inList: tellersOf("inList"), onDevice: tellersOf("onDevice") };
export const LISTED_EVENTS = [...TELLERS.inList.keys()];
export const DEVICE_EVENTS = [...TELLERS.onDevice.keys()];
export const NEWS_EVENTS = Object.values(MANY).flatMap(({ on = {} }) => Object.keys(on) as NewsEvent["type"][]);

function tellersOf(way: Way): Map<ToldEvent["type"], (readonly [NoticeWhat, Tell])[]> {
  const all = NOTICE_WHATS.flatMap((what) =>
    Object.entries({ ...OWN_NOTICES[what].on, ...OWN_NOTICES[what][way] }).map(([type, tell]) => (
      { type: type as ToldEvent["type"], teller: [what, tell as Tell] as const }
    ))
  );
  const byType = Map.groupBy(all, ({ type }) => type);
  return new Map([...byType].map(([type, found]) => [type, found.map(({ teller }) => teller)]));
}

/** Who hears of an event in a way, and what. */
export function noticesOf(
  { type, data }: Pick<ToldEvent, "type" | "data">,
  context: Context,
  way: Way,
): (Reader & { readonly userId: string; readonly what: NoticeWhat })[] {
  const told = (TELLERS[way].get(type) ?? []).flatMap(([what, tell]) =>
    [tell(data as never, context) ?? []].flat().map((reader) => ({ ...reader, what }))
  );
  return told.flatMap(({ userId, ...one }) => userId === undefined ? [] : [{ ...one, userId }]);
}

/** What many hear of an event, page by page. */
export function newsOf({ type, data, eventId }: Pick<Recorded<NewsEvent>, "type" | "data" | "eventId">) {
  const tell = Object.values(MANY).flatMap(({ on }) => on?.[type] ?? [])[0];
  return tell?.(data as never, eventId);
}

function about(userId: string | undefined, subjectId: string): Reader {
  return { userId, subjectId };
}

/** The words of rows above say which of those whom a comment concerns it is. */
function concerned(
  what: "comment_reply" | "comment_on_song" | "comment_on_artist",
): (data: CommentPosted["data"], context: Context) => Reader[] {
  return (data, { ownerOf }) => {
    const { commentId: subjectId, entityType, entityId } = data;
    const ownerId = entityType === "artist" ? entityId : ownerOf(entityId);
    return concernedBy(data, ownerId).filter((one) => one.what === what).map(({ userId }) => (
      { userId, subjectId, place: `${entityType}/${entityId}` }
    ));
  };
}

function toWithdrawer({ withdrawalId }: { readonly withdrawalId: string }, { ownerOf }: Context): Reader {
  return about(ownerOf(withdrawalId), withdrawalId);
}

type Case = Pick<ContentHidden["data"], "caseId" | "kind" | "ownerId">;

function toOwner({ caseId, kind, ownerId }: Case): Reader {
  return { ...about(ownerId, caseId), place: `moderation/${kind}` };
}

function toReporters(data: Case, { reporters }: Context): Reader[] {
  return reporters.map((userId) => ({ ...toOwner(data), userId }));
}

/** Days before Premium ends, as the reminders say it: a row about the future. */
function beforePremiumEnds(days: number): Readers {
  const tell = (
    { userId, until }: { readonly userId: string; readonly until: number },
    { eventId, recordedAt }: Context,
  ): Reader | undefined => {
    const at = until - days * DAY_MS;
    return at > recordedAt ? { ...about(userId, String(until)), noticeId: `${eventId}-${days}`, at } : undefined;
  };
  return { SubscriptionGranted: tell, SubscriptionSuspended: tell, SubscriptionRestored: tell };
}

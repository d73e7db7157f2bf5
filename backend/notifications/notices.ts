import type { NoticeWhat } from "../../projections/notifications/notices.ts";
import { longDay, longMonth } from "../contract/long_day.ts";
import type { NoticeKind } from "../contract/notifications.ts";

/** What can be told: rows of a person's list, and what many are told together. */
type NoticeName = NoticeWhat | "release" | "post" | "thanks" | "streak";

/** A notification in words, and where it leads. It tells no sums: others see the screen that is locked. */
export interface Words {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** Notices with one tag are one on a screen. */
  readonly tag: string;
  /** Of an artist's post. */
  readonly post?: { readonly postId: string; readonly artistId: string; readonly artist: string };
  /** Of an artist's thank-you. */
  readonly thanks?: { readonly id: string; readonly artistId: string; readonly artist: string };
}

interface Notice {
  /**
   * The switch that it obeys. What becomes of one's own music and account, moderation and held songs too, is "security",
   * which cannot be switched off.
   */
  readonly kind: NoticeKind;
  /** It is mailed from here; what has a mail elsewhere, such as an invitation, is not. */
  readonly isMailed?: true;
  readonly words?: (subjectId: string) => Omit<Words, "tag">;
}

/** An id is enough for what it says. */
interface PlainNotice extends Notice {
  readonly words: (subjectId: string) => Omit<Words, "tag">;
}

/** What these say has names in it, which `words.ts` reads. */
type WithNames = Extract<
  NoticeName,
  "post" | "thanks" | "streak" | "gift_thanked" | `comment_${string}` | `release${string}` | `feature_${string}`
>;

const SHARES = { path: "/cs-shares" };
const PAYOUTS = { path: "/withdraw-tokens" };
const MUSIC = { path: "/cs-music-list" };
const SETTINGS = { path: "/settings" };
const TEAMS = { path: "/team" };
const OWN_TEAM = { path: "/cs-settings?tab=team" };
const HELD = { path: "/held" };

/** Each notice: which switch it obeys, whether it is mailed here, and what it says. */
export const NOTICES: Readonly<
  Record<WithNames, Notice & { readonly words?: never }> & Record<Exclude<NoticeName, WithNames>, PlainNotice>
> = {
  comment_on_song: { kind: "comment", isMailed: true },
  comment_on_artist: { kind: "comment", isMailed: true },
  comment_reply: { kind: "comment", isMailed: true },
  gift_received: {
    kind: "gift",
    words: () => ({ title: "You have a new supporter", body: "A listener gave you a gift", path: "/cs-gift" }),
  },
  gift_thanked: { kind: "gift" },
  gift_shared: {
    kind: "gift",
    words: () => ({ ...SHARES, title: "A song that you share got a gift", body: "Your share is in your wallet" }),
  },
  split_invited: {
    kind: "gift",
    words: () => ({ ...SHARES, title: "An artist shares a song with you", body: "Look at the share and answer" }),
  },
  split_answered: {
    kind: "gift",
    words: (trackId) => ({
      title: "A collaborator answered",
      body: "See who shares your song now",
      path: `/cs-split/${trackId}`,
    }),
  },
  split_disputed: {
    kind: "gift",
    words: () => ({
      ...SHARES,
      title: "A share of a song is disputed",
      body: "What it brings is held aside until you agree",
    }),
  },
  split_settled: {
    kind: "gift",
    words: () => ({
      ...SHARES,
      title: "A disputed share is settled",
      body: "You have an email with how and why",
    }),
  },
  split_own_disputed: {
    kind: "gift",
    words: (trackId) => ({
      title: "A share of your song is disputed",
      body: "What it brings is held aside until you agree",
      path: `/cs-split/${trackId}`,
    }),
  },
  split_own_settled: {
    kind: "gift",
    words: (trackId) => ({
      title: "A disputed share is settled",
      body: "See who shares your song now",
      path: `/cs-split/${trackId}`,
    }),
  },
  royalty_received: {
    kind: "gift",
    words: (month) => ({
      title: "Your royalties are here",
      body: `Premium listeners heard your music in ${longMonth(month)}`,
      path: `/cs-royalties?month=${month}`,
    }),
  },
  withdrawal_requested: {
    kind: "withdrawal",
    words: () => ({
      ...PAYOUTS,
      title: "We have your withdrawal request",
      body: "Your tokens are reserved while an admin reviews it",
    }),
  },
  withdrawal_approved: {
    kind: "withdrawal",
    words: () => ({ ...PAYOUTS, title: "Your withdrawal is approved", body: "It goes to your bank next" }),
  },
  withdrawal_rejected: {
    kind: "withdrawal",
    words: () => ({
      ...PAYOUTS,
      title: "Your withdrawal was not approved",
      body: "Your tokens are back in your Available Balance",
    }),
  },
  withdrawal_paid: {
    kind: "withdrawal",
    words: () => ({
      ...PAYOUTS,
      title: "Your withdrawal was paid",
      body: "Some banks take a while to show it",
    }),
  },
  withdrawal_failed: {
    kind: "withdrawal",
    words: () => ({
      ...PAYOUTS,
      title: "Your withdrawal could not be paid",
      body: "Your tokens are back. Please check your bank details",
    }),
  },
  withdrawal_reversed: {
    kind: "withdrawal",
    words: () => ({ ...PAYOUTS, title: "Your bank sent a payment back", body: "See what happens now" }),
  },
  premium_3: {
    kind: "premium",
    words: (until) => ({
      title: "Your Premium ends in 3 days",
      body: `It lasts until ${longDay(Number(until))} and does not renew by itself`,
      path: "/subscriptions",
    }),
  },
  premium_1: {
    kind: "premium",
    words: (until) => ({
      title: "Your Premium ends tomorrow",
      body: `It lasts until ${longDay(Number(until))} and does not renew by itself`,
      path: "/subscriptions",
    }),
  },
  password_changed: {
    kind: "security",
    words: () => ({
      ...SETTINGS,
      title: "Your password was changed",
      body: "If it was not you, choose a new one and contact us",
    }),
  },
  email_changed: {
    kind: "security",
    words: () => ({
      ...SETTINGS,
      title: "Your email was changed",
      body: "If it was not you, contact us right away",
    }),
  },
  new_device: {
    kind: "security",
    isMailed: true,
    words: () => ({
      path: "/settings/log-ins",
      title: "A new device logged in",
      body: "If it was not you, log it out and change your password",
    }),
  },
  moderation_hidden: {
    kind: "security",
    words: () => ({
      ...HELD,
      title: "We have hidden something of yours",
      body: "See why, and what you can do",
    }),
  },
  moderation_shown: {
    kind: "security",
    words: () => ({ ...HELD, title: "Something of yours is back", body: "Everyone sees it again" }),
  },
  moderation_appeal: {
    kind: "security",
    words: () => ({ ...HELD, title: "We have answered your appeal", body: "See what we say" }),
  },
  moderation_claim: {
    kind: "security",
    words: () => ({ ...HELD, title: "Someone claims your song", body: "See who, and how you can answer" }),
  },
  moderation_report: {
    kind: "security",
    words: () => ({
      path: "/notifications",
      title: "We have looked at what you reported",
      body: "Thank you. A person has decided about it.",
    }),
  },
  release_out: { kind: "release", isMailed: true },
  release_stalled: { kind: "release" },
  feature_asked: { kind: "release" },
  feature_accepted: { kind: "release" },
  song_held: {
    kind: "security",
    isMailed: true,
    words: () => ({
      ...MUSIC,
      title: "One of your songs waits for a check",
      body: "Someone else has uploaded this recording before. A moderator looks at it",
    }),
  },
  song_refused: {
    kind: "security",
    isMailed: true,
    words: () => ({
      ...MUSIC,
      title: "One of your songs will not come out",
      body: "A moderator has looked at it. Read why on your music list",
    }),
  },
  song_let_go: {
    kind: "security",
    isMailed: true,
    words: () => ({
      ...MUSIC,
      title: "Your song is out of the check",
      body: "A moderator has looked at it: it comes out now",
    }),
  },
  team_invited: {
    kind: "security",
    words: () => ({ ...TEAMS, title: "An artist invites you to their team", body: "Look at it and answer" }),
  },
  team_joined: {
    kind: "security",
    isMailed: true,
    words: () => ({ ...OWN_TEAM, title: "Someone has joined your team", body: "They accepted your invitation" }),
  },
  team_role: {
    kind: "security",
    isMailed: true,
    words: () => ({ ...TEAMS, title: "You have another role in a team", body: "See what you may do now" }),
  },
  team_removed: {
    kind: "security",
    isMailed: true,
    words: () => ({
      ...TEAMS,
      title: "An artist has ended your work for them",
      body: "You are no longer in their team",
    }),
  },
  team_left: {
    kind: "security",
    isMailed: true,
    words: () => ({ ...OWN_TEAM, title: "A member has left your team", body: "See who works for you now" }),
  },
  release: { kind: "release", isMailed: true },
  post: { kind: "post", isMailed: true },
  thanks: { kind: "gift", isMailed: true },
  streak: { kind: "streak", isMailed: true },
};

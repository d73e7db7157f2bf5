import { blockPeersOf } from "../../projections/social/comment_rules.ts";
import { followedBy } from "../../projections/social/follows.ts";
import { artistsGivenTo, unthankedGiftsTo } from "../../projections/gifts/gifts.ts";
import { NOTICE_WHATS, type NoticeContent, NOTICES } from "../../projections/notifications/notice_table.ts";
import { type NoticeCursor, ownNotices, releasesOf } from "../../projections/notifications/notices.ts";
import { postsFor, wordsStopped } from "../../projections/social/posts.ts";
import { findReleases } from "../../projections/catalogue/releases.ts";
import { thanksOf, type ThanksRow } from "../../projections/gifts/supporter_thanks.ts";
import { choicesOf } from "../../projections/notifications/notification_choices.ts";
import {
  MOST_UNREAD,
  type Notice,
  NOTICE_DAYS,
  type NoticeKind,
  type NoticeList,
  type NotificationSettings,
} from "../contract/notifications.ts";
import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { firstFor } from "../gifts/thanks/reads.ts";
import { cursorAfter } from "../http/cursor.ts";
import { runToKeepOf } from "../listening/days/reads.ts";
import { countDevices } from "./devices.ts";
import { inDetail, type ListWords, lookUp } from "./details.ts";
import { type Seen, seenBy } from "./mark.ts";
import { type Choices, NO_CHOICES } from "./state.ts";
import { noticeWords } from "./words.ts";

const DAY_MS = 24 * 3_600_000;
/** When people who want it are reminded of the streak, hours after a Lagos day began. */
export const STREAK_HOUR = 19;
/** Fewer are no row to keep. */
const SHORTEST_STREAK = 2;

/** A notification before it is put into words. */
interface UnwordedNotice {
  readonly id: string;
  readonly at: number;
  readonly telling: NoticeContent;
}

interface Wanted {
  readonly userId: string;
  readonly isWanted: (kind: NoticeKind) => boolean;
  readonly circle: Circle;
  /** Epoch ms: younger than the first, no later than the second. */
  readonly since: number;
  readonly now: number;
  readonly before?: NoticeCursor | undefined;
  readonly limit: number;
}

/** A page of a person's notifications, the newest first, without those they do not want in the app. */
export async function listNotices(
  deps: Pick<Deps, "store" | "shardOf" | "now" | "personal" | "kept">,
  userId: string,
  { before, limit }: { before?: NoticeCursor | undefined; limit: number },
): Promise<NoticeList> {
  const now = deps.now();
  const span = { since: now - NOTICE_DAYS * DAY_MS, now };
  const [choices, seen, circle, asOf] = await Promise.all([
    ...[choicesFor(deps, userId), seenBy(deps, userId)] as const,
    ...[circleOf(deps, { userId, ...span }), deps.kept.now()] as const,
  ]);
  const isWanted = (kind: NoticeKind) => choices.switches[kind].app;
  // All that may be unseen is among the newest: the first page needs no second look for their number.
  const most = Math.max(limit + 1, MOST_UNREAD + seen.ids.size);
  const wanted = { userId, isWanted, circle, ...span };
  const rows = await newest(deps, { ...wanted, before, limit: before ? limit + 1 : most });
  const page = rows.slice(0, limit);
  const [words, known, unread] = await Promise.all([
    noticeWords(deps, rows.map(({ telling }) => telling), asOf),
    lookUp(deps, userId, { tellings: page.map(({ telling }) => telling), asOf }),
    before ? countAfter(deps, { userId, choices, seen }) : undefined,
  ]);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const notifications = inWords(page, inDetail(page, { words, known }), seen);
  return { notifications, unread: unread ?? unreadOf(rows, words, seen), nextCursor: cursorAfter(last) };
}

/** Of these, the newest; what is gone since, such as a deleted song, is not listed either. */
function unreadOf(rows: readonly UnwordedNotice[], words: readonly (object | undefined)[], seen: Seen): number {
  const unread = rows.filter(({ id, at }, index) => at > seen.until && words[index] && !seen.ids.has(id));
  return Math.min(MOST_UNREAD, unread.length);
}

/** How many a person has not seen, 99 at most. */
export async function countUnread(
  deps: Pick<Deps, "store" | "shardOf" | "now" | "kept">,
  userId: string,
): Promise<number> {
  const [choices, seen] = await Promise.all([choicesFor(deps, userId), seenBy(deps, userId)]);
  return await countAfter(deps, { userId, choices, seen });
}

/** What a person has chosen, and what a browser needs to subscribe. */
export async function settingsOf(
  deps: Pick<Deps, "store" | "push" | "now">,
  userId: string,
): Promise<NotificationSettings> {
  const [{ switches, quiet, mails }, devices] = await Promise.all([
    choicesFor(deps, userId),
    countDevices(deps, userId),
  ]);
  return { switches, quiet, mails, push: { publicKey: deps.push.publicKey, devices } };
}

/** What the mail of a day tells a person: of some kinds, in a stretch of time (epoch ms), the newest first. */
export async function noticesBetween(
  deps: Pick<Deps, "store" | "shardOf" | "kept">,
  { userId, kinds, from, until, limit }: {
    userId: string;
    kinds: readonly NoticeKind[];
    from: number;
    until: number;
    limit: number;
  },
): Promise<Notice[]> {
  const isWanted = (kind: NoticeKind) => kinds.includes(kind);
  const span = { since: from - 1, now: until - 1 };
  const circle = await circleOf(deps, { userId, ...span });
  const rows = await newest(deps, { userId, isWanted, circle, ...span, limit });
  return inWords(rows, await noticeWords(deps, rows.map(({ telling }) => telling)), { until: 0, ids: new Set() });
}

/** How many days in a row a person would keep by listening today; undefined where there is nothing to keep. */
export async function streakOf(
  deps: Pick<Deps, "store" | "shardOf">,
  userId: string,
  now: number,
): Promise<number | undefined> {
  const days = await runToKeepOf(deps, userId, now);
  return days >= SHORTEST_STREAK ? days : undefined;
}

async function choicesFor({ store: { sql } }: Pick<Deps, "store">, userId: string): Promise<Choices> {
  return (await choicesOf(sql, [userId])).get(userId) ?? NO_CHOICES;
}

async function countAfter(
  deps: Pick<Deps, "store" | "shardOf" | "now" | "kept">,
  { userId, choices, seen }: { userId: string; choices: Choices; seen: Seen },
): Promise<number> {
  const now = deps.now();
  const since = Math.max(seen.until, now - NOTICE_DAYS * DAY_MS);
  const isWanted = (kind: NoticeKind) => choices.switches[kind].app;
  const circle = await circleOf(deps, { userId, since, now });
  const limit = MOST_UNREAD + seen.ids.size;
  const rows = await newest(deps, { userId, isWanted, circle, since, now, limit });
  return unreadOf(rows, await noticeWords(deps, rows.map(({ telling }) => telling)), seen);
}

/** Whom a person follows and gave to, who blocks whom, and the songs that need no second row. */
interface Circle {
  readonly follows: Awaited<ReturnType<typeof followedBy>>;
  readonly peers: ReadonlySet<string>;
  readonly without: readonly string[];
  readonly givenTo: readonly string[];
}

async function circleOf(
  deps: Pick<Deps, "store">,
  asked: Pick<Wanted, "userId" | "since" | "now">,
): Promise<Circle> {
  const { sql } = deps.store;
  const [follows, peers, without, givenTo] = await Promise.all([
    followedBy(sql, asked.userId),
    blockPeersOf(sql, asked.userId),
    presavedSongs(deps, asked),
    artistsGivenTo(sql, asked.userId),
  ]);
  return { follows, peers, without, givenTo };
}

/** The newest of all that is told, of people's own rows and of releases. */
async function newest(
  deps: Pick<Deps, "store" | "shardOf">,
  { userId, isWanted, circle: { follows, peers, without, givenTo }, ...asked }: Wanted,
): Promise<UnwordedNotice[]> {
  const { sql } = deps.store;
  const whats = NOTICE_WHATS.filter((what) => isWanted(NOTICES[what].kind));
  const open = follows.filter(({ creatorId }) => !peers.has(creatorId));
  const [own, released, posted, thanked, streak] = await Promise.all([
    ownNotices(sql, { userId, whats, ...asked }),
    isWanted("release") ? releasesOf(sql, { follows, without, ...asked }) : [],
    isWanted("post") ? postsFor(sql, { userId, follows: open, ...asked }) : [],
    isWanted("gift") ? thanksTo(deps, { userId, givenTo, ...asked }) : [],
    isWanted("streak") ? streakNow(deps, { userId, ...asked }) : [],
  ]);
  const told: UnwordedNotice[] = [
    ...own.map(({ id, at, what, subjectId, place }) => ({ id, at, telling: { what, subjectId, place } })),
    ...released.map(({ id, at, ...release }) => ({ id, at, telling: { what: "release" as const, at, ...release } })),
    ...posted.map(({ postId, artistId, at }) => (
      { id: postId, at, telling: { what: "post" as const, creatorId: artistId, postId } }
    )),
    ...thanked,
    ...streak,
  ];
  return told.sort((one, two) => two.at - one.at || (two.id < one.id ? -1 : 1)).slice(0, asked.limit);
}

/** What artists said to all who gave, to a person who gave to them. */
async function thanksTo(
  { store: { sql } }: Pick<Deps, "store">,
  { userId, givenTo, since, now, before }:
    & Pick<Wanted, "userId" | "since" | "now" | "before">
    & Pick<Circle, "givenTo">,
): Promise<UnwordedNotice[]> {
  const all = await thanksOf(sql, givenTo);
  const said = all.filter(({ thanksId, at, isHidden }) =>
    !isHidden && at > since && at <= now && (!before || at < before.at || at === before.at && thanksId < before.id)
  );
  if (said.length === 0) return [];
  const artistIds = [...new Set(said.map(({ artistId }) => artistId))];
  const [gifts, stopped] = await Promise.all([
    unthankedGiftsTo(sql, { giverId: userId, artistIds }),
    wordsStopped(sql, artistIds.map((artistId) => ({ userId, artistId }))),
  ]);
  // Of two that cover a gift it got the first, which may be further back than this page.
  const covering = Map.groupBy(all, ({ artistId }) => artistId);
  const given = new Set(gifts.map((gift) => firstFor(covering.get(gift.artistId) ?? [], gift)?.thanksId));
  const isFor = ({ artistId, thanksId }: ThanksRow) => !stopped.has(`${userId}/${artistId}`) && given.has(thanksId);
  return said.filter(isFor).map(({ thanksId, artistId: creatorId, at }) => (
    { id: thanksId, at, telling: { what: "thanks" as const, creatorId, thanksId } }
  ));
}

const MOST_PRESAVED = 500;

/** The songs of releases that a person waited for: they have a notification of their own, and need no second row. */
async function presavedSongs(
  { store: { sql } }: Pick<Deps, "store">,
  { userId, since, now }: Pick<Wanted, "userId" | "since" | "now">,
): Promise<string[]> {
  const out = await ownNotices(sql, { userId, whats: ["release_out"], since, now, limit: MOST_PRESAVED });
  if (out.length === 0) return [];
  const releases = await findReleases(sql, out.map(({ subjectId }) => subjectId));
  return [...releases.values()].flatMap(({ trackIds }) => trackIds);
}

/** In the evening, as long as there is something to keep. */
async function streakNow(
  deps: Pick<Deps, "store" | "shardOf">,
  { userId, since, now, before }: Pick<Wanted, "userId" | "since" | "now" | "before">,
): Promise<UnwordedNotice[]> {
  const day = lagosDay(now);
  const at = lagosDayStart(day) + STREAK_HOUR * 3_600_000;
  if (now < at || at <= since || before) return [];
  const days = await streakOf(deps, userId, now);
  return days === undefined ? [] : [{ id: `streak-${day}`, at, telling: { what: "streak", days, day } }];
}

function inWords(rows: readonly UnwordedNotice[], words: readonly (ListWords | undefined)[], seen: Seen): Notice[] {
  return rows.flatMap(({ id, at, telling }, index) => {
    const { title, body, path, post, thanks, alike } = words[index] ?? {};
    if (title === undefined || body === undefined || path === undefined) return [];
    const isRead = at <= seen.until || seen.ids.has(id);
    return [{
      id,
      kind: NOTICES[telling.what].kind,
      title,
      body,
      path,
      at: new Date(at).toISOString(),
      isRead,
      ...(post && { post }),
      ...(thanks && { thanks }),
      ...(alike !== undefined && { alike }),
    }];
  });
}

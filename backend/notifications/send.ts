import { createHash } from "node:crypto";
import { followersPage } from "../../projections/social/follows.ts";
import { choicesOf, streakReaders } from "../../projections/notifications/notification_choices.ts";
import { giversPage } from "../../projections/gifts/gifts.ts";
import { findPosts, postsStoppedFor, wordsStopped } from "../../projections/social/posts.ts";
import { presaversAmong } from "../../projections/catalogue/presaves.ts";
import { releasesOfTracks } from "../../projections/catalogue/releases.ts";
import { findThanks, thanksOf } from "../../projections/gifts/supporter_thanks.ts";
import { type NoticeContent, NOTICES } from "../../projections/notifications/notice_table.ts";
import { isOfAlbum, songsOfDay, songsOfNotice } from "../../projections/notifications/notices.ts";
import { findUser, findUsers } from "../../projections/accounts/users.ts";
import { PushGone, PushRefused, PushUnavailable } from "../adapters/push/types.ts";
import { DIGEST_KINDS, type PushPayload } from "../contract/notifications.ts";
import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { enqueueMail } from "../mails/send.ts";
import type { Job } from "../store/jobs/job.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { targetOf } from "./devices.ts";
import { noticesBetween, STREAK_HOUR, streakOf } from "./reads.ts";
import { digestOf, isNews, mailWay, NO_CHOICES, quietUntil } from "./state.ts";
import { devicesOf, findDevice, forgetSubscription } from "./table.ts";
import { noticeWords } from "./words.ts";

/** News for a person. `noticeId` is its event's id; `at`, epoch ms, is when it happened. */
interface News {
  readonly noticeId: string;
  readonly userId: string;
  readonly telling: NoticeContent;
  readonly at: number;
}

/** A song, a release of several or a post goes to an artist's followers page by page, a thank-you to all to those who gave. */
interface Release {
  readonly noticeId: string;
  readonly creatorId: string;
  readonly trackId?: string;
  readonly releaseId?: string;
  readonly postId?: string;
  readonly thanksId?: string;
  readonly at: number;
  /** The last person of the page before. */
  readonly after?: string;
}

interface PushJob extends News {
  readonly subscriptionId: string;
}

const NOTICE = "notice";
const RELEASE = "notice_release";
const PUSH = "push";
const DIGEST = "notice_digest";
const STREAK = "notice_streak";

const PAGE = 500;
const PUSHES_AT_ONCE = 8;
/** Their waits add up to most of an hour. */
const PUSH_ATTEMPTS = 12;
/** How long a push service keeps a message for a device that is off, seconds. */
const TTL_SECONDS = 24 * 3600;
const TOPIC_CHARACTERS = 32;
const LISTS = ["tracks", "creators", "notices"];
const LISTED_MS = 20_000;
const MOST_DIGEST_LINES = 20;

/** Whether what happened at a moment (epoch ms) is still news. */
export function isWorthTelling({ now }: Pick<Deps, "now">, at: number): boolean {
  return isNews(at, now());
}

/** Tells a person of something, once for each event: as part of the transaction it is given. */
export async function askToTell({ jobs }: Pick<Deps, "jobs">, tx: Tx | Sql, news: News): Promise<void> {
  await jobs.enqueue(tx as Tx, { kind: NOTICE, key: `${news.noticeId} ${news.userId}`, payload: news });
}

/** Tells all who follow an artist of a release or a post, or all who gave of a thank-you, once for each event. */
export async function askToTellFollowers({ jobs }: Pick<Deps, "jobs">, tx: Tx | Sql, release: Release): Promise<void> {
  const key = release.after === undefined ? release.noticeId : `${release.noticeId} ${release.after}`;
  await jobs.enqueue(tx as Tx, { kind: RELEASE, key, payload: release });
}

/** Reminds those who want it of their streak on a Lagos day, in the evening. */
export async function askForStreaks(
  deps: Pick<Deps, "jobs" | "store">,
  { day, after }: { readonly day: string; readonly after?: string },
): Promise<void> {
  await deps.store.sql.begin((tx) =>
    deps.jobs.enqueue(tx, {
      ...{ kind: STREAK, key: after === undefined ? day : `${day} ${after}`, payload: { day, after } },
      runAt: lagosDayStart(day) + STREAK_HOUR * 3_600_000,
    })
  );
}

/** Tells people in this process from now on. */
export function workNotices(deps: Deps): void {
  const { jobs, store } = deps;
  jobs.work<News>(NOTICE, async ({ payload }) => {
    if (payload.telling.what === "release_out") await waitForLists(deps);
    await store.sql.begin((tx) => tell(deps, tx, [payload]));
    jobs.poke();
  }, { concurrency: 4 });
  jobs.work<Release>(RELEASE, async ({ payload }) => {
    await tellPage(deps, payload);
    jobs.poke();
  });
  jobs.work<PushJob>(PUSH, (job, signal) => sendPush(deps, job, signal), {
    concurrency: PUSHES_AT_ONCE,
    attempts: PUSH_ATTEMPTS,
  });
  jobs.work<{ userId: string; day: string; from: number; until: number }>(
    DIGEST,
    ({ payload }) => sendDigest(deps, payload),
  );
  jobs.work<{ day: string; after?: string }>(STREAK, ({ payload }) => tellStreaks(deps, payload));
}

/** Asks for the pushes and mails of some news: each of them a job, so that none waits for another. */
async function tell(deps: Deps, tx: Tx, news: readonly News[]): Promise<void> {
  const userIds = [...new Set(news.map(({ userId }) => userId))];
  const [choices, devices, users] = await Promise.all([
    choicesOf(tx, userIds),
    devicesOf(tx, userIds, deps.now()),
    findUsers(tx, userIds),
  ]);
  for (const one of news) {
    const { noticeId, userId, telling, at } = one;
    const chosen = choices.get(userId) ?? NO_CHOICES;
    const { kind, isMailed } = NOTICES[telling.what];
    const user = users.get(userId);
    if (!user || user.closing) continue;
    if (chosen.switches[kind].push) {
      // What happened before a device was there is no news for it.
      for (const { subscriptionId } of devices.filter((device) => device.userId === userId && device.createdAt <= at)) {
        const key = `${noticeId} ${userId} ${subscriptionId}`;
        await deps.jobs.enqueue(tx, { kind: PUSH, key, payload: { ...one, subscriptionId } satisfies PushJob });
      }
    }
    const isMailable = kind === "security" || user.notifications;
    const way = isMailable ? mailWay(chosen, kind, at) : "never";
    if (way === "daily") await askForDigest(deps, tx, { userId, at });
    else if (way === "now" && isMailed) await mailOne(deps, tx, one);
  }
}

async function mailOne(deps: Deps, tx: Tx, { noticeId, userId, telling, at }: News): Promise<void> {
  const [words] = await noticeWords(deps, [telling]);
  if (!words) return;
  const kind = NOTICES[telling.what].kind;
  const from = words.post ? { artistId: words.post.artistId, id: words.post.postId } : words.thanks;
  await enqueueMail(deps, tx, {
    ...(from && { words: { artistId: from.artistId, id: from.id } }),
    ...{ mailId: `${noticeId}-${userId}`, userId, mail: "money", at, kind, isOptional: kind !== "security" },
    notice: {
      subject: words.title,
      heading: words.title,
      lines: [`${words.body}.`],
      link: { label: "Open Orin", path: words.path },
    },
  });
}

async function tellPage(deps: Deps, release: Release): Promise<void> {
  const { noticeId, at, after } = release;
  if (after === undefined) await waitForLists(deps);
  const { telling, followers, readers } = await pageOf(deps.store.sql, release);
  await deps.store.sql.begin(async (tx) => {
    await tell(deps, tx, readers.map((userId) => ({ noticeId, userId, telling, at })));
    const last = followers.length === PAGE ? followers.at(-1) : undefined;
    if (last !== undefined) await askToTellFollowers(deps, tx, { ...release, after: last });
  });
}

/** What the words are made of follows the log: a song that is not listed yet would be taken for one that is gone. */
async function waitForLists({ store }: Deps): Promise<void> {
  const isListed = await store.catchUp(LISTS, { timeoutMs: LISTED_MS });
  if (!isListed) throw new Error("The lists are behind the log: try again");
}

interface Page {
  readonly telling: NoticeContent;
  /** All of the page, by whom the next one begins. */
  readonly followers: readonly string[];
  /** Those who are told. */
  readonly readers: readonly string[];
}

async function pageOf(tx: Sql, release: Release): Promise<Page> {
  const { noticeId, creatorId, trackId = "", releaseId, postId, thanksId, at, after } = release;
  if (thanksId !== undefined) return await giversOf(tx, { creatorId, thanksId, after });
  const followers = await followersPage(tx, { creatorId, until: at, after, limit: PAGE });
  if (postId !== undefined) {
    const post = (await findPosts(tx, [postId])).get(postId);
    const telling = { what: "post", creatorId, postId } as const;
    if (!post || post.isHidden) return { telling, followers: [], readers: [] };
    const stopped = await postsStoppedFor(tx, creatorId);
    return { telling, followers, readers: followers.filter((userId) => !stopped.has(userId)) };
  }
  if (releaseId !== undefined) {
    const songs = await songsOfNotice(tx, noticeId);
    const telling = {
      what: "release",
      creatorId,
      trackId: songs[0] ?? "",
      releaseId,
      songs: songs.length,
      at,
    } as const;
    // Published again after it was taken back: nothing of it is new.
    if (songs.length === 0) return { telling, followers: [], readers: [] };
    return { telling, followers, readers: await withoutPresavers(tx, releaseId, followers) };
  }
  // Its release tells of it.
  if (await isOfAlbum(tx, trackId)) {
    return { telling: { what: "release", creatorId, trackId, songs: 1, at }, followers: [], readers: [] };
  }
  const ofRelease = (await releasesOfTracks(tx, [trackId])).get(trackId);
  const songs = await songsOfDay(tx, { creatorId, from: lagosDayStart(lagosDay(at)), until: at });
  return {
    telling: { what: "release", creatorId, trackId, songs: Math.max(1, songs), at },
    followers,
    readers: ofRelease === undefined ? followers : await withoutPresavers(tx, ofRelease, followers),
  };
}

/** People who waited for a release have a notification of their own: the same would come twice. */
async function withoutPresavers(sql: Sql, releaseId: string, userIds: readonly string[]): Promise<string[]> {
  const waited = await presaversAmong(sql, { releaseId, userIds });
  return userIds.filter((userId) => !waited.has(userId));
}

async function giversOf(
  sql: Sql,
  { creatorId, thanksId, after }: { creatorId: string; thanksId: string; after: string | undefined },
): Promise<Page> {
  const telling = { what: "thanks", creatorId, thanksId } as const;
  const thanks = (await findThanks(sql, [thanksId])).get(thanksId);
  if (!thanks || thanks.isHidden) return { telling, followers: [], readers: [] };
  const { from, until } = thanks;
  const said = await thanksOf(sql, [creatorId]);
  const without = said.slice(said.findIndex((one) => one.thanksId === thanksId) + 1);
  const [givers, stopped] = await Promise.all([
    giversPage(sql, { artistId: creatorId, from, until, without, after, limit: PAGE }),
    postsStoppedFor(sql, creatorId),
  ]);
  return { telling, followers: givers, readers: givers.filter((userId) => !stopped.has(userId)) };
}

/**
 * One push to one device. If this process dies before it is noted, it is sent again with the same topic and tag: the
 * push service and the screen take it for the same.
 */
async function sendPush(deps: Deps, { key, payload, attempt }: Job<PushJob>, signal: AbortSignal): Promise<void> {
  const { noticeId, userId, subscriptionId, telling, at } = payload;
  const { sql } = deps.store;
  const { kind, isOfStranger } = NOTICES[telling.what];
  const device = await findDevice(sql, subscriptionId, deps.now());
  if (device?.userId !== userId) return;
  const chosen = (await choicesOf(sql, [userId])).get(userId) ?? NO_CHOICES;
  if (!chosen.switches[kind].push) return;
  if (telling.what === "post" || telling.what === "thanks") {
    // After a person stops an artist's words, those on their way are not sent either.
    const stopped = await wordsStopped(sql, [{ userId, artistId: telling.creatorId }]);
    if (stopped.size > 0) return;
  }
  const isWarning = kind === "security" && !isOfStranger;
  const runAt = isWarning ? undefined : quietUntil(chosen.quiet, deps.now());
  if (runAt !== undefined) {
    const later = `${key.split(" after ")[0]} after ${runAt}`;
    await sql.begin((tx) => deps.jobs.enqueue(tx, { kind: PUSH, key: later, payload, runAt }));
    return;
  }
  const [[words], target] = await Promise.all([noticeWords(deps, [telling]), targetOf(deps, device)]);
  if (!words || !target) return;
  const { title, body, path, tag } = words;
  const text = JSON.stringify({ id: noticeId, tag, title, body, path, at, to: userId } satisfies PushPayload);
  const topic = createHash("sha256").update(tag).digest("base64url").slice(0, TOPIC_CHARACTERS);
  const urgency = isWarning ? "high" : "normal";
  try {
    await deps.push.send(target, { text, topic, urgency, ttl: TTL_SECONDS }, signal);
  } catch (error) {
    if (error instanceof PushGone) await forgetSubscription(sql, subscriptionId);
    else if (error instanceof PushRefused) deps.log(`A push was not taken: ${error.message}`);
    // It is not news for ever.
    else if (!(error instanceof PushUnavailable) || attempt < PUSH_ATTEMPTS) throw error;
  }
}

async function askForDigest(deps: Deps, tx: Tx, { userId, at }: { userId: string; at: number }): Promise<void> {
  const { day, from, until, runAt } = digestOf(at);
  const payload = { userId, day, from, until };
  await deps.jobs.enqueue(tx, { kind: DIGEST, key: `${userId} ${day}`, payload, runAt });
}

/** The day's one mail: each notification is in exactly one stretch of a day. */
async function sendDigest(
  deps: Deps,
  { userId, day, from, until }: { userId: string; day: string; from: number; until: number },
): Promise<void> {
  const { sql } = deps.store;
  const [chosen = NO_CHOICES, user] = await Promise.all([
    choicesOf(sql, [userId]).then((found) => found.get(userId)),
    findUser(sql, userId),
  ]);
  if (!user?.notifications || user.closing) return;
  const kinds = DIGEST_KINDS.filter((kind) => chosen.switches[kind].mail);
  const found = await noticesBetween(deps, {
    ...{ userId, kinds, limit: MOST_DIGEST_LINES + 1 },
    from: Math.max(from, chosen.daily.from ?? until),
    until: Math.min(until, chosen.daily.until ?? until),
  });
  if (found.length === 0) return;
  const lines = found.slice(0, MOST_DIGEST_LINES).map(({ title, body }) => `${title}: ${body}`);
  const notice = {
    subject: "Your day on Orin",
    heading: "What is new for you",
    lines: found.length > MOST_DIGEST_LINES ? [...lines, "And more"] : lines,
    link: { label: "See all", path: "/notifications" },
  };
  const mailId = `digest-${day}-${userId}`;
  await sql.begin((tx) =>
    enqueueMail(deps, tx, { mailId, userId, mail: "money", at: until, isOptional: true, notice })
  );
  deps.jobs.poke();
}

async function tellStreaks(deps: Deps, { day, after }: { day: string; after?: string }): Promise<void> {
  const { sql } = deps.store;
  const at = lagosDayStart(day) + STREAK_HOUR * 3_600_000;
  // A process that was away all evening sends no reminders of yesterday.
  if (lagosDay(deps.now()) !== day) return;
  const userIds = await streakReaders(sql, { after, limit: PAGE });
  for (const userId of userIds) {
    const days = await streakOf(deps, userId, deps.now());
    if (days === undefined) continue;
    await askToTell(deps, sql, { noticeId: `streak-${day}`, userId, telling: { what: "streak", days, day }, at });
  }
  const last = userIds.length === PAGE ? userIds.at(-1) : undefined;
  if (last !== undefined) await askForStreaks(deps, { day, after: last });
}

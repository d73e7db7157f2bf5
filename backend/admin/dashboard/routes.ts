import * as calls from "../../contract/calls/admin.ts";
import { fullName } from "../../contract/full_name.ts";
import { Routes } from "../../http/routes.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { AdminStats, MailsAgainAnswer, Trend } from "../../contract/admin_stats.ts";
import { minutesAndSeconds } from "../../contract/duration.ts";
import type { Deps } from "../../deps.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { countSubscribers, recentGrants } from "../../../projections/subscriptions/subscriptions.ts";
import { countAllTracks, listAllTracks } from "../../../projections/catalogue/tracks.ts";
import { listEntries } from "../../../projections/accounts/user_directory.ts";
import { countRegistered, countUsers, type User } from "../../../projections/accounts/users.ts";
import { sendAgain } from "../../mails/again.ts";
import { systemHealth } from "../health/check.ts";
import { accountsWithoutPerson, invitedAdmins } from "../team/reads.ts";

const PERIOD_MS = 30 * 24 * 3_600_000;
const NEWEST = { q: "", descending: true } as const;

/** The dashboard in one call: totals with their trends, the newest uploads and users, the service's health. */
export function statsRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to send mails again");
  return new Routes(deps).serve(calls.dashboard, async (c) => {
    const [{ stats, trends }, recentData, health] = await Promise.all([
      totalsOf(deps),
      recentOf(deps),
      systemHealth(deps),
    ]);
    return c.json({ success: true, stats, trends, recentData, health } satisfies AdminStats, 200);
  }).serve(calls.sendMailsAgain, fresh, async (c) => {
    const count = await sendAgain(deps.jobs, deps.now());
    const message = count === 0 ? "Nothing that still makes sense has failed" : "They are sent again now";
    return c.json({ message, count } satisfies MailsAgainAnswer, 200);
  });
}

async function totalsOf(deps: Deps): Promise<Pick<AdminStats, "stats" | "trends">> {
  const { sql } = deps.store;
  const now = deps.now();
  // The moment itself counts.
  const current = { from: now - PERIOD_MS, to: now + 1 };
  const previous = { from: now - 2 * PERIOD_MS, to: now - PERIOD_MS };
  const [users, audios, audiosBefore, subscribers, subscribersBefore, joined, joinedBefore] = await Promise.all([
    countUsers(sql),
    countAllTracks(sql, current),
    countAllTracks(sql, previous),
    countSubscribers(sql, { ...current, now }),
    countSubscribers(sql, { ...previous, now }),
    countRegistered(sql, current),
    countRegistered(sql, previous),
  ]);
  const newcomers = await accountsWithoutPerson(sql);
  const without = (counted: { users: number; creators: number }, { from, to }: { from: number; to: number }) =>
    less(counted, newcomers.filter(({ createdAt }) => createdAt >= from && createdAt < to));
  const everybody = less({ users: users.total, creators: users.creators }, newcomers);
  const [came, cameBefore] = [without(joined, current), without(joinedBefore, previous)];
  return {
    stats: {
      totalUsers: everybody.users,
      totalCreators: everybody.creators,
      totalAudios: audios.total,
      totalSubscriptions: subscribers.active,
    },
    trends: {
      users: trendOf(came.users, cameBefore.users),
      creators: trendOf(came.creators, cameBefore.creators),
      audios: trendOf(audios.uploaded, audiosBefore.uploaded),
      subscriptions: trendOf(subscribers.granted, subscribersBefore.granted),
    },
  };
}

function less(counted: { users: number; creators: number }, without: readonly User[]) {
  const creators = without.filter(({ role }) => role === "creator").length;
  return { users: counted.users - without.length, creators: counted.creators - creators };
}

function trendOf(current: number, previous: number): Trend {
  const percent = previous === 0 ? null : Math.round(1_000 * (current - previous) / previous) / 10;
  return { current, previous, percent };
}

async function recentOf(deps: Deps): Promise<AdminStats["recentData"]> {
  const { sql } = deps.store;
  const [invited, users, tracks, grants] = await Promise.all([
    invitedAdmins(sql),
    listEntries(sql, { ...NEWEST, sort: "created", limit: 5 }),
    listAllTracks(sql, { ...NEWEST, sort: "uploaded", limit: 6 }),
    recentGrants(sql, 5),
  ]);
  const subscribers = await openPersonsOf(deps, [...new Set(grants.map(({ userId }) => userId))]);
  return {
    recentUsers: users.map(({ userId, firstName, lastName, email, role, isAdmin, createdAt }) => ({
      _id: userId,
      ...{ firstName, lastName, email: hiddenEmail(email), role, isAdmin },
      ...(invited.has(userId) && { isInvited: true as const }),
      createdAt: new Date(createdAt).toISOString(),
    })),
    recentAudios: tracks.map(({ trackId, title, artist, genre, durationMs, coverImageUrl, placeholder, ...track }) => ({
      _id: trackId,
      ...{ title, artist, genre, coverImageUrl, placeholder, status: track.status },
      duration: minutesAndSeconds(durationMs),
      createdAt: new Date(track.uploadedAt).toISOString(),
    })),
    recentSubscriptions: grants.map(({ userId, amountKobo, at }) => ({
      userId,
      name: fullName(subscribers.get(userId)),
      paymentAmount: amountKobo / 100,
      date: new Date(at).toISOString(),
    })),
  };
}

/** A dashboard is no place for addresses: the list of users holds them, and notes who saw them. */
function hiddenEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, "$1•••");
}

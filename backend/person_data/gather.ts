import { likesBy } from "../../projections/social/comment_likes.ts";
import { blocksOf } from "../../projections/social/comment_rules.ts";
import { commentsBy } from "../../projections/social/comments.ts";
import { findCreators } from "../../projections/catalogue/creators.ts";
import { postMutesOf, postsOf } from "../../projections/social/posts.ts";
import { thanksOf } from "../../projections/gifts/supporter_thanks.ts";
import { followedBy } from "../../projections/social/follows.ts";
import { type GiftRow, giftsFrom, giftsTo, isReleasedRoyalty } from "../../projections/gifts/gifts.ts";
import { featuresAsked } from "../../projections/catalogue/song_credits.ts";
import { listHearts } from "../../projections/social/hearts.ts";
import { presavesOf } from "../../projections/catalogue/presaves.ts";
import { listReleases } from "../../projections/catalogue/releases.ts";
import { creditsOf } from "../catalogue/song_credits/reads.ts";
import { playlistsOf } from "../../projections/catalogue/playlists.ts";
import { playHistory, type PlayRow } from "../../projections/listening/plays.ts";
import { findPremiumPayments } from "../../projections/subscriptions/premium_payments.ts";
import { subscriptionHistory, subscriptionsOf } from "../../projections/subscriptions/subscriptions.ts";
import { membersOfTeam, teamsOfMember } from "../../projections/team/team_members.ts";
import { sharesOf } from "../../projections/catalogue/splits.ts";
import { listOwnTracks, trackFacts } from "../../projections/catalogue/tracks.ts";
import { findUser } from "../../projections/accounts/users.ts";
import { voidedOf } from "../../projections/wallet/settling.ts";
import { stepsOf, withdrawalsOf } from "../../projections/wallet/withdrawals.ts";
import { creatorStream } from "../catalogue/artist/events.ts";
import { ownDuplicates } from "../catalogue/duplicate/reads.ts";
import { royaltyMonth, royaltyYear } from "../royalties/reads.ts";
import { offlineLicenceStream } from "../catalogue/offline_licence/events.ts";
import { subscriberOf } from "../contact/newsletter.ts";
import { isoTime } from "../contract/iso_time.ts";
import { tokensOf } from "../contract/money.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { type BookedEntry, pageOfEntries } from "../ledger/entries.ts";
import { availableAccount, reservedAccount, settlingAccount } from "../ledger/chart.ts";
import { ownModeration } from "../moderation/reads.ts";
import { ownSuspensions } from "../moderation/suspension/reads.ts";
import { choicesOfOne } from "../notifications/choose.ts";
import { ownDevices } from "../notifications/devices.ts";
import type { Json } from "../store/log/canonical.ts";
import type { RecordedEvent } from "../store/log/event.ts";
import type { PersonKey } from "../store/personal/personal_data.ts";
import { premiumGiftsOf } from "../subscriptions/gift/reads.ts";
import { readRules } from "../social/comment_rules/reads.ts";
import { openBanks } from "../wallet/banks/details.ts";
import { ownAppeals } from "../trust/appeal/reads.ts";
import { whatSettles } from "../wallet/settling/reads.ts";
import { ACCOUNT_FIELD, identityStream } from "../trust/identity/events.ts";
import { userStream } from "../accounts/account/events.ts";
import { openPerson } from "../accounts/account/reads.ts";
import { ownBirthYears } from "../accounts/birth_years/tell.ts";

/** A part of the export: one value, or a list that is read page by page while it is sent. */
export type Section = readonly [name: string, content: () => Promise<Json> | AsyncIterable<Json>];

/** Whose data, and what opens it. */
interface Exporting {
  readonly userId: string;
  readonly shard: number;
  readonly key: PersonKey;
}

/**
 * Everything that Orin holds of a person, in the order of the file. Of other people it says no more than everyone can
 * see. Throws Refusal `session_ended` for someone who is erased.
 */
export async function exportOf(deps: Deps, userId: string): Promise<Section[]> {
  const { sql } = deps.store;
  const [user, keys] = await Promise.all([findUser(sql, userId), deps.personal.keysOf(sql, [userId])]);
  const person = user && await openPerson(deps.personal, sql, user);
  const key = keys.get(userId);
  if (!user || !person || !key) {
    throw new Refusal("session_ended", "Authentication required. Please login again.");
  }
  const exporting: Exporting = { userId, shard: deps.shardOf(userId), key };
  const profile = {
    id: userId,
    ...person,
    role: user.role,
    isAdmin: user.isAdmin,
    isVerified: user.isVerified,
    createdAt: isoTime(user.createdAt),
    picture: user.picture?.key ?? null,
  };
  return [
    ["exportedAt", () => Promise.resolve(isoTime(deps.now()))],
    ["profile", () => Promise.resolve(profile)],
    ["settings", () => Promise.resolve({ notifications: user.notifications, isNamed: user.isNamed })],
    ["logIns", async () =>
      (await deps.sessions.list(userId)).map(({ userAgent, place, createdAt, lastSeenAt }) => (
        { userAgent, state: place ?? null, createdAt: isoTime(createdAt), lastSeenAt: isoTime(lastSeenAt) }
      ))],
    ["birthYears", async () => await ownBirthYears(deps, userId) ?? null],
    ["notifications", async () => {
      const { switches, quiet, mails } = await choicesOfOne(deps, userId);
      return { switches, quiet, mails, devices: await ownDevices(deps, userId) };
    }],
    ["newsletter", () => subscriberOf(deps, person.email)],
    ...thingsOf(deps, exporting),
    ...moneyOf(deps, exporting),
    ["history", () => historyAbout(deps, exporting)],
  ];
}

/** Personal fields by their names in events, and the names they were sealed under. */
const SEALED: Readonly<Record<string, string>> = {
  firstName: "firstName",
  lastName: "lastName",
  email: "email",
  previousEmail: "email",
  phone: "phone",
  address: "address",
  zipPostalCode: "zipPostalCode",
  account: ACCOUNT_FIELD,
};

/** Fields that say nothing about the person but would help a thief of the file. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "passwordHash",
  "emailHash",
  "mailboxHash",
  "phoneHash",
  "numberHash",
  "accountHash",
  "keptSessionId",
  "userId",
  "creatorId",
]);

/** What happened to the account, the artist's profile, the devices with saved music and the identity, in its order. */
async function* historyAbout(deps: Deps, { userId, key }: Exporting): AsyncGenerator<Json> {
  for (
    const stream of [userStream(userId), creatorStream(userId), offlineLicenceStream(userId), identityStream(userId)]
  ) {
    for (const event of await deps.store.readStream("social", stream)) {
      // Which admin did something is the admin's own.
      const by = event.metadata.actor === `user:${userId}` ? "you" : "Orin";
      yield { at: isoTime(event.recordedAt), what: event.type, by, data: opened(event, key) };
    }
  }
}

function opened({ type, data }: RecordedEvent, key: PersonKey): Json {
  const fields = Object.entries(data as Record<string, Json>).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(fields.map(([name, value]) => {
    const sealedAs = type === "AccountClosed" && name === "reason" ? "closing reason" : SEALED[name];
    return [name, sealedAs !== undefined && typeof value === "string" ? key.open(sealedAs, value) : value];
  }));
}

const ENTRIES_A_PAGE = 1_000;

const ALL = 100_000;

/** What someone earned, spent, gave, was given and was paid. */
function moneyOf(deps: Deps, { userId, shard, key }: Exporting): Section[] {
  const { sql } = deps.store;
  const own = (gift: GiftRow) => ({
    ...{ id: gift.giftId, trackId: gift.trackId ?? null },
    // Of what they gave all of it, of what they got their own part.
    ...(gift.giverId === userId
      ? { dollars: gift.wholeCents / 100, tokens: tokensOf(gift.wholeUnits) }
      : { dollars: gift.cents / 100, tokens: tokensOf(gift.units) }),
    ...{ method: gift.method, status: gift.status, at: isoTime(gift.at) },
  });
  return [
    ["balanceEntries", () => entriesOf(deps, { shard, account: availableAccount(userId) })],
    ["settlingEntries", () => entriesOf(deps, { shard, account: settlingAccount(userId) })],
    ["settling", () => settlingNow(deps, userId)],
    [
      "voidedRewards",
      async () =>
        (await voidedOf(sql, shard, userId)).map(({ playId, units, reason, at, givenBackAt }) => ({
          ...{ playId, tokens: tokensOf(units), reason, at: isoTime(at) },
          givenBackAt: givenBackAt === undefined ? null : isoTime(givenBackAt),
        })),
    ],
    ["appeals", async () =>
      (await ownAppeals(deps, userId)).appeals.map((appeal) => (
        { ...appeal, answer: appeal.answer ?? null }
      ))],
    ["reservedEntries", () => entriesOf(deps, { shard, account: reservedAccount(userId) })],
    ["withdrawals", () => withdrawalsWithBanks(deps, userId)],
    ["giftsGiven", async () =>
      (await giftsFrom(sql, userId, { limit: ALL, unpaidFrom: 0 })).map((gift) => (
        { ...own(gift), artistId: gift.artistId, message: key.open(`gift ${gift.giftId}`, gift.message) }
      ))],
    // Who gave them and what they wrote is the givers' own.
    [
      "giftsReceived",
      async () =>
        (await giftsTo(sql, userId, ALL)).filter((gift) => !isReleasedRoyalty(gift)).map((gift) => (
          { ...own(gift), thanks: gift.thanks === undefined ? null : key.open(`thanks ${gift.giftId}`, gift.thanks) }
        )),
    ],
    ["royalties", () => royaltiesOf(deps, userId)],
    ["shares", async () =>
      (await sharesOf(sql, userId)).map(({ trackId, basisPoints, since }) => (
        { trackId, basisPoints, since: isoTime(since) }
      ))],
    ["premium", () => premiumOf(deps, userId)],
    ["premiumGiven", async () =>
      (await premiumGiftsOf(deps, userId, ALL)).gifts.map(({ seats, ...gift }) => ({
        ...gift,
        // A link is as good as money: it stays where it can be taken, not in a file.
        seats: seats.map(({ seat, name, email, claimedAt }) => ({ seat, name, email, claimedAt })),
      }))],
  ];
}

/** What Premium brought an artist, by month and song, the newest year first. */
async function* royaltiesOf(deps: Deps, userId: string): AsyncGenerator<Json> {
  const { years } = await royaltyYear(deps, userId);
  for (const year of years) {
    const { months } = await royaltyYear(deps, userId, year);
    for (const { month } of months.filter(({ state }) => state !== "open")) {
      const { tracks, state, availableAt, ...sums } = await royaltyMonth(deps, userId, month);
      const { kobo, fromDisputesKobo, voidedKobo, voidedBecause, taxBasisPoints, withheldKobo, netKobo } = sums;
      yield {
        ...{ month, state, kobo, fromDisputesKobo, voidedKobo, voidedBecause, taxBasisPoints, withheldKobo, netKobo },
        availableAt: availableAt ?? null,
        songs: tracks.map(({ _id, title, seconds, listeners, kobo }) => (
          { trackId: _id, title, seconds, listeners, kobo }
        )),
      };
    }
  }
}

/** What settles at the moment, until when, and whether it is held. */
async function settlingNow(deps: Deps, userId: string): Promise<Json> {
  const { units, nextAt, lastAt, frozen } = await whatSettles(deps, userId);
  return {
    tokens: tokensOf(units),
    nextSettlesAt: nextAt === undefined ? null : isoTime(nextAt),
    allSettledAt: lastAt === undefined ? null : isoTime(lastAt),
    held: frozen ? { since: isoTime(frozen.since), reason: frozen.reason } : null,
  };
}

/** Every movement of an account, the oldest first. */
async function* entriesOf(
  deps: Deps,
  { shard, account }: { shard: number; account: string },
): AsyncGenerator<Json> {
  let rows: readonly BookedEntry[] = [];
  do {
    rows = await pageOfEntries(deps.store.sql, shard, {
      account,
      after: rows.at(-1)?.position ?? 0,
      limit: ENTRIES_A_PAGE,
    });
    for (const row of rows) {
      const tokens = { tokens: tokensOf(row.amount), balanceTokens: tokensOf(row.balance) };
      yield { at: isoTime(row.at), kind: row.code, transferId: row.transferId, ...tokens };
    }
  } while (rows.length === ENTRIES_A_PAGE);
}

async function withdrawalsWithBanks(deps: Deps, userId: string): Promise<Json> {
  const { sql } = deps.store;
  const rows = await withdrawalsOf(sql, userId, ALL);
  const [banks, steps] = await Promise.all([
    openBanks(deps, rows),
    stepsOf(sql, rows.map((row) => row.withdrawalId)),
  ]);
  return rows.map((row, index) => ({
    ...{ id: row.withdrawalId, tokens: tokensOf(row.units), status: row.status, reference: row.reference ?? null },
    bank: banks[index] ? { ...banks[index] } : null,
    requestedAt: isoTime(row.requestedAt),
    processedAt: row.processedAt === undefined ? null : isoTime(row.processedAt),
    steps: (steps.get(row.withdrawalId) ?? []).map(({ text, at }) => ({ text, at: isoTime(at) })),
  }));
}

async function premiumOf({ store: { sql } }: Deps, userId: string): Promise<Json> {
  const [now, history] = await Promise.all([
    subscriptionsOf(sql, [userId]),
    subscriptionHistory(sql, userId, ALL),
  ]);
  const payments = await findPremiumPayments(sql, history.flatMap((row) => row.reference ?? []));
  const { until, isCancelled } = now.get(userId) ?? {};
  return {
    until: until === undefined ? null : isoTime(until),
    isCancelled: isCancelled ?? false,
    history: history.map(({ action, at, until, reference }) => ({
      ...{ action, at: isoTime(at), until: isoTime(until), reference: reference ?? null },
      amountKobo: payments.get(reference ?? "")?.amountKobo ?? null,
    })),
  };
}

const PAGE = 500;

/** What someone listened to, wrote, gathered and made. */
function thingsOf(deps: Deps, { userId, shard, key }: Exporting): Section[] {
  const { sql } = deps.store;
  return [
    ["plays", () => playsOf(deps, { userId, shard })],
    ["comments", async () =>
      (await commentsBy(sql, userId)).map(({ commentId, content, ...comment }) => ({
        id: commentId,
        about: { type: comment.entityType, id: comment.entityId },
        ...(comment.replyTo !== undefined && { replyTo: comment.replyTo }),
        content: key.open("comment", content),
        createdAt: isoTime(comment.createdAt),
        updatedAt: isoTime(comment.updatedAt),
      }))],
    [
      "likedComments",
      async () => (await likesBy(sql, userId)).map(({ commentId, at }) => ({ id: commentId, likedAt: isoTime(at) })),
    ],
    ["commentRules", async () => ({ ...await readRules(deps, userId) })],
    ["blocks", async () => (await blocksOf(sql, userId)).map(({ at }) => ({ blockedAt: isoTime(at) }))],
    ...postsSections(deps, { userId, key }),
    ["moderation", () => ownModeration(deps, userId)],
    ["suspensions", () => ownSuspensions(deps, userId)],
    [
      "heldRecordings",
      async () =>
        (await ownDuplicates(deps, userId)).duplicates.map(({ trackId, title, at, state, reason }) => (
          { trackId, title, at, state, reason: reason ?? null }
        )),
    ],
    ["follows", () => followsOf(deps, userId)],
    ["likedSongs", () => listHearts(sql, { userId, kind: "track", limit: ALL })],
    ["favouriteArtists", () => listHearts(sql, { userId, kind: "artist", limit: ALL })],
    ["playlists", async () =>
      (await playlistsOf(sql, userId)).map((list) => ({
        id: list.playlistId,
        name: list.name === undefined ? null : key.open("playlist", list.name),
        isPublic: list.wantedName !== undefined,
        folder: list.folder === undefined ? null : key.open("playlist folder", list.folder),
        description: list.description === undefined ? null : key.open("playlist description", list.description),
        updatedAt: isoTime(list.updatedAt),
        trackIds: [...list.trackIds],
      }))],
    ["tracks", async () =>
      (await listOwnTracks(sql, userId, ALL)).map((track) => ({
        ...{ id: track.trackId, title: track.title, artist: track.artist, album: track.album ?? null },
        ...{ genre: track.genre, durationMs: track.durationMs, status: track.status, downloadable: track.downloadable },
        ...(track.holds.length > 0 && { heldFor: track.holds.map(({ hold }) => hold) }),
        uploadedAt: isoTime(track.uploadedAt),
        releasedAt: track.releasedAt === 0 ? null : isoTime(track.releasedAt),
      }))],
    ...releasesOf(deps, { userId, key }),
  ];
}

/** What someone wrote to followers and to all who gave, and whose posts they have stopped. */
function postsSections(deps: Deps, { userId, key }: Pick<Exporting, "userId" | "key">): Section[] {
  const { sql } = deps.store;
  return [
    [
      "posts",
      async () =>
        (await postsOf(sql, { artistId: userId, limit: ALL, withHidden: true })).map((
          { postId, content, ...post },
        ) => ({
          ...{ id: postId, text: key.open("post", content), trackId: post.trackId ?? null, told: post.told },
          postedAt: isoTime(post.at),
        })),
    ],
    [
      "thanks",
      async () =>
        (await thanksOf(sql, [userId])).map(({ thanksId, content, at }) => (
          { id: thanksId, text: key.open("post", content), thankedAt: isoTime(at) }
        )),
    ],
    ["stoppedPosts", async () => (await postMutesOf(sql, userId)).map((artistId) => ({ artistId }))],
  ];
}

/** What someone released or waits for, who made it, and where they are named. */
function releasesOf(deps: Deps, { userId, key }: Pick<Exporting, "userId" | "key">): Section[] {
  const { sql } = deps.store;
  return [
    ["credits", async () => {
      const own = await listOwnTracks(sql, userId, ALL);
      const made = await creditsOf(deps, own.map(({ trackId }) => trackId));
      return [...made].map(([trackId, { credits, featured }]) => ({
        ...{ trackId, writers: credits.writers, producers: credits.producers, isrc: credits.isrc },
        ...{ explicit: credits.explicit, language: credits.language ?? null },
        featured: featured.map(({ id, status }) => ({ id, status })),
      }));
    }],
    [
      "featuredOn",
      async () =>
        (await featuresAsked(sql, { artistId: userId, limit: ALL })).map(({ trackId, status, at }) => ({
          ...{ trackId, status, askedAt: isoTime(at) },
        })),
    ],
    // Who is in one's own team is their own; how many, and as what, is the artist's.
    ["team", async () =>
      (await membersOfTeam(sql, userId)).map(({ role, since }) => (
        { role, since: isoTime(since) }
      ))],
    ["teams", async () => {
      const memberships = await teamsOfMember(sql, userId, ALL);
      const artists = await findCreators(sql, memberships.map(({ creatorId }) => creatorId));
      return memberships.map(({ creatorId, role, since }) => (
        { artist: artists.get(creatorId)?.name ?? null, role, since: isoTime(since) }
      ));
    }],
    [
      "releases",
      async () =>
        (await listReleases(sql, { ownerId: userId, limit: ALL })).map(({ declared, ...release }) => ({
          ...{
            id: release.releaseId,
            kind: release.kind,
            title: release.title,
            genre: release.genre,
            upc: release.upc,
          },
          ...{ status: release.status, trackIds: [...release.trackIds], createdAt: isoTime(release.createdAt) },
          declaration: declared === undefined ? null : {
            ...{ ownership: declared.ownership, society: declared.society, withheldPercent: declared.withheldPercent },
            societyNumber: declared.societyNumber === undefined
              ? null
              : key.open(`society ${release.releaseId}`, declared.societyNumber),
            at: isoTime(declared.at),
          },
        })),
    ],
    ["presaves", () => presavesOf(sql, userId)],
  ];
}

/** Every play with its receipt, the newest first. */
async function* playsOf(deps: Deps, { userId, shard }: { userId: string; shard: number }): AsyncGenerator<Json> {
  const { sql } = deps.store;
  let last: PlayRow | undefined;
  do {
    const before = last && { startedAt: last.startedAt, playId: last.playId };
    const page = { now: deps.now(), limit: PAGE, ...(before && { before }) };
    const rows = await playHistory(sql, { shard, listenerId: userId }, page);
    const tracks = await trackFacts(sql, [...new Set(rows.map((row) => row.trackId))]);
    for (const row of rows) {
      const { title = "", artist = "" } = tracks.get(row.trackId) ?? {};
      yield {
        ...{ id: row.playId, trackId: row.trackId, title, artist, startedAt: isoTime(row.startedAt) },
        ...{ listenedMs: row.listenedMs, creditedMs: row.creditedMs, tokens: tokensOf(row.units) },
        ...{ status: row.status, reason: row.reason, policyVersion: row.policyVersion, offline: row.offline },
      };
    }
    last = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (last);
}

async function followsOf({ store: { sql } }: Deps, userId: string): Promise<Json> {
  const follows = await followedBy(sql, userId);
  const artists = await findCreators(sql, follows.map((follow) => follow.creatorId));
  return follows.map(({ creatorId, followedAt }) => (
    { artistId: creatorId, artist: artists.get(creatorId)?.name ?? "", followedAt: isoTime(followedAt) }
  ));
}

import type { ReleasePublished } from "../../backend/catalogue/release/events.ts";
import type { TrackPublished, TrackRemoved, TrackUploaded } from "../../backend/catalogue/track/events.ts";
import { NOTICE_DAYS } from "../../backend/contract/notifications.ts";
import type { ContentReported } from "../../backend/moderation/events.ts";
import type { CommentDeleted } from "../../backend/social/comment/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { plainArray, rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent } from "../account_closings.ts";
import { LISTED_EVENTS, NOTICES_VERSION, noticesOf, type NoticeWhat, type ToldEvent } from "./notice_table.ts";

/** What it folds: what people hear of, and what tells whose things are and when they go. */
export type NoticeEvent =
  | ToldEvent
  | TrackUploaded
  | TrackPublished
  | TrackRemoved
  | ReleasePublished
  | CommentDeleted
  | ContentReported
  | ClosingEvent;

const NOTICES = table("notices", {
  userId: uuid,
  noticeId: text,
  what: text,
  subjectId: text,
  place: text,
  at: bigint,
}, {
  key: ["userId", "noticeId"],
  indexes: {
    notices_newest: "(user_id, at desc, notice_id desc)",
    notices_of_subject: "(subject_id)",
  },
});

const NOTICE_RELEASES = table("notice_releases", {
  trackId: uuid,
  creatorId: uuid,
  noticeId: text,
  releaseId: uuid.optional,
  at: bigint,
}, {
  key: ["trackId"],
  indexes: {
    notice_releases_of_notice: "(notice_id)",
    notice_releases_newest: "(creator_id, at desc)",
  },
});

const NOTICE_ALBUMS = table("notice_albums", {
  trackId: uuid,
  creatorId: uuid,
  releaseId: uuid,
  noticeId: text,
}, { key: ["trackId"], indexes: { notice_albums_of_creator: "(creator_id)" } });

const NOTICE_REPORTERS = table("notice_reporters", { caseId: uuid, userId: uuid }, { key: ["caseId", "userId"] });

const NOTICE_OWNERS = table("notice_owners", { thingId: uuid, userId: uuid }, { key: ["thingId"] });

/**
 * What there is to know for each person, and what artists released: a song is one row, however many follow, and readers
 * join it with whom they follow. Songs that came out together in a release carry the id of its publication. Rows about the future (Premium ends) are shown when their time has come.
 */
export const notices: Projection<NoticeEvent> = {
  name: "notices",
  version: NOTICES_VERSION,
  mode: "async",
  place: "social",
  logs: ["social", "ledger"],
  on: [
    ...LISTED_EVENTS,
    ...["TrackUploaded", "TrackPublished", "TrackRemoved", "ReleasePublished", "CommentDeleted"] as const,
    ...["SubscriptionEnded", "SubscriptionCancelled", "ContentReported", ...CLOSING_EVENTS] as const,
  ],
  tables: ddlOf(NOTICES, NOTICE_RELEASES, NOTICE_ALBUMS, NOTICE_REPORTERS, NOTICE_OWNERS),
  keeps: [
    { table: "notices", column: "at", type: "ms", days: NOTICE_DAYS },
    { table: "notice_releases", column: "at", type: "ms", days: NOTICE_DAYS },
  ],

  async apply(tx, events) {
    const owners = await ownersOf(tx, events);
    const [reporters, albums] = [await reportersOf(tx, events), await albumsOf(tx, events)];
    let rows = new Map<string, Row>();
    let releases = new Map<string, Release>();
    for (const event of events) {
      const gone = goneBy(event);
      if (gone) {
        // What goes may be in this batch.
        await write(tx, { rows, releases });
        [rows, releases] = [new Map(), new Map()];
        await remove(tx, gone);
      }
      if (event.type === "TrackPublished") releases.set(event.data.trackId, releaseIn(event, albums));
      for (const row of rowsIn(event, owners, reporters)) rows.set(`${row.userId} ${row.noticeId}`, row);
    }
    await write(tx, { rows, releases });
  },
};

interface Row {
  readonly userId: string;
  readonly noticeId: string;
  readonly what: NoticeWhat;
  /** A comment, a gift, a withdrawal, a session; of Premium the moment at which it ends, epoch ms. */
  readonly subjectId: string;
  /** What a comment is on: `track/<id>` or `artist/<id>`. */
  readonly place: string;
  readonly at: number;
}

interface Release {
  readonly trackId: string;
  readonly creatorId: string;
  /** Of its own event, or of the release that it came out with. */
  readonly noticeId: string;
  readonly releaseId: string | undefined;
  readonly at: number;
}

const DAY_MS = 24 * 3_600_000;
/** Lagos is an hour ahead of UTC all year. */
const LAGOS_MS = 3_600_000;

function rowsIn(event: Recorded<NoticeEvent>, owners: Owners, reporters: Reporters): Row[] {
  const { eventId, recordedAt } = event;
  const context = {
    ...{ eventId, recordedAt, reporters: reporters.get(eventId) ?? [] },
    ownerOf: (thingId: string) => owners.get(thingId),
    // That one is told by an event of its own.
    isShare: () => false,
  };
  return noticesOf(event as Recorded<ToldEvent>, context, "inList").map((reader) => (
    { noticeId: eventId, place: "", at: recordedAt, ...reader }
  ));
}

function releaseIn({ data, eventId, recordedAt: at }: Recorded<TrackPublished>, albums: Albums): Release {
  const { trackId, ownerId: creatorId } = data;
  const { noticeId = eventId, releaseId } = albums.get(trackId) ?? {};
  return { trackId, creatorId, noticeId, releaseId, at };
}

interface Gone {
  readonly userId?: string;
  readonly premiumOf?: string;
  readonly trackId?: string;
  readonly subjectId?: string;
}

function goneBy(
  { type, data }: { readonly type: NoticeEvent["type"]; readonly data: NoticeEvent["data"] },
): Gone | undefined {
  if (type === "AccountErased" && "userId" in data) return { userId: data.userId };
  if (type.startsWith("Subscription") && "userId" in data) return { premiumOf: data.userId };
  if (type === "TrackRemoved" && "trackId" in data && data.trackId !== undefined) return { trackId: data.trackId };
  if (type === "GiftShared" && "giftId" in data) return { subjectId: data.giftId };
  if (type === "CommentDeleted" && "commentId" in data) return { subjectId: data.commentId };
  return undefined;
}

async function remove(tx: Tx, { userId, premiumOf, trackId, subjectId }: Gone): Promise<void> {
  if (userId !== undefined) {
    await tx`delete from notices where user_id = ${userId}`;
    await tx`delete from notice_releases where creator_id = ${userId}`;
    await tx`delete from notice_albums where creator_id = ${userId}`;
    await tx`delete from notice_owners where user_id = ${userId}`;
  }
  if (premiumOf !== undefined) {
    await tx`delete from notices where user_id = ${premiumOf} and what in ('premium_3', 'premium_1')`;
  }
  if (trackId !== undefined) {
    await tx`delete from notice_releases where track_id = ${trackId}`;
    await tx`delete from notice_albums where track_id = ${trackId}`;
  }
  if (subjectId !== undefined) await tx`delete from notices where subject_id = ${subjectId}`;
}

async function write(
  tx: Tx,
  { rows, releases }: { rows: ReadonlyMap<string, Row>; releases: ReadonlyMap<string, Release> },
): Promise<void> {
  if (rows.size > 0) {
    const columns = { uuid: ["userId"], text: ["noticeId", "what", "subjectId", "place"], bigint: ["at"] } as const;
    await tx`
      insert into notices (user_id, notice_id, what, subject_id, place, at)
      select user_id, notice_id, what, subject_id, place, at from ${rowsOf(tx, [...rows.values()], columns)} as told
      on conflict do nothing`;
  }
  if (releases.size > 0) {
    const columns = { uuid: ["trackId", "creatorId"], text: ["noticeId", "releaseId"], bigint: ["at"] } as const;
    await tx`
      insert into notice_releases (track_id, creator_id, notice_id, release_id, at)
      select track_id, creator_id, notice_id, release_id::uuid, at
      from ${rowsOf(tx, [...releases.values()], columns)} as told
      on conflict do nothing`;
  }
}

/** Who gets a notice of a decision, by the id of its event: those who had reported the thing until then. */
type Reporters = ReadonlyMap<string, readonly string[]>;

/** Keeps who reports what until it is decided; of a batch in its order. */
async function reportersOf(tx: Tx, events: readonly Recorded<NoticeEvent>[]): Promise<Reporters> {
  const told = new Map<string, readonly string[]>();
  for (const { type, data, eventId } of events) {
    if (type === "ContentReported") {
      await tx`
        insert into notice_reporters (case_id, user_id) values (${data.caseId}, ${data.reporterId})
        on conflict do nothing`;
    } else if (type === "ReportsDismissed" || type === "ContentHidden") {
      const rows = await tx<{ userId: string }[]>`
        delete from notice_reporters where case_id = ${data.caseId} returning user_id`;
      told.set(eventId, rows.map((row) => row.userId).toSorted());
    } else if (type === "AccountErased") {
      await tx`delete from notice_reporters where user_id = ${data.userId}`;
    }
  }
  return told;
}

/** With which release songs came out, by song. */
type Albums = ReadonlyMap<string, { readonly releaseId: string; readonly noticeId: string }>;

/**
 * Notes the songs of releases of several that came out: the first time counts, because only then they are new. A release
 * is published right before its songs, in the same transaction.
 */
async function albumsOf(tx: Tx, events: readonly Recorded<NoticeEvent>[]): Promise<Albums> {
  const told = events.flatMap(({ type, data, eventId: noticeId }) => {
    if (type !== "ReleasePublished" || data.trackIds.length < 2) return [];
    const { releaseId, ownerId: creatorId } = data;
    return data.trackIds.map((trackId) => ({ trackId, creatorId, releaseId, noticeId }));
  });
  const first = new Map(told.toReversed().map((one) => [one.trackId, one]));
  if (first.size > 0) {
    const columns = { uuid: ["trackId", "creatorId", "releaseId"], text: ["noticeId"] } as const;
    await tx`
      insert into notice_albums (track_id, creator_id, release_id, notice_id)
      select track_id, creator_id, release_id, notice_id
      from ${rowsOf(tx, [...first.values()], columns)} as told
      on conflict do nothing`;
  }
  const published = events.flatMap(({ type, data }) => type === "TrackPublished" ? [data.trackId] : []);
  if (published.length === 0) return new Map();
  const rows = await tx<{ trackId: string; releaseId: string; noticeId: string }[]>`
    select track_id, release_id, notice_id from notice_albums
    where track_id = any(${plainArray(published)}::text::uuid[])`;
  return new Map(rows.map((row) => [row.trackId, { releaseId: row.releaseId, noticeId: row.noticeId }]));
}

/** Whose a track, a gift (its giver) or a withdrawal is. */
type Owners = ReadonlyMap<string, string>;

/** Notes the owners that the batch tells of, and answers those of everything in it. */
async function ownersOf(tx: Tx, events: readonly Recorded<NoticeEvent>[]): Promise<Owners> {
  const told = new Map<string, string>();
  const asked = new Set<string>();
  for (const { type, data } of events) {
    if (type === "TrackUploaded") told.set(data.trackId, data.ownerId);
    if (type === "GiftSent") told.set(data.giftId, data.giverId);
    if (type === "WithdrawalRequested") told.set(data.withdrawalId, data.userId);
    if (type === "CommentPosted" && data.entityType === "track") asked.add(data.entityId);
    if (type === "GiftThanked") asked.add(data.giftId);
    if ("withdrawalId" in data) asked.add(data.withdrawalId);
  }
  if (told.size > 0) {
    const rows = [...told].map(([thingId, userId]) => ({ thingId, userId }));
    await tx`
      insert into notice_owners (thing_id, user_id)
      select thing_id, user_id from ${rowsOf(tx, rows, { uuid: ["thingId", "userId"] })} as told
      on conflict do nothing`;
  }
  const missing = [...asked].filter((thingId) => !told.has(thingId));
  const rows = missing.length === 0 ? [] : await tx<{ thingId: string; userId: string }[]>`
    select thing_id, user_id from notice_owners where thing_id = any(${plainArray(missing)}::text::uuid[])`;
  return new Map([...told, ...rows.map((row) => [row.thingId, row.userId] as const)]);
}

/** The place behind which a page begins. `at` in epoch ms. */
export interface NoticeCursor {
  readonly at: number;
  readonly id: string;
}

/** Which notices: of whom, younger than `since`, no later than `now` (epoch ms), before a cursor. */
interface Asked {
  readonly userId: string;
  readonly since: number;
  readonly now: number;
  readonly before?: NoticeCursor | undefined;
  readonly limit: number;
}

/** A person's own notice. */
interface NoticeRow {
  readonly id: string;
  readonly what: NoticeWhat;
  readonly subjectId: string;
  readonly place: string;
  readonly at: number;
}

/** A person's own notices of these kinds, the newest first. */
export async function ownNotices(
  sql: Sql | Tx,
  { userId, since, now, before, limit, whats }: Asked & { readonly whats: readonly NoticeWhat[] },
): Promise<NoticeRow[]> {
  const rows = await sql<{ noticeId: string; what: NoticeWhat; subjectId: string; place: string; at: number }[]>`
    select notice_id, what, subject_id, place, at from notices
    where user_id = ${userId} and at > ${since} and at <= ${now} and what = any(${[...whats]}::text[])
      ${before ? sql`and (at, notice_id collate "C") < (${before.at}::bigint, ${before.id})` : sql``}
    order by at desc, notice_id collate "C" desc limit ${limit}`;
  return rows.map((row) => ({
    id: row.noticeId,
    what: row.what,
    subjectId: row.subjectId,
    place: row.place,
    at: row.at,
  }));
}

/** What an artist released on one Lagos day, or a release of several songs: the newest of it, and how many songs. */
interface ReleaseRow {
  readonly id: string;
  readonly creatorId: string;
  readonly trackId: string;
  readonly releaseId?: string;
  readonly songs: number;
  readonly at: number;
}

/** An artist and since when a person follows them, epoch ms. */
interface Following {
  readonly creatorId: string;
  readonly followedAt: number;
}

/**
 * What followed artists released since they are followed, the newest first: a row for each release of several songs, and
 * one for all others of an artist and Lagos day.
 */
export async function releasesOf(
  sql: Sql | Tx,
  { follows, without = [], since, now, before, limit }: Omit<Asked, "userId"> & {
    readonly follows: readonly Following[];
    /** Songs that are told elsewhere. */
    readonly without?: readonly string[];
  },
): Promise<ReleaseRow[]> {
  if (follows.length === 0) return [];
  const rows = await sql<
    { id: string; creatorId: string; trackId: string; releaseId: string | undefined; songs: number; newest: number }[]
  >`
    with days as (
      select (array_agg(released.notice_id order by released.at desc, released.notice_id desc))[1] as id,
        released.creator_id,
        (array_agg(released.track_id order by released.at desc, released.notice_id desc))[1] as track_id,
        released.release_id, count(*)::int as songs, max(released.at) as newest
      from notice_releases as released
      join ${rowsOf(sql, follows, { uuid: ["creatorId"], bigint: ["followedAt"] })} as followed
        on followed.creator_id = released.creator_id
      where released.at >= followed.followed_at and released.at > ${since} and released.at <= ${now}
        and not released.track_id = any(${[...without]}::uuid[])
      group by released.creator_id, released.release_id,
        case when released.release_id is null then (released.at + ${LAGOS_MS}::bigint) / ${DAY_MS}::bigint end,
        case when released.release_id is not null then released.notice_id end
    )
    select * from days
    where ${before ? sql`(newest, id collate "C") < (${before.at}::bigint, ${before.id})` : sql`true`}
    order by newest desc, id collate "C" desc limit ${limit}`;
  return rows.map((row) => ({
    id: row.id,
    creatorId: row.creatorId,
    trackId: row.trackId,
    ...(row.releaseId !== undefined && { releaseId: row.releaseId }),
    songs: row.songs,
    at: row.newest,
  }));
}

/** The songs of a release that came out for the first time with one publication, by its event's id. */
export async function songsOfNotice(sql: Sql | Tx, noticeId: string): Promise<string[]> {
  const rows = await sql<{ trackId: string }[]>`
    select track_id from notice_releases where notice_id = ${noticeId} and release_id is not null order by track_id`;
  return rows.map((row) => row.trackId);
}

/** Whether a song came out with a release of several, whose notice replaces its own. */
export async function isOfAlbum(sql: Sql | Tx, trackId: string): Promise<boolean> {
  const rows = await sql`select 1 from notice_albums where track_id = ${trackId}`;
  return rows.length > 0;
}

/** How many songs an artist has released on a Lagos day up to a moment (epoch ms), without releases of several. */
export async function songsOfDay(
  sql: Sql | Tx,
  { creatorId, from, until }: { creatorId: string; from: number; until: number },
): Promise<number> {
  const [row] = await sql<{ songs: number }[]>`
    select count(*)::int as songs from notice_releases
    where creator_id = ${creatorId} and release_id is null and at >= ${from} and at <= ${until}`;
  return row?.songs ?? 0;
}

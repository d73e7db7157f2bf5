import type { AccountClosed, AccountErased, AccountReopened } from "../../backend/accounts/account/events.ts";
import type { ReleaseChanged, ReleaseEvent } from "../../backend/catalogue/release/events.ts";
import type { Ownership, Society, Stalled } from "../../backend/contract/releases.ts";
import type { ReleaseKind } from "../../backend/contract/release_kinds.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { plainArray } from "../../backend/store/projections/columns.ts";
import {
  boolean,
  float,
  int,
  moment,
  oneOf,
  type RowOf,
  table,
  text,
  textOf,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
import { pictureUrl } from "../accounts/media_urls.ts";

const RELEASES = table("releases", {
  releaseId: uuid,
  ownerId: uuid,
  kind: textOf<ReleaseKind>(),
  title: text,
  artist: text,
  genre: text.default("''"),
  upc: text.default("''"),
  coverKey: text.optional,
  placeholder: text.default("''"),
  status: oneOf("draft", "scheduled", "published", "withdrawn"),
  releaseAt: moment.optional.check("release_at is not null or status <> 'scheduled'"),
  earlyUntil: moment.optional,
  stalled: textOf<Stalled>().optional,
  wasOut: boolean.default("false"),
  ownership: textOf<Ownership>().optional,
  society: textOf<Society>().optional,
  societyNumber: text.optional,
  withheldPercent: float.optional,
  declaredAt: moment.optional,
  createdAt: moment,
  publishedAt: moment.optional,
  closed: boolean.default("false"),
}, {
  key: ["releaseId"],
  indexes: {
    releases_of_owner: "(owner_id, created_at desc, release_id desc)",
    releases_of_upc: "(upc) where upc <> ''",
    releases_due: "(release_at) where status = 'scheduled' and not closed",
  },
});

const RELEASE_SONGS = table("release_songs", {
  trackId: uuid,
  releaseId: uuid,
  place: int,
}, { key: ["trackId"], indexes: { release_songs_in_order: "(release_id, place)" } });

/**
 * Releases with their songs in order. Inline: decisions count what is not out yet, the clock asks for what is due, and
 * artists see immediately what they changed.
 */
export const releases = projection<ReleaseEvent | AccountClosed | AccountReopened | AccountErased>({
  name: "releases",
  version: 2,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [RELEASES, RELEASE_SONGS],
  // A handful a day; one after another, so that the last event on each counts.
  handlers: {
    ReleaseDrafted: (tx, { data, recordedAt: createdAt }) =>
      RELEASES.insert(tx, { ...data, status: "draft", createdAt }),
    ReleaseChanged: (tx, { data }) => change(tx, data),
    ReleaseSongAdded: (tx, { data: { trackId, releaseId } }) =>
      tx`
        insert into release_songs (track_id, release_id, place)
        select ${trackId}, ${releaseId}, coalesce(max(place) + 1, 1) from release_songs
        where release_id = ${releaseId}`,
    ReleaseSongRemoved: (tx, { data: { trackId, releaseId } }) => RELEASE_SONGS.delete(tx, { trackId, releaseId }),
    ReleaseOrdered: (tx, { data: { trackIds, releaseId } }) =>
      tx`
        update release_songs set place = ordered.place
        from unnest(${plainArray(trackIds)}::uuid[]) with ordinality as ordered(track_id, place)
        where release_songs.track_id = ordered.track_id and release_songs.release_id = ${releaseId}`,
    ReleaseDeclared: (tx, { data, recordedAt: declaredAt }) => {
      const { releaseId, ownership, society, societyNumber, withheldPercent } = data;
      return RELEASES.set(tx, { releaseId }, { ownership, society, societyNumber, withheldPercent, declaredAt });
    },
    ReleaseScheduled: (tx, { data: { releaseId, at: releaseAt, earlyUntil } }) => {
      const early = { earlyUntil: earlyUntil === 0 ? undefined : earlyUntil };
      return RELEASES.set(tx, { releaseId }, { status: "scheduled", releaseAt, stalled: undefined, ...early });
    },
    ReleaseUnscheduled: (tx, { data: { releaseId } }) =>
      tx`
        update releases set status = case when was_out then 'withdrawn' else 'draft' end, release_at = null,
          early_until = null, stalled = null
        where release_id = ${releaseId}`,
    ReleaseStalled: (tx, { data: { releaseId, because } }) => RELEASES.set(tx, { releaseId }, { stalled: because }),
    ReleasePublished: (tx, { data: { releaseId }, recordedAt }) =>
      tx`
        update releases set status = 'published', stalled = null, was_out = true,
          published_at = coalesce(published_at, ${new Date(recordedAt)})
        where release_id = ${releaseId}`,
    ReleaseWithdrawn: (tx, { data: { releaseId } }) =>
      RELEASES.set(tx, { releaseId }, { status: "withdrawn", releaseAt: undefined, earlyUntil: undefined }),
    async ReleaseDiscarded(tx, { data: { releaseId } }) {
      await RELEASE_SONGS.delete(tx, { releaseId });
      await RELEASES.delete(tx, { releaseId });
    },
    // A closed account releases nothing; an erased one leaves no release.
    AccountClosed: (tx, { data: { userId: ownerId } }) => RELEASES.set(tx, { ownerId }, { closed: true }),
    AccountReopened: (tx, { data: { userId: ownerId } }) => RELEASES.set(tx, { ownerId }, { closed: false }),
    async AccountErased(tx, { data: { userId: ownerId } }) {
      await tx`
        delete from release_songs using releases
        where release_songs.release_id = releases.release_id and releases.owner_id = ${ownerId}`;
      await RELEASES.delete(tx, { ownerId });
    },
  },
});

async function change(tx: Tx, { releaseId, ...changed }: ReleaseChanged["data"]): Promise<void> {
  const { kind = null, title = null, artist = null, genre = null, upc = null, cover } = changed;
  await tx`
    update releases set kind = coalesce(${kind}, kind), title = coalesce(${title}, title),
      artist = coalesce(${artist}, artist), genre = coalesce(${genre}, genre), upc = coalesce(${upc}, upc),
      cover_key = coalesce(${cover?.key ?? null}, cover_key),
      placeholder = coalesce(${cover?.placeholder ?? null}, placeholder)
    where release_id = ${releaseId}`;
}

type DbRow = RowOf<typeof RELEASES> & { readonly trackIds: string[] };

/** A release as it is stored, its songs in their order. Times in epoch ms. */
export interface ReleaseRow
  extends
    Omit<DbRow, "ownership" | "society" | "societyNumber" | "withheldPercent" | "declaredAt" | "wasOut" | "closed"> {
  readonly coverImageUrl: string;
  readonly declared: {
    readonly ownership: Ownership;
    readonly society: Society;
    readonly societyNumber: Sealed | undefined;
    readonly withheldPercent: number;
    readonly at: number;
  } | undefined;
}

/** The release that has each of these UPCs. One of a closed account keeps its UPC: the account may open again. */
export async function holdersOfUpcs(sql: Sql | Tx, upcs: readonly string[]): Promise<Map<string, string>> {
  if (upcs.length === 0) return new Map();
  const rows = await sql<{ upc: string; releaseId: string }[]>`
    select upc, release_id from releases where upc = any(${[...upcs]}) and upc <> ''`;
  return new Map(rows.map(({ upc, releaseId }) => [upc, releaseId]));
}

/** Releases by id; discarded ones and those of closed accounts are missing from the map. */
export async function findReleases(sql: Sql | Tx, releaseIds: readonly string[]): Promise<Map<string, ReleaseRow>> {
  if (releaseIds.length === 0) return new Map();
  const rows = await sql<DbRow[]>`
    select releases.*, ${songsOf(sql)} from releases
    where release_id = any(${[...releaseIds]}::uuid[]) and not closed`;
  return new Map(rows.map((row) => [row.releaseId, releaseRow(row)]));
}

/** An artist's releases, the newest first. */
export async function listReleases(
  sql: Sql | Tx,
  { ownerId, limit }: { readonly ownerId: string; readonly limit: number },
): Promise<ReleaseRow[]> {
  const rows = await sql<DbRow[]>`
    select releases.*, ${songsOf(sql)} from releases where owner_id = ${ownerId}
    order by created_at desc, release_id desc limit ${limit}`;
  return rows.map(releaseRow);
}

/** How many releases of artists are not out. */
export async function countDrafts(sql: Sql | Tx, ownerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ ownerId: string; count: number }[]>`
    select owner_id, count(*)::int as count from releases
    where owner_id = any(${[...ownerIds]}::uuid[]) and status in ('draft', 'scheduled') group by owner_id`;
  return new Map(rows.map((row) => [row.ownerId, row.count]));
}

export interface DueRelease {
  readonly releaseId: string;
  readonly ownerId: string;
  /** Epoch ms. */
  readonly at: number;
}

/** A page of the releases whose moment has come (`now` in epoch ms), the longest waiting first. */
export async function dueReleases(
  sql: Sql | Tx,
  { now, after, limit }: { readonly now: number; readonly after?: DueRelease | undefined; readonly limit: number },
): Promise<DueRelease[]> {
  return await sql<DueRelease[]>`
    select release_id, owner_id, release_at as at from releases
    where status = 'scheduled' and not closed and release_at <= ${new Date(now)}
      ${after === undefined ? sql`` : sql`and (release_at, release_id) > (${new Date(after.at)}, ${after.releaseId})`}
    order by release_at, release_id limit ${limit}`;
}

/** The releases that songs belong to, by song. */
export async function releasesOfTracks(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, string>> {
  const found = await RELEASE_SONGS.byIds(sql, trackIds);
  return new Map([...found].map(([trackId, { releaseId }]) => [trackId, releaseId]));
}

function songsOf(sql: Sql | Tx) {
  return sql`array(
    select track_id::text from release_songs where release_songs.release_id = releases.release_id order by place, track_id
  ) as track_ids`;
}

function releaseRow(
  { ownership, society, societyNumber, withheldPercent = 0, declaredAt: at, wasOut: _wasOut, closed: _closed, ...row }:
    DbRow,
): ReleaseRow {
  return {
    ...row,
    coverImageUrl: pictureUrl(row.coverKey === undefined ? undefined : { key: row.coverKey }),
    declared: ownership && society && at ? { ownership, society, withheldPercent, at, societyNumber } : undefined,
  };
}

import type {
  ArtistHeld,
  ArtistHoldLifted,
  CreatorProfileSet,
  SocialLinks,
} from "../../backend/catalogue/artist/events.ts";
import type { ContentHidden, ContentShown } from "../../backend/moderation/events.ts";
import type {
  TrackChanged,
  TrackPublished,
  TrackRemoved,
  TrackUploaded,
} from "../../backend/catalogue/track/events.ts";
import { nameKey } from "../../backend/contract/name_key.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { eventsOf } from "../../backend/store/log/event.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, ddlOf, int, type RowOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { Listed } from "./sitemap_pages.ts";
import { foldHolds, HOLD_COLUMNS, HOLD_EVENTS, type HoldEvent, isHold } from "./track_holds.ts";
import { CLOSING_EVENTS, type ClosingEvent, type Closings, closingsOf } from "../account_closings.ts";
import { pictureUrl } from "../accounts/media_urls.ts";

type TrackEvent = TrackUploaded | TrackPublished | TrackChanged | TrackRemoved;
type CreatorEvent = CreatorProfileSet | TrackEvent | HoldEvent | HidingEvent;

const CREATORS = table("creators", {
  creatorId: uuid,
  name: text,
  nameKey: text,
  bio: text,
  city: text,
  stateProvince: text,
  country: text,
  pictureKey: text.optional,
  placeholder: text,
  twitter: text,
  instagram: text,
  linkedin: text,
  facebook: text,
  contactPublic: boolean,
  namePublic: boolean,
  zip: text.optional,
  tracks: int.default("0"),
  albums: int.default("0"),
  closed: boolean.default("false"),
  hidden: boolean.default("false"),
  pictureHidden: boolean.default("false"),
}, {
  key: ["creatorId"],
  erase: ["creatorId"],
  indexes: {
    creators_by_name: "(lower(name), creator_id) where not closed and not hidden",
    creators_by_name_key: "(name_key) where not closed",
  },
});

const CREATOR_HIDINGS = table("creator_hidings", { creatorId: uuid, reason: text }, {
  key: ["creatorId", "reason"],
  erase: ["creatorId"],
});

const CREATOR_TRACKS = table("creator_tracks", {
  trackId: uuid,
  creatorId: uuid,
  album: text.optional,
  published: boolean.default("false"),
  ...HOLD_COLUMNS,
}, { key: ["trackId"], erase: ["creatorId"], indexes: { creator_tracks_of_creator: "(creator_id)" } });

/** Artists with their public profile and the number of their published tracks. */
export const creators: Projection<CreatorEvent | ClosingEvent> = {
  name: "creators",
  version: 6,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: [
    ...["CreatorProfileSet", "TrackUploaded", "TrackPublished", "TrackChanged", "TrackRemoved"] as const,
    ...["ArtistHeld", "ArtistHoldLifted", "ContentHidden", "ContentShown"] as const,
    ...HOLD_EVENTS,
    ...CLOSING_EVENTS,
  ],
  tables: ddlOf(CREATORS, CREATOR_HIDINGS, CREATOR_TRACKS),

  async apply(tx, events) {
    await setProfiles(tx, eventsOf(events, "CreatorProfileSet").map((event) => event.data));
    await addTracks(tx, eventsOf(events, "TrackUploaded").map((event) => event.data));
    await setPublished(tx, events);
    await setClosed(tx, closingsOf(events));
    await setHidden(tx, events);
  },
};

type HidingEvent = ArtistHeld | ArtistHoldLifted | ContentHidden | ContentShown;

/** A moderator may hide the picture alone. */
const PICTURE = "picture";

/** Hides artists, or their picture, until no reason is left. Reasons may be known before the profile. */
async function setHidden(tx: Tx, events: readonly (CreatorEvent | ClosingEvent)[]): Promise<void> {
  for (const event of events) {
    const change = hidingOf(event);
    if (!change) continue;
    const { creatorId, reason, isHidden } = change;
    if (isHidden) await CREATOR_HIDINGS.add(tx, { creatorId, reason });
    else await CREATOR_HIDINGS.delete(tx, { creatorId, reason });
  }
  const concerned = events.flatMap((event) =>
    event.type === "CreatorProfileSet" ? event.data.creatorId : hidingOf(event)?.creatorId ?? []
  );
  if (concerned.length === 0) return;
  await tx`
    update creators set hidden = exists (
      select from creator_hidings where creator_hidings.creator_id = creators.creator_id and reason <> ${PICTURE}
    ), picture_hidden = exists (
      select from creator_hidings where creator_hidings.creator_id = creators.creator_id and reason = ${PICTURE}
    )
    where creator_id = any(${[...new Set(concerned)]}::uuid[])`;
}

function hidingOf(event: CreatorEvent | ClosingEvent) {
  switch (event.type) {
    case "ArtistHeld":
    case "ArtistHoldLifted": {
      const { artistId, hold, holdId } = event.data;
      return { creatorId: artistId, reason: `${hold}/${holdId}`, isHidden: event.type === "ArtistHeld" };
    }
    case "ContentHidden":
    case "ContentShown":
      return event.data.kind === "picture"
        ? { creatorId: event.data.subjectId, reason: PICTURE, isHidden: event.type === "ContentHidden" }
        : undefined;
    default:
      return undefined;
  }
}

/** Hides artists who closed their account, and deletes erased ones. */
async function setClosed(tx: Tx, { closed, reopened, erased }: Closings): Promise<void> {
  if (closed.length + reopened.length + erased.length === 0) return;
  await tx`update creators set closed = true where creator_id = any(${[...closed]}::uuid[])`;
  await tx`update creators set closed = false where creator_id = any(${[...reopened]}::uuid[])`;
  for (const table of [CREATORS, CREATOR_HIDINGS, CREATOR_TRACKS]) await table.erase(tx, erased);
}

async function setProfiles(tx: Tx, profiles: readonly CreatorProfileSet["data"][]): Promise<void> {
  const last = [...new Map(profiles.map((profile) => [profile.creatorId, profile])).values()];
  const rows = last.map(({ picture, social = {}, ...profile }) => ({
    ...profile,
    nameKey: nameKey(profile.name),
    pictureKey: picture?.key,
    placeholder: picture?.placeholder ?? "",
    twitter: social.twitterHandle ?? "",
    instagram: social.instagramHandle ?? "",
    linkedin: social.linkedinProfile ?? "",
    facebook: social.facebookProfile ?? "",
    contactPublic: profile.isContactPublic ?? false,
    namePublic: profile.isNamePublic ?? false,
    zip: profile.zipPostalCode,
  }));
  await CREATORS.put(tx, rows);
}

async function addTracks(tx: Tx, uploads: readonly TrackUploaded["data"][]): Promise<void> {
  await CREATOR_TRACKS.insert(tx, uploads.map((upload) => ({ ...upload, creatorId: upload.ownerId })));
}

/** Marks published, held and removed tracks, then counts the tracks of their artists again. */
async function setPublished(tx: Tx, events: readonly (CreatorEvent | ClosingEvent)[]): Promise<void> {
  const published = eventsOf(events, "TrackPublished").map((event) => event.data);
  const removed = eventsOf(events, "TrackRemoved").map((event) => event.data);
  const held = events.filter(isHold).map((event) => event.data);
  // Of several changes of one song's album the last counts.
  const moved = new Map(
    eventsOf(events, "TrackChanged").flatMap(({ data }) => data.album === undefined ? [] : [[data.trackId, data]]),
  );
  const albums = [...moved.values()].map(({ trackId, album = "" }) => ({ trackId, album }));
  if (albums.length > 0) {
    await tx`
      update creator_tracks set album = nullif(moved.album, '')
      from ${rowsOf(tx, albums, { uuid: ["trackId"], text: ["album"] })} as moved
      where creator_tracks.track_id = moved.track_id`;
  }
  const creatorIds = [...published, ...removed, ...held, ...moved.values()].map((change) => change.ownerId);
  await tx`
    update creator_tracks set published = true where track_id = any(${published.map((row) => row.trackId)}::uuid[])`;
  // A removed track never comes back, so removals of a batch come last.
  await tx`
    update creator_tracks set published = false where track_id = any(${removed.map((row) => row.trackId)}::uuid[])`;
  await foldHolds(tx, { table: "creator_tracks" }, events);
  await tx`
    update creators set tracks = counted.tracks, albums = counted.albums
    from (
      select creator_id, count(*) filter (where published and not held)::int as tracks,
        (count(distinct album) filter (where published and not held))::int as albums
      from creator_tracks where creator_id = any(${creatorIds}::uuid[]) group by creator_id
    ) as counted
    where creators.creator_id = counted.creator_id`;
}

type DbRow = RowOf<typeof CREATORS>;

/** An artist with what is shown of them: `tracks` published ones, and the `albums` that these name. */
export interface CreatorRow
  extends Pick<DbRow, "creatorId" | "name" | "bio" | "city" | "stateProvince" | "country" | "tracks" | "albums"> {
  readonly pictureUrl: string;
  readonly placeholder: string;
  readonly social: SocialLinks;
  /** Whether email and phone of the account are to be shown. */
  readonly isContactPublic: boolean;
  /** Whether the account's full name is to be shown. */
  readonly isNamePublic: boolean;
  readonly zipPostalCode: Sealed | undefined;
}

/** Artists by name. `after` is the last one of the page before. */
export async function listCreators(
  sql: Sql | Tx,
  { limit, after }: { limit: number; after?: Pick<CreatorRow, "name" | "creatorId"> | undefined },
): Promise<CreatorRow[]> {
  const rows = await sql<DbRow[]>`
    select * from creators where not closed and not hidden
    ${after === undefined ? sql`` : sql`and (lower(name), creator_id) > (lower(${after.name}), ${after.creatorId})`}
    order by lower(name), creator_id limit ${limit}`;
  return rows.map(creatorRow);
}

/** Artists, for the sitemap. */
export function creatorsListed(sql: Sql | Tx): Listed {
  return sql`select creator_id as id, null::timestamptz as at from creators where not closed and not hidden`;
}

/** An artist; undefined where there is none, their account is closed, or a moderator hides them. */
export async function findCreator(sql: Sql | Tx, creatorId: string): Promise<CreatorRow | undefined> {
  const [row] = await sql<DbRow[]>`
    select * from creators where creator_id = ${creatorId} and not closed and not hidden`;
  return row && creatorRow(row);
}

/** An artist as they see themselves, and admins: also where they or their picture are hidden. */
export async function findOwnCreator(sql: Sql | Tx, creatorId: string): Promise<CreatorRow | undefined> {
  return (await findOwnCreators(sql, [creatorId])).get(creatorId);
}

/** Of these people those whose picture is hidden, be it an artist's or a listener's. */
export async function arePicturesHidden(sql: Sql | Tx, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ creatorId: string }[]>`
    select creator_id from creator_hidings
    where creator_id = any(${[...userIds]}::uuid[]) and reason = ${PICTURE}`;
  return new Set(rows.map((row) => row.creatorId));
}

/** The artist of a name, in any case of letters; the first of several. */
export async function findCreatorByName(sql: Sql | Tx, name: string): Promise<CreatorRow | undefined> {
  const [row] = await sql<DbRow[]>`
    select * from creators where lower(name) = lower(${name}) and not closed and not hidden
    order by creator_id limit 1`;
  return row && creatorRow(row);
}

/** Artists whose names people take for one of these (`nameKey`). */
export async function creatorsNamed(sql: Sql | Tx, keys: readonly string[]): Promise<CreatorRow[]> {
  const rows = await sql<DbRow[]>`
    select * from creators where name_key = any(${[...keys]}::text[]) and not closed order by creator_id limit 20`;
  return rows.map(creatorRow);
}

/** Artists by id; those without a profile are missing from the map. */
export async function findCreators(sql: Sql | Tx, creatorIds: readonly string[]): Promise<Map<string, CreatorRow>> {
  if (creatorIds.length === 0) return new Map();
  const rows = await sql<DbRow[]>`select * from creators
    where creator_id = any(${[...creatorIds]}::uuid[]) and not closed and not hidden`;
  return new Map(rows.map((row) => [row.creatorId, creatorRow(row)]));
}

/** Artists by id as they see themselves: also where they or their picture are hidden. Others are missing from the map. */
export async function findOwnCreators(sql: Sql | Tx, creatorIds: readonly string[]): Promise<Map<string, CreatorRow>> {
  const rows = await sql<DbRow[]>`
    select * from creators where creator_id = any(${[...creatorIds]}::uuid[]) and not closed`;
  return new Map(rows.map((row) => [row.creatorId, creatorRow({ ...row, pictureHidden: false })]));
}

function creatorRow(row: DbRow): CreatorRow {
  const { creatorId, name, bio, city, stateProvince, country, pictureKey: key, placeholder, tracks, albums } = row;
  return {
    ...{ creatorId, name, bio, city, stateProvince, country },
    pictureUrl: pictureUrl(key === undefined || row.pictureHidden ? undefined : { key }),
    placeholder,
    social: {
      twitterHandle: row.twitter,
      instagramHandle: row.instagram,
      linkedinProfile: row.linkedin,
      facebookProfile: row.facebook,
    },
    ...{ isContactPublic: row.contactPublic, isNamePublic: row.namePublic, zipPostalCode: row.zip, tracks, albums },
  };
}

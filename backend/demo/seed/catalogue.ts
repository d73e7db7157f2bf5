import { join } from "node:path";
import { setCreatorProfile } from "../../catalogue/artist/change_profile.ts";
import { creatorStream } from "../../catalogue/artist/events.ts";
import { trackStream, type TrackUploaded } from "../../catalogue/track/events.ts";
import { importTrack, storePicture } from "../../catalogue/upload/import_track.ts";
import { renditionKey, workFolder } from "../../catalogue/rendition/make.ts";
import { runRendition } from "../../catalogue/rendition/reactions.ts";
import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { derivedId } from "../../store/log/ids.ts";
import { findTracks } from "../../../projections/catalogue/tracks.ts";
import { coverFile, type DemoArtist, type DemoSong, portraitFile, songFile } from "../catalogue.ts";
import type { SeedTrack } from "./plays.ts";

/** An artist of the demo catalogue and their account. */
export interface SeedCreator {
  readonly userId: string;
  readonly artist: DemoArtist;
}

const METADATA = { actor: "system:demo" };
const DAY_MS = 24 * 3_600_000;
/** Releases come out at ten in the morning in Lagos. */
const RELEASE_MS = 10 * 3_600_000;
/** As many as there are cores on the smallest machine. */
const AT_ONCE = 2;

const NO_LINKS = { twitterHandle: "", instagramHandle: "", linkedinProfile: "", facebookProfile: "" };

interface Track {
  readonly trackId: string;
  readonly ownerId: string;
  readonly artist: DemoArtist;
  readonly song: DemoSong;
}

/**
 * Publishes the demo's music through the same commands as an artist's upload, each track playable at 96 kbit/s when it
 * ends; jobs make the other renditions later. Ids follow from the accounts', so an interrupted seed continues with the
 * same track. Releases count back from `today` (epoch ms). `onShare` hears how many are done, 0 to 1.
 */
export async function seedCatalogue(
  deps: Deps,
  creators: readonly SeedCreator[],
  { today = deps.now(), onShare = () => {} }: { today?: number; onShare?(share: number): void } = {},
): Promise<SeedTrack[]> {
  const tracks = creators.flatMap(({ userId, artist }) =>
    artist.songs.map((song): Track => (
      { trackId: demoTrackId({ userId, artist }, song.slug), ownerId: userId, artist, song }
    ))
  );
  let done = 0;
  await eachOf(creators, (creator) => seedProfile(deps, creator));
  await eachOf(tracks, async (track) => {
    await seedTrack(deps, track, today);
    onShare(++done / tracks.length);
  });
  await deps.store.settle();
  const found = await findTracks(deps.store.sql, tracks.map((track) => track.trackId));
  return [...found.values()].map(({ trackId, durationMs, ownerId, releasedAt }) => (
    { trackId, durationMs, ownerId, publishedAt: releasedAt }
  ));
}

/** The id of a song of the demo. */
export function demoTrackId({ userId, artist }: SeedCreator, slug: string): string {
  return derivedId(userId, `track ${artist.slug}-${slug}`);
}

async function seedProfile(deps: Deps, { userId, artist }: SeedCreator): Promise<void> {
  if ((await deps.store.readStream("social", creatorStream(userId))).length > 0) return;
  const { artistName: name, bio, city, links } = artist;
  const bytes = await Deno.readFile(portraitFile(artist));
  const picture = await storePicture(deps, { folder: "pictures", ownerId: userId, bytes });
  const social = { ...NO_LINKS, ...links };
  const { isContactPublic = false, isNamePublic = false } = artist;
  const place = { city, stateProvince: "", country: "Nigeria" };
  const profile = { creatorId: userId, name, bio, ...place, picture, social, isContactPublic, isNamePublic };
  await deps.store.execute(setCreatorProfile, profile, { logs: ["social"], metadata: METADATA });
}

async function seedTrack(deps: Deps, track: Track, today: number): Promise<void> {
  const events = await deps.store.readStream("social", trackStream(track.trackId));
  if (events.some((event) => event.type === "TrackPublished")) return;
  const known = events.find((event) => event.type === "TrackUploaded");
  const { trackId, sourceKey, loudness } = known ? uploadOf(known.data) : await importSong(deps, track, today);
  await storeRendition(deps, track);
  const standingLufs = loudness.integratedLufs;
  await runRendition(deps, { trackId, sourceKey, loudness, quality: "normal", standingLufs });
}

async function importSong(deps: Deps, track: Track, today: number): Promise<TrackUploaded["data"]> {
  const { trackId, ownerId, song, artist: { artistName, genre } } = track;
  const { title, album, downloadable = true } = song;
  await using folder = await workFolder(deps.media);
  const audioPath = join(folder.path, "song.m4a");
  await Deno.copyFile(songFile(song), audioPath);
  return await importTrack(deps, {
    ...{ trackId, ownerId, title, artist: artistName, genre, audioPath, downloadable, ...(album && { album }) },
    cover: await Deno.readFile(coverFile(song)),
    releasedAt: releaseOf(song, today),
  }, METADATA);
}

/** The recording already is a rendition at 96 kbit/s: encoded again, it would sound no better and start later. */
async function storeRendition({ files }: Deps, { trackId, song }: Track): Promise<void> {
  const file = await Deno.open(songFile(song));
  await files.put(renditionKey(trackId, "normal"), file.readable, { contentType: "audio/mp4" });
}

function releaseOf({ releasedDaysAgo }: DemoSong, today: number): number {
  return Math.min(today, lagosDayStart(lagosDay(today)) - releasedDaysAgo * DAY_MS + RELEASE_MS);
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** The type to look for in a track's stream. */
function uploadOf(data: unknown): TrackUploaded["data"] {
  return data as TrackUploaded["data"];
}

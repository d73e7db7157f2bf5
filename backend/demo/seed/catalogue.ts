import { join } from "node:path";
import { setCreatorProfile } from "../../catalogue/artist/change_profile.ts";
import { creatorStream } from "../../catalogue/artist/events.ts";
import { trackStream, type TrackUploaded } from "../../catalogue/track/events.ts";
import { importTrack, storePicture } from "../../catalogue/upload/import_track.ts";
import { workFolder } from "../../catalogue/rendition/make.ts";
import { runRendition } from "../../catalogue/rendition/reactions.ts";
import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { derivedId } from "../../store/log/ids.ts";
import { findTracks } from "../../../projections/tracks.ts";
import type { DemoCreator, DemoTrack } from "../music/catalogue.ts";
import { renderCover, renderPortrait } from "../music/cover_art.ts";
import { renderTrack } from "../music/render.ts";
import { writeWav } from "../music/wav.ts";
import type { SeedTrack } from "./plays.ts";

/** An artist of the demo catalogue and the account that was made for them. */
export interface SeedCreator {
  readonly userId: string;
  readonly artist: DemoCreator;
}

const METADATA = { actor: "system:demo" };
const DAY_MS = 24 * 3_600_000;
/** Releases come out at ten in the morning in Lagos. */
const RELEASE_MS = 10 * 3_600_000;
/** As many as there are cores on the smallest machine: one draws and composes while the other is encoded. */
const AT_ONCE = 2;

const NO_LINKS = { twitterHandle: "", instagramHandle: "", linkedinProfile: "", facebookProfile: "" };

interface Song {
  readonly trackId: string;
  readonly ownerId: string;
  readonly artist: DemoCreator;
  readonly track: DemoTrack;
}

/**
 * Makes the demo's music: composed, measured, stored and published through the same commands as an artist's upload,
 * each track playable at 96 kbit/s when it ends; jobs make the other renditions later. Ids follow from the accounts',
 * so a seed that broke off goes on with the track it was at. `today` (epoch ms) is what releases are counted back from.
 */
export async function seedCatalogue(
  deps: Deps,
  creators: readonly SeedCreator[],
  today: number = deps.now(),
): Promise<SeedTrack[]> {
  const songs = creators.flatMap(({ userId, artist }) =>
    artist.tracks.map((track): Song => (
      { trackId: derivedId(userId, `track ${track.slug}`), ownerId: userId, artist, track }
    ))
  );
  let done = 0;
  await eachOf(creators, (creator) => seedProfile(deps, creator));
  await eachOf(songs, async (song) => {
    const made = await seedTrack(deps, song, today);
    done++;
    if (made) deps.log(`Music ${done}/${songs.length}: ${song.track.title} by ${song.artist.artistName}`);
  });
  await deps.store.settle();
  const found = await findTracks(deps.store.sql, songs.map((song) => song.trackId));
  return [...found.values()].map(({ trackId, durationMs, ownerId, releasedAt }) => (
    { trackId, durationMs, ownerId, publishedAt: releasedAt }
  ));
}

async function seedProfile(deps: Deps, { userId, artist }: SeedCreator): Promise<void> {
  if ((await deps.store.readStream("social", creatorStream(userId))).length > 0) return;
  const { artistName: name, bio, city, portraitSeed, links } = artist;
  const bytes = await renderPortrait(portraitSeed);
  const picture = await storePicture(deps, { folder: "pictures", ownerId: userId, bytes });
  const social = { ...NO_LINKS, ...links };
  const { isContactPublic = false, isNamePublic = false } = artist;
  const place = { city, stateProvince: "", country: "Nigeria" };
  const profile = { creatorId: userId, name, bio, ...place, picture, social, isContactPublic, isNamePublic };
  await deps.store.execute(setCreatorProfile, profile, { logs: ["social"], metadata: METADATA });
}

/** Answers whether there was anything left to do. */
async function seedTrack(deps: Deps, song: Song, today: number): Promise<boolean> {
  const events = await deps.store.readStream("social", trackStream(song.trackId));
  if (events.some((event) => event.type === "TrackPublished")) return false;
  const known = events.find((event) => event.type === "TrackUploaded");
  const { trackId, sourceKey, loudness } = known ? uploadOf(known.data) : await importSong(deps, song, today);
  await runRendition(deps, { trackId, sourceKey, loudness, quality: "normal" });
  return true;
}

async function importSong(deps: Deps, song: Song, today: number): Promise<TrackUploaded["data"]> {
  const { trackId, ownerId, track, artist: { artistName } } = song;
  const { title, genre, album, seed, coverSeed, sleeve } = track;
  await using folder = await workFolder(deps.media);
  const audioPath = join(folder.path, "song.wav");
  const { pcm, sampleRate } = renderTrack(track);
  await writeWav(audioPath, pcm, sampleRate);
  return await importTrack(deps, {
    ...{ trackId, ownerId, title, artist: artistName, genre, audioPath, ...(album && { album }) },
    cover: await renderCover(coverSeed, sleeve),
    // Most artists let their music be kept; some songs show what it looks like when they do not.
    downloadable: seed % 4 !== 0,
    releasedAt: releaseOf(track, today),
  }, METADATA);
}

function releaseOf({ releasedDaysAgo }: DemoTrack, today: number): number {
  return Math.min(today, lagosDayStart(lagosDay(today)) - releasedDaysAgo * DAY_MS + RELEASE_MS);
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Found under this type in a track's stream. */
function uploadOf(data: unknown): TrackUploaded["data"] {
  return data as TrackUploaded["data"];
}

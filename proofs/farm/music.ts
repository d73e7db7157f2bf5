import { addProfile, addRendition, addUpload } from "../../backend/testing/people_fixtures.ts";
import { newId } from "../../backend/contract/ids.ts";
import type { Deps } from "../../backend/deps.ts";
import { between, type Random } from "../../backend/testing/random.ts";

/** A song of the town, short enough that a stream brings all of it in its first burst. */
export interface Song {
  readonly trackId: string;
  readonly artistId: string;
  readonly durationMs: number;
  /** Of its file: a few, because only the share of them that was fetched matters. */
  readonly bytes: number;
}

/** What a real file of this quality has: 48 kbit/s. */
export const BYTES_PER_SECOND = 6_000;

const TOWN_BYTES_PER_SECOND = 50;
const SHORTEST_SECONDS = 60;
export const LONGEST_SECONDS = 120;

/** An artist with so many songs, of 60 to 120 seconds each, or all of the same length. */
export async function addArtist(
  deps: Deps,
  { name, songs, random, seconds }: { name: string; songs: number; random: Random; seconds?: number },
): Promise<Song[]> {
  const artistId = newId();
  await addProfile(deps, { creatorId: artistId, name });
  const lengths = Array.from(
    { length: songs },
    () => seconds ?? Math.round(between(random, SHORTEST_SECONDS, LONGEST_SECONDS)),
  );
  return await Promise.all(
    lengths.map((length, index) => addSong(deps, { artistId, name: `${name} ${index}`, length })),
  );
}

async function addSong(
  deps: Deps,
  { artistId, name, length }: { artistId: string; name: string; length: number },
): Promise<Song> {
  const durationMs = length * 1_000;
  const bytes = length * TOWN_BYTES_PER_SECOND;
  const { trackId } = await addUpload(deps, { ownerId: artistId, title: name, durationMs });
  for (const quality of ["saver", "normal"] as const) {
    const { key, contentType } = await addRendition(deps, { trackId, quality, bytes });
    await deps.files.put(key, new Uint8Array(bytes), { contentType });
  }
  return { trackId, artistId, durationMs, bytes };
}

import { join } from "node:path";
import { setCreatorProfile } from "../../backend/catalogue/artist/change_profile.ts";
import { importTrack } from "../../backend/catalogue/upload/import_track.ts";
import { RENDITION_QUALITIES, type RenditionQuality } from "../../backend/catalogue/track/events.ts";
import { runRendition } from "../../backend/catalogue/rendition/reactions.ts";
import { newId } from "../../backend/contract/ids.ts";
import { songFile } from "../../backend/demo/catalogue.ts";
import { demoSongs } from "../../backend/testing/demo_songs.ts";
import type { Deps } from "../../backend/deps.ts";
import { albumIdOf } from "../../projections/catalogue/albums.ts";
import type { World } from "../../backend/testing/world.ts";

/** A song is encoded for seconds in each, and what only plays needs one. */
export const EACH_QUALITY = RENDITION_QUALITIES.filter((one) => one !== "download");

/** An album of demo songs of 40 to 60 s, in the normal quality or those that are named. */
export async function publishAlbum(
  { deps }: World,
  { album, songs, downloadable = false, qualities = ["normal"] }: {
    album: string;
    songs: number;
    downloadable?: boolean;
    qualities?: readonly RenditionQuality[];
  },
) {
  const chosen = demoSongs()
    .filter(({ durationMs }) => durationMs > 45_000).toSorted((one, two) => one.durationMs - two.durationMs);
  const ownerId = await addArtist(deps);
  const published: { trackId: string; title: string; durationMs: number }[] = [];
  await Deno.mkdir(deps.media.workDir, { recursive: true });
  for (const [index, song] of chosen.slice(0, songs).entries()) {
    const audioPath = join(deps.media.workDir, `song-${index}.m4a`);
    await Deno.copyFile(songFile(song), audioPath);
    const { title, genre } = song;
    const track = { trackId: newId(), ownerId, title, artist: "Test Artist", genre, album, downloadable };
    const upload = await importTrack(deps, { ...track, audioPath }, { actor: "system:test" });
    for (const quality of qualities) {
      await runRendition(deps, { ...upload, quality });
    }
    published.push({ trackId: track.trackId, title, durationMs: upload.durationMs });
  }
  await deps.store.settle();
  return { albumId: albumIdOf(ownerId, album), ownerId, songs: published };
}

async function addArtist(deps: Deps): Promise<string> {
  const creatorId = newId();
  const profile = { creatorId, name: "Test Artist", bio: "", city: "Jos", stateProvince: "", country: "Nigeria" };
  await deps.store.execute(setCreatorProfile, profile, { logs: ["social"], metadata: { actor: "system:test" } });
  return creatorId;
}

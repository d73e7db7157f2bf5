import { join } from "node:path";
import { importTrack } from "../../backend/catalogue/upload/import_track.ts";
import { runRendition } from "../../backend/catalogue/rendition/reactions.ts";
import { newId } from "../../backend/contract/ids.ts";
import { songFile } from "../../backend/demo/catalogue.ts";
import { demoSongs } from "../../backend/testing/demo_songs.ts";
import type { World } from "../../backend/testing/world.ts";

/** One demo song, published like an artist's upload. Returns its title. */
export async function publishSong({ deps }: World, { longerThanMs }: { longerThanMs: number }): Promise<string> {
  const song = demoSongs().find((track) => track.durationMs > longerThanMs);
  if (!song) throw new Error("No demo song is long enough");
  const audioPath = join(deps.media.workDir, "song.m4a");
  await Deno.mkdir(deps.media.workDir, { recursive: true });
  await Deno.copyFile(songFile(song), audioPath);
  const { title, genre } = song;
  const track = { trackId: newId(), ownerId: newId(), title, artist: "Test Artist", genre, downloadable: false };
  const upload = await importTrack(deps, { ...track, audioPath }, { actor: "system:test" });
  await runRendition(deps, { ...upload, quality: "normal" });
  return title;
}

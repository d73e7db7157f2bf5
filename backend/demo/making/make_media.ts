import { join } from "node:path";
import sharp from "sharp";
import { createMedia } from "../../adapters/media/mod.ts";
import type { Media } from "../../adapters/media/types.ts";
import { coverFile, DEMO_ARTISTS, portraitFile, songFile } from "../catalogue.ts";
import { renderCover, renderPortrait } from "./cover_art.ts";
import { PORTRAITS, type SongRecipe, songRecipes } from "./recipes.ts";
import { renderTrack } from "./render.ts";
import { writeWav } from "./wav.ts";

/** At this quality nobody sees a difference from the PNG, at a fifth of its size. */
const PICTURE = { quality: 90 };

/** `deno task make demo-media`: makes the demo's songs, covers and portraits again, in backend/demo/media. */
if (import.meta.main) {
  const workDir = await Deno.makeTempDir({ prefix: "orin-demo-" });
  const media = createMedia({ workDir });
  try {
    for (const artist of DEMO_ARTISTS) {
      await Deno.writeFile(portraitFile(artist), await webp(await renderPortrait(PORTRAITS[artist.slug] ?? 0)));
    }
    for (const recipe of songRecipes()) {
      console.log(recipe.title);
      await Deno.copyFile(await makeSong(media, recipe), songFile(recipe));
      await Deno.writeFile(coverFile(recipe), await webp(await renderCover(recipe.coverSeed, recipe.sleeve)));
    }
  } finally {
    await media.close();
    await Deno.remove(workDir, { recursive: true });
  }
}

/** Makes a song as the file of the demo; answers its path in the media port's work directory. */
export async function makeSong(media: Media, recipe: SongRecipe): Promise<string> {
  const [wav, song] = [join(media.workDir, `${recipe.slug}.wav`), join(media.workDir, `${recipe.slug}.m4a`)];
  const { pcm, sampleRate } = renderTrack(recipe);
  await writeWav(wav, pcm, sampleRate);
  await media.rendition(wav, song, { codec: "aac", kbps: 96 });
  await Deno.remove(wav);
  return song;
}

async function webp(png: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(png).webp(PICTURE).toBuffer());
}

import { DEMO_ARTISTS, type DemoArtist, type DemoSong } from "../catalogue.ts";
import { type Brief, durationOf } from "./composer.ts";
import type { Sleeve } from "./cover_art.ts";
import type { Picture } from "./cover/layouts.ts";

/** A song of the demo world and all that its files are made from. */
export interface SongRecipe extends DemoSong, Brief, Pick<DemoArtist, "genre"> {
  /** What `renderTrack` will make, to the millisecond. */
  readonly durationMs: number;
  readonly coverSeed: number;
  readonly sleeve: Sleeve;
}

interface Recipe extends Brief {
  readonly picture: Picture;
  readonly coverSeed: number;
}

/** By the song's slug. Another seed is another song: each was chosen by ear. */
const SONGS: Readonly<Record<string, Recipe>> = {
  "ojo-ayo": { style: "afropop", seed: 641, seconds: 56, picture: "garden", coverSeed: 20 },
  "danfo-love": { style: "afropop", seed: 229, seconds: 52, picture: "danfo", coverSeed: 7 },
  "ife-gidi": { style: "afropop", seed: 194, seconds: 60, picture: "bigBird", coverSeed: 12 },
  "no-shaking": { style: "afropop", seed: 630, seconds: 48, picture: "medallion", coverSeed: 1 },
  "olumo-stand-up": { style: "afrobeat", seed: 403, seconds: 104, picture: "drums", coverSeed: 14 },
  "traffic-na-teacher": { style: "afrobeat", seed: 483, seconds: 62, picture: "strips", coverSeed: 30 },
  "eko-o-ni-baje": { style: "afrobeat", seed: 182, seconds: 80, picture: "horizon", coverSeed: 8 },
  "hasken-wata": { style: "amapiano", seed: 525, seconds: 62, picture: "night", coverSeed: 19 },
  "daren-kaduna": { style: "amapiano", seed: 375, seconds: 66, picture: "bubbles", coverSeed: 4 },
  "log-drum-prayer": { style: "amapiano", seed: 670, seconds: 38, picture: "drums", coverSeed: 6 },
  "ututu-oma": { style: "highlife", seed: 274, seconds: 54, picture: "horizon", coverSeed: 24 },
  "egwu-onwa": { style: "highlife", seed: 339, seconds: 60, picture: "night", coverSeed: 28 },
  "nwanne-m": { style: "highlife", seed: 318, seconds: 50, picture: "guitar", coverSeed: 9 },
  "coal-city-sunday": { style: "highlife", seed: 368, seconds: 46, picture: "bigBird", coverSeed: 2 },
  "morning-mercies": { style: "gospel", seed: 240, seconds: 60, picture: "garden", coverSeed: 23 },
  "na-you-do-am": { style: "praise", seed: 150, seconds: 52, picture: "bigBird", coverSeed: 10 },
  "sosongo-abasi": { style: "praise", seed: 222, seconds: 56, picture: "medallion", coverSeed: 49 },
  "carry-me-go": { style: "gospel", seed: 182, seconds: 40, picture: "greatSpiral", coverSeed: 15 },
  "wetin-man-go-do": { style: "boomBap", seed: 623, seconds: 54, picture: "patchwork", coverSeed: 67 },
  "bring-back-light": { style: "boomBap", seed: 351, seconds: 50, picture: "medallion", coverSeed: 41 },
  "ekpan-junction": { style: "boomBap", seed: 125, seconds: 36, picture: "strips", coverSeed: 21 },
  "kano-zuwa-lagos": { style: "trap", seed: 271, seconds: 50, picture: "danfo", coverSeed: 43 },
  "babu-tsoro": { style: "trap", seed: 204, seconds: 54, picture: "patchwork", coverSeed: 35 },
  "harmattan-flow": { style: "trap", seed: 661, seconds: 34, picture: "greatSpiral", coverSeed: 54 },
  "dugbe-after-rain": { style: "swing", seed: 389, seconds: 56, picture: "bubbles", coverSeed: 29 },
  irole: { style: "afroJazz", seed: 511, seconds: 92, picture: "night", coverSeed: 11 },
  "thursday-standard": { style: "swing", seed: 209, seconds: 54, picture: "patchwork", coverSeed: 3 },
};

/** The seed of each artist's portrait, by their slug. */
export const PORTRAITS: Readonly<Record<string, number>> = {
  "aduke-bright": 39,
  "arogundade-big-band": 27,
  "zee-danjuma": 17,
  "obiora-palm-wine-nine": 21,
  "grace-ekpenyong": 10,
  "tega-waffi": 24,
  "sadiq-garba": 20,
  "bisi-adewumi-quartet": 14,
};

/** Every song of the catalogue with its recipe. */
export function songRecipes(): SongRecipe[] {
  return DEMO_ARTISTS.flatMap(({ artistName, genre, songs }) =>
    songs.map((song) => {
      const recipe = SONGS[song.slug];
      if (!recipe) throw new Error(`No recipe makes "${song.title}"`);
      const { picture, ...music } = recipe;
      const durationMs = Math.round(durationOf(music) * 1000);
      return { ...song, ...music, genre, durationMs, sleeve: { title: song.title, artist: artistName, picture } };
    })
  );
}

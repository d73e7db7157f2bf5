import { giveLyrics } from "../../catalogue/lyrics/change.ts";
import type { Deps } from "../../deps.ts";
import { DEMO_LYRICS } from "../lyrics.ts";
import { demoTrackId, type SeedCreator } from "./catalogue.ts";

/** Gives songs of the demo their words, as their artists would; the same ones again change nothing. */
export async function seedLyrics(deps: Deps, creators: readonly SeedCreator[]): Promise<void> {
  for (const { slug, language, text } of DEMO_LYRICS) {
    const creator = creators.find(({ artist }) => artist.songs.some((song) => song.slug === slug));
    if (!creator) continue;
    const trackId = demoTrackId(creator, slug);
    const given = { trackId, userId: creator.userId, text, language, offensive: false };
    await giveLyrics(deps, given, { actor: "system:demo" });
  }
}

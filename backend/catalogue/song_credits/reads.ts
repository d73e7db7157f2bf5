import { findCreators } from "../../../projections/catalogue/creators.ts";
import { type CreditRow, featuresAsked, featuresOf, findCredits } from "../../../projections/catalogue/song_credits.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import type { CreditsAnswer, FeatureAsk, FeaturedArtist, SongCredits } from "../../contract/releases.ts";
import type { Deps } from "../../deps.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { creditPurpose } from "./credits.ts";

type ReadDeps = Pick<Deps, "personal"> & { readonly store: Pick<Deps["store"], "sql"> };

/** Credits in clear; those of an erased artist, and of a song without any, are empty. */
export function openCredits(key: PersonKey | undefined, row: CreditRow | undefined): SongCredits {
  if (!row || !key) return { writers: [], producers: [], isrc: row?.isrc ?? "", explicit: row?.explicit ?? false };
  const { isrc, explicit, language } = row;
  // We alone sealed it, with this shape.
  const { writers, producers } = JSON.parse(key.open(creditPurpose(row.trackId), row.people)) as Pick<
    SongCredits,
    "writers" | "producers"
  >;
  return { writers, producers, isrc, explicit, ...(language && { language }) };
}

/** Who made songs, and whom they feature in whatever state, by song. */
export async function creditsOf(
  deps: ReadDeps,
  trackIds: readonly string[],
): Promise<Map<string, { credits: SongCredits; featured: FeaturedArtist[] }>> {
  const { sql } = deps.store;
  const [rows, features] = await Promise.all([findCredits(sql, trackIds), featuresOf(sql, trackIds)]);
  const [keys, artists] = await Promise.all([
    deps.personal.keysOf(sql, [...new Set([...rows.values()].map(({ ownerId }) => ownerId))]),
    findCreators(sql, [...new Set(features.map(({ artistId }) => artistId))]),
  ]);
  return new Map(trackIds.map((trackId) => {
    const row = rows.get(trackId);
    const featured = features.flatMap((feature): FeaturedArtist[] => {
      // Who closed their account is named nowhere.
      const artist = feature.trackId === trackId ? artists.get(feature.artistId) : undefined;
      return artist ? [{ id: artist.creatorId, name: artist.name, status: feature.status }] : [];
    });
    return [trackId, { credits: openCredits(row && keys.get(row.ownerId), row), featured }];
  }));
}

/** What everybody may see of it: who accepted. */
export function publicCredits(
  { credits, featured }: { readonly credits: SongCredits; readonly featured: readonly FeaturedArtist[] },
): CreditsAnswer {
  const accepted = featured.filter(({ status }) => status === "accepted");
  return { credits, featured: accepted.map(({ id, name }) => ({ id, name })) };
}

const MOST_ASKED = 200;

/** The songs that an artist was asked to be named on, unanswered ones first. */
export async function askedOf(deps: ReadDeps, artistId: string): Promise<FeatureAsk[]> {
  const { sql } = deps.store;
  const asked = await featuresAsked(sql, { artistId, limit: MOST_ASKED });
  const found = await trackFacts(sql, asked.map(({ trackId }) => trackId));
  const songs = asked.flatMap(({ trackId, status, at, ownerId }): FeatureAsk[] => {
    const track = found.get(trackId);
    if (!track) return [];
    const { title, artist, coverImageUrl } = track;
    return [{ trackId, title, artist, artistId: ownerId, coverImageUrl, status, at: new Date(at).toISOString() }];
  });
  return songs.sort((one, two) => Number(two.status === "asked") - Number(one.status === "asked"));
}

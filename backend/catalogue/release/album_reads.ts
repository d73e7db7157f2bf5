import { findReleases, releasesOfTracks } from "../../../projections/catalogue/releases.ts";
import { findTracks } from "../../../projections/catalogue/tracks.ts";
import type { AlbumCredits } from "../../contract/releases.ts";
import type { Deps } from "../../deps.ts";
import { creditsOf, publicCredits } from "../song_credits/reads.ts";

/** Who made the songs of an album, in its order, and the release that it came out as. */
export async function albumCredits(
  deps: Pick<Deps, "store" | "personal">,
  trackIds: readonly string[],
): Promise<AlbumCredits> {
  const { sql } = deps.store;
  const [credits, found, of] = await Promise.all([
    creditsOf(deps, trackIds),
    findTracks(sql, trackIds),
    releasesOfTracks(sql, trackIds),
  ]);
  const [releaseId] = of.values();
  const release = releaseId === undefined ? undefined : (await findReleases(sql, [releaseId])).get(releaseId);
  return {
    kind: release?.kind ?? "",
    upc: release?.upc ?? "",
    songs: trackIds.flatMap((trackId) => {
      const [made, track] = [credits.get(trackId), found.get(trackId)];
      return made && track ? [{ trackId, title: track.title, ...publicCredits(made) }] : [];
    }),
  };
}

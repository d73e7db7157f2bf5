import type { WantedSong } from "../../contract/match.ts";
import type { Deps } from "../../deps.ts";
import { findDocuments } from "../../../projections/catalogue/search.ts";
import { findTracks } from "../../../projections/catalogue/tracks.ts";
import { type Candidate, exchanged, matchOf, queriesOf } from "./state.ts";

/** Songs of one name: more are not looked at. */
const CANDIDATES = 12;
/** Of a call, so that others get in between. */
const AT_ONCE = 4;

/** The tracks that rows of another service's list mean, in their order; undefined where Orin has none. */
export async function matchAll(
  deps: Pick<Deps, "store">,
  rows: readonly WantedSong[],
): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    found.push(...await Promise.all(rows.slice(start, start + AT_ONCE).map((row) => matchOne(deps, row))));
  }
  return found;
}

async function matchOne({ store: { sql } }: Pick<Deps, "store">, wanted: WantedSong): Promise<string | undefined> {
  const other = exchanged(wanted);
  const seen: Candidate[] = [];
  // The words are the same in either order: only the title alone has to be looked for again.
  for (const q of new Set([...queriesOf(wanted), ...queriesOf(other).slice(-1)])) {
    const ids = (await findDocuments(sql, ["track"], { q, limit: CANDIDATES, offset: 0 })).get("track")?.ids ?? [];
    const tracks = await findTracks(sql, ids);
    const candidates = ids.flatMap((id): Candidate[] => {
      const track = tracks.get(id);
      return track ? [{ trackId: id, title: track.title, artist: track.artist, durationMs: track.durationMs }] : [];
    });
    const match = matchOf(wanted, candidates);
    if (match) return match.trackId;
    seen.push(...candidates);
  }
  return matchOf(other, seen)?.trackId;
}

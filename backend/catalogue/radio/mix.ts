import type { RadioReason } from "../../contract/radio.ts";
import { ordered, spread } from "../order.ts";

/** A song that a radio may play. */
export interface Candidate {
  readonly trackId: string;
  readonly ownerId: string;
}

/** Candidates for one reason. */
export interface Pool<Song extends Candidate> {
  readonly reason: RadioReason;
  readonly songs: readonly Song[];
}

/** How well the caller knows a song: 0 never heard, 1 heard before today, 2 heard today. Earlier is better. */
export type Familiarity = 0 | 1 | 2;

interface Mix<Song extends Candidate> {
  /** The nearest to what the radio starts from first. */
  readonly pools: readonly Pool<Song>[];
  /** What the radio starts from is not played again. */
  readonly without: ReadonlySet<string>;
  readonly familiarity: (trackId: string) => Familiarity;
  readonly seed: string;
  readonly limit: number;
}

/**
 * Puts a radio together: songs that were never heard before all others, and among equals the nearest pool first, each
 * song once. One pool gives at most a third before the next has its turn, so that an artist with a hundred songs
 * leaves room; what is still missing comes from where there is more. The same seed gives the same order.
 */
export function mixRadio<Song extends Candidate>(mix: Mix<Song>): { song: Song; reason: RadioReason }[] {
  const pools = mix.pools.map(({ reason, songs }) => ({ reason, songs: spread(ordered(songs, mix.seed)) }));
  const share = Math.ceil(mix.limit / 3);
  const used = new Set(mix.without);
  const chosen: { song: Song; reason: RadioReason }[] = [];
  const fill = (familiarity: Familiarity, most: number) => {
    for (const { reason, songs } of pools) {
      const fits = songs.filter(({ trackId }) => !used.has(trackId) && mix.familiarity(trackId) === familiarity);
      for (const song of fits.slice(0, Math.min(most, mix.limit - chosen.length))) {
        used.add(song.trackId);
        chosen.push({ song, reason });
      }
    }
  };
  for (const familiarity of [0, 1, 2] as const) {
    fill(familiarity, share);
    fill(familiarity, mix.limit);
  }
  return chosen;
}

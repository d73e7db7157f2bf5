import type { TrackRow } from "../../../projections/catalogue/tracks.ts";
import type { SlideCover } from "../../contract/home.ts";
import type { Suggestion } from "./taste.ts";

const MOST_KEPT = 2_000;

/** What a home shows, before it is put into an answer for its caller. */
export interface Chosen {
  readonly day: string;
  readonly mix: readonly TrackRow[];
  readonly hasTaste: boolean;
  readonly recent: readonly TrackRow[];
  readonly followed: readonly TrackRow[];
  readonly forYou: readonly Suggestion<TrackRow>[];
  /** The covers of the newest songs. */
  readonly newest: readonly SlideCover[];
  /** Candidates that only Premium may hear yet, and when the first of them comes to all. */
  readonly early: readonly TrackRow[];
  readonly hearsEarly: boolean;
  readonly until: number;
}

/** What was chosen for whom, by what it was chosen from. */
export class Homes {
  readonly #kept = new Map<string, { readonly from: string; readonly chosen: Chosen }>();

  find(subject: string, from: string, now: number): Chosen | undefined {
    const known = this.#kept.get(subject);
    return known?.from === from && known.chosen.until > now ? known.chosen : undefined;
  }

  keep(subject: string, from: string, chosen: Chosen): void {
    this.#kept.delete(subject);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MOST_KEPT) this.#kept.delete(oldest);
    this.#kept.set(subject, { from, chosen });
  }
}

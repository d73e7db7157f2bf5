import type { Track } from "./catalogue.ts";
import type { SlideList } from "./discover.ts";

/** A track with the reason why it is there, in words: "You play Tega Waffi". */
export interface SuggestedTrack extends Track {
  reason: string;
}

/** What a slide's cover is made of. */
export interface SlideCover {
  coverImageUrl: string;
  placeholder: string;
}

/**
 * `GET /api/v1/home`: what the first screen plays. For visitors it holds today's mix and the covers alone; the lists of
 * one's own are empty.
 */
export interface Home {
  success: boolean;
  /** The Lagos day (YYYY-MM-DD) of the mix: it stays the same until midnight. */
  day: string;
  mix: Track[];
  /** Where the mix comes from, in a line. */
  mixReason: string;
  /** Each track once, the last one played first. */
  recent: Track[];
  /** The newest songs of followed artists. */
  followed: Track[];
  /** How many artists the listener follows. */
  followedCount: number;
  forYou: SuggestedTrack[];
  /** Up to three covers of each slide of the carousel. */
  slides: Record<SlideList, SlideCover[]>;
}

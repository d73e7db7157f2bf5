import type { Brief } from "./composer.ts";
import type { Picture } from "./cover/layouts.ts";

export type DemoGenre = "afrobeat" | "amapiano" | "highlife" | "gospel" | "hip-hop" | "jazz";

export interface Artist {
  slug: string;
  firstName: string;
  lastName: string;
  artistName: string;
  city: string;
  bio: string;
  /** Their pages elsewhere, by the names of an artist's profile. Invented, like the artists. */
  links?: Partial<Record<"twitterHandle" | "instagramHandle" | "linkedinProfile" | "facebookProfile", string>>;
  /** Whether everyone may see their email and phone. */
  isContactPublic?: boolean;
  /** Whether everyone may see their full name. */
  isNamePublic?: boolean;
  genre: DemoGenre;
  /** For `renderPortrait`. */
  portraitSeed: number;
  songs: readonly Song[];
}

export interface Song {
  slug: string;
  title: string;
  album?: string;
  /** Days before the demo world's today. */
  releasedDaysAgo: number;
  music: Brief;
  cover: { seed: number; picture: Picture };
}

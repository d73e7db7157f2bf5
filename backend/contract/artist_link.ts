/** Where an artist's own short page is. */
export const LINK_PATH = "/share/";
/** What an artist may call their page: plain letters, digits and hyphens. */
export const HANDLE = /^[a-z0-9](?:[a-z0-9-]{1,28}[a-z0-9])$/;
/** Old ones lead to the page for ever: they are printed on posters. */
export const MOST_HANDLES = 5;
/** What an artist may write into a link to tell its visitors apart. */
export const SOURCE = /^[a-z0-9-]{1,24}$/;
/** Of an artist and a day; what comes from more sources counts under "other". */
export const MOST_SOURCES = 20;
export const OTHER_SOURCE = "other";
export const LINK_DAYS = 90;

/** `GET /api/v1/artist-link`: the page, and how it was used in the last `LINK_DAYS` days. */
export interface ArtistLink {
  /** Null before one is chosen. */
  handle: string | null;
  /** All that lead to the page. */
  handles: string[];
  url: string | null;
  /** "" is a link without a source. The most opened first. */
  sources: { source: string; opened: number; follows: number }[];
  opened: number;
  follows: number;
}

import type { SongFigure } from "@contract/insights.ts";
import type { OwnTrack } from "@contract/uploads.ts";

/** The orders of the music list, the first one without a question. */
export const SONG_SORTS = [
  { value: "newest", label: "Newest first" },
  { value: "title", label: "Title" },
  { value: "plays", label: "Most plays" },
  { value: "savers", label: "Most savers" },
  { value: "earned", label: "Most earned" },
  { value: "state", label: "Not out first" },
] as const;
export type SongSort = typeof SONG_SORTS[number]["value"];

export type Figures = Readonly<Record<string, SongFigure>>;

/** Naira: gifts for a song and its royalties, before tax. */
export function earnedOf(figure: Pick<SongFigure, "gifts" | "royalties">): number {
  return figure.gifts + figure.royalties;
}

/** The songs whose title, artist, album or genre hold all words of a search, in an order. They come newest first. */
export function songsShown(
  tracks: readonly OwnTrack[],
  { search, sort, figures }: { readonly search: string; readonly sort: SongSort; readonly figures: Figures },
): readonly OwnTrack[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const found = tracks.filter(({ title, artist, album = "", genre }) => {
    const text = plain(`${title} ${artist} ${album} ${genre}`);
    return words.every((word) => text.includes(word));
  });
  const by = (pick: (figure: SongFigure) => number) => {
    const of = ({ _id }: OwnTrack) => figures[_id] ? pick(figures[_id]) : 0;
    return found.toSorted((one, two) => of(two) - of(one));
  };
  switch (sort) {
    case "newest":
      return found;
    case "title":
      return found.toSorted((one, two) => one.title.localeCompare(two.title));
    case "plays":
      return by(({ plays }) => plays);
    case "savers":
      return by(({ savers }) => savers);
    case "earned":
      return by(earnedOf);
    case "state":
      return found.toSorted((one, two) => Number(isOut(one)) - Number(isOut(two)));
    default:
      return sort satisfies never;
  }
}

function isOut({ state, holds = [] }: OwnTrack): boolean {
  return state === "ready" && holds.length === 0;
}

/** Without marks and capitals: "Ìfẹ́" is found by "ife". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

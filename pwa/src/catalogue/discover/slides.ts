import type { SlideList } from "@contract/discover.ts";

export interface Slide {
  list: SlideList;
  title: string;
  text: string;
}

/** The carousel, in the documented order. Titles are said again here: the contract's file brings the schema library. */
export const SLIDES: readonly Slide[] = [
  { list: "new-albums", title: "New Albums", text: "Whole stories, fresh from the studio." },
  { list: "discover", title: "Discover Your Favourite Sound", text: "A mix for today, one song of everybody." },
  { list: "top-artist", title: "Weekly Top Artist", text: "All songs of whom Nigeria heard most." },
  { list: "new-releases", title: "New Releases", text: "What came out last, first." },
  { list: "top-100", title: "Weekly Top 100: Nigerian Songs", text: "The hundred songs of the last seven days." },
];

/** The words of a list, by the name in the address; undefined for a list that is none. */
export function slideOf(list: string | null): Slide | undefined {
  return SLIDES.find((slide) => slide.list === list);
}

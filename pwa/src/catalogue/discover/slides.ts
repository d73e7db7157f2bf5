import type { SlideList } from "@contract/discover.ts";

export interface Slide {
  list: SlideList;
  title: string;
  text: string;
}

/** The carousel, in the documented order. */
export const SLIDES: readonly Slide[] = [
  { list: "new-albums", title: "New Albums", text: "Full albums, fresh from the studio." },
  {
    list: "discover",
    title: "Discover Your Favourite Sound",
    text: "Today's mix: artists from all over Orin.",
  },
  { list: "top-artist", title: "Weekly Top Artist", text: "Every song by this week's most-played artist." },
  { list: "new-releases", title: "New Releases", text: "Newest first." },
  { list: "top-100", title: "Weekly Top 100: Nigerian Songs", text: "The most played of the last seven days." },
];

/** The slide of a list, by its name in the address; undefined when no list has this name. */
export function slideOf(list: string | null): Slide | undefined {
  return SLIDES.find((slide) => slide.list === list);
}

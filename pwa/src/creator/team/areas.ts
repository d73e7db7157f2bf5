import type { TeamRight } from "@contract/memberships.ts";

interface Tab {
  readonly path: string;
  readonly label: string;
}

interface Area {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/** The creators' areas of several screens. Each screen keeps its own address. */
export const AREAS: readonly Area[] = [
  {
    label: "Music",
    tabs: [
      { path: "/cs-music-list", label: "Songs" },
      { path: "/cs-releases", label: "Releases" },
      { path: "/cs-shares", label: "My shares" },
    ],
  },
  {
    label: "Fans",
    tabs: [
      { path: "/cs-posts", label: "Posts" },
      { path: "/comment-rules", label: "Comments" },
      { path: "/cs-share", label: "Share kit" },
    ],
  },
  {
    label: "Money",
    tabs: [
      { path: "/cs-money", label: "Earned" },
      { path: "/cs-wallet", label: "Withdraw" },
      { path: "/cs-royalties", label: "Royalties and tax" },
      { path: "/cs-gift", label: "Gifts" },
    ],
  },
];

/** Screens that ask a member who acts for an artist for more than reading. */
const NEEDS: readonly (readonly [RegExp, TeamRight])[] = [
  [/^\/(cs-wallet|cs-shares|cs-split)/, "owner"],
  [/^\/(cs-upload|comment-rules|cs-share$)/, "edit"],
];

/** What the screen at a path asks for. */
export function rightFor(pathname: string): TeamRight {
  return NEEDS.find(([path]) => path.test(pathname))?.[1] ?? "read";
}

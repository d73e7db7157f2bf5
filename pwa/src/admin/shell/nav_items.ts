import type { WorkKind } from "@contract/work.ts";

interface AdminScreen {
  readonly path: string;
  readonly label: string;
  /** The call without which the screen is of no use. */
  readonly needs: string;
}

interface AdminEntry {
  readonly label: string;
  /** The entry leads to the first that the admin's role opens; the others are in a row below. */
  readonly screens: readonly AdminScreen[];
  /** What waits there, which its count adds up. */
  readonly kinds: readonly WorkKind[] | "all";
}

const DISPUTED = "GET /api/v1/admin/split-disputes";

/**
 * The eight entries of the navigation. They hold the documented links: `/dashboard` begins with what waits,
 * `/approve-earnings` is called Funds, `/create-admin` is in Settings.
 */
export const ADMIN_NAV: readonly AdminEntry[] = [
  {
    label: "Work",
    kinds: "all",
    screens: [
      { path: "/dashboard", label: "What waits", needs: "GET /api/v1/stats" },
      { path: "/proposals", label: "Proposals", needs: "GET /api/v1/admin/proposals" },
    ],
  },
  {
    label: "People",
    kinds: [],
    screens: [
      { path: "/users", label: "People", needs: "GET /api/v1/admin/users" },
      { path: "/people", label: "Person", needs: "GET /api/v1/admin/people/:id" },
    ],
  },
  {
    label: "Music",
    kinds: ["claim", "report", "moderation_appeal", "duplicate"],
    screens: [
      { path: "/alltrack", label: "Tracks", needs: "GET /api/v1/admin/tracks" },
      { path: "/upload-song", label: "Upload Song", needs: "POST /api/v1/admin/upload-track" },
      { path: "/moderation", label: "Moderation", needs: "GET /api/v1/admin/moderation" },
      { path: "/duplicates", label: "Same recordings", needs: "GET /api/v1/admin/duplicates" },
    ],
  },
  {
    label: "Funds",
    kinds: ["withdrawal", "second_approval", "one_time_code", "uncertain_payout", "lost_payout", "payment_to_clear"],
    screens: [
      { path: "/approve-earnings", label: "Payments", needs: "GET /api/v1/admin/payments" },
      { path: "/payouts", label: "Payouts", needs: "GET /api/v1/admin/payments" },
      { path: "/explorer", label: "Where a payout comes from", needs: "GET /api/v1/admin/payments" },
    ],
  },
  {
    label: "Books",
    kinds: ["difference", "dispute", "stopped_gift"],
    screens: [
      { path: "/books", label: "Books", needs: "GET /api/v1/admin/books" },
      { path: "/disputes", label: "Disputes", needs: "GET /api/v1/admin/disputes" },
      { path: "/stopped-gifts", label: "Stopped gifts", needs: "GET /api/v1/admin/gifts/stopped" },
    ],
  },
  {
    label: "Trust",
    kinds: ["earnings_appeal", "disputed_share"],
    screens: [
      { path: "/groups", label: "Groups", needs: "GET /api/v1/admin/groups" },
      { path: "/appeals", label: "Appeals", needs: "GET /api/v1/admin/appeals" },
      { path: "/split-disputes", label: "Disputed shares", needs: DISPUTED },
    ],
  },
  { label: "Audit", kinds: [], screens: [{ path: "/audit", label: "Audit", needs: "GET /api/v1/admin/audit" }] },
  {
    label: "Settings",
    kinds: ["invited_admin"],
    screens: [
      { path: "/create-admin", label: "Team", needs: "GET /api/v1/admin/team" },
      { path: "/admin-policy", label: "Earning rules", needs: "GET /api/v1/admin/policy" },
    ],
  },
];

/** In no row of links: what a row opens, and what has a link of its own in the bar. */
const APART = new Set(["/people", "/explorer", "/upload-song"]);

/** Where an entry's links lead: to what the admin may open. */
export function linksOf({ screens }: AdminEntry, may: (call: string) => boolean): readonly AdminScreen[] {
  return screens.filter(({ path, needs }) => !APART.has(path) && may(needs));
}

/** The entry of an address, and its screen: the one whose path it begins with. */
export function placeAt(pathname: string): { entry: AdminEntry; screen: AdminScreen } | undefined {
  for (const entry of ADMIN_NAV) {
    const screen = entry.screens.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
    if (screen) return { entry, screen };
  }
  return undefined;
}

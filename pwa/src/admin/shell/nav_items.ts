import { WORK_KINDS, type WorkKind } from "@contract/work.ts";
import { workAt } from "./work_address.ts";

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

/** What waits of a kind, where it belongs. */
function ofKind(kind: WorkKind, label: string): AdminScreen {
  return { path: workAt(kind), label, needs: WORK_KINDS[kind].sees };
}

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
      ofKind("report", "Reports"),
      ofKind("claim", "Claims"),
      ofKind("moderation_appeal", "Appeals"),
      ofKind("duplicate", "Same recordings"),
    ],
  },
  {
    label: "Funds",
    kinds: ["withdrawal", "second_approval", "one_time_code", "uncertain_payout", "lost_payout", "payment_to_clear"],
    screens: [
      { path: "/approve-earnings", label: "Payments", needs: "GET /api/v1/admin/payments" },
      ofKind("payment_to_clear", "Payments to clear"),
    ],
  },
  {
    label: "Books",
    kinds: ["difference", "dispute", "stopped_gift"],
    screens: [
      { path: "/books", label: "Books", needs: "GET /api/v1/admin/books" },
      ofKind("dispute", "Disputes"),
      ofKind("stopped_gift", "Stopped gifts"),
    ],
  },
  {
    label: "Trust",
    kinds: ["earnings_appeal", "suspension_appeal", "disputed_share"],
    screens: [
      { path: "/groups", label: "Groups", needs: "GET /api/v1/admin/groups" },
      ofKind("earnings_appeal", "Appeals about earnings"),
      ofKind("suspension_appeal", "Suspended people"),
      ofKind("disputed_share", "Disputed shares"),
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
const APART = new Set(["/people", "/upload-song"]);

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

import { auditLog, dashboard, policyVersions } from "@contract/calls/admin.ts";
import { searchPayments } from "@contract/calls/admin_payments.ts";
import { getPerson, searchUsers } from "@contract/calls/admin_people.ts";
import { getAdminTeam } from "@contract/calls/admin_team.ts";
import { getBooks } from "@contract/calls/books.ts";
import { searchTracks, uploadTrackForArtist } from "@contract/calls/catalogue.ts";
import { listGroups } from "@contract/calls/trust.ts";
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
      { path: "/dashboard", label: "What waits", needs: dashboard },
    ],
  },
  {
    label: "People",
    kinds: [],
    screens: [
      { path: "/users", label: "People", needs: searchUsers },
      { path: "/people", label: "Person", needs: getPerson },
    ],
  },
  {
    label: "Music",
    kinds: ["claim", "report", "moderation_appeal", "duplicate"],
    screens: [
      { path: "/alltrack", label: "Tracks", needs: searchTracks },
      { path: "/upload-song", label: "Upload Song", needs: uploadTrackForArtist },
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
      { path: "/approve-earnings", label: "Payments", needs: searchPayments },
      ofKind("payment_to_clear", "Payments to clear"),
    ],
  },
  {
    label: "Books",
    kinds: ["difference", "dispute", "stopped_gift"],
    screens: [
      { path: "/books", label: "Books", needs: getBooks },
      ofKind("dispute", "Disputes"),
      ofKind("stopped_gift", "Stopped gifts"),
    ],
  },
  {
    label: "Trust",
    kinds: ["earnings_appeal", "suspension_appeal", "disputed_share"],
    screens: [
      { path: "/groups", label: "Groups", needs: listGroups },
      ofKind("earnings_appeal", "Appeals about earnings"),
      ofKind("suspension_appeal", "Suspended people"),
      ofKind("disputed_share", "Disputed shares"),
    ],
  },
  { label: "Audit", kinds: [], screens: [{ path: "/audit", label: "Audit", needs: auditLog }] },
  {
    label: "Settings",
    kinds: ["invited_admin"],
    screens: [
      { path: "/create-admin", label: "Team", needs: getAdminTeam },
      { path: "/admin-policy", label: "Earning rules", needs: policyVersions },
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

interface AdminScreen {
  readonly path: string;
  readonly label: string;
  /** The call without which the screen is of no use. */
  readonly needs: string;
}

/**
 * The documented top navigation, with Moderation, Duplicates, Books, Groups, Appeals, Audit and Policy;
 * `/approve-earnings` is called Funds there.
 */
export const ADMIN_NAV: readonly AdminScreen[] = [
  { path: "/dashboard", label: "Dashboard", needs: "GET /api/v1/stats" },
  { path: "/upload-song", label: "Upload Song", needs: "POST /api/v1/admin/upload-track" },
  { path: "/create-admin", label: "Create Admin", needs: "GET /api/v1/admin/team" },
  { path: "/users", label: "Users", needs: "GET /api/v1/admin/users" },
  { path: "/alltrack", label: "Tracks", needs: "GET /api/v1/admin/tracks" },
  { path: "/moderation", label: "Moderation", needs: "GET /api/v1/admin/moderation" },
  { path: "/duplicates", label: "Duplicates", needs: "GET /api/v1/admin/duplicates" },
  { path: "/approve-earnings", label: "Funds", needs: "GET /api/v1/admin/payments" },
  { path: "/books", label: "Books", needs: "GET /api/v1/admin/books" },
  { path: "/proposals", label: "Proposals", needs: "GET /api/v1/admin/proposals" },
  { path: "/groups", label: "Groups", needs: "GET /api/v1/admin/groups" },
  { path: "/appeals", label: "Appeals", needs: "GET /api/v1/admin/appeals" },
  { path: "/audit", label: "Audit", needs: "GET /api/v1/admin/audit" },
  { path: "/admin-policy", label: "Policy", needs: "GET /api/v1/admin/policy" },
];

/** The screen of an address: the one whose path it begins with. */
export function screenAt(pathname: string): AdminScreen | undefined {
  return ADMIN_NAV.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}

import type { AdminRole } from "../contract/admin_roles.ts";
import type { Deps } from "../deps.ts";
import type { MountedRoute } from "../http/route_facts.ts";
import { addPerson, inviteAdmin, type TestPerson } from "./people_fixtures.ts";

// Who may do what without an account, beside the roles that calls declare.

/** An id without an account. */
export const NOBODY = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";
/** Public, although their paths belong to the back office. */
export const OPEN_ADMIN_ROUTES = [
  "POST /api/v1/admin/login",
  "POST /api/v1/admin/invitations/accept",
  // Answers null without a log-in.
  "GET /api/v1/admin/session",
  "GET /api/v1/tracks/admin-uploads",
  "GET /.well-known/orin-audit-key",
];
/** What a visitor may do. If you add one, say why it needs no account. */
const OPEN_CHANGES = [
  ...["signup", "verify-otp", "resend-otp", "login", "forgot-password", "reset-password", "logout", "googleAuth"]
    .map((call) => `POST /api/auth/${call}`),
  // Undoing one's own closing is a log-in.
  "POST /api/auth/reopen",
  "POST /api/v1/newsletter",
  "POST /api/v1/support",
  // The link in the mail is the proof; mail programs press it.
  ...["newsletter/leave", "mails/stop", "mails/stop/undo", "email-objections"].map((call) => `POST /api/v1/${call}`),
  // Says what the service can take, and nothing of anybody.
  "OPTIONS /api/v1/uploads",
  // Rights holders need no account.
  "POST /api/v1/takedowns",
  // The link of our mail is the proof: of who claims, of whose song it is, of who is shut out.
  "POST /api/v1/takedowns/links/:token",
  "POST /api/v1/moderation/links/:token/counter-notice",
  "POST /api/v1/suspensions/:token/appeals",
  "POST /api/v1/admin/login",
  // The key from the mail is the proof.
  "POST /api/v1/admin/invitations/accept",
];
/** What a visitor may look at, by its beginning. */
const OPEN_READS = [
  ...["/healthz", "/readyz", "/metrics", "/media/", "/.well-known/", "/*", "/api/auth/google", "/api/auth/creators"],
  ...["/api/v1/tracks", "/api/v1/albums", "/api/v1/top-artists", "/api/v1/token", "/api/v1/search", "/api/v1/policy"],
  ...["/api/v1/playlists/:id", "/api/v1/stream/", "/api/v1/download/", "/api/v1/is-following/", "/api/v1/comments/"],
  ...["/api/v1/newsletter/", "/api/v1/mails/stop", "/api/v1/admin/session", "/api/openapi.json", "/developers"],
  // Music for visitors. Who has an invitation's link sees whose list it is before they log in.
  ...["/api/v1/home", "/api/v1/radio", "/api/v1/playlist-invitations/", "/api/v1/artists/:id/posts"],
  // What a link gives is seen before the log-in: the link is the proof.
  ...["/api/v1/premium-gifts/claim/", "/api/v1/split-invitations/", "/api/v1/team-invitations/"],
  ...["/api/v1/takedowns/links/", "/api/v1/moderation/links/", "/api/v1/suspensions/"],
  // Made for people who do not know Orin.
  "/share/",
  ...["/embed/", "/oembed", "/robots.txt", "/sitemap", "/api/v1/upcoming/"],
];

/** Whether a visitor may make a call that is not the back office's. */
export function isOpenToVisitors({ method, path, name }: MountedRoute): boolean {
  return method === "GET" ? OPEN_READS.some((start) => path.startsWith(start)) : OPEN_CHANGES.includes(name);
}

/** An admin of a role who may work. */
export async function addAdmin(deps: Deps, role: AdminRole, passwordHash?: string): Promise<TestPerson> {
  const [by, confirmedBy] = [await addPerson(deps, { isAdmin: true }), await addPerson(deps, { isAdmin: true })];
  return await inviteAdmin(deps, { by, confirmedBy, role, ...(passwordHash && { passwordHash }) });
}

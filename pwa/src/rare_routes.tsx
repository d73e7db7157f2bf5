import { auditLog, dashboard, policyVersions } from "@contract/calls/admin.ts";
import { searchPayments } from "@contract/calls/admin_payments.ts";
import { getPerson, searchUsers } from "@contract/calls/admin_people.ts";
import { getAdminTeam } from "@contract/calls/admin_team.ts";
import { getBooks } from "@contract/calls/books.ts";
import { searchTracks, uploadTrackForArtist } from "@contract/calls/catalogue.ts";
import { listGroups } from "@contract/calls/trust.ts";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import type { AdminScreen } from "./admin/shell/nav_items.ts";
import { type ScreenRoute, screenRoute } from "./screen_route.tsx";
import { BareLayout } from "./shell/BareLayout.tsx";
import { CommonLayout } from "./shell/CommonLayout.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { ScreenOutlet } from "./shell/ScreenOutlet.tsx";

const AdminLayout = lazy(() =>
  import("./admin/shell/AdminLayout.tsx").then((module) => ({ default: module.AdminLayout }))
);

/** The back office: its layout guards every screen with the admin's own session and role. */
export const ADMIN_SCREENS: readonly (ScreenRoute & AdminScreen)[] = [
  {
    ...{ path: "/dashboard", title: "Dashboard", needs: dashboard, entry: "Work", label: "What waits" },
    load: () => import("./admin/dashboard/Dashboard.tsx").then((screen) => screen.Dashboard),
  },
  {
    ...{ path: "/users", title: "People", needs: searchUsers, entry: "People" },
    load: () => import("./admin/users/Users.tsx").then((screen) => screen.Users),
  },
  {
    ...{ path: "/people/:id", title: "Person", needs: getPerson, entry: "People", isApart: true },
    load: () => import("./admin/people/Person.tsx").then((screen) => screen.Person),
  },
  {
    ...{ path: "/alltrack", title: "Tracks", needs: searchTracks, entry: "Music" },
    load: () => import("./admin/tracks/AllTracks.tsx").then((screen) => screen.AllTracks),
  },
  {
    ...{ path: "/upload-song", title: "Upload Song", needs: uploadTrackForArtist, entry: "Music", isApart: true },
    load: () => import("./shell/AdminUpload.tsx").then((screen) => screen.AdminUpload),
  },
  {
    ...{ path: "/create-admin", title: "Team", needs: getAdminTeam, entry: "Settings" },
    load: () => import("./admin/team/CreateAdmin.tsx").then((screen) => screen.CreateAdmin),
  },
  {
    ...{ path: "/approve-earnings", title: "Payment Management", needs: searchPayments, entry: "Funds" },
    label: "Payments",
    load: () => import("./admin/payments/Payments.tsx").then((screen) => screen.Payments),
  },
  {
    ...{ path: "/books", title: "Books", needs: getBooks, entry: "Books" },
    load: () => import("./admin/books/Books.tsx").then((screen) => screen.Books),
  },
  {
    ...{ path: "/groups", title: "Groups", needs: listGroups, entry: "Trust" },
    load: () => import("./admin/groups/Groups.tsx").then((screen) => screen.Groups),
  },
  {
    ...{ path: "/audit", title: "Audit", needs: auditLog, entry: "Audit" },
    load: () => import("./admin/audit/Audit.tsx").then((screen) => screen.Audit),
  },
  {
    ...{ path: "/admin-policy", title: "Earning rules", needs: policyVersions, entry: "Settings" },
    load: () => import("./admin/policy/PolicyChanges.tsx").then((screen) => screen.PolicyChanges),
  },
];

/** Screens of the back office that are gone: mails, notices and bookmarks still name them (`work_address.ts`). */
const OLD_ADDRESSES = [
  ...["/appeals", "/duplicates", "/disputes", "/split-disputes", "/stopped-gifts", "/proposals", "/moderation"],
  ...["/groups/rules", "/payouts", "/explorer/:id"],
];
const oldAddress = () => import("./admin/shell/OldAddress.tsx").then((screen) => screen.OldAddress);

/** What listeners look back at or wait for, Premium as a gift, artists' releases, and what they get of Premium. */
const COMMON: readonly ScreenRoute[] = [
  {
    path: "/cs-music-list/:trackId",
    title: "Song",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.song(),
  },
  {
    path: "/cs-releases",
    title: "Releases",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.releases(),
  },
  {
    path: "/cs-releases/:id",
    title: "Release",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.releaseEditor(),
  },
  {
    path: "/cs-insights",
    title: "Insights",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.insights(),
  },
  {
    path: "/cs-money",
    title: "Money",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.earned(),
  },
  {
    path: "/cs-royalties",
    title: "Royalties",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.royalties(),
  },
  {
    path: "/cs-royalties/year/:year",
    title: "Royalties of a year",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.royaltyStatement(),
  },
  {
    path: "/statement",
    title: "Statement",
    load: () => import("./listening/Statement.tsx").then((screen) => screen.Statement),
  },
  {
    path: "/month",
    title: "Your month",
    load: () => import("./listening/YourMonth.tsx").then((screen) => screen.YourMonth),
  },
  {
    path: "/gifts",
    title: "Your Gifts",
    load: () => import("./gifts/SentGifts.tsx").then((screen) => screen.SentGifts),
  },
  {
    path: "/report/:kind/:id",
    title: "Report",
    load: () => import("./moderation/Report.tsx").then((screen) => screen.Report),
  },
  {
    path: "/mail-stop",
    title: "Emails from Orin",
    isPublic: true,
    load: () => import("./notifications/MailStop.tsx").then((screen) => screen.MailStop),
  },
  {
    path: "/not-me",
    title: "Keep your email",
    isPublic: true,
    load: () => import("./accounts/NotMe.tsx").then((screen) => screen.NotMe),
  },
  {
    path: "/held",
    title: "What we decided",
    load: () => import("./moderation/Held.tsx").then((screen) => screen.Held),
  },
  {
    path: "/blocked",
    title: "Blocked people",
    load: () => import("./moderation/Blocked.tsx").then((screen) => screen.Blocked),
  },
  {
    path: "/comment-rules",
    title: "Comments",
    load: async () =>
      await (await import("./creator/screens.ts")).inFrame(() =>
        import("./moderation/CommentRules.tsx").then((screen) => screen.CommentRules)
      )(),
  },
  {
    path: "/takedown",
    title: "Is this your music?",
    isPublic: true,
    load: () => import("./moderation/Takedown.tsx").then((screen) => screen.Takedown),
  },
  {
    path: "/takedown/:token",
    title: "Your claim",
    isPublic: true,
    load: () => import("./moderation/ConfirmClaim.tsx").then((screen) => screen.ConfirmClaim),
  },
  {
    path: "/held/:token",
    title: "Someone claims your song",
    isPublic: true,
    load: () => import("./moderation/HeldByLink.tsx").then((screen) => screen.HeldByLink),
  },
  {
    path: "/suspended/:token",
    title: "Your account is suspended",
    isPublic: true,
    load: () => import("./moderation/Suspended.tsx").then((screen) => screen.Suspended),
  },
  {
    path: "/cs-split/:trackId",
    title: "Shares",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.songShares(),
  },
  {
    path: "/cs-shares",
    title: "My shares",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.myShares(),
  },
  {
    path: "/cs-posts",
    title: "Posts",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.posts(),
  },
  {
    path: "/cs-share",
    title: "Share kit",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.shareKit(),
  },
  {
    path: "/team",
    title: "Your teams",
    load: async () => (await import("./creator/screens.ts")).creatorScreens.teams(),
  },
  {
    path: "/team/:token",
    title: "Invitation into a team",
    isPublic: true,
    load: async () => (await import("./creator/screens.ts")).creatorScreens.teamInvite(),
  },
  {
    path: "/split/:token",
    title: "A share of a song",
    isPublic: true,
    load: async () => (await import("./creator/screens.ts")).creatorScreens.splitInvite(),
  },
  {
    path: "/premium-gift/:token?",
    title: "Give Premium",
    isPublic: true,
    load: () => import("./subscriptions/gift/PremiumGift.tsx").then((screen) => screen.PremiumGift),
  },
];

/** An address that is new, a forgotten password, the legal texts, the way into the back office, and the diagnostics page. */
const BARE: readonly ScreenRoute[] = [
  {
    path: "/verify-otp",
    title: "Verify your email",
    load: () => import("./accounts/VerifyOtp.tsx").then((screen) => screen.VerifyOtp),
  },
  {
    path: "/forgot-psw",
    title: "Forgot password",
    load: () => import("./accounts/ForgotPassword.tsx").then((screen) => screen.ForgotPassword),
  },
  {
    path: "/reset-psw",
    title: "Reset password",
    load: () => import("./accounts/ResetPassword.tsx").then((screen) => screen.ResetPassword),
  },
  {
    path: "/terms",
    title: "Terms and Conditions",
    load: () => import("./legal/Terms.tsx").then((screen) => screen.Terms),
  },
  {
    path: "/privacy-policy",
    title: "Privacy Policy",
    load: () => import("./legal/PrivacyPolicy.tsx").then((screen) => screen.PrivacyPolicy),
  },
  {
    path: "/admin",
    title: "Admin login",
    load: () => import("./admin/AdminLogin.tsx").then((screen) => screen.AdminLogin),
  },
  {
    path: "/test",
    title: "Diagnostics",
    load: () => import("./diagnostics/Diagnostics.tsx").then((screen) => screen.Diagnostics),
  },
];

/** What few people open, and the first screen does not load: those, the back office, and addresses that lead nowhere. */
export function RareRoutes() {
  return (
    <Routes>
      <Route
        element={
          <Suspense>
            <AdminLayout screens={ADMIN_SCREENS}>
              <ScreenOutlet />
            </AdminLayout>
          </Suspense>
        }
      >
        {ADMIN_SCREENS.map((screen) => screenRoute({ ...screen, isPublic: true }))}
        {OLD_ADDRESSES.map((path) => screenRoute({ path, title: "Back office", isPublic: true, load: oldAddress }))}
      </Route>
      <Route element={<BareLayout />}>
        {BARE.map((screen) => screenRoute({ ...screen, isPublic: true }))}
        <Route path="/forgot-password" element={<Navigate to="/forgot-psw" replace />} />
      </Route>
      <Route element={<CommonLayout />}>
        {COMMON.map(screenRoute)}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

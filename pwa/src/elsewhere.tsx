import { lazy, Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { type ScreenRoute, screenRoute } from "./screen_route.tsx";
import { CommonLayout } from "./shell/CommonLayout.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { ScreenOutlet } from "./shell/ScreenOutlet.tsx";

const AdminLayout = lazy(() =>
  import("./admin/shell/AdminLayout.tsx").then((module) => ({ default: module.AdminLayout }))
);

/** The back office: its layout guards every screen with the admin's own session. */
const ADMIN_SCREENS: readonly ScreenRoute[] = [
  {
    path: "/dashboard",
    title: "Dashboard",
    load: () => import("./admin/dashboard/Dashboard.tsx").then((screen) => screen.Dashboard),
  },
  {
    path: "/users",
    title: "User Management",
    load: () => import("./admin/users/Users.tsx").then((screen) => screen.Users),
  },
  {
    path: "/alltrack",
    title: "Track Management",
    load: () => import("./admin/tracks/AllTracks.tsx").then((screen) => screen.AllTracks),
  },
  {
    path: "/upload-song",
    title: "Upload Song",
    load: () => import("./shell/AdminUpload.tsx").then((screen) => screen.AdminUpload),
  },
  {
    path: "/create-admin",
    title: "Create Admin",
    load: () => import("./admin/CreateAdmin.tsx").then((screen) => screen.CreateAdmin),
  },
  {
    path: "/approve-earnings",
    title: "Payment Management",
    load: () => import("./admin/payments/Payments.tsx").then((screen) => screen.Payments),
  },
  {
    path: "/audit",
    title: "Audit",
    load: () => import("./admin/audit/Audit.tsx").then((screen) => screen.Audit),
  },
  {
    path: "/admin-policy",
    title: "Earning rules",
    load: () => import("./admin/policy/PolicyChanges.tsx").then((screen) => screen.PolicyChanges),
  },
];

/** What listeners do not load: the back office, and what to say of an address that leads nowhere. */
export function Elsewhere() {
  return (
    <Routes>
      <Route
        element={
          <Suspense>
            <AdminLayout>
              <ScreenOutlet />
            </AdminLayout>
          </Suspense>
        }
      >
        {ADMIN_SCREENS.map((screen) => screenRoute({ ...screen, isPublic: true }))}
      </Route>
      <Route element={<CommonLayout />}>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

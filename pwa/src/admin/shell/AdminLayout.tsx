import { type ReactNode, useEffect } from "react";
import { ROLE_WORDS } from "@contract/admin_roles.ts";
import { mayCall, rolesFor } from "@contract/calls/roles.ts";
import { useLocation } from "react-router-dom";
import { PayoutBanner } from "../payouts/PayoutBanner.tsx";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { AdminNav } from "./AdminNav.tsx";
import { type AdminScreen, screenAt } from "./nav_items.ts";
import { NoteDialog } from "./NoteDialog.tsx";
import { RequireAdmin } from "./RequireAdmin.tsx";
import { useRole } from "./roles.ts";
import { useAdminSession } from "./session.ts";
import { ScreenHead } from "../parts/ScreenHead.tsx";

interface AdminLayoutProps {
  screens: readonly AdminScreen[];
  children: ReactNode;
}

/** What surrounds every screen of the back office: its guard, its navigation, and the password dialog. */
export function AdminLayout({ screens, children }: AdminLayoutProps) {
  const username = useAdminSession()?.username ?? "";
  useEffect(() => {
    document.documentElement.dataset.frame = "bare";
  }, []);
  return (
    <RequireAdmin>
      <AdminNav username={username} screens={screens} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-7xl px-4 py-6 pb-[calc(var(--player)+4rem)] outline-none md:px-8 md:py-8"
      >
        <PayoutBanner />
        <ForRole screens={screens}>{children}</ForRole>
      </main>
      <NoteDialog />
      <PasswordAgain />
    </RequireAdmin>
  );
}

/** Says so where a link leads to a screen that the admin's role does not open. */
function ForRole({ screens, children }: AdminLayoutProps) {
  const role = useRole();
  const screen = screenAt(useLocation().pathname, screens);
  if (!screen || mayCall(role, screen.needs)) return children;
  const words = `Your role is ${ROLE_WORDS[role].label}. This page is for ${rolesFor(screen.needs)}.`;
  return <ScreenHead title={screen.title} subtitle={words} />;
}

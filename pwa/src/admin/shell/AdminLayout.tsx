import { type ReactNode, useEffect } from "react";
import { PayoutBanner } from "../payouts/PayoutBanner.tsx";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { AdminNav } from "./AdminNav.tsx";
import { RequireAdmin } from "./RequireAdmin.tsx";
import { useAdminSession } from "./session.ts";

/** What surrounds every screen of the back office: its guard, its navigation, and the password dialog. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const username = useAdminSession()?.username ?? "";
  useEffect(() => {
    document.documentElement.dataset.frame = "bare";
  }, []);
  return (
    <RequireAdmin>
      <AdminNav username={username} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-7xl px-4 py-6 pb-[calc(var(--player)+4rem)] outline-none md:px-8 md:py-8"
      >
        <PayoutBanner />
        {children}
      </main>
      <PasswordAgain />
    </RequireAdmin>
  );
}

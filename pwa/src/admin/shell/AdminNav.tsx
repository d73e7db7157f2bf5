import { LogOut } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { buttonClass } from "../../ui/button_class.ts";
import { classNames } from "../../ui/class_names.ts";
import { Mark } from "../../ui/Mark.tsx";
import { mayCall } from "@contract/admin_roles.ts";
import { ADMIN_NAV } from "./nav_items.ts";
import { useRole } from "./roles.ts";
import { logOutAdmin } from "./session.ts";

/** The back office's bar: who is logged in, and below it the documented links. On a phone these are a row to push aside. */
export function AdminNav({ username }: { username: string }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 px-4 md:px-8">
        <Link to="/dashboard" aria-label="Orin back office" className="frame-logo h-14">
          <Mark />
          <span className="text-base tracking-normal">Back office</span>
        </Link>
        <Links />
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <span className="hidden max-w-40 truncate text-sm text-ink-soft sm:inline">{username}</span>
          <LogOutLink />
        </div>
      </div>
    </header>
  );
}

function Links() {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const role = useRole();
  useEffect(() => {
    // On a phone the row may hide where one is.
    const here = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && here) {
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2;
    }
  }, [pathname]);
  return (
    <nav
      ref={row}
      aria-label="Back office"
      className="order-2 -mx-4 min-w-0 basis-[calc(100%+2rem)] overflow-x-auto md:-mx-8 md:basis-[calc(100%+4rem)]"
    >
      <ul className="flex px-3 md:px-6">
        {ADMIN_NAV.filter(({ needs }) => mayCall(role, needs)).map(({ path, label }) => (
          <li key={path}>
            <PreloadLink
              to={path}
              className={({ isActive }) =>
                classNames(
                  "flex h-11 items-center border-b-2 px-2.5 text-sm whitespace-nowrap transition-colors",
                  isActive
                    ? "border-primary font-bold text-ink"
                    : "border-transparent font-medium text-ink-soft hover:text-ink",
                )}
            >
              {label}
            </PreloadLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A link, as documented: it leads to the log-in, and the session ends here and at the service. */
function LogOutLink() {
  return (
    <Link to="/admin" onClick={() => logOutAdmin()} className={buttonClass("plain", "small", "max-sm:px-2")}>
      <LogOut size={18} aria-hidden="true" /> Logout
    </Link>
  );
}

import { uploadTrackForArtist } from "@contract/calls/catalogue.ts";
import { mayCall } from "@contract/calls/roles.ts";
import { WORK_KIND_NAMES } from "@contract/work.ts";
import { LogOut, Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { formatFullCount } from "../../lib/format.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { buttonClass } from "../../ui/button_class.ts";
import { classNames } from "../../ui/class_names.ts";
import { Mark } from "../../ui/Mark.tsx";
import { useWaiting } from "../work/api.ts";
import { ADMIN_NAV, type AdminScreen, linksOf, screenAt } from "./nav_items.ts";
import { useRole } from "./roles.ts";
import { logOutAdmin } from "./session.ts";

/** The back office's bar: who is logged in, and below it the entries and what the open one holds. */
export function AdminNav({ username, screens }: { username: string; screens: readonly AdminScreen[] }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 px-4 md:px-8">
        <Link to="/dashboard" aria-label="Orin back office" className="frame-logo h-14">
          <Mark />
          <span className="text-base tracking-normal">Back office</span>
        </Link>
        <Links screens={screens} />
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <span className="hidden max-w-40 truncate text-sm text-ink-soft sm:inline">{username}</span>
          <LogOutLink />
        </div>
      </div>
    </header>
  );
}

function Links({ screens }: { screens: readonly AdminScreen[] }) {
  const row = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const role = useRole();
  const waiting = useWaiting();
  const may = (call: string) => mayCall(role, call);
  const here = screenAt(pathname, screens)?.entry;
  const open = ADMIN_NAV.find(({ label }) => label === here);
  const below = open ? linksOf(open, screens, may) : [];
  useEffect(() => {
    // On a phone the row may hide where one is.
    const shown = row.current?.querySelector<HTMLElement>("[data-here]");
    if (row.current && shown) {
      row.current.scrollLeft = shown.offsetLeft - (row.current.clientWidth - shown.offsetWidth) / 2;
    }
  }, [pathname]);
  return (
    <nav
      aria-label="Back office"
      className="order-2 -mx-4 min-w-0 basis-[calc(100%+2rem)] md:-mx-8 md:basis-[calc(100%+4rem)]"
    >
      <ul ref={row} className="relative flex overflow-x-auto px-3 md:px-6">
        {ADMIN_NAV.map((entry) => {
          const [first] = linksOf(entry, screens, may);
          if (!first) return null;
          const { label, kinds } = entry;
          return (
            <li key={label} data-here={label === here ? "" : undefined}>
              <Entry
                {...{ label, path: first.path, isHere: label === here }}
                count={waiting(kinds === "all" ? WORK_KIND_NAMES : kinds)}
              />
            </li>
          );
        })}
        {may(uploadTrackForArtist) && (
          <li className="md:ml-auto">
            <PreloadLink to="/upload-song" className={classNames(ENTRY, "border-transparent text-ink-soft")}>
              <Plus size={16} aria-hidden="true" /> Upload Song
            </PreloadLink>
          </li>
        )}
      </ul>
      {below.length > 1 && <Below label={here} links={below} />}
    </nav>
  );
}

function Below({ label, links }: { label: string | undefined; links: ReturnType<typeof linksOf> }) {
  return (
    <ul aria-label={label} className="flex overflow-x-auto border-t border-line px-3 md:px-6">
      {links.map((link) => (
        <li key={link.path}>
          <PreloadLink
            to={link.path}
            className={({ isActive }) =>
              classNames(
                "finger flex h-9 items-center px-2.5 text-xs whitespace-nowrap",
                isActive ? "font-bold text-ink" : "text-ink-soft hover:text-ink",
              )}
          >
            {link.label}
          </PreloadLink>
        </li>
      ))}
    </ul>
  );
}

const ENTRY =
  "flex h-11 items-center gap-1.5 border-b-2 px-2.5 text-sm font-medium whitespace-nowrap transition-colors hover:text-ink";

interface EntryProps {
  label: string;
  path: string;
  isHere: boolean;
  /** Undefined until it is known. */
  count: number | undefined;
}

function Entry({ label, path, isHere, count = 0 }: EntryProps) {
  return (
    <PreloadLink
      to={path}
      className={classNames(ENTRY, isHere ? "border-primary font-bold text-ink" : "border-transparent text-ink-soft")}
    >
      {label}
      {count > 0 && (
        <span className="rounded-full bg-ink/10 px-1.5 text-xs font-semibold tabular-nums">
          {count > 999 ? "999+" : formatFullCount(count)}
          <span className="sr-only">waiting</span>
        </span>
      )}
    </PreloadLink>
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

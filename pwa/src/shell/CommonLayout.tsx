import { Menu, PanelLeftClose, PanelLeftOpen, Search } from "lucide-react";
import { lazy, useEffect, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useOwnName, useProfile } from "../data/account.ts";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { signUpPath, useSession } from "../lib/session.ts";
import { useMedia } from "../lib/use_media.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Mark } from "../ui/Mark.tsx";
import { buttonClass } from "../ui/button_class.ts";
import { classNames } from "../ui/class_names.ts";
import { ScreenOutlet } from "./ScreenOutlet.tsx";
import { SideLink } from "./SideLink.tsx";
import { useFirstScreen } from "./first_screen.ts";
import { SIDE_ITEMS, TAB_ITEMS } from "./nav_items.ts";

// Always below the first screenful, so its code can come later.
const Footer = lazy(() => import("./Footer.tsx").then((module) => ({ default: module.Footer })));

/** Header, sidebar or bottom tabs, footer: what surrounds every screen but the account and legal ones. */
export function CommonLayout() {
  const isFirstOver = useFirstScreen();
  useEffect(() => {
    delete document.documentElement.dataset.frame;
  }, []);
  return (
    <>
      <Header />
      <Sidebar />
      <main id="content" tabIndex={-1} className="frame-main">
        <div className="mx-auto flow-root max-w-7xl">
          <ScreenOutlet />
        </div>
      </main>
      <Deferred fallback={<div className="frame-foot" />}>
        {isFirstOver ? <Footer /> : <div className="frame-foot" />}
      </Deferred>
      <BottomTabs />
    </>
  );
}

/** The phone's navigation, at the bottom edge under the player. */
function BottomTabs() {
  return (
    <nav aria-label="Main, small" className="frame-tabs">
      {TAB_ITEMS.map(({ path, label, shortLabel, Icon }) => (
        <PreloadLink
          key={path}
          to={path}
          end={path === "/"}
          aria-label={shortLabel ? label : undefined}
          className={({ isActive }) =>
            classNames(
              "relative flex min-w-0 flex-1 flex-col items-center justify-center gap-1 text-[min(var(--text-2xs),4.4vw)] -outline-offset-2",
              isActive
                ? "font-bold text-ink before:absolute before:top-0 before:h-0.5 before:w-8 before:rounded-full before:bg-primary"
                : "font-medium text-ink-soft",
            )}
        >
          <Icon size={22} aria-hidden="true" />
          {shortLabel ?? label}
        </PreloadLink>
      ))}
    </nav>
  );
}

const CreatorAvatar = lazy(() => import("./CreatorAvatar.tsx").then((module) => ({ default: module.CreatorAvatar })));
const Bell = lazy(() => import("./Bell.tsx").then((module) => ({ default: module.Bell })));
const MoreSheet = lazy(() => import("./MoreSheet.tsx").then((module) => ({ default: module.MoreSheet })));

/** The bar at the top: search, and who is logged in or the ways in. */
function Header() {
  const session = useSession();
  const [isMoreOpen, setMoreOpen] = useState(false);
  return (
    <header className="frame-header">
      <Logo />
      <PreloadLink
        to="/search"
        className="ml-auto inline-grid size-11 place-items-center rounded-full text-ink-soft hover:bg-ink/8 hover:text-ink md:mr-auto md:ml-0 md:flex md:w-80 md:min-w-11 md:items-center md:justify-start md:gap-3 md:bg-ink/6 md:px-4 md:text-sm"
      >
        <Search size={20} aria-hidden="true" className="shrink-0" />
        <span className="sr-only md:not-sr-only md:truncate">Search songs, artists, albums</span>
      </PreloadLink>
      {session && (
        <Deferred fallback={<span className="size-11" />}>
          <Bell />
        </Deferred>
      )}
      {session ? <UserLink /> : <VisitorLinks />}
      <IconButton
        label="More"
        icon={<Menu size={22} />}
        aria-haspopup="dialog"
        onClick={() => setMoreOpen(true)}
        className="-mr-2 md:hidden"
      />
      {isMoreOpen && (
        <Deferred>
          <MoreSheet onClose={() => setMoreOpen(false)} />
        </Deferred>
      )}
    </header>
  );
}

/** Without a profile it is the generic icon alone. */
function UserLink() {
  const { data: profile, isPending } = useProfile();
  const name = useOwnName();
  const isCreator = useSession()?.role === "creator";
  const picture = profile?.profilePicture?.url;
  const avatar = <Avatar src={picture} size={36} />;
  return (
    <Link
      to={isCreator ? "/cs-settings" : "/settings"}
      aria-label={name ? `${name}, settings` : "Settings"}
      className="flex min-h-11 items-center gap-3 rounded-full p-1 hover:bg-ink/8 md:pl-4"
    >
      {(name || isPending) && (
        <span className="hidden h-5 max-w-48 min-w-28 truncate text-right text-sm font-semibold md:inline-block">
          {name}
        </span>
      )}
      {isCreator
        ? (
          <Deferred fallback={avatar}>
            <CreatorAvatar otherwise={picture} />
          </Deferred>
        )
        : avatar}
    </Link>
  );
}

function VisitorLinks() {
  const { pathname, search } = useLocation();
  return (
    <span className="frame-ways flex gap-2 md:shrink-0">
      <Link to="/login" className={buttonClass("plain", "small", "max-sm:px-3")}>Log in</Link>
      <Link to={signUpPath(pathname + search)} className={buttonClass("primary", "small")}>Sign up</Link>
    </span>
  );
}

/** The mark and the name, leading home; `frame.css` hides one or both where there is no room. */
function Logo() {
  return (
    <Link to="/" className="frame-logo" aria-label="Orin, home">
      <Mark />
      <span>Orin</span>
    </Link>
  );
}

const CreatorLinks = lazy(() => import("./CreatorLinks.tsx").then((module) => ({ default: module.CreatorLinks })));

/** The left navigation from 768 px on: wide with words, or narrow with icons alone. */
function Sidebar() {
  const session = useSession();
  const [isWide, toggle] = useSideWidth();
  const Icon = isWide ? PanelLeftClose : PanelLeftOpen;
  const listenerLinks = (
    <ul className="flex flex-col gap-1">
      {SIDE_ITEMS.map((item) => <SideLink key={item.path} item={item} isWide={isWide} />)}
    </ul>
  );
  return (
    <nav aria-label="Main" className="frame-side isolate">
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 -z-10 h-72 mask-[linear-gradient(to_top,black,transparent)]"
      >
        <div className="size-full bg-dye mask-[url(/cloth.svg)] mask-size-[4.5rem] opacity-60 in-data-[theme=light]:opacity-15" />
      </div>
      <Logo />
      {session?.role === "creator"
        ? (
          // The documents' entries for creators take their place within moments; those for listeners stay if they cannot come.
          <Deferred fallback={<div className="animate-enter [animation-delay:2s]">{listenerLinks}</div>}>
            <CreatorLinks isWide={isWide} />
          </Deferred>
        )
        : listenerLinks}
      <button
        type="button"
        onClick={toggle}
        aria-expanded={isWide}
        aria-label={isWide ? "Collapse the sidebar" : "Expand the sidebar"}
        title={isWide ? "Collapse" : "Expand"}
        className="mt-4 flex h-11 shrink-0 items-center gap-3.5 rounded-md px-3.5 text-sm font-medium text-ink-soft hover:bg-ink/8 hover:text-ink"
      >
        <Icon size={20} aria-hidden="true" />
        {isWide && "Collapse"}
      </button>
    </nav>
  );
}

const KEY = "orin.side";

/** Whether the sidebar shows its words: as chosen, else by the width of the screen. `frame.css` follows. */
function useSideWidth(): [isWide: boolean, toggle: () => void] {
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEY));
  const hasRoom = useMedia("(min-width: 64rem)");
  const isWide = chosen ? chosen === "wide" : hasRoom;
  const toggle = () => {
    const next = isWide ? "narrow" : "wide";
    localStorage.setItem(KEY, next);
    document.documentElement.dataset.side = next;
    setChosen(next);
  };
  return [isWide, toggle];
}

import { Menu, Search } from "lucide-react";
import { lazy, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useOwnName, useProfile } from "../data/account.ts";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { signUpPath, useSession } from "../lib/session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { buttonClass } from "../ui/button_class.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Logo } from "./Logo.tsx";

const CreatorAvatar = lazy(() => import("./CreatorAvatar.tsx").then((module) => ({ default: module.CreatorAvatar })));
const Bell = lazy(() => import("./Bell.tsx").then((module) => ({ default: module.Bell })));
const MoreSheet = lazy(() => import("./MoreSheet.tsx").then((module) => ({ default: module.MoreSheet })));

/** The bar at the top: search, and who is logged in or the ways in. */
export function Header() {
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

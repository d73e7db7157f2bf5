import { LogIn, UserPlus } from "lucide-react";
import { Link, NavLink } from "react-router-dom";
import { useOwnName } from "../data/account.ts";
import { signUpPath, useSession } from "../lib/session.ts";
import { classNames } from "../ui/class_names.ts";
import { Sheet } from "../ui/Sheet.tsx";
import { CREATOR_ITEMS, CREATOR_TOOLS } from "./creator_items.ts";
import { CreatorLogOut } from "./CreatorLogOut.tsx";
import { MORE_ITEMS, type NavItem } from "./nav_items.ts";

/** The header has them, too, where letters are not too large for it. */
const waysIn = (): readonly NavItem[] => [
  { path: "/login", label: "Log in", Icon: LogIn },
  { path: signUpPath(), label: "Sign up", Icon: UserPlus },
];

/** What the phone's bottom bar has no room for. */
export function MoreSheet({ onClose }: { onClose(): void }) {
  const session = useSession();
  const isCreator = session?.role === "creator";
  return (
    <Sheet open title="More" onClose={onClose}>
      {session ? <Person isCreator={isCreator} onClose={onClose} /> : <Group items={waysIn()} onClose={onClose} />}
      {!isCreator && <Group items={MORE_ITEMS} onClose={onClose} />}
      {isCreator && (
        <>
          <h3 className="mt-3 px-3 pb-1 text-xs font-bold text-ink-faint">Creator</h3>
          <Group items={[...CREATOR_ITEMS, ...CREATOR_TOOLS]} onClose={onClose} inColumns />
          <ul>
            <CreatorLogOut isWide />
          </ul>
          <h3 className="mt-3 px-3 pb-1 text-xs font-bold text-ink-faint">Listen</h3>
          <Group items={MORE_ITEMS} onClose={onClose} inColumns />
        </>
      )}
    </Sheet>
  );
}

/** Who is logged in: the phone's header has room for the picture alone. */
function Person({ isCreator, onClose }: { isCreator: boolean; onClose(): void }) {
  const name = useOwnName();
  if (!name) return null;
  return (
    <Link
      to={isCreator ? "/cs-settings" : "/settings"}
      onClick={onClose}
      className="flex min-h-11 items-center px-3 font-semibold"
    >
      {name}
    </Link>
  );
}

interface GroupProps {
  items: readonly NavItem[];
  onClose(): void;
  /** Two beside each other, where letters are not too large for it. */
  inColumns?: boolean;
}

function Group({ items, onClose, inColumns = false }: GroupProps) {
  return (
    <ul className={inColumns ? "grid grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))]" : undefined}>
      {items.map(({ path, label, Icon }) => (
        <li key={path}>
          <NavLink
            to={path}
            onClick={onClose}
            className={({ isActive }) =>
              classNames(
                "flex h-13 items-center gap-4 rounded-md px-3 hover:bg-ink/8 [.grid_&]:gap-3",
                isActive && "font-bold",
              )}
          >
            <Icon size={22} aria-hidden="true" className="text-ink-soft" />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

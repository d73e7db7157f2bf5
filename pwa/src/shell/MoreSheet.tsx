import { LogIn, UserPlus } from "lucide-react";
import { NavLink } from "react-router-dom";
import { useSession } from "../lib/session.ts";
import { classNames } from "../ui/class_names.ts";
import { Sheet } from "../ui/Sheet.tsx";
import { CreatorLogOut } from "./CreatorLogOut.tsx";
import { CREATOR_ITEMS } from "./creator_items.ts";
import { MORE_ITEMS, type NavItem } from "./nav_items.ts";

/** The header has them, too, where letters are not too large for it. */
const WAYS_IN: readonly NavItem[] = [
  { path: "/login", label: "Log in", Icon: LogIn },
  { path: "/signup", label: "Sign up", Icon: UserPlus },
];

/** What the phone's bottom bar has no room for. */
export function MoreSheet({ onClose }: { onClose(): void }) {
  const session = useSession();
  const isCreator = session?.role === "creator";
  return (
    <Sheet open title="More" onClose={onClose}>
      {!session && <Group items={WAYS_IN} onClose={onClose} />}
      <Group items={MORE_ITEMS} onClose={onClose} />
      {isCreator && (
        <>
          <h3 className="mt-3 px-3 pb-1 text-xs font-bold text-ink-faint">Creator</h3>
          <Group items={CREATOR_ITEMS} onClose={onClose} />
          <ul>
            <CreatorLogOut isWide />
          </ul>
        </>
      )}
    </Sheet>
  );
}

function Group({ items, onClose }: { items: readonly NavItem[]; onClose(): void }) {
  return (
    <ul>
      {items.map(({ path, label, Icon }) => (
        <li key={path}>
          <NavLink
            to={path}
            onClick={onClose}
            className={({ isActive }) =>
              classNames("flex h-13 items-center gap-4 rounded-md px-3 hover:bg-ink/8", isActive && "font-bold")}
          >
            <Icon size={22} aria-hidden="true" className="text-ink-soft" />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

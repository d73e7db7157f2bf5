import { ChevronDown, Headphones, type LucideIcon } from "lucide-react";
import { useLocation } from "react-router-dom";
import { classNames } from "../ui/class_names.ts";
import { CREATOR_ITEMS, CREATOR_TOOLS } from "./creator_items.ts";
import { CreatorLogOut } from "./CreatorLogOut.tsx";
import { type NavItem, SIDE_ITEMS } from "./nav_items.ts";
import { SideLink } from "./SideLink.tsx";

/** A creator's sidebar: the documents' entries, in sight on a small laptop with the player; ours; and what listeners have, folded. */
export function CreatorLinks({ isWide }: { isWide: boolean }) {
  return (
    <>
      <ul className="flex flex-col gap-1">
        {CREATOR_ITEMS.map((item) => <SideLink key={item.path} item={item} isWide={isWide} />)}
        <CreatorLogOut isWide={isWide} />
      </ul>
      <hr className="my-3 border-line" />
      <ul className="flex flex-col gap-1">
        {CREATOR_TOOLS.map((item) => <SideLink key={item.path} item={item} isWide={isWide} />)}
      </ul>
      <SideFold label="Listen" Icon={Headphones} items={SIDE_ITEMS} isWide={isWide} />
    </>
  );
}

interface SideFoldProps {
  label: string;
  Icon: LucideIcon;
  items: readonly NavItem[];
  isWide: boolean;
}

/** Entries of the sidebar behind their common name; open where the screen is one of them. */
function SideFold({ label, Icon, items, isWide }: SideFoldProps) {
  const { pathname } = useLocation();
  const isHere = items.some(({ path }) => path === "/" ? pathname === "/" : pathname.startsWith(path));
  return (
    <details open={isHere} className="group shrink-0">
      <summary
        title={isWide ? undefined : label}
        className="relative flex h-11 cursor-pointer list-none items-center gap-3.5 rounded-md px-3.5 text-sm font-medium text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <Icon size={20} aria-hidden="true" className="shrink-0" />
        <span className={isWide ? "flex-1 truncate" : "sr-only"}>{label}</span>
        <ChevronDown
          size={isWide ? 16 : 12}
          aria-hidden="true"
          className={classNames("shrink-0 transition-transform group-open:rotate-180", !isWide && "absolute right-0")}
        />
      </summary>
      <ul className="flex flex-col gap-1 pt-1">
        {items.map((item) => <SideLink key={item.path} item={item} isWide={isWide} />)}
      </ul>
    </details>
  );
}

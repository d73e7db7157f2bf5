import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { lazy, useState } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { useSession } from "../lib/session.ts";
import { useMedia } from "../lib/use_media.ts";
import { Logo } from "./Logo.tsx";
import { SIDE_ITEMS } from "./nav_items.ts";
import { SideLink } from "./SideLink.tsx";

const CreatorLinks = lazy(() => import("./CreatorLinks.tsx").then((module) => ({ default: module.CreatorLinks })));

/** The left navigation from 768 px on: wide with words, or narrow with icons alone. */
export function Sidebar() {
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

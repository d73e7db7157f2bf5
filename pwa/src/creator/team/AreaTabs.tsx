import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useMay } from "../../lib/acting.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { AREAS, rightFor } from "./areas.ts";

/** The other screens of the area that is open, above its head: links, so each has its address and the way back. */
export function AreaTabs() {
  const { pathname } = useLocation();
  const may = { read: useMay("read"), edit: useMay("edit"), manage: useMay("manage"), owner: useMay("owner") };
  const area = AREAS.find(({ tabs }) => tabs.some(({ path }) => path === pathname));
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    // On a phone the row may hide the screen that is open.
    if (row.current && here) {
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2;
    }
  }, [pathname]);
  if (!area) return null;
  return (
    <nav
      ref={row}
      aria-label={area.label}
      className="relative -mx-4 -mt-6 mb-6 flex overflow-x-auto overflow-y-hidden border-b border-line px-2 md:-mx-8 md:-mt-8 md:mb-8 md:px-6"
    >
      {area.tabs.filter(({ path }) => may[rightFor(path)]).map(({ path, label }) => (
        <PreloadLink
          key={path}
          to={path}
          end
          className="inline-flex h-12 shrink-0 items-center border-b-2 border-transparent px-3 text-sm font-semibold text-ink-soft -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:border-primary aria-[current=page]:text-ink md:px-4"
        >
          {label}
        </PreloadLink>
      ))}
    </nav>
  );
}

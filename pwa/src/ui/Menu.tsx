import { EllipsisVertical } from "lucide-react";
import { lazy, type ReactNode, useState } from "react";
import { Deferred } from "./Deferred.tsx";
import { IconButton } from "./IconButton.tsx";

const loadPanel = () => import("./MenuPanel.tsx");
const MenuPanel = lazy(() => loadPanel().then((module) => ({ default: module.MenuPanel })));

export interface MenuItem {
  label: string;
  icon?: ReactNode | undefined;
  onSelect(): void;
  dangerous?: boolean;
  disabled?: boolean;
}

export interface MenuProps {
  /** Names the button: "More for {title} by {artist}". */
  label: string;
  items: readonly MenuItem[];
  icon?: ReactNode | undefined;
  className?: string | undefined;
}

export interface MenuPlace {
  into: HTMLElement;
  /** Keys opened it: then they begin at the first item. */
  byKeys: boolean;
}

/** A button with a menu. The menu's code is 28 KB, so it is fetched when the pointer or the focus comes near. */
export function Menu({ label, items, icon = <EllipsisVertical size={20} />, className }: MenuProps) {
  // Where the menu is put: into the screen or the dialog that it belongs to.
  const [place, setPlace] = useState<MenuPlace>();
  const preload = () => void loadPanel().catch(() => undefined);
  const button = (
    <IconButton
      label={label}
      icon={icon}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget, detail }) => {
        const into = currentTarget.closest<HTMLElement>("main, dialog") ?? document.body;
        // A press by a key has no detail.
        setPlace({ into, byKeys: detail === 0 });
      }}
      className={className}
    />
  );
  if (!place) return button;
  return (
    <Deferred fallback={button}>
      <MenuPanel label={label} items={items} icon={icon} className={className} place={place} />
    </Deferred>
  );
}

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

/** A button with a menu. The menu's code is 28 KB, so it is fetched when the pointer or the focus comes near. */
export function Menu({ label, items, icon = <EllipsisVertical size={20} />, className }: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const preload = () => void loadPanel().catch(() => undefined);
  const button = (
    <IconButton
      label={label}
      icon={icon}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
      className={className}
    />
  );
  if (!isWanted) return button;
  return (
    <Deferred fallback={button}>
      <MenuPanel label={label} items={items} icon={icon} className={className} />
    </Deferred>
  );
}

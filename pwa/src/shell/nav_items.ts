import {
  CircleArrowDown,
  Coins,
  Compass,
  Crown,
  Headphones,
  ListMusic,
  type LucideIcon,
  MicVocal,
  Settings2,
} from "lucide-react";

export interface NavItem {
  path: string;
  label: string;
  Icon: LucideIcon;
  /** The word on the small bottom bar, where it is another. */
  shortLabel?: string;
  /** Where other screens stand behind the entry, too, the beginnings of their addresses. */
  holds?: readonly string[];
}

/** Of every user, in the documents' order. */
const LISTENER_ITEMS: readonly NavItem[] = [
  { path: "/", label: "Discover", Icon: Compass },
  { path: "/songs", label: "Stream & Earn", shortLabel: "Earn", Icon: Headphones },
  { path: "/playlist", label: "Playlists", Icon: ListMusic },
  { path: "/artists", label: "Artists", Icon: MicVocal },
  { path: "/earnings", label: "Earnings", Icon: Coins },
  { path: "/subscriptions", label: "Subscriptions", Icon: Crown },
  { path: "/settings", label: "Settings", Icon: Settings2 },
];

/** What is on this device; the documents know nothing of it. */
const SAVED_ITEM: NavItem = { path: "/saved", label: "Saved music", Icon: CircleArrowDown };

/** The sidebar: the documents' items, then what is saved. */
export const SIDE_ITEMS = [...LISTENER_ITEMS, SAVED_ITEM];

/** The five of the bottom bar; the rest is in the More sheet. */
export const TAB_ITEMS = LISTENER_ITEMS.slice(0, 5);
export const MORE_ITEMS = [...LISTENER_ITEMS.slice(5), SAVED_ITEM];

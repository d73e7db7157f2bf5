import {
  CalendarClock,
  ChartLine,
  ChartPie,
  CloudUpload,
  Disc3,
  Gift,
  HandCoins,
  LayoutDashboard,
  Settings2,
  Wallet,
} from "lucide-react";
import type { NavItem } from "./nav_items.ts";

/** What creators have besides, in the documents' order. */
export const CREATOR_ITEMS: readonly NavItem[] = [
  { path: "/creator-dashboard", label: "Dashboard", Icon: LayoutDashboard },
  { path: "/cs-music-list", label: "Music List", Icon: Disc3 },
  { path: "/cs-upload", label: "Upload Music", Icon: CloudUpload },
  { path: "/cs-gift", label: "Gifts", Icon: Gift },
  { path: "/cs-settings", label: "Settings", Icon: Settings2 },
];

/** What the documents do not list. */
export const CREATOR_TOOLS: readonly NavItem[] = [
  { path: "/cs-insights", label: "Insights", Icon: ChartLine },
  { path: "/cs-releases", label: "Releases", Icon: CalendarClock },
  { path: "/cs-shares", label: "My shares", Icon: ChartPie },
  { path: "/cs-royalties", label: "Royalties", Icon: HandCoins },
  { path: "/cs-wallet", label: "Wallet", Icon: Wallet },
];

import { ChartLine, CloudUpload, Disc3, Gift, HeartHandshake, LayoutDashboard, Settings2, Wallet } from "lucide-react";
import type { NavItem } from "./nav_items.ts";

/** What creators have besides, in the documents' order. */
export const CREATOR_ITEMS: readonly NavItem[] = [
  { path: "/creator-dashboard", label: "Dashboard", Icon: LayoutDashboard },
  {
    path: "/cs-music-list",
    label: "Music List",
    Icon: Disc3,
    holds: ["/cs-releases", "/cs-shares", "/cs-split"],
  },
  { path: "/cs-upload", label: "Upload Music", Icon: CloudUpload },
  { path: "/cs-gift", label: "Gifts", Icon: Gift },
  { path: "/cs-settings", label: "Settings", Icon: Settings2 },
];

/** What the documents do not list. */
export const CREATOR_TOOLS: readonly NavItem[] = [
  { path: "/cs-insights", label: "Insights", Icon: ChartLine },
  { path: "/cs-posts", label: "Fans", Icon: HeartHandshake, holds: ["/comment-rules", "/cs-share"] },
  { path: "/cs-money", label: "Money", Icon: Wallet, holds: ["/cs-wallet", "/cs-royalties"] },
];

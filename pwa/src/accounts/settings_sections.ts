import { Bell, Database, type LucideIcon, MonitorSmartphone, ShieldCheck, Smartphone, TrendingUp } from "lucide-react";

/** What has a screen of its own behind `/settings`: its place in the address, its name and what is there. */
export const SECTIONS = [
  { id: "level", title: "Your level", text: "What you can earn a day, and how that grows", Icon: TrendingUp },
  { id: "notifications", title: "Notifications", text: "What reaches you where, and when", Icon: Bell },
  { id: "privacy", title: "Privacy", text: "Your name, your age, blocked people", Icon: ShieldCheck },
  { id: "device", title: "This device", text: "Look, sound quality, data, how songs follow", Icon: Smartphone },
  { id: "log-ins", title: "Log-ins", text: "Where you are logged in", Icon: MonitorSmartphone },
  { id: "data", title: "Your data", text: "A copy of it, and the way out", Icon: Database },
] as const satisfies readonly { id: string; title: string; text: string; Icon: LucideIcon }[];

export type SectionId = typeof SECTIONS[number]["id"];

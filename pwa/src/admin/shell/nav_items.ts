import { WORK_KINDS, type WorkKind } from "@contract/work.ts";
import { workAt } from "./work_address.ts";

type EntryLabel = "Work" | "People" | "Music" | "Funds" | "Books" | "Trust" | "Audit" | "Settings";

/** A screen of the back office, as its row of the routes has it. */
export interface AdminScreen {
  path: string;
  title: string;
  /** The call without which the screen is of no use: its roles open it. */
  needs: string;
  /** The entry of the navigation that leads to it. */
  entry: EntryLabel;
  /** On its link, where that is not its title. */
  label?: string;
  /** In no row of links: what a row opens, and what has a link of its own in the bar. */
  isApart?: boolean;
}

interface AdminEntry {
  readonly label: EntryLabel;
  /** What waits there, which its count adds up. */
  readonly kinds: readonly WorkKind[] | "all";
  /** Those of them that have a link of their own. */
  readonly links: Readonly<Partial<Record<WorkKind, string>>>;
}

/**
 * The eight entries of the navigation. They hold the documented links: `/dashboard` begins with what waits,
 * `/approve-earnings` is called Funds, `/create-admin` is in Settings.
 */
export const ADMIN_NAV: readonly AdminEntry[] = [
  { label: "Work", kinds: "all", links: {} },
  { label: "People", kinds: [], links: {} },
  {
    label: "Music",
    kinds: ["claim", "report", "moderation_appeal", "duplicate"],
    links: { report: "Reports", claim: "Claims", moderation_appeal: "Appeals", duplicate: "Same recordings" },
  },
  {
    label: "Funds",
    kinds: ["withdrawal", "second_approval", "one_time_code", "uncertain_payout", "lost_payout", "payment_to_clear"],
    links: { payment_to_clear: "Payments to clear" },
  },
  {
    label: "Books",
    kinds: ["difference", "dispute", "stopped_gift"],
    links: { dispute: "Disputes", stopped_gift: "Stopped gifts" },
  },
  {
    label: "Trust",
    kinds: ["earnings_appeal", "suspension_appeal", "disputed_share"],
    links: {
      earnings_appeal: "Appeals about earnings",
      suspension_appeal: "Suspended people",
      disputed_share: "Disputed shares",
    },
  },
  { label: "Audit", kinds: [], links: {} },
  { label: "Settings", kinds: ["invited_admin"], links: {} },
];

interface AdminLink {
  readonly path: string;
  readonly label: string;
}

/** Where an entry's links lead: to what the admin may open. The entry itself leads to the first. */
export function linksOf(
  { label, links }: AdminEntry,
  screens: readonly AdminScreen[],
  may: (call: string) => boolean,
): readonly AdminLink[] {
  const own = screens.filter(({ entry, isApart, needs }) => entry === label && !isApart && may(needs));
  const waiting = Object.entries(links) as [WorkKind, string][];
  return [
    ...own.map(({ path, title, label: shown = title }) => ({ path, label: shown })),
    ...waiting.filter(([kind]) => may(WORK_KINDS[kind].sees)).map(([kind, shown]) => ({
      path: workAt(kind),
      label: shown,
    })),
  ];
}

/** The screen of an address: the one whose path it begins with. */
export function screenAt(pathname: string, screens: readonly AdminScreen[]): AdminScreen | undefined {
  return screens.find(({ path }) => {
    const [fixed = ""] = path.split("/:");
    return pathname === fixed || pathname.startsWith(`${fixed}/`);
  });
}

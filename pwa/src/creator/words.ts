import type { SeriesUnit } from "@contract/creator.ts";
import type { GiftPartShown } from "@contract/gifts.ts";
import { formatDate, startOfToday } from "../lib/format.ts";
import { notCredited } from "../lib/not_credited.ts";

const SOURCES: Readonly<Record<string, string>> = {
  album: "An album",
  release: "A release",
  radio: "Radio",
  mix: "Today's mix",
  "orin-next": "Orin played on",
  track: "The song's page",
  link: "Your link page",
  embed: "Player on another site",
  liked: "Liked songs",
  recent: "Played before",
  "for-you": "For you",
  followed: "Artists they follow",
  saved: "Saved music",
  queue: "Another device",
  other: "Other places",
  discover: "Discover",
  search: "Search",
  playlist: "Playlist",
  share: "Shared link",
  offline: "Offline",
  songs: "Stream & Earn",
  "new-releases": "New Releases",
  chart: "Weekly Top 100",
  artist: "Artist page",
  own: "Your music list",
  unknown: "Elsewhere",
};

const DAY_MS = 24 * 3_600_000;

/** A Lagos day by its first moment: "Today", "Yesterday", and before that its date. */
export function dayWords(dayStart: string): string {
  const today = startOfToday();
  const at = Date.parse(dayStart);
  if (at >= today) return "Today";
  return at >= today - DAY_MS ? "Yesterday" : formatDate(dayStart);
}

/** Where plays came from, in words. */
export function sourceWords(source: string): string {
  return SOURCES[source] ?? source.replaceAll(/[-_.]/g, " ");
}

/** Where a part of a gift went: "paid to your bank". */
export function payoutWords({ to, status, date }: Pick<GiftPartShown, "to" | "status" | "date">): string {
  switch (to) {
    case "balance":
      return "in your Available Balance";
    case "settling":
      return date === undefined ? "held while its payment is disputed" : "settling";
    case "spent":
      return "spent on Orin";
    case "given_back":
      return "returned to the sender";
    case "payout":
      break;
  }
  if (status === "completed") return "paid to your bank";
  if (status === "uncertain") return "in a withdrawal we are checking";
  return status === "processing" || status === "needs_otp" ? "on the way to your bank" : "in a withdrawal under review";
}

/** Why plays do not count, in words for creators. */
export function reasonWords(reason: string): string {
  if (reason === "not_heard") return "Sent, but not played";
  if (reason === "removed") return "Removed: from accounts that did not listen";
  return notCredited(reason, "toArtist") ?? "Other reasons";
}

const naira = new Intl.NumberFormat("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "1,234.50", for the documented "N 0.00" and "N0.00" of the dashboard; elsewhere it is `formatNaira`. */
export function nairaDigits(amount: number): string {
  return naira.format(amount);
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "short", year: "numeric" });

/** The name of a point in time: a day, "Week of ...", a month. */
export function pointName(start: string, unit: SeriesUnit): string {
  if (unit === "month") return monthFormat.format(new Date(start));
  return unit === "week" ? `Week of ${formatDate(start)}` : formatDate(start);
}

const tickFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });

/** The short name of a moment (epoch ms) under a chart. */
export function tickName(ms: number, unit: SeriesUnit): string {
  return (unit === "month" ? monthFormat : tickFormat).format(ms);
}

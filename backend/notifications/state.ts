import {
  DEFAULT_QUIET,
  DEFAULT_SWITCHES,
  DIGEST_KINDS,
  isLocked,
  type MailPace,
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
  type QuietHours,
  type Switches,
} from "../contract/notifications.ts";
import { compact } from "../contract/compact.ts";
import type { NotificationChange } from "../contract/requests/notifications.ts";
import { Refusal } from "../contract/refusal.ts";
import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import type { NotificationsChosen } from "./events.ts";

/** What a person wants to hear of. */
export interface Choices {
  readonly switches: Switches;
  readonly quiet: QuietHours;
  readonly mails: MailPace;
  /** The last stretch of time with one mail a day, epoch ms; no end while it lasts, no beginning where there was none. */
  readonly daily: { readonly from?: number; readonly until?: number };
}

/** Of a person who has chosen nothing. */
export const NO_CHOICES: Choices = {
  switches: DEFAULT_SWITCHES,
  quiet: DEFAULT_QUIET,
  mails: "once",
  daily: {},
};

export type ChoicesChange = NotificationChange;

/** Nothing happens where all is so already. Throws Refusal `invalid_request` for what cannot be switched off. */
export function decideChoices(
  known: Choices,
  change: ChoicesChange & { readonly userId: string },
): NotificationsChosen[] {
  const switches: { [Kind in NoticeKind]?: { [Channel in NoticeChannel]?: boolean } } = {};
  for (const kind of NOTICE_KINDS) {
    for (const channel of NOTICE_CHANNELS) {
      const wanted = change.switches?.[kind]?.[channel];
      if (wanted === false && isLocked(kind, channel)) {
        throw new Refusal("invalid_request", "We always send receipts and warnings by email");
      }
      if (wanted === undefined || wanted === known.switches[kind][channel]) continue;
      switches[kind] = { ...switches[kind], [channel]: wanted };
    }
  }
  const quiet = { ...known.quiet, ...compact(change.quiet ?? {}) };
  const isQuietNew = Object.entries(quiet).some(([name, value]) => known.quiet[name as keyof QuietHours] !== value);
  const data = {
    ...(Object.keys(switches).length > 0 && { switches }),
    ...(isQuietNew && { quiet }),
    ...(change.mails !== undefined && change.mails !== known.mails && { mails: change.mails }),
  };
  return Object.keys(data).length === 0
    ? []
    : [{ type: "NotificationsChosen", data: { userId: change.userId, ...data } }];
}

/** The choices after the event, which was recorded at a moment (epoch ms). */
export function evolveChoices(known: Choices, { data }: NotificationsChosen, at: number): Choices {
  const switches = Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, { ...known.switches[kind], ...data.switches?.[kind] }]),
  ) as Switches;
  const daily = data.mails === "daily"
    ? { from: at }
    : data.mails === "once"
    ? { ...known.daily, until: at }
    : known.daily;
  return { switches, quiet: data.quiet ?? known.quiet, mails: data.mails ?? known.mails, daily };
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** When a person's quiet hours end, epoch ms; undefined outside of them. */
export function quietUntil({ isOn, from, until, zone }: QuietHours, now: number): number | undefined {
  if (!isOn || from === until) return undefined;
  const minute = minuteOf(new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: zone }).format(now));
  const [first, end] = [minuteOf(from), minuteOf(until)];
  const isQuiet = first < end ? minute >= first && minute < end : minute >= first || minute < end;
  if (!isQuiet) return undefined;
  return Math.floor(now / MINUTE_MS) * MINUTE_MS + ((end - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * How a mail about something of a moment (epoch ms) goes to a person: now, with the day's one mail, or not at all. The
 * day's mail tells of what happened while there was one, so that a change of the setting mails nothing twice.
 */
export function mailWay({ switches, daily }: Choices, kind: NoticeKind, at: number): "now" | "daily" | "never" {
  if (!switches[kind].mail) return "never";
  const isDaily = daily.from !== undefined && at >= daily.from && at < (daily.until ?? Infinity);
  return isDaily && DIGEST_KINDS.includes(kind) ? "daily" : "now";
}

const HOUR_MS = 3_600_000;
/** In the morning, when it is not quiet for most people. */
const DIGEST_HOUR = 8;
/** The list follows the log; what came right before the hour is in it by then. */
const DIGEST_LATE_MS = 5 * MINUTE_MS;

/** The day's mail that tells of a moment (epoch ms): its Lagos day, what it covers, and when it goes. */
export function digestOf(at: number): { day: string; from: number; until: number; runAt: number } {
  const day = lagosDay(at + (24 - DIGEST_HOUR) * HOUR_MS);
  const until = lagosDayStart(day) + DIGEST_HOUR * HOUR_MS;
  return { day, from: until - 24 * HOUR_MS, until, runAt: until + DIGEST_LATE_MS };
}

/** The age from which an event is no news any more. */
const NEWS_MS = 24 * HOUR_MS;

/** Whether something that happened at a moment (epoch ms) is still worth a push or mail. */
export function isNews(at: number, now: number): boolean {
  return now - at < NEWS_MS;
}

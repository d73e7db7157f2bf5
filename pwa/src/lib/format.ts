// Each of the browser's own formats takes a cheap phone some 10 ms to make: counts and days, which the first screen
// shows, are written by hand, and this one waits for its first use.
let tokenFormat: Intl.NumberFormat | undefined;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** Seconds as "3:05", from an hour on "1:02:05". Unknown or endless lengths are "0:00". */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const tail = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Seconds in words for screen readers: "1 minute 30 seconds". */
export function spokenDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const parts = [[Math.floor(whole / 3600), "hour"], [Math.floor(whole / 60) % 60, "minute"], [
    whole % 60,
    "second",
  ]] as const;
  const said = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => plural(amount, unit));
  return said.join(" ") || "0 seconds";
}

/** Seconds as "2h 5m". */
export function formatHours(seconds: number): string {
  const minutes = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds / 60) : 0;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** Counts abbreviated at 1,000 and 1,000,000 with one decimal: "999", "1.2K", "3.4M". */
export function formatCount(count: number): string {
  // 999,950 would round to "1000.0K".
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
  return count >= 1_000 ? `${(count / 1_000).toFixed(1)}K` : String(count);
}

/** A whole count in full, for titles and accessible names: "1,234,567". */
export function formatFullCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Tokens, as answers give them, with two decimals: "1,234.50". */
export function formatTokens(tokens: number): string {
  tokenFormat ??= new Intl.NumberFormat("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return tokenFormat.format(tokens);
}

/** The day in Lagos: "20 Nov 2026". */
export function formatDate(moment: string | number | Date): string {
  return safely(moment, dayOf);
}

/** The day and time in Lagos: "20 Nov 2026, 18:05". */
export function formatDateTime(moment: string | number | Date): string {
  return safely(moment, (date) => `${dayOf(date)}, ${timeOf(date)}`);
}

/** The time in Lagos: "18:05". */
export function formatTime(moment: string | number | Date): string {
  return safely(moment, timeOf);
}

/** "Just now", "5 minutes ago", "3 hours ago", "2 days ago", and from a week on the date. */
export function formatAgo(moment: string | number | Date, nowMs: number = Date.now()): string {
  return safely(moment, (date) => {
    const minutes = Math.floor((nowMs - date.getTime()) / 60_000);
    if (minutes < 1) return "Just now";
    if (minutes < 60) return `${plural(minutes, "minute")} ago`;
    if (minutes < 24 * 60) return `${plural(Math.floor(minutes / 60), "hour")} ago`;
    const days = Math.floor(minutes / (24 * 60));
    return days < 7 ? `${plural(days, "day")} ago` : dayOf(date);
  });
}

const DAY_MS = 24 * 3_600_000;
const LAGOS_OFFSET_MS = 3_600_000;

/** When today began in Lagos (UTC+1, no daylight saving), epoch ms. */
export function startOfToday(nowMs: number = Date.now()): number {
  return Math.floor((nowMs + LAGOS_OFFSET_MS) / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS;
}

/** "1 play", "3 plays". */
export function plural(count: number, word: string, words: string = `${word}s`): string {
  return `${formatFullCount(count)} ${count === 1 ? word : words}`;
}

function dayOf(moment: Date): string {
  const there = inLagos(moment);
  return `${there.getUTCDate()} ${MONTHS[there.getUTCMonth()]} ${there.getUTCFullYear()}`;
}

function timeOf(moment: Date): string {
  const there = inLagos(moment);
  return [there.getUTCHours(), there.getUTCMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** A date whose UTC parts are those of Lagos. */
function inLagos(moment: Date): Date {
  return new Date(moment.getTime() + LAGOS_OFFSET_MS);
}

function safely(moment: string | number | Date, format: (date: Date) => string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? "" : format(date);
}

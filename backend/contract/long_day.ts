const FORMAT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Africa/Lagos" });

/** The Lagos day of a moment (epoch ms) as mails and refusals write it: "20 November 2026". */
export function longDay(epochMs: number): string {
  return FORMAT.format(epochMs);
}

const TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "Africa/Lagos" });

/** A moment (epoch ms) as mails and refusals write it: "20 November 2026 at 09:15 (Lagos time)". */
export function longTime(epochMs: number): string {
  return `${TIME.format(epochMs)} (Lagos time)`;
}

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** A month (YYYY-MM) in words: "November 2026". */
export function longMonth(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

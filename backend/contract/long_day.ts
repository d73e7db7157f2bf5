const FORMAT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Africa/Lagos" });

/** The Lagos day of a moment (epoch ms) as mails and refusals write it: "20 November 2026". */
export function longDay(epochMs: number): string {
  return FORMAT.format(epochMs);
}

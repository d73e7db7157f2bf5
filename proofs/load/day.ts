/** What a listener who opens Orin on a day asks for, on average: some three visits and ten songs. */
export const A_DAY = {
  pages: 3,
  reads: 12,
  searches: 2,
  streams: 10,
  plays: 12,
  "offline plays": 0.2,
  hearts: 1,
  "log-ins": 0.1,
} as const;

export type Kind = keyof typeof A_DAY;
export const KINDS = Object.keys(A_DAY) as Kind[];

/** How busy each hour of a day in Lagos is, from midnight on: low before dawn, high in the evening. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 6, 6, 5, 5, 5, 6, 6, 5, 5, 6, 8, 10, 12, 12, 10, 7, 4];
const ALL_HOURS = HOURS.reduce((sum, one) => sum + one, 0);

/** The busiest hour's requests for each of a mean one. */
export const PEAK = Math.max(...HOURS) * HOURS.length / ALL_HOURS;

/** How many requests of a kind are due between two shares (0 to 1) of the day. */
export function dueBetween(
  kind: Kind,
  { listeners, from, to }: { listeners: number; from: number; to: number },
): number {
  return A_DAY[kind] * listeners * (donePart(to) - donePart(from));
}

/** Which part of the day's requests is over when this share of its time is. */
function donePart(share: number): number {
  const at = Math.min(1, share) * HOURS.length;
  const whole = HOURS.slice(0, Math.floor(at)).reduce((sum, one) => sum + one, 0);
  return (whole + (at % 1) * (HOURS[Math.floor(at)] ?? 0)) / ALL_HOURS;
}

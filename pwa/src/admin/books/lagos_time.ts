const LAGOS_OFFSET_MS = 3_600_000;

/** A moment as a date-time field shows it, in Lagos: "2026-11-20T18:05". */
export function fieldTime(moment: string | number): string {
  return new Date(new Date(moment).getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 16);
}

/** The moment of a date-time field in Lagos, ISO 8601; empty where it holds none. */
export function momentOf(field: string): string {
  const moment = new Date(`${field}${field.length === 16 ? ":00" : ""}.000+01:00`);
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}

/** The end of a month (YYYY-MM) in Lagos, ISO 8601. */
export function monthEnd(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1) - LAGOS_OFFSET_MS).toISOString();
}

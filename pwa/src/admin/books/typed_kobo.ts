/** Kobo of a sum such as "1,234.50", by its digits alone; undefined for what is no sum above zero. */
export function koboIn(text: string): number | undefined {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(/[₦,\s]/g, ""));
  if (!found) return undefined;
  const kobo = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return kobo > 0 ? kobo : undefined;
}

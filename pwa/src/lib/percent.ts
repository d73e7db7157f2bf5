/** Basis points of a typed percentage: at most two decimals, comma or point. Undefined for anything else. */
export function basisPointsOf(typed: string): number | undefined {
  const text = typed.trim().replace(/\s*%$/, "").replace(",", ".");
  return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined;
}

/** What a field shows for basis points: 12.5 for 1,250. */
export function percentOf(basisPoints: number): string {
  return String(basisPoints / 100);
}

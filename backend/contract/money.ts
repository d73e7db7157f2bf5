/** 1 token = 100 units, 1 unit = 1 kobo. Every amount inside Orin is a whole number of units or kobo. */
export const UNITS_PER_TOKEN = 100;

/** Units as the number of tokens that JSON shows: at most two decimals, exact for every safe integer in use. */
export function tokensOf(units: number): number {
  return units / UNITS_PER_TOKEN;
}

/**
 * Tokens as said by a client, in units. Throws a RangeError when it is not a number with at most two decimals:
 * a third decimal would have to be rounded, and money is never rounded silently.
 */
export function unitsOf(tokens: number): number {
  const units = Math.round(tokens * UNITS_PER_TOKEN);
  if (!Number.isSafeInteger(units) || Math.abs(units / UNITS_PER_TOKEN - tokens) > 1e-9) {
    throw new RangeError(`Expected tokens with at most two decimals, got ${tokens}`);
  }
  return units;
}

/** Token amount for people: "1,234.50". */
export function formatTokens(units: number): string {
  return tokensOf(units).toLocaleString("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Naira, as answers give them, in kobo. */
export function koboOf(naira: number): number {
  return Math.round(naira * 100);
}

/** Kobo for people: "₦1,000.00", below zero "-₦1,000.00". */
export function formatNaira(kobo: number): string {
  return `${kobo < 0 ? "-" : ""}₦${
    (Math.abs(kobo) / 100).toLocaleString("en-NG", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  }`;
}

/** One side of a difference between two books: a sum in kobo, or a status. */
export function nairaOrStatus(value: string | number): string {
  return typeof value === "number" ? formatNaira(value) : value || "nothing";
}

/** Tokens with what they are worth, for people: "1,234.50 tokens (₦1,234.50)". */
export function formatTokensWithNaira(units: number): string {
  return `${formatTokens(units)} tokens (${formatNaira(units)})`;
}

/** Dollars for people: "$1,000.00". */
export function formatDollars(dollars: number): string {
  return `$${dollars.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

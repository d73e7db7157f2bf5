/** Dollars. The least is what the payment provider takes, with room; the most is for a human. */
const MIN_GIFT_CENTS = 10;
const MAX_GIFT_CENTS = 1_000_000;
export const MAX_GIFT_MESSAGE = 300;

const GIFT_TIERS = [
  { name: "Diamond", from: 1_000 },
  { name: "Platinum", from: 500 },
  { name: "Gold", from: 250 },
  { name: "Silver", from: 100 },
  { name: "Bronze", from: 0 },
] as const;

/** The tier of a gift by its dollars. */
export function giftTier(dollars: number): typeof GIFT_TIERS[number]["name"] {
  return GIFT_TIERS.find(({ from }) => dollars >= from)?.name ?? "Bronze";
}

/** Units that cents are at a rate: what is booked, to the kobo. */
export function giftUnits(cents: number, koboPerDollar: number): number {
  return Math.round(cents * koboPerDollar / 100);
}

/** Cents of an amount in dollars; undefined where it is no gift: no whole cents, too little or too much. */
export function giftCents(dollars: number): number | undefined {
  const cents = Math.round(dollars * 100);
  const isWhole = Math.abs(cents / 100 - dollars) < 1e-9;
  return isWhole && cents >= MIN_GIFT_CENTS && cents <= MAX_GIFT_CENTS ? cents : undefined;
}

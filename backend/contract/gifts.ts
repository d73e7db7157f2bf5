import type { WithdrawalStatus } from "./wallet.ts";
/** Dollars. The least is what the payment provider takes, with room; the most is for a human. */
const MIN_GIFT_CENTS = 10;
const MAX_GIFT_CENTS = 1_000_000;
export const MAX_GIFT_MESSAGE = 300;
/** An artist may thank everyone once in so many days. */
export const THANK_EVERY_DAYS = 7;

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

interface Gift {
  id: string;
  amount: number;
  naira: number;
  date: string;
  message: string;
  tier: string;
  method: "card" | "tokens";
  track?: { _id: string; title: string } | undefined;
  thanks?: string | undefined;
}

/**
 * A gift as the artist sees it. `amount` in dollars, `naira` as it was booked. One that went back to its giver stays in
 * the list and out of the sums. `sender.name` is "Anonymous" unless the giver chose to be named; of who has left, the
 * message is empty, too.
 */
export interface ReceivedGift extends Gift {
  sender: { name: string };
  status: "sent" | "refunded";
  /** A collaborator's part of a gift for a song, not a gift of its own: there is no giver to thank. */
  isShare?: boolean;
  /** The message holds one of the artist's filter words: they see it when they ask to. */
  isFiltered?: boolean;
}

/** `GET /api/v1/gifts/received`: amounts in dollars. */
export interface GiftsReceived {
  gifts: ReceivedGift[];
  stats: {
    totalGifts: number;
    totalAmount: number;
    directGifts: number;
    trackGifts: number;
    directAmount: number;
    trackAmount: number;
    /** The same sums in naira, at the rate of each gift. */
    naira: { total: number; direct: number; track: number };
  };
}

/**
 * `GET` and `POST /api/v1/gifts/thanks`: what an artist says to all who gave. It gives no names. `people` are at most
 * so many: each gift without a name counts as a person, and people who stopped the artist's words or have left count,
 * too.
 */
export interface SupporterThanks {
  /** Gifts since the last thank-you to all, without those that were thanked for. */
  waiting: number;
  people: number;
  /** The same by Lagos month (YYYY-MM), also of before the last thank-you; the newest first. */
  months: { month: string; gifts: number; people: number }[];
  /** From when on the artist may thank all again; null for immediately. */
  nextThanksAt: string | null;
  /** The newest first. */
  thanks: {
    thanksId: string;
    text: string;
    at: string;
    /** A moderator hides it. */
    isHidden: boolean;
    /** The Lagos month whose gifts it is for; null for those since the thank-you before it. */
    month: string | null;
  }[];
}

/** `GET /api/v1/gifts/sent`: `started` ones are not paid yet, and `reference` is what to verify. */
export interface SentGift extends Gift {
  artistId: string;
  artist: string;
  isNamed: boolean;
  status: "started" | "sent" | "refunded";
  reference?: string | undefined;
  /** Of tokens: when the artist can use them. Until then their giver may stop them, once. */
  settlesAt?: string | undefined;
  isStopped?: boolean | undefined;
}

/**
 * Where a part of a gift went, in tokens. A gift leaves with the payouts that took the artist's balance when its turn
 * came: first in, first out. `date`: of a payout, or when what settles can be spent; missing while it is disputed.
 */
export interface GiftPartShown {
  to: "payout" | "settling" | "balance" | "spent" | "given_back";
  tokens: number;
  /** Of a payout: the withdrawal, its state, and the provider's reference once there is one. */
  withdrawalId?: string | undefined;
  status?: WithdrawalStatus | undefined;
  reference?: string | undefined;
  date?: string | undefined;
}

/** `GET /api/v1/gifts/payouts`: the newest gifts with their parts, and in tokens where all gifts went. */
export interface GiftPayouts {
  gifts: (ReceivedGift & { parts: GiftPartShown[] })[];
  totals: {
    received: number;
    paidOut: number;
    underWay: number;
    /** Of gifts by card that are not available yet; missing in answers from before they settled. */
    settling?: number;
    inBalance: number;
    spent: number;
    givenBack: number;
  };
}

/** `POST /api/v1/gifts`: tokens have moved then; a card's payment begins at `data.authorization_url`. */
export interface SendGiftAnswer {
  message: string;
  giftId: string;
  newBalance?: number;
  repeated?: true;
  data?: { authorization_url: string; access_code: string; reference: string };
}

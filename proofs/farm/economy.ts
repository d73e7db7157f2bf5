import { dailyUnitsOf, type Policy } from "../../backend/contract/policy_rules.ts";
import { monthAfter, monthOf, monthStart, royaltiesCloseAt } from "../../backend/contract/royalties.ts";
import type { TrustLevel } from "../../backend/contract/trust.ts";
import { dueGifts, type HeldGifts } from "../../backend/gifts/settlement/state.ts";
import { firstUnitsOf, halvesOf } from "../../backend/listening/pool/state.ts";
import { youngUntil } from "../../backend/payments/cards/young.ts";
import { premiumShare } from "../../backend/royalties/state.ts";

// What farms bring and cost by the policy alone. 1 unit is 1 kobo. It computes with the service's own rules, so a rule that
// changes changes the table.

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MONTH_DAYS = 30;

/** What the policy does not say, each with its reason: `--name value` of the command changes one. */
export const ASSUMPTIONS = {
  sim: { value: 150, unit: "naira", why: "a SIM card that gets one text, once" },
  address: { value: 0, unit: "naira", why: "an email address, once" },
  data: { value: 300, unit: "naira/GB", why: "mobile data; a fixed line is less, and saved songs are nothing" },
  kbits: { value: 48, unit: "kbit/s", why: "the sound of data saver" },
  song: { value: 3.5, unit: "minutes", why: "a usual song, where an account hears the free plays of a day" },
  long: { value: 6, unit: "minutes", why: "a long song" },
  fee: { value: 1.5, unit: "percent", why: "what the provider keeps of a card's payment" },
  flat: { value: 100, unit: "naira", why: "the same, of a payment from 2,500 naira on" },
  most: { value: 2_000, unit: "naira", why: "the most of it" },
} as const satisfies Record<string, { value: number; unit: string; why: string }>;

export type Assumptions = Record<keyof typeof ASSUMPTIONS, number>;

export const ASSUMED = Object.fromEntries(
  Object.entries(ASSUMPTIONS).map(([name, { value }]) => [name, value]),
) as Assumptions;

/** The provider's fee of a payment, kobo. */
export function feeOfCharge(kobo: number, { fee, flat, most }: Assumptions): number {
  return Math.min(most * 100, Math.ceil(kobo * fee / 100) + (kobo >= 250_000 ? flat * 100 : 0));
}

/** An account that does nothing but earn. */
interface AccountKind {
  readonly name: string;
  readonly level: TrustLevel;
  /** Minutes of the songs that it hears; undefined where they are saved, and cost no data. */
  readonly songMinutes: number | undefined;
  readonly isPremium: boolean;
}

/** The kinds of accounts that a farm can have. */
export function kindsOf({ song, long }: Assumptions): AccountKind[] {
  return [
    { name: "level 0, an email address", level: 0, songMinutes: song, isPremium: false },
    { name: "level 1, usual songs", level: 1, songMinutes: song, isPremium: false },
    { name: "level 1, long songs", level: 1, songMinutes: long, isPremium: false },
    { name: "level 1, Premium, songs saved once", level: 1, songMinutes: undefined, isPremium: true },
    { name: "level 2, Premium, songs saved once", level: 2, songMinutes: undefined, isPremium: true },
  ];
}

/** A month of an account, kobo. */
interface AccountMonth {
  readonly rewards: number;
  /** What it brings to an artist, gross. */
  readonly royalties: number;
  readonly once: number;
  readonly monthly: number;
  /** What the payment leaves after the provider's fee; 0 without a payment. */
  readonly left: number;
  /** Whether it may be paid or give tokens at all. */
  readonly isPaid: boolean;
}

/** What an account brings a month at most, and costs. */
export function accountMonth(policy: Policy, kind: AccountKind, assumed: Assumptions): AccountMonth {
  const { level, songMinutes = Infinity, isPremium } = kind;
  const dayMs = isPremium
    ? policy.dailyRewardedMs
    : Math.min(policy.dailyRewardedMs, policy.dailyFreePlays * songMinutes * MINUTE_MS);
  const day = Math.min(dailyUnitsOf(policy, level), Math.floor(dayMs / policy.rewardMsPerUnit));
  const rewards = day * MONTH_DAYS;
  const paid = isPremium ? policy.premiumMonthKobo : 0;
  const fee = paid === 0 ? 0 : feeOfCharge(paid, assumed);
  const rest = { feesKobo: fee, rewardUnits: rewards, basisPoints: policy.royaltyOfRestBasisPoints };
  const heardSeconds = kind.songMinutes === undefined ? 0 : day * policy.rewardMsPerUnit / 1_000 * MONTH_DAYS;
  const gigabytes = heardSeconds * assumed.kbits / 8 / 1_000_000;
  const phone = level === 1 ? assumed.sim * 100 / policy.accountsPerPhone : 0;
  return {
    ...{ rewards, royalties: premiumShare(paid, { basisPoints: policy.royaltyBasisPoints, rest }) },
    once: Math.floor(assumed.address * 100 + phone),
    monthly: Math.floor(paid + gigabytes * assumed.data * 100),
    left: paid - fee,
    isPaid: level > 0,
  };
}

/** What a level earns a month without paying, at most. */
export function freeMonth(policy: Policy, level: TrustLevel, assumed: Assumptions): number {
  const kind = { name: "", level, songMinutes: assumed.long, isPremium: false };
  return accountMonth(policy, kind, assumed).rewards;
}

/** A day of a ring: what it takes of the pool, and what it leaves to others, units. */
interface RingDay {
  readonly accounts: number;
  /** Proven numbers × accounts a phone × the level's day. */
  readonly most: number;
  readonly taken: number;
  /** For first tokens of others, whatever the ring does. */
  readonly keptForOthers: number;
}

/** The day of a ring of proven numbers that is there before everyone else. */
export function ringDay(policy: Policy, numbers: number): RingDay {
  const accounts = numbers * policy.accountsPerPhone;
  const day = dailyUnitsOf(policy, 1);
  const { keptUnits, openUnits } = halvesOf(policy);
  const first = firstUnitsOf({ allowed: day, units: 0, isLate: false, level: 1 }, policy);
  const kept = Math.min(keptUnits, accounts * first);
  const open = Math.min(openUnits, accounts * day - kept);
  return { accounts, most: accounts * day, taken: kept + open, keptForOthers: keptUnits - kept };
}

/** A payment by a new card that its bank takes back. Kobo, days after the payment. */
interface Reversal {
  readonly kobo: number;
  readonly seats: number;
  readonly months: number;
  readonly afterDays: number;
}

const PAID_AT = Date.UTC(2026, 0, 1);

/**
 * What of the royalties of a reversed payment had settled, kobo. It is taken back, or owed by who had most of it, which is
 * worth nothing where a thief has left: so all of it is at risk. Each seat's months are computed, wait
 * and settle by the service's rules; each seat earns all that its level gives.
 */
export function royaltiesLost(
  policy: Policy,
  { kobo, seats, months, afterDays }: Reversal,
  assumed: Assumptions,
): number {
  const reversedAt = PAID_AT + afterDays * DAY_MS;
  const young = youngUntil({ paidAt: PAID_AT, cardSince: undefined }, policy.youngCardMs);
  const part = Math.floor(kobo / seats / months);
  const feesKobo = Math.ceil(feeOfCharge(kobo, assumed) / seats / months);
  const rewardUnits = dailyUnitsOf(policy, 1) * MONTH_DAYS;
  const rest = { feesKobo, rewardUnits, basisPoints: policy.royaltyOfRestBasisPoints };
  const each = premiumShare(part, { basisPoints: policy.royaltyBasisPoints, rest });
  let lost = 0;
  let month = monthOf(PAID_AT);
  for (let index = 0; index < months; index++, month = monthAfter(month)) {
    const settlesAt = Math.max(royaltiesCloseAt(month, policy) + policy.settlingMs, young);
    // What was heard after the bank took it back is not paid for.
    if (settlesAt <= reversedAt && monthStart(month) <= reversedAt) lost += each * seats;
  }
  return lost;
}

/** What of gifts by a new card is out when its bank takes them back, units: the artist owes it, and may never pay. */
export function giftsOut(
  policy: Policy,
  { units, gifts, afterDays, level }: {
    readonly units: number;
    readonly gifts: number;
    readonly afterDays: number;
    readonly level: TrustLevel;
  },
): number {
  const now = PAID_AT + afterDays * DAY_MS;
  const youngUntilMs = youngUntil({ paidAt: PAID_AT, cardSince: undefined }, policy.youngCardMs);
  const held: HeldGifts = new Map(
    Array.from({ length: gifts }, (_, index) => [`${index}`, {
      ...{ giftId: `${index}`, units, isFrozen: false, isStopped: false, youngUntil: youngUntilMs },
      until: PAID_AT + policy.knownGiftSettlingMs,
    }]),
  );
  const mostUnits = level === 2 ? policy.youngGiftsOutUnits : undefined;
  return dueGifts(held, { now, outUnits: 0, mostUnits }).size * units;
}

/** What a reversed payment costs Orin at most, kobo, beside what its seats take of the pool. */
interface Exposure {
  /** The provider keeps it. */
  readonly fee: number;
  readonly royaltiesWhileYoung: number;
  /** The artists' part of a payment that is older. */
  readonly royaltiesLater: number;
  readonly giftsBelowLevel2: number;
  readonly giftsAtLevel2: number;
}

/** The exposure of a payment by a new card, by the policy. */
export function exposureOf(policy: Policy, kobo: number, assumed: Assumptions): Exposure {
  const fee = feeOfCharge(kobo, assumed);
  const rest = { feesKobo: fee, rewardUnits: 0, basisPoints: policy.royaltyOfRestBasisPoints };
  return {
    ...{ fee, royaltiesWhileYoung: 0, giftsBelowLevel2: 0, giftsAtLevel2: policy.youngGiftsOutUnits },
    royaltiesLater: premiumShare(kobo, { basisPoints: policy.royaltyBasisPoints, rest }),
  };
}

/** How far Orin trusts an account: 0 with a proven email, 1 with a proven phone and honest listening, 2 with identity. */
export type TrustLevel = 0 | 1 | 2;

/**
 * What level 1 asks for, all of it on days of one's own: an hour is more than one sitting earns at level 0, and three days
 * and five artists are what an ordinary week has. A script pays for each of them with time and data.
 */
const LISTENING_FOR_LEVEL_1 = { minutes: 60, days: 3, artists: 5 } as const;

/** A giver whose account was not so old at the first gift is young. */
export const YOUNG_GIVER_DAYS = 7;

/** A condition of the next level and how far it is: `have` of `need`. */
export interface LevelCondition {
  readonly name: "phone" | "account_days" | "minutes" | "days" | "artists";
  readonly have: number;
  readonly need: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * What level 1 asks for, in the order in which it is shown. The rule, its words and the rule page are made of this
 * list.
 */
export function needsOfLevel1(
  { level1AccountAgeMs }: { readonly level1AccountAgeMs: number },
): Omit<LevelCondition, "have">[] {
  const { minutes, days, artists } = LISTENING_FOR_LEVEL_1;
  return [
    { name: "phone", need: 1 },
    { name: "account_days", need: Math.ceil(level1AccountAgeMs / DAY_MS) },
    { name: "minutes", need: minutes },
    { name: "days", need: days },
    { name: "artists", need: artists },
  ];
}

/** A condition as something to do. A day and an artist count from a minute on. */
export function stepText({ name, need }: Pick<LevelCondition, "name" | "need">): string {
  const many = (word: string) => `${need} ${need === 1 ? word : `${word}s`}`;
  switch (name) {
    case "phone":
      return "Prove your phone number";
    case "account_days":
      return `Be on Orin for ${many("day")}`;
    case "minutes":
      return `Listen for ${many("minute")}`;
    case "days":
      return `Listen on ${many("day")}, a minute each`;
    case "artists":
      return `Listen to ${many("artist")}, a minute each`;
  }
}

/** `GET /api/v1/identity`: the last check of a person's identity. */
export interface IdentityAnswer {
  status: "none" | "waiting" | "failed" | "proven";
  /** A check that failed later takes no proof away. */
  isProven: boolean;
  /** Why the last check failed, in words. */
  reason?: string | undefined;
  /** What was checked; the number is masked. */
  account?: { bankName: string; accountNumber: string; accountName: string } | undefined;
  /** Of those of these 24 hours. */
  checksLeft: number;
}

/** `GET /api/v1/level`: amounts in tokens. */
export interface LevelAnswer {
  level: TrustLevel;
  /** What it gives. */
  dailyTokens: number;
  /** The same of the next level, and what it asks for; undefined where there is nothing more to earn. */
  next: { level: TrustLevel; dailyTokens: number; conditions: readonly LevelCondition[] } | undefined;
  /** Before it is proven, so much is paid a month at most. An answer that was kept from before has none. */
  identity?: { isProven: boolean; monthlyTokens: number } | undefined;
  phone: { number: string; isProven: boolean; canBeProven: boolean };
}

/** Whether an account cannot come to level 1, because Orin can text no code here: proving an identity is the way left. */
export function isLevel1Closed({ next, phone }: Pick<LevelAnswer, "next" | "phone">): boolean {
  const misses = next?.conditions.some(({ name, have, need }) => name === "phone" && have < need) ?? false;
  return next?.level === 1 && misses && !phone.canBeProven;
}

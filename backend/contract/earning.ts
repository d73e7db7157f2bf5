import type { TrustLevel } from "./trust.ts";

/** What is to be done for the next level, in words, and how far it is: `done` of `of`. */
interface EarningStep {
  text: string;
  done: number;
  of: number;
}

/** `GET /api/v1/earning`: what a listener earns, what is left and what comes next. All amounts in tokens. */
export interface Earning {
  /** Of the present day in Lagos. `limit` is what the level and the rewarded time give a day. */
  today: {
    earned: number;
    limit: number;
    /** Counted plays, as they use up free ones. */
    plays: number;
    freePlaysLeft: number;
    freePlayLimit: number;
    /** Why the next song would earn nothing, in words; left out while it would. */
    notice?: string | undefined;
  };
  /** What today's pool still has for this person. */
  pool: { left: number };
  /** Earned, and not to be spent yet. */
  settling: number;
  /** The available balance. */
  withdrawable: number;
  /**
   * `amount` is the least withdrawal; `left` is what is still to be earned for it, what is owed first. What settles is
   * earned. `isFirst`: so much was never earned before.
   */
  goal: { amount: number; left: number; isFirst: boolean };
  /** `next` is left out where there is nothing more to earn. `steps` are all of them, done or not. */
  level: { now: TrustLevel; next?: { limit: number; steps: EarningStep[] } | undefined };
}

import type { Event } from "../../store/log/event.ts";

/** Rewards that were due became available, in one transfer. Positions are those of the ledger's log. */
type RewardsSettled = Event<"RewardsSettled", {
  readonly userId: string;
  readonly units: number;
  /** How many rewards. */
  readonly rewards: number;
  /** Left out where all of them had been voided, so that nothing moved. */
  readonly transferId?: string;
  /** Every reward up to here is settled or voided. */
  readonly through: number;
  /** Those behind it that are, too: a policy may let later ones settle sooner. */
  readonly beyond: readonly number[];
  /** The last reward that was looked at, and when the first one of those that still settle was recorded, epoch ms. */
  readonly seen: number;
  readonly nextAt?: number;
}>;

/** What part of a reward's transfer, by the position of the transfer, a play earned. */
export type RewardPart = readonly [position: number, playId: string, units: number];

/** Rewards that had not settled went back to the pool. */
export type RewardsVoided = Event<"RewardsVoided", {
  readonly userId: string;
  readonly units: number;
  readonly transferId: string;
  /** In words for the listener. */
  readonly reason: string;
  readonly parts: readonly RewardPart[];
}>;

/** What was voided is the listener's after all: a human decided so on an appeal. It can be spent immediately. */
type RewardsGivenBack = Event<"RewardsGivenBack", {
  readonly userId: string;
  readonly units: number;
  readonly transferId: string;
  readonly appealId: string;
  readonly parts: readonly RewardPart[];
}>;

/** Nothing of the listener's settles until it is released. */
export type RewardsFrozen = Event<"RewardsFrozen", { readonly userId: string; readonly reason: string }>;

/** The listener's rewards settle again; those whose time is over settle immediately. */
export type RewardsReleased = Event<"RewardsReleased", { readonly userId: string; readonly reason: string }>;

export type SettlingEvent = RewardsSettled | RewardsVoided | RewardsGivenBack | RewardsFrozen | RewardsReleased;

/** The stream of a listener, in the log of their ledger. */
export function settlingStream(userId: string): string {
  return `settling/${userId}`;
}

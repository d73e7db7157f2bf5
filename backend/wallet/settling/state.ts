import { availableAccount, REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import type { Code } from "../../ledger/codes.ts";
import type { Entry } from "../../ledger/transfer.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { RewardPart, SettlingEvent } from "./events.ts";

/** One reward as it was booked: `at` in epoch ms, `units` before anything of it was voided. */
export interface Reward {
  readonly position: number;
  readonly transferId: string;
  readonly at: number;
  readonly units: number;
}

/** A listener's rewards that have not settled, and what became of the others so far. */
export interface Settling {
  readonly through: number;
  readonly beyond: readonly number[];
  /** All behind `through`, the oldest first. */
  readonly rewards: readonly Reward[];
  /** What was voided of them. */
  readonly voided: readonly RewardPart[];
  /** Since when (epoch ms) nothing settles, and why. */
  readonly frozen?: { readonly since: number; readonly reason: string } | undefined;
}

export const NOTHING_SETTLES: Settling = { through: 0, beyond: [], rewards: [], voided: [] };

/** What the events add up to; the rewards themselves are the ledger's entries. */
export function evolve(state: Settling, { type, data }: SettlingEvent, at: number): Settling {
  switch (type) {
    case "RewardsSettled": {
      const { through, beyond } = data;
      const isAfter = (position: number) => position > through;
      return {
        ...{ ...state, through, beyond },
        rewards: state.rewards.filter(({ position }) => isAfter(position)),
        voided: state.voided.filter(([position]) => isAfter(position)),
      };
    }
    case "RewardsVoided":
      return { ...state, voided: [...state.voided, ...data.parts] };
    // It never settles a second time: what comes back is available immediately.
    case "RewardsGivenBack":
      return state;
    case "RewardsFrozen":
      return { ...state, frozen: { since: at, reason: data.reason } };
    case "RewardsReleased":
      return { ...state, frozen: undefined };
  }
}

/** What still settles, each with its units that were not voided. */
export function openRewards({ rewards, beyond, voided }: Settling): Reward[] {
  const settled = new Set(beyond);
  const gone = new Map<number, number>();
  for (const [position, , units] of voided) gone.set(position, (gone.get(position) ?? 0) + units);
  return rewards
    .filter(({ position }) => !settled.has(position))
    .map((reward) => ({ ...reward, units: reward.units - (gone.get(reward.position) ?? 0) }));
}

/** Settles what `isDue`; nothing while it is frozen. Without a `transferId` in the event nothing moves. */
export function decideSettling(
  state: Settling,
  { userId, transferId, isDue }: {
    readonly userId: string;
    readonly transferId: string;
    readonly isDue: (reward: Reward) => boolean;
  },
): SettlingEvent[] {
  const open = openRewards(state);
  const due = open.filter(isDue);
  if (due.length === 0) return [];
  const done = new Set([...state.beyond, ...due.map(({ position }) => position)]);
  const left = state.rewards.findIndex(({ position }) => !done.has(position));
  const through = state.rewards.at(left === -1 ? -1 : left - 1);
  const throughPosition = left === 0 ? state.through : through?.position ?? state.through;
  const units = due.reduce((sum, reward) => sum + reward.units, 0);
  const next = left === -1 ? undefined : state.rewards[left]?.at;
  return [{
    type: "RewardsSettled",
    data: {
      ...{ userId, units, rewards: due.length, ...(units > 0 && { transferId }) },
      through: throughPosition,
      beyond: [...done].filter((position) => position > throughPosition).sort((one, two) => one - two),
      seen: state.rewards.at(-1)?.position ?? state.through,
      ...(next !== undefined && { nextAt: next }),
    },
  }];
}

/** Voids those of the asked parts that still settle and were not voided yet. */
export function decideVoid(
  state: Settling,
  { userId, transferId, reason, parts }: {
    readonly userId: string;
    readonly transferId: string;
    readonly reason: string;
    readonly parts: readonly RewardPart[];
  },
): SettlingEvent[] {
  const open = new Set(openRewards(state).map(({ position }) => position));
  const gone = new Set(state.voided.map(keyOf));
  const fresh = parts.filter((part) => open.has(part[0]) && !gone.has(keyOf(part)));
  if (fresh.length === 0) return [];
  const units = fresh.reduce((sum, [, , part]) => sum + part, 0);
  return [{ type: "RewardsVoided", data: { userId, units, transferId, reason: inWords(reason), parts: fresh } }];
}

/** Freezing what is frozen changes nothing; the first reason stays. */
export function decideFreeze(
  state: Settling,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): SettlingEvent[] {
  return state.frozen ? [] : [{ type: "RewardsFrozen", data: { userId, reason: inWords(reason) } }];
}

export function decideRelease(
  state: Settling,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): SettlingEvent[] {
  return state.frozen ? [{ type: "RewardsReleased", data: { userId, reason: inWords(reason) } }] : [];
}

/**
 * Undoes what was decided up to a moment (epoch ms): what was voided comes back, and what is frozen settles again.
 * `voided` are the parts that did not come back yet.
 */
export function decideUndone(
  state: Settling,
  { userId, appealId, transferId, reason, through, voided }: {
    readonly userId: string;
    readonly appealId: string;
    readonly transferId: string;
    readonly reason: string;
    readonly through: number;
    readonly voided: readonly { readonly part: RewardPart; readonly at: number }[];
  },
): SettlingEvent[] {
  const parts = voided.filter(({ at }) => at <= through).map(({ part }) => part);
  const units = parts.reduce((sum, [, , part]) => sum + part, 0);
  const isOver = state.frozen !== undefined && state.frozen.since <= through;
  return [
    ...(isOver ? decideRelease(state, { userId, reason }) : []),
    ...(units > 0
      ? [{ type: "RewardsGivenBack", data: { userId, units, transferId, appealId, parts } } satisfies SettlingEvent]
      : []),
  ];
}

/** The money that an event moves: its code and both entries; undefined for one that moves nothing. */
export function moveOf(event: SettlingEvent): { transferId: string; code: Code; entries: Entry[] } | undefined {
  if (event.type === "RewardsGivenBack") {
    const { userId, units, transferId } = event.data;
    return {
      ...{ transferId, code: "reward_given_back" },
      entries: [{ account: REWARD_POOL, amount: -units }, { account: availableAccount(userId), amount: units }],
    };
  }
  if (event.type !== "RewardsSettled" && event.type !== "RewardsVoided") return undefined;
  const { userId, units, transferId } = event.data;
  if (transferId === undefined) return undefined;
  const to = event.type === "RewardsSettled" ? availableAccount(userId) : REWARD_POOL;
  return {
    transferId,
    code: event.type === "RewardsSettled" ? "reward_settled" : "reward_voided",
    entries: [{ account: settlingAccount(userId), amount: -units }, { account: to, amount: units }],
  };
}

function keyOf([position, playId]: RewardPart): string {
  return `${position} ${playId}`;
}

function inWords(reason: string): string {
  const words = reason.trim();
  if (words === "") throw new Refusal("invalid_request", "Please give a reason", { field: "reason" });
  return words;
}

import { playsOfTracks } from "../../../projections/listening/plays.ts";
import { partsOf, readSettling } from "../../../projections/wallet/settling.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { shardLogs } from "../../store/log/shard.ts";
import type { RewardPart } from "./events.ts";
import type { Decided } from "./freeze.ts";
import { settlingHandler } from "./settling.ts";
import { decideVoid, NOTHING_SETTLES, openRewards } from "./state.ts";

/**
 * Which of the rewards that still settle: those that fit all fields, so none given means all of them. `through` is the
 * last moment at which they were recorded (epoch ms), `days` are Lagos days of recording.
 */
interface Voided {
  readonly through?: number;
  readonly days?: readonly string[];
  readonly plays?: readonly string[];
  readonly tracks?: readonly string[];
}

const voidSettling = settlingHandler<Pick<Decided, "reason"> & { readonly parts: readonly RewardPart[] }>(
  "voidRewards",
  (state, command, transferId) => decideVoid(state, { ...command, transferId }),
);

/** Takes rewards back that have not settled. What settles in the same moment is the listener's: one of both wins. */
export async function voidRewards(
  deps: Pick<Deps, "store" | "shardOf">,
  { userId, what, reason, by }: Decided & { readonly what: Voided },
): Promise<{ units: number }> {
  const { sql } = deps.store;
  const shard = deps.shardOf(userId);
  const state = (await readSettling(sql, shard, [userId])).get(userId) ?? NOTHING_SETTLES;
  const { through = Infinity, days, plays, tracks } = what;
  const open = new Set(openRewards(state).map(({ position }) => position));
  const rewards = state.rewards.filter(({ position, at }) => (
    open.has(position) && at <= through && (!days || days.includes(lagosDay(at)))
  ));
  const parts = await partsOf(sql, shard, rewards);
  const heard = tracks && await playsOfTracks(sql, shard, { playIds: parts.map(([, playId]) => playId), tracks });
  const asked = parts.filter(([, playId]) => (!plays || plays.includes(playId)) && (!heard || heard.has(playId)));
  if (asked.length === 0) return { units: 0 };
  const options = { logs: shardLogs(shard), metadata: { actor: by } };
  const voided = await deps.store.execute(voidSettling, { shard, userId, reason, parts: asked }, options);
  return { units: voided.result.units };
}

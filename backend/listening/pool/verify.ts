import { poolDaysOf } from "../../../projections/listening/reward_credit.ts";
import { policiesOn, readPolicies } from "../../../projections/admin/policies.ts";
import { findPoolShares } from "../../../projections/listening/pool_shares.ts";
import { lagosDayStart } from "../../contract/policy.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import type { Check } from "../../store/chain/verify.ts";
import { readEpochs } from "../../store/log/epochs.ts";
import type { Problem } from "../../store/log/problem.ts";
import { ShardMap } from "../../store/log/shard.ts";
import type { PoolUse } from "../report/state.ts";
import type { PoolShare } from "./events.ts";
import { type Grants, halvesOf, partOf, restOf, WHOLE_POOL } from "./state.ts";
import { grantsOf } from "./take_share.ts";

/** Units that a shard has paid of a day's pool. */
interface Used extends PoolUse {
  readonly shard: number;
  readonly day: string;
}

/**
 * The proof that all shards together pay no more than one pool a day: no more was granted than the pool, no shard received
 * more than it was granted, and none paid more than its share of the largest pool that the day had.
 */
export const poolCheck: Check = {
  name: "pool",
  isAcross: true,
  async check(tx) {
    // Shards are not seen at one moment: what was paid is read before the shares, and these before the grants.
    const used = await poolDaysOf(tx);
    const received = await findPoolShares(tx);
    const [epochs, policies] = await Promise.all([readEpochs(tx), readPolicies(tx)]);
    const { severalFrom } = new ShardMap(epochs);
    const grants = await grantsOf(tx, [...new Set(received.map(({ day }) => day))]);
    const shares = new Map(received.map((share) => [`${share.day} ${share.shard}`, share]));
    return [
      ...received.flatMap((share) => misgranted(share, grants(share.day))),
      ...used.flatMap((one) => {
        const share = lagosDayStart(one.day) < severalFrom ? WHOLE_POOL : shares.get(`${one.day} ${one.shard}`);
        return overpaid(one, share, policiesOn(policies, one.day));
      }),
    ];
  },
};

function misgranted({ day, shard, all, late }: PoolShare & { day: string; shard: number }, grants: Grants): Problem[] {
  const where = `reward pool of ${day}`;
  const rest = restOf(grants);
  if (rest.all < 0 || rest.late < 0) return [{ where, what: "more than the whole pool was granted" }];
  const own = grants.get(shard);
  if (all <= (own?.all ?? 0) && late <= (own?.late ?? 0)) return [];
  return [{ where, what: `shard ${shard} received more than it was granted` }];
}

function overpaid(
  { day, shard, all, late, first }: Used,
  share: PoolShare | undefined,
  policies: readonly Policy[],
): Problem[] {
  const most = Math.max(...policies.map(({ dailyPoolUnits }) => partOf(dailyPoolUnits, share?.all ?? 0)));
  const mostLate = Math.max(
    ...policies.map(({ dailyPoolUnits, latePoolPercent }) =>
      partOf(Math.floor(dailyPoolUnits * latePoolPercent / 100), share?.late ?? 0)
    ),
  );
  const mostFirst = Math.max(...policies.map((policy) => partOf(halvesOf(policy).keptUnits, share?.all ?? 0)));
  const where = `reward pool of ${day}`;
  if (all > most) return [{ where, what: `shard ${shard} paid ${all} units of the ${most} that it may pay` }];
  if (first > mostFirst) {
    return [{ where, what: `shard ${shard} paid ${first} units to first tokens of the ${mostFirst} that it may pay` }];
  }
  if (late <= mostLate) return [];
  return [{ where, what: `shard ${shard} paid ${late} units to late plays of the ${mostLate} that it may pay` }];
}

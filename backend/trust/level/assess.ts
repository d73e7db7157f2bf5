import { levelsOf } from "../../../projections/trust/levels.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { findLongRegistered, findUser } from "../../../projections/accounts/users.ts";
import type { Deps } from "../../deps.ts";
import { losePhone, reachLevel1 } from "./change.ts";
import { levelFacts, needsPhone } from "./reads.ts";

const METADATA = { actor: "system:levels" };
const PAGE = 200;

type Assessing = Pick<Deps, "store" | "shardOf" | "texts" | "config" | "now" | "log">;

/** Raises an account to level 1 if it has all that this asks for, and lowers one whose proven number has gone. */
export async function assess(deps: Assessing, userId: string): Promise<void> {
  const { sql } = deps.store;
  const user = await findUser(sql, userId);
  if (!user || user.status !== "active" || user.suspension !== undefined || user.closing) return;
  const options = { logs: ["social"] as const, metadata: METADATA };
  if (user.phoneHash === undefined) await deps.store.execute(losePhone, { userId }, options);
  const facts = await levelFacts(deps, user);
  const policy = policyAt(await readPolicies(sql), deps.now());
  await deps.store.execute(reachLevel1, { userId, facts, policy }, options);
}

/** Looks at everyone who may have reached level 1 by now. Doing it again changes nothing. */
export async function assessAll(deps: Assessing): Promise<void> {
  const { sql } = deps.store;
  const { level1AccountAgeMs } = policyAt(await readPolicies(sql), deps.now());
  const people = { registeredBefore: deps.now() - level1AccountAgeMs, needsPhone: needsPhone(deps) };
  let after: string | undefined;
  do {
    const userIds = await findLongRegistered(sql, { ...people, after, limit: PAGE });
    const levels = await levelsOf(sql, userIds);
    for (const userId of userIds.filter((userId) => !levels.has(userId))) {
      await assess(deps, userId).catch((error) => deps.log(`The level of ${userId} will be looked at again`, error));
    }
    after = userIds.length === PAGE ? userIds.at(-1) : undefined;
  } while (after !== undefined);
}

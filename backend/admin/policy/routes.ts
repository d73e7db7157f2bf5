import * as calls from "../../contract/calls/admin.ts";
import { Routes } from "../../http/routes.ts";
import * as z from "zod/mini";
import { openPersonsOf, refusalOfLateForm } from "../../accounts/account/reads.ts";
import type { AdminPolicyAnswer, AdminPolicyVersion } from "../../contract/policy_rules.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { metadataOf } from "../../http/request_id.ts";
import { inPath } from "../../http/validate.ts";
import { policyAt, readPolicies, readPolicyVersions, shownVersions } from "../../../projections/admin/policies.ts";
import { cancelPolicyChange } from "./change.ts";
import { changePolicy } from "./kind.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";

const ASK = "Please enter your password again to change the rules";
const NO_VERSION = "This version of the rules does not exist";
const VersionNumber = z.coerce.number().check(z.int(), z.positive());

/** The earning rules for those who change them: all versions with who decided, changes, and taking them back. */
export function policyRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.policyVersions, async (c) => c.json(await policyOf(deps), 200))
    .serve(calls.changePolicy, async (c) => {
      const { session } = c.var;
      needFreshPassword(deps.now(), session, ASK);
      const { changes, effectiveFrom, reason, baseVersion } = c.req.valid("json");
      const at = effectiveFrom === undefined ? undefined : Date.parse(effectiveFrom);
      const metadata = metadataOf(c, session.userId);
      const asked = { changes, effectiveFrom: at, reason, baseVersion };
      const change = changePolicy(deps, { change: asked, adminId: session.userId, metadata });
      await change.catch(async (error: unknown) => {
        throw error instanceof Refusal && error.code === "conflict" ? await changedBy(deps) : error;
      });
      return c.json(await policyOf(deps), 201);
    })
    .serve(calls.cancelPolicyChange, async (c) => {
      const { session } = c.var;
      needFreshPassword(deps.now(), session, ASK);
      const version = inPath(c, "version", { schema: VersionNumber, unknown: NO_VERSION });
      const { reason } = c.req.valid("json");
      await deps.store.execute(cancelPolicyChange, { version, reason }, {
        logs: ["social"],
        metadata: metadataOf(c, session.userId),
      });
      return c.json(await policyOf(deps), 200);
    });
}

/** Who changed the rules last, and when. */
async function changedBy(deps: Deps): Promise<Refusal> {
  const [newest] = await readPolicyVersions(deps.store.sql);
  const { actor = "", decidedAt: at = 0 } = newest ?? {};
  const change = { actor: `user:${actor}`, at, what: "the rules", next: "look at them again" };
  return await refusalOfLateForm(deps, change);
}

async function policyOf(deps: Deps): Promise<AdminPolicyAnswer> {
  const { sql } = deps.store;
  const now = deps.now();
  const [policies, rows] = await Promise.all([readPolicies(sql), readPolicyVersions(sql)]);
  const actors = rows.flatMap((row) => [row.actor, row.confirmedBy ?? [], row.cancelled?.by ?? []].flat());
  const names = await namesOf(deps, actors);
  const actorName = (actor: string) => names.get(actor) ?? (actor.startsWith("user:") ? "A former admin" : "Orin");
  const versions = shownVersions(rows, now).map((version, index): AdminPolicyVersion => {
    const { actor = "", confirmedBy, cancelled } = rows[index] ?? {};
    return {
      ...{ ...version, by: actorName(actor) },
      ...(confirmedBy !== undefined && { confirmedBy: actorName(confirmedBy) }),
      ...(cancelled && { cancelledBy: actorName(cancelled.by) }),
    };
  });
  return { current: policyAt(policies, now), versions };
}

/** Names by actor, of those who are people. */
async function namesOf(deps: Deps, actors: readonly string[]): Promise<Map<string, string>> {
  const people = new Set(actors.filter((actor) => actor.startsWith("user:")).map((actor) => actor.slice(5)));
  const persons = await openPersonsOf(deps, [...people]);
  return new Map([...persons].map(([id, person]) => [`user:${id}`, `${person.firstName} ${person.lastName}`]));
}

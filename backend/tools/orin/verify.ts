import { projectionsWith } from "../../../projections/mod.ts";
import { serviceRoleOf } from "../../start/migrate.ts";
import { PROOFS } from "../../start/proofs.ts";
import { verify } from "../../store/chain/verify.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { readKeptHeads } from "./kept.ts";
import { openTool } from "./tool.ts";

interface VerifyOptions {
  readonly full?: boolean | undefined;
  /** A file that `orin heads` made. */
  readonly heads?: string | undefined;
}

/**
 * `orin verify`: proves chain, positions, books and projections, each shard in a snapshot of its own, from its last good
 * verification on or all of it; ends with 1 and names the place when something was changed.
 */
export async function proveAll({ full = false, heads: kept }: VerifyOptions): Promise<void> {
  const heads = kept === undefined ? {} : { heads: readKeptHeads(kept) };
  await using tool = await openTool();
  const { sql, keys, ownerUrl } = tool;
  const projections = projectionsWith(new PersonalData(keys));
  const progress = (step: string) => console.error(`  ${step}`);
  const service = serviceRoleOf({ ownerUrl, keys });
  // The service's own role, whose tables the proven ones are; where the owner may make no roles, there is none.
  const [role] = await sql`select from pg_roles where rolname = ${service.role}`;
  const url = role ? service.url : ownerUrl;
  const result = await verify({ url, projections, checks: PROOFS, full, progress, ...heads });
  for (const { where, what } of result.problems) console.log(`${where}: ${what}`);
  const looked = `${result.events} events${result.isFull ? "" : " since the last good verification"}`;
  const open = result.unsealed > 0 ? `, ${result.unsealed} not sealed yet` : "";
  const verdict = result.problems.length === 0 ? "Nothing is wrong" : `${result.problems.length} things are wrong`;
  console.log(`${verdict}: ${looked}, ${projections.length} projections, in ${result.seconds.toFixed(1)} s${open}`);
  if (result.takenOver.length > 0) {
    console.log(`Continued from the last proven tables, which are unchanged: ${result.takenOver.join(", ")}`);
  }
  if (result.problems.length > 0) Deno.exitCode = 1;
}

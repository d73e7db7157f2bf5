import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { isUpcOf } from "./series.ts";
import { ownCodeOf } from "./table.ts";

type CodeDeps = Pick<Deps, "store" | "config">;

/** Refuses with `isrc_taken` a typed ISRC of the operator's prefix that Orin did not give this song. */
export async function assertIsrcMayBe(deps: CodeDeps, trackId: string, isrc: string): Promise<void> {
  const { config: { isrcPrefix }, store: { sql } } = deps;
  if (isrcPrefix === undefined || !isrc.startsWith(isrcPrefix)) return;
  if (await ownCodeOf(sql, { kind: "isrc", subjectId: trackId }) === isrc) return;
  throw new Refusal("isrc_taken", "Orin gives out the ISRCs that begin like this: ask for one", { field: "isrc" });
}

/** Refuses with `invalid_request` a typed UPC of the operator's prefix that Orin did not give this release. */
export async function assertUpcMayBe(deps: CodeDeps, releaseId: string, upc: string): Promise<void> {
  const { config: { upcPrefix }, store: { sql } } = deps;
  if (upcPrefix === undefined || upc === "" || !isUpcOf(upcPrefix, upc)) return;
  if (await ownCodeOf(sql, { kind: "upc", subjectId: releaseId }) === upc) return;
  throw new Refusal("invalid_request", "Orin gives out the UPCs that begin like this: ask for one", { field: "upc" });
}

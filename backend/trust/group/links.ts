import { sharedKeys } from "../../../projections/trust/account_links.ts";
import { mainArtistsOf } from "../../../projections/trust/listening_evidence.ts";
import { timeOfArtists } from "../../../projections/catalogue/track_days.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { devotedKeys, type Shared } from "./grouping.ts";

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 28;
const MOST_LISTENERS = 20_000;

/**
 * What accounts have in common, `limit` keys of the fewest accounts first, and the artists they listen for. An artist
 * alone links no accounts, so only the listeners of those keys are looked at: the work does not grow with the town.
 */
export async function linksBetween(
  { store: { sql }, shardOf, now }: Pick<Deps, "shardOf" | "now"> & { readonly store: Pick<Deps["store"], "sql"> },
  limit: number,
): Promise<Shared[]> {
  const keys = await sharedKeys(sql, limit);
  const listeners = [...new Set(keys.flatMap(({ members }) => members))].slice(0, MOST_LISTENERS);
  const from = lagosDay(now() - WINDOW_DAYS * DAY_MS);
  const hearings = await mainArtistsOf(sql, listeners.map((id) => ({ shard: shardOf(id), listenerId: id })), from);
  const timeOf = await timeOfArtists(sql, [...new Set(hearings.map(({ artistId }) => artistId))], from);
  return [...keys, ...devotedKeys(hearings, timeOf)];
}

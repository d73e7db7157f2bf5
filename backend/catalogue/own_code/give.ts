import { findReleases, holdersOfUpcs } from "../../../projections/catalogue/releases.ts";
import { spacedIsrc } from "../../contract/releases.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { changeCredits } from "../song_credits/change.ts";
import { credits, isrcs } from "../song_credits/credits.ts";
import { changeRelease } from "../release/draft.ts";
import { NO_RELEASE_WORDS } from "../release/state.ts";
import { tracks } from "../track/tracks.ts";
import { isrcSeries, upcSeries } from "./series.ts";
import { giveCode } from "./table.ts";

/**
 * No number is given twice, also once its song or draft is gone: so many a day leave others theirs. An album and its songs
 * fit.
 */
export const CODES_A_DAY = { isrc: 60, upc: 10 } as const;

/**
 * Gives an own song an ISRC of the operator's prefix; one that has an ISRC keeps it. Throws Refusal `not_found`,
 * `conflict`, or `invalid_request` where none is left.
 */
export async function giveIsrc(
  deps: Deps,
  { trackId, ownerId }: { readonly trackId: string; readonly ownerId: string },
  metadata: Metadata,
): Promise<void> {
  const { config: { isrcPrefix }, store: { sql } } = deps;
  const track = (await tracks.states(sql, [trackId]))(trackId);
  if (isrcPrefix === undefined || track.status === "none" || track.status === "removed" || track.ownerId !== ownerId) {
    throw new Refusal("not_found", "Track not found");
  }
  if ((await credits.states(sql, [trackId]))(trackId).isrc !== "") return;
  const isrc = await giveCode(sql, {
    series: isrcSeries(isrcPrefix, deps.now()),
    subjectId: trackId,
    isTaken: async (code) => (await isrcs.states(sql, [code]))(code) !== undefined,
  });
  if (isrc === undefined) {
    throw new Refusal("invalid_request", "Orin has given out all its ISRCs of this year: type one of your own");
  }
  await changeCredits(deps, { trackId, ownerId, edit: { isrc: spacedIsrc(isrc), was: { isrc: "" } } }, metadata);
}

/**
 * Gives an own release a UPC of the operator's prefix; one that has a UPC keeps it. Throws Refusal `not_found`,
 * `conflict`, or `invalid_request` where none is left.
 */
export async function giveUpc(
  deps: Deps,
  ids: { readonly releaseId: string; readonly ownerId: string },
  metadata: Metadata,
): Promise<void> {
  const { config: { upcPrefix }, store: { sql } } = deps;
  const release = (await findReleases(sql, [ids.releaseId])).get(ids.releaseId);
  if (upcPrefix === undefined || release?.ownerId !== ids.ownerId) throw new Refusal("not_found", NO_RELEASE_WORDS);
  if (release.upc !== "") return;
  const upc = await giveCode(sql, {
    series: upcSeries(upcPrefix),
    subjectId: ids.releaseId,
    isTaken: async (code) => (await holdersOfUpcs(sql, [code])).has(code),
  });
  if (upc === undefined) throw new Refusal("invalid_request", "Orin has given out all its UPCs: type one of your own");
  await changeRelease(deps, { ...ids, details: { upc }, was: { upc: "" } }, metadata);
}

import type { Quality } from "../contract/listening.ts";
import { nearestQuality } from "../../projections/renditions.ts";
import type { RenditionQuality } from "./events.ts";

/**
 * The quality that a listener gets for the one they asked for: 160 kbit/s is for Premium, others get 96 instead.
 * Undefined when there is nothing to play.
 */
export function givenQuality(
  existing: readonly RenditionQuality[],
  { wanted, isPremium }: { wanted: Quality; isPremium: boolean },
): Quality | undefined {
  const allowed = existing.filter((quality) => isPremium || quality !== "high");
  const given = nearestQuality(allowed, wanted === "high" && !isPremium ? "normal" : wanted);
  return given === "download" ? undefined : given;
}

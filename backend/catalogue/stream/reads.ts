import type { Context } from "hono";
import { nearestQuality } from "../../../projections/catalogue/renditions.ts";
import type { Quality } from "../../contract/listening.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { addressOf } from "../../http/address.ts";
import type { Session } from "../../http/session.ts";
import type { RenditionQuality } from "../track/events.ts";
import type { Listener } from "./listener.ts";

/** Who asks: the session's user, or a visitor by the header `X-Device-Id`, the parameter `deviceId` or the address. */
export function listenerOf(c: Context, deps: Deps, session?: Session): Listener {
  return deps.listeners.of({
    userId: session?.userId,
    deviceId: c.req.header("x-device-id") ?? c.req.query("deviceId"),
    address: addressOf(deps, c),
    day: lagosDay(deps.now()),
  });
}

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

import type { Context } from "hono";
import { nearestQuality } from "../../../projections/renditions.ts";
import type { Quality } from "../../contract/listening.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { addressOf } from "../../http/address.ts";
import type { Session } from "../../http/session.ts";
import type { RenditionQuality } from "../track/events.ts";
import { type Listener, Listeners } from "./listener.ts";
import { MediaLinks } from "./media_links.ts";
import { ServedBytes } from "./served_bytes.ts";

/** What the catalogue's routes share. */
interface Media {
  readonly links: MediaLinks;
  readonly listeners: Listeners;
  readonly served: ServedBytes;
}

const made = new WeakMap<Deps, Media>();

/** The links, listeners and counted bytes of the service; one of each for all routes. */
export function mediaFor(deps: Deps): Media {
  const found = made.get(deps) ?? {
    links: new MediaLinks(deps.secret),
    listeners: new Listeners(deps.secret, (userId) => deps.shardOf(userId)),
    served: new ServedBytes(deps.store.sql, () => deps.now(), (line, error) => deps.log(line, error)),
  };
  made.set(deps, found);
  return found;
}

/** The service ends: what is sent at the pace of listening goes out at once, so that nobody waits for its end. */
export function hurryStreams(deps: Deps): void {
  mediaFor(deps).served.hurry();
}

/** Who asks: the session's user, or a visitor by the header `X-Device-Id`, the parameter `deviceId` or the address. */
export function listenerOf(c: Context, deps: Deps, session?: Session): Listener {
  return mediaFor(deps).listeners.of({
    userId: session?.userId,
    deviceId: c.req.header("x-device-id") ?? c.req.query("deviceId"),
    address: addressOf(c),
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

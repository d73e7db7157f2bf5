import type { TrackRow } from "../../../projections/catalogue/tracks.ts";
import type { Quality, StreamGrant } from "../../contract/listening.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { decideOn } from "./free_plays.ts";
import type { Listener } from "./listener.ts";
import { givenQuality } from "./reads.ts";

interface WantedSound {
  readonly track: TrackRow;
  readonly quality: Quality;
  /** How fast the song will be heard, times the clock. */
  readonly speed?: number | undefined;
}

/**
 * Gives a listener a fresh address for one stream of a track. Throws Refusals `free_plays_used_up`, `early_access`, and
 * `not_found` where there is nothing to play.
 */
export async function openStream(deps: Deps, listener: Listener, wanted: WantedSound): Promise<StreamGrant> {
  const { links, served } = deps;
  const { track, speed } = wanted;
  const before = await served.beginningOf(listener);
  const history = await decideOn(deps, { listener, track, wanted: track }, before);
  const quality = givenQuality(track.qualities, { wanted: wanted.quality, isPremium: history.isSubscribed });
  if (!quality) throw new Refusal("not_found", "Track not found");
  const { subject, device } = listener;
  const link = { subject, device, trackId: track.trackId, now: deps.now() };
  const { url, expiresAt } = links.granted(link, { quality, speed, grantId: history.playingGrantId });
  return {
    streamUrl: url,
    expiresAt: new Date(expiresAt).toISOString(),
    remainingFreePlays: history.remaining,
    quality,
    ...(wanted.quality === "high" && !history.isSubscribed && { message: "High quality is part of Premium" }),
  };
}

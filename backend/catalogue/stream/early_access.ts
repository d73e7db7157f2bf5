import { Id } from "../../contract/requests/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { subscribedUntil } from "../../../projections/subscriptions/subscriptions.ts";
import { trackFacts, type TrackRow } from "../../../projections/catalogue/tracks.ts";
import { findUser } from "../../../projections/accounts/users.ts";

type EarlyTrack = Pick<TrackRow, "ownerId" | "earlyUntil">;
/** Whether the listener may hear the track now. */
export type MayHear = (track: EarlyTrack) => boolean;

/** Whether Premium hears a track before everyone else. Epoch ms. */
export function isEarly({ earlyUntil = 0 }: Pick<EarlyTrack, "earlyUntil">, now: number): boolean {
  return earlyUntil > now;
}

/**
 * Premium, the artist and admins hear early access. Where the tracks are known, the plan is read only when one of them
 * asks for it.
 */
export async function earlyAccessFor(
  deps: Pick<Deps, "store" | "now">,
  userId: string | undefined,
  tracks?: readonly EarlyTrack[],
): Promise<MayHear> {
  const now = deps.now();
  const asks = tracks?.some((track) => isEarly(track, now) && track.ownerId !== userId) ?? true;
  const hearsAll = asks && userId !== undefined && await hearsEarly(deps, userId);
  return (track) => !isEarly(track, now) || hearsAll || track.ownerId === userId;
}

/** Throws Refusal `early_access` for who has to wait. */
export async function assertMayHear(
  deps: Pick<Deps, "store" | "now">,
  userId: string | undefined,
  track: EarlyTrack,
): Promise<void> {
  const mayHear = await earlyAccessFor(deps, userId, [track]);
  if (!mayHear(track)) throw new Refusal("early_access", "This track is in early access for Premium");
}

/** What is held is heard by its artist, who wants to know what it is about, and by admins, who decide on it. */
export async function mayHearHeld(
  { store: { sql } }: Pick<Deps, "store">,
  { subject, trackId }: { readonly subject: string; readonly trackId: string },
): Promise<boolean> {
  if (!Id.safeParse(subject).success) return false;
  const [track, user] = await Promise.all([trackFacts(sql, [trackId]), findUser(sql, subject)]);
  return track.get(trackId)?.ownerId === subject || user?.isAdmin === true;
}

async function hearsEarly({ store: { sql }, now }: Pick<Deps, "store" | "now">, userId: string): Promise<boolean> {
  const [until, user] = await Promise.all([subscribedUntil(sql, userId), findUser(sql, userId)]);
  return (until !== undefined && until > now()) || user?.isAdmin === true;
}

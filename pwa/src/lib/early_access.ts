import { formatDateTime } from "./format.ts";
import { isPremium, useIsPremium } from "./premium.ts";

/** A track of the contract, or what a row shows of it. */
export interface MaybeEarly {
  earlyAccessUntil?: string | undefined;
  /** Empty for who may not hear it yet. */
  audioUrl?: string | undefined;
}

interface EarlyAccess {
  /** It cannot be heard without Premium yet. */
  isClosed: boolean;
  /** "for Premium until 20 Nov 2026, 18:05". */
  until: string;
  /** "Early access for Premium until 20 Nov 2026, 18:05". */
  text: string;
}

/**
 * Says whether a track is in early access, by the device's clock; undefined where it is open to everyone. A list that
 * came before Premium was bought closes nothing.
 */
export function earlyAccessOf(
  { earlyAccessUntil, audioUrl }: MaybeEarly,
  nowMs = Date.now(),
): EarlyAccess | undefined {
  if (earlyAccessUntil === undefined || !(Date.parse(earlyAccessUntil) > nowMs)) return undefined;
  const until = `for Premium until ${formatDateTime(earlyAccessUntil)}`;
  return { isClosed: audioUrl === "" && !isPremium(), until, text: `Early access ${until}` };
}

/** The same in a component: what was closed opens as soon as this device knows of Premium. */
export function useEarlyAccess(track: MaybeEarly): EarlyAccess | undefined {
  useIsPremium();
  return earlyAccessOf(track);
}

/** Whether a track is for Premium alone yet, and this listener has none. */
export function isClosed(track: MaybeEarly): boolean {
  return earlyAccessOf(track)?.isClosed ?? false;
}

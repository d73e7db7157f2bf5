import { formatDateTime } from "./format.ts";

/** A track of the contract, or what a row shows of it. */
export interface MaybeEarly {
  earlyAccessUntil?: string | undefined;
  /** Empty for who may not hear it yet. */
  audioUrl?: string | undefined;
}

export interface EarlyAccess {
  /** It cannot be heard without Premium yet. */
  isClosed: boolean;
  /** "Early access for Premium until 20 Nov 2026, 18:05". */
  text: string;
}

/** Says whether a track is in early access, by the device's clock; undefined where it is open to everyone. */
export function earlyAccessOf(
  { earlyAccessUntil, audioUrl }: MaybeEarly,
  nowMs = Date.now(),
): EarlyAccess | undefined {
  if (earlyAccessUntil === undefined || !(Date.parse(earlyAccessUntil) > nowMs)) return undefined;
  return { isClosed: audioUrl === "", text: `Early access for Premium until ${formatDateTime(earlyAccessUntil)}` };
}

/** Whether a track is for Premium alone yet, and this listener has none. */
export function isClosed(track: MaybeEarly): boolean {
  return earlyAccessOf(track)?.isClosed ?? false;
}

import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * An artist thanked everyone who gave after `from` and until `until` (epoch ms): since the last time, or in a month
 * that they chose. It covers what no thank-you before it did. It gives no names: a gift without a name stays without
 * one. Only the artist's key opens `content`.
 */
export type SupportersThanked = Event<"SupportersThanked", {
  readonly thanksId: string;
  readonly artistId: string;
  readonly content: Sealed;
  readonly from: number;
  readonly until: number;
}>;

/** The stream of an artist's thank-yous to all, in the log `social`: it decides what the next one covers. */
export function thanksStream(artistId: string): string {
  return `thanks/${artistId}`;
}

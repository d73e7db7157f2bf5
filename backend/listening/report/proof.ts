import { STREAM_BURST_MS } from "../../contract/policy.ts";
import type { Span } from "./events.ts";
import { clip, intersect, measure, subtract, take, union } from "./spans.ts";

/** A stream ticket as a report meets it. Moments in epoch ms. */
export interface Ticket {
  readonly ticketId: string;
  /** What the listener's device called itself when it opened the stream. */
  readonly device: string | undefined;
  /** When its first byte was sent. */
  readonly beganAt: number;
  readonly endsAt: number;
  /** Sound of the track that was sent under it, each second once, ms. */
  readonly deliveredMs: number;
  /** What of that has proven plays already, ms. */
  readonly usedMs: number;
}

/** What proves that a track's sound reached the listener. */
export interface Delivery {
  readonly tickets: readonly Ticket[];
  /** When the device could play its own saved copy of the track: sorted and disjoint. */
  readonly licensed: readonly Span[];
  /** When it could play it as one of the few songs that are saved without Premium: as far as the day's free plays go. */
  readonly tasted: readonly Span[];
}

/** Time that is proven, and by what. */
export interface Proof {
  readonly spans: readonly Span[];
  readonly tickets: readonly (readonly [ticketId: string, ms: number])[];
  readonly licensedMs: number;
}

/**
 * The part of the time (sorted, disjoint) whose sound was delivered. A licence proves without end; a ticket proves as
 * much as was sent under it and not used yet, from one burst before its first byte (a client may report immediately
 * what it was sent) to its end. The ticket that ends first is used first.
 */
export function prove(
  time: readonly Span[],
  { tickets, licensed }: Pick<Delivery, "tickets" | "licensed">,
  deviceId: string | undefined,
): Proof {
  const byLicence = intersect(time, licensed);
  const used: [string, number][] = [];
  let proven = byLicence;
  for (const { ticketId, beganAt, endsAt, ...ticket } of openTo(tickets, deviceId)) {
    const open = clip(subtract(time, proven), beganAt - STREAM_BURST_MS, endsAt);
    const spans = take(open, ticket.deliveredMs - ticket.usedMs);
    if (spans.length === 0) continue;
    used.push([ticketId, measure(spans)]);
    proven = union([...proven, ...spans]);
  }
  return { spans: proven, tickets: used, licensedMs: measure(byLicence) };
}

/** A ticket of another device of the listener proves nothing on this one. */
function openTo(tickets: readonly Ticket[], deviceId: string | undefined): Ticket[] {
  return tickets
    .filter(({ device }) => device === undefined || deviceId === undefined || device === deviceId)
    .toSorted((one, two) => one.endsAt - two.endsAt);
}

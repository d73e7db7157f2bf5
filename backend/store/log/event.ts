import type { Json } from "./canonical.ts";

/** `ledger/<shard>`, `plays/<shard>` or `social`. Their alphabetical order is the order in which heads are locked. */
export type LogName = `ledger/${number}` | `plays/${number}` | "social";

/** The shard of a log of one: `ledger/<shard>`, `plays/<shard>`. */
export function shardOfLog(log: LogName): number {
  return Number(log.split("/")[1]);
}

/** Who and what caused an event. `actor` is a pseudonymous id such as `user:<uuid>` or `system:<part>`. */
export interface Metadata {
  readonly actor: string;
  /** For whom the actor acts, where that is another person: an artist's id. */
  readonly actingFor?: string;
  readonly commandId?: string;
  readonly correlationId?: string;
  readonly causationId?: string;
  readonly requestId?: string;
  readonly policyVersion?: number;
  /** The span of the command, where Orin is traced: what follows the event belongs to the same trace. */
  readonly traceparent?: string;
}

/** A fact to store. `occurredAt` is the client's claim (epoch ms, untrusted); left out it is `recordedAt`. */
export interface NewEvent<Type extends string = string, Data extends Json = Json> {
  readonly type: Type;
  readonly data: Data;
  /** Defaults to the version of this code. */
  readonly schemaVersion?: number;
  readonly occurredAt?: number;
  /** Given for derived events (UUIDv5), else minted once per command, so that a repeated group keeps its ids. */
  readonly eventId?: string;
}

/** A stored fact, in the version of this code, whichever it was stored in. Times in epoch ms. */
export interface RecordedEvent<Type extends string = string, Data = Json> {
  readonly log: LogName;
  readonly position: number;
  readonly stream: string;
  readonly streamVersion: number;
  readonly eventId: string;
  readonly type: Type;
  readonly schemaVersion: number;
  readonly data: Data;
  readonly metadata: Metadata;
  readonly occurredAt: number;
  readonly recordedAt: number;
}

/** An area's kind of event: its name and what it says. The name is for ever. */
export type Event<Type extends string, Data> = { readonly type: Type; readonly data: Data };

/** The part of every kind of event that `NewEvent` needs. */
export type EventKind = Pick<NewEvent, "type" | "data">;

/** The stored form of each of these kinds: a union that a `switch` on `type` narrows. */
export type Recorded<Kind extends EventKind> = Kind extends EventKind ? RecordedEvent<Kind["type"], Kind["data"]>
  : never;

/** Events for one stream. `version` is the stream's version before them, which the decision saw. */
export interface Append {
  readonly log: LogName;
  readonly stream: string;
  readonly version: number;
  readonly events: readonly NewEvent[];
}

/** The events of one type in a batch, in order. */
export function eventsOf<Kind extends { readonly type: string }, Type extends Kind["type"]>(
  events: readonly Kind[],
  type: Type,
): Extract<Kind, { readonly type: Type }>[] {
  return events.filter((event): event is Extract<Kind, { readonly type: Type }> => event.type === type);
}

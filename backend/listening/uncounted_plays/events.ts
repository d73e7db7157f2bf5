import type { Event } from "../../store/log/event.ts";

/** What of a play's figures changes. It says everything that a fold needs, so that no fold reads the play again. */
export type UncountedPlay = {
  readonly playId: string;
  readonly trackId: string;
  /** Lagos day of the play. */
  readonly day: string;
  /** 1 where the play was in the filtered figures, else 0. */
  readonly plays: number;
  /** Credited time. */
  readonly ms: number;
  /** Of a filtered play without the network: what a licence is looked up by. Epoch ms. */
  readonly offline?: { readonly deviceId: string; readonly startedAt: number };
};

/** Plays whose rewards were voided count no longer: not in statistics, not in charts. */
type PlaysUncounted = Event<"PlaysUncounted", {
  readonly listenerId: string;
  /** The decision that voided them. */
  readonly decisionId: string;
  readonly plays: readonly UncountedPlay[];
}>;

/** They count again: the listener's appeal was granted. */
export type PlaysRecounted = Event<"PlaysRecounted", {
  readonly listenerId: string;
  readonly appealId: string;
  readonly plays: readonly UncountedPlay[];
}>;

export type UncountedEvent = PlaysUncounted | PlaysRecounted;

/** The stream of a listener, in the log of their plays. */
export function uncountedStream(listenerId: string): string {
  return `uncounted/${listenerId}`;
}

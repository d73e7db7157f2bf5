import { Refusal } from "../../contract/refusal.ts";
import type { DifferenceEvent } from "./events.ts";

/** A difference as admins left it. */
export interface Handling {
  readonly state: "open" | "explained" | "settled";
  /** Epoch ms; 0 while open. */
  readonly at: number;
}

export const UNHANDLED: Handling = { state: "open", at: 0 };

export function evolve(_: Handling, { type }: DifferenceEvent, at: number): Handling {
  return { state: type === "DifferenceSettled" ? "settled" : "explained", at };
}

/** What counts now: a difference that was found again after it was settled is open again. */
export function stateNow({ state, at }: Handling, foundAt: number): Handling["state"] {
  return state === "settled" && foundAt > at ? "open" : state;
}

/** Explaining again corrects the note. `foundAt`: the last reconciliation that found it, undefined for none. */
export function decideHandling(
  handling: Handling,
  { foundAt, ...event }: DifferenceEvent & { readonly foundAt: number | undefined },
): DifferenceEvent[] {
  if (foundAt === undefined) throw new Refusal("not_found", "There is no such difference");
  if (stateNow(handling, foundAt) === "settled") {
    throw new Refusal("already_decided", "This difference is settled already");
  }
  return [event];
}

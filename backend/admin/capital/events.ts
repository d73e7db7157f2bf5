import type { Event } from "../../store/log/event.ts";

/** The name of the proposals to record capital. */
export const CAPITAL = "capital";

/** The shard whose books hold the capital: it belongs to the platform, so any would do. */
export const CAPITAL_SHARD = 0;

/** Two sides say that the owners put money of their own into the provider's account, or took it out. */
export type CapitalRecorded = Event<"CapitalRecorded", {
  readonly capitalId: string;
  /** Kobo; below zero where it was taken out. */
  readonly units: number;
  readonly reason: string;
  readonly adminId: string;
  readonly confirmedBy: string;
  readonly transferId: string;
}>;

/** The stream of one payment of capital, in the log of its shard's ledger. */
export function capitalStream(capitalId: string): string {
  return `capital/${capitalId}`;
}

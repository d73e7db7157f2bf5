import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * An admin saw the case file of a withdrawal, or looked again at one that was kept. The hash is of the whole file; the
 * file itself, which names people, is sealed with the payout key of the withdrawal's user. `decided` is in old events
 * only: those admins decided without having opened it, which is an event of its own since then.
 */
export type CaseFileShown = Event<"CaseFileShown", {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly adminId: string;
  readonly because: "opened" | "decided" | "looked_up";
  /** SHA-256 (hex) of the canonical JSON. */
  readonly hash: string;
  readonly caseFile: Sealed;
}>;

/** An admin decided without having opened the case file: how it stood at that moment. */
export type CaseFileLeftClosed = Event<"CaseFileLeftClosed", Omit<CaseFileShown["data"], "because">>;

export type CaseEvent = CaseFileShown | CaseFileLeftClosed;

/** The stream of a withdrawal's case files, in the ledger's log of its user. */
export function caseStream(withdrawalId: string): string {
  return `case/${withdrawalId}`;
}

import type { SecondRule } from "../../contract/payments.ts";
import type { Event } from "../../store/log/event.ts";

/**
 * An admin's approval may be stored in the withdrawal's shard, once: who the admin is and what the limits allow was
 * decided here, where all approvals meet. What a last approval pays counts against the limits from now on. Units.
 */
export type ApprovalCleared = Event<"ApprovalCleared", {
  readonly clearanceId: string;
  readonly withdrawalId: string;
  readonly shard: number;
  readonly userId: string;
  readonly adminId: string;
  /** Keyed hash of the bank account, as in the request. */
  readonly accountHash: string;
  readonly units: number;
  /** Who had approved before. */
  readonly earlier: readonly string[];
  readonly isLast: boolean;
  /** Which rule asks for a second approval; empty where this is the last one. */
  readonly secondFor: SecondRule | "";
}>;

type ClearanceRef = { readonly clearanceId: string; readonly withdrawalId: string };

/** The approval is stored: from now on the withdrawal itself counts. */
type ApprovalClearanceUsed = Event<"ApprovalClearanceUsed", ClearanceRef>;

/** The approval was refused in the shard, or never came there and cannot come any more: nothing of it counts. */
type ApprovalClearanceReturned = Event<"ApprovalClearanceReturned", ClearanceRef>;

export type ClearanceEvent = ApprovalCleared | ApprovalClearanceUsed | ApprovalClearanceReturned;

/** The stream of a clearance, in the log `social`. */
export function clearanceStream(clearanceId: string): string {
  return `clearance/${clearanceId}`;
}

import type { ApprovalCleared, ClearanceEvent } from "./events.ts";

/** What an approval was cleared with. */
export type Clearance = ApprovalCleared["data"];

/** Whether a clearance is still valid for an approval that may be on its way; undefined before it was given. */
export type ClearanceState = { readonly withdrawalId: string; readonly isOpen: boolean } | undefined;

/** Adds an event. */
export function evolveClearance(state: ClearanceState, { type, data }: ClearanceEvent): ClearanceState {
  return type === "ApprovalCleared" ? { withdrawalId: data.withdrawalId, isOpen: true } : state && {
    ...state,
    isOpen: false,
  };
}

/** Ending a clearance is idempotent. */
export function decideEnd(
  state: ClearanceState,
  { clearanceId, isUsed }: { readonly clearanceId: string; readonly isUsed: boolean },
): ClearanceEvent[] {
  if (!state?.isOpen) return [];
  const data = { clearanceId, withdrawalId: state.withdrawalId };
  return [{ type: isUsed ? "ApprovalClearanceUsed" : "ApprovalClearanceReturned", data }];
}

/** Units that count against limits: paid to a person, to a bank account, and by one side alone. */
interface Units {
  readonly user: number;
  readonly account: number;
  readonly alone: number;
}

/**
 * What clearances add to what the withdrawals say. Of one withdrawal several may be open, of several admins or one who
 * pressed again after a crash: it is paid once, but each of them may turn out to be who approved it.
 */
export function clearedUnits(
  clearances: readonly Clearance[],
  { withdrawalId, userId, accountHash, side, begun }: {
    /** Of the approval that is decided: its own withdrawal is not counted twice. */
    readonly withdrawalId: string;
    readonly userId: string;
    readonly accountHash: string;
    readonly side: readonly string[];
    /** Withdrawals that are counted as begun already. */
    readonly begun: ReadonlySet<string>;
  },
): Units & { readonly all: number } {
  const counted = clearances.filter((one) => {
    return one.isLast && one.withdrawalId !== withdrawalId && !begun.has(one.withdrawalId);
  });
  const sum = (isOne: (one: Clearance) => boolean) => {
    const units = new Map(counted.filter(isOne).map((one) => [one.withdrawalId, one.units]));
    return [...units.values()].reduce((all, one) => all + one, 0);
  };
  return {
    all: sum(() => true),
    user: sum((one) => one.userId === userId),
    account: sum((one) => one.accountHash === accountHash),
    alone: sum((one) => one.earlier.length === 0 && side.includes(one.adminId)),
  };
}

import { type ClearanceRow, clearancesSince } from "../../../projections/wallet/clearances.ts";
import type { CaseSeen } from "../../contract/cases.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { streamsOf } from "../../store/streams.ts";
import { type ApprovalCleared, type ClearanceEvent, clearanceStream } from "../clearance/events.ts";
import { type ClearanceState, decideEnd, evolveClearance } from "../clearance/state.ts";
import { readPause } from "../pause/pause.ts";
import type { PayoutPause } from "../pause/state.ts";
import { type ApprovalToClear, isOfAnotherDay, readApprovalFacts } from "./approvers.ts";
import { type ApprovalFacts, type Cleared, decideApproval, decideWhilePaused, Overtaken } from "./state.ts";

/** An approval that is to be cleared. */
type ClearApproval = ApprovalToClear & {
  readonly shard: number;
  readonly installation: string;
  readonly caseSeen: CaseSeen;
};

interface State {
  readonly pause: PayoutPause;
  /** What the log says is cleared, and what this group clears. */
  readonly cleared: ClearanceRow[];
  readonly factsOf: ReadonlyMap<ClearApproval, (cleared: readonly ClearanceRow[]) => ApprovalFacts>;
}

/**
 * Decides on an approval where all approvals meet, under the head of `social`: who the admins are, what they, the person
 * and the bank account have had, the day's brake, the pause. What it allows the shard may store once; null where the admin
 * has approved already. Refuses as `approve` says; throws Overtaken where it was asked on what is no longer so.
 */
export const clearApproval: CommandHandler<ClearApproval, State, { clearance: Cleared | null }> = {
  name: "clearApproval",
  async load(tx, commands, { now }) {
    const marks = commands.map(({ paid }) => paid.mark);
    const [pause, cleared] = await Promise.all([readPause(tx), clearancesSince(tx, Math.min(...marks))]);
    const factsOf = new Map<ClearApproval, (cleared: readonly ClearanceRow[]) => ApprovalFacts>();
    for (const command of commands) factsOf.set(command, await readApprovalFacts(tx, command, now));
    return { pause, cleared, factsOf };
  },
  decide({ pause, cleared, factsOf }, command, { now, newId }) {
    const { paid, withdrawalId, userId, adminId, shard } = command;
    if (isOfAnotherDay(paid, pause.released, now)) throw new Overtaken();
    const facts = factsOf.get(command)?.(cleared.filter(({ usedPosition = Infinity }) => usedPosition > paid.mark));
    if (!facts) throw new Error("Cannot decide on an approval whose facts nobody read");
    const decided = decideApproval(paid.row, { ...command, ...facts }, now);
    const events = pause.paused ? decideWhilePaused(decided) : decided;
    const approved = events.find(({ type }) => type === "WithdrawalApproved");
    if (approved?.type !== "WithdrawalApproved" || !paid.row) return { appends: [], result: { clearance: null } };
    const { isLast, secondFor } = approved.data;
    const { approvals: earlier, units, accountHash } = paid.row;
    const clearanceId = newId();
    const data = {
      ...{ clearanceId, withdrawalId, shard, userId, adminId, accountHash, units, earlier: [...earlier] },
      ...{ isLast, secondFor },
    };
    cleared.push({ ...data, clearedAt: now, actor: "", usedPosition: undefined });
    const event: ApprovalCleared = { type: "ApprovalCleared", data };
    const terms = { clearanceId, earlier: [...earlier], isLast, secondFor, mostMonthUnits: facts.limit.units ?? null };
    return {
      appends: [{ log: "social", stream: clearanceStream(clearanceId), version: 0, events: [event] }],
      result: { clearance: terms },
    };
  },
};

/** Ends a clearance, once: its approval is stored, or never will be. */
export const endClearance = streamsOf<string, ClearanceState, ClearanceEvent>({
  log: "social",
  stream: clearanceStream,
  initial: undefined,
  evolve: evolveClearance,
}).handler("endApprovalClearance", {
  id: ({ clearanceId }: { readonly clearanceId: string; readonly isUsed: boolean }) => clearanceId,
  decide: decideEnd,
  result: () => undefined,
});

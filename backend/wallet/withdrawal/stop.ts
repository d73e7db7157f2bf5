import { OPEN_STATUSES, type WithdrawalRow } from "../../../projections/wallet/withdrawals.ts";
import type { NotedProblem } from "../../contract/payments.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { readStops, verifyIfDue } from "./payable.ts";
import { decideStop } from "./state.ts";
import { withdrawalHandler } from "./withdrawals.ts";

/** Keeps why an approval was refused. */
const noteStop = withdrawalHandler<{ adminId: string; problem: NotedProblem }>("noteStop", decideStop);

/** Refuses an approval while the books, a debt or another payment speak against it, and keeps that it was refused. */
export async function needPayable(
  deps: Deps,
  row: WithdrawalRow,
  { adminId, metadata }: { readonly adminId: string; readonly metadata: Metadata },
): Promise<void> {
  if (row.userId === adminId || !OPEN_STATUSES.includes(row.status)) return;
  await verifyIfDue(deps);
  const [stop] = await readStops(deps, row);
  if (!stop) return;
  const { shard, userId, withdrawalId } = row;
  const { problem } = stop;
  if (problem !== "user_suspended") {
    const command = { shard, userId, withdrawalId, adminId, problem };
    await deps.store.execute(noteStop, command, { logs: shardLogs(shard), metadata });
  }
  throw new Refusal(problem, `Payment stopped. ${stop.text}`);
}

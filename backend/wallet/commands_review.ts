import { findWithdrawal, type WithdrawalRow } from "../../projections/withdrawals.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/event.ts";
import { shardLogs } from "../store/shard.ts";
import { approveWithdrawal, cancelWithdrawal, rejectWithdrawal } from "./commands.ts";
import { advancePayout } from "./commands_payout.ts";
import { isUnavailable, refusedBecause } from "./commands_provider.ts";

/** So long an admin waits for the provider; the payout goes on without them. */
const PATIENCE_MS = 10_000;

interface Review {
  readonly withdrawalId: string;
  readonly adminId: string;
  readonly metadata: Metadata;
}

/** Approves, and where that was the last approval tries to pay right away. Answers how the withdrawal stands then. */
export async function approve(deps: Deps, { withdrawalId, adminId, metadata }: Review): Promise<WithdrawalRow> {
  const { shard, userId } = await existing(deps, withdrawalId);
  const command = { shard, userId, withdrawalId, adminId };
  const { result } = await deps.store.execute(approveWithdrawal, command, { logs: shardLogs(shard), metadata });
  if (result.status === "processing") await soon(advanceQuietly(deps, withdrawalId));
  return await existing(deps, withdrawalId);
}

export async function reject(deps: Deps, review: Review & { readonly reason: string }): Promise<void> {
  const { withdrawalId, adminId, reason, metadata } = review;
  const { shard, userId } = await beforeReturning(deps, withdrawalId);
  const command = { shard, userId, withdrawalId, adminId, reason };
  await deps.store.execute(rejectWithdrawal, command, { logs: shardLogs(shard), metadata });
}

/** The owner takes the request back. */
export async function cancel(
  deps: Deps,
  { withdrawalId, userId, metadata }: { withdrawalId: string; userId: string; metadata: Metadata },
): Promise<void> {
  const found = await existing(deps, withdrawalId);
  if (found.userId !== userId) throw unknownRequest();
  const { shard } = await beforeReturning(deps, withdrawalId);
  const command = { shard, userId, withdrawalId };
  await deps.store.execute(cancelWithdrawal, command, { logs: shardLogs(shard), metadata });
}

/** Gives the provider the one-time code that it waits for, and asks what became of the payout. */
export async function confirmPayout(deps: Deps, withdrawalId: string, otp: string): Promise<WithdrawalRow> {
  const { status, transferCode } = await existing(deps, withdrawalId);
  if (status !== "needs_otp" || transferCode === undefined) {
    throw new Refusal("already_decided", "This payment waits for no one-time code");
  }
  try {
    await deps.payments.finalizePayout({ transferCode, otp });
  } catch (error) {
    if (refusedBecause(error) === "invalid_otp") throw new Refusal("bad_code", "The one-time code is not correct");
    // Whether it was taken is what the look-up says.
    if (!isUnavailable(error) && refusedBecause(error) === undefined) throw error;
  }
  await soon(advanceQuietly(deps, withdrawalId));
  return await existing(deps, withdrawalId);
}

/** Money that the provider was once told to pay is not given back before the provider has been asked again. */
async function beforeReturning(deps: Deps, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await existing(deps, withdrawalId);
  if (row.reference !== undefined) await advancePayout(deps, withdrawalId);
  return row;
}

async function existing(deps: Deps, withdrawalId: string): Promise<WithdrawalRow> {
  const row = await findWithdrawal(deps.store.sql, withdrawalId);
  if (!row) throw unknownRequest();
  return row;
}

async function advanceQuietly(deps: Deps, withdrawalId: string): Promise<void> {
  try {
    await advancePayout(deps, withdrawalId);
  } catch (error) {
    if (!isUnavailable(error)) deps.log(`Payout of withdrawal ${withdrawalId} will be taken up again`, error);
  }
}

async function soon(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise<void>((end) => timer = setTimeout(end, PATIENCE_MS))]);
  clearTimeout(timer);
}

function unknownRequest(): Refusal {
  return new Refusal("not_found", "Payment request not found");
}

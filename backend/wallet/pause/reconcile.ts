import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { compareBooks } from "../reconciliation/reconcile.ts";
import { type Deciding, noteReconciled, readPause } from "./pause.ts";

/**
 * Holds the books against the provider's from before the loss to now. Payouts under way are only asked about.
 * Throws PaymentsUnavailable; refuses with `already_decided` where payouts are not paused.
 */
export async function reconcilePaused(deps: Deps, { adminId, metadata }: Omit<Deciding, "reason">): Promise<void> {
  const { paused } = await readPause(deps.store.sql);
  if (!paused) throw new Refusal("already_decided", "Payouts are not paused");
  const span = { from: paused.since, to: deps.now() };
  const books = await compareBooks(deps, span);
  await deps.store.execute(noteReconciled, { adminId, ...span, ...books }, { logs: ["social"], metadata });
}

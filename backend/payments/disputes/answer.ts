import { type DisputeRow, findDispute } from "../../../projections/payments/disputes.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { DISPUTE_LOCK_CLASS } from "../../store/advisory_locks.ts";
import type { Metadata } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { oneAtATime } from "../../store/one_at_a_time.ts";
import type { ChargeDeps } from "../charge.ts";
import { type Purpose, purposeOf } from "../purpose.ts";
import { disputes } from "./disputes.ts";
import { reviewDispute } from "./review.ts";
import { decideContested } from "./state.ts";

type DisputeDeps = ChargeDeps & { readonly purposes: readonly Purpose[] };

export interface Answer {
  readonly disputeId: string;
  readonly adminId: string;
  readonly note: string;
  readonly metadata: Metadata;
}

type Command = Omit<Answer, "metadata"> & Pick<DisputeRow, "shard" | "paymentId">;

const contestDispute = disputes.handler("contestDispute", {
  id: ({ shard, paymentId }: Command) => ({ shard, paymentId }),
  decide: (state, { shard: _, ...data }) => decideContested(state, data),
  result: () => undefined,
});

/** Notes that Orin answered the provider and wants to keep the money. Refuses with `not_found` or `already_decided`. */
export async function contest(deps: Pick<Deps, "store">, { metadata, ...answer }: Answer): Promise<void> {
  const { shard, paymentId } = await existing(deps, answer.disputeId);
  await deps.store.execute(contestDispute, { ...answer, shard, paymentId }, { logs: shardLogs(shard), metadata });
}

/** Tells the provider of a dispute that two sides accepted, once, and notes what it says then. */
export async function tellAccepted(deps: DisputeDeps, { disputeId, providerId, reference }: DisputeRow): Promise<void> {
  await oneAtATime(deps.store, { lockClass: DISPUTE_LOCK_CLASS, key: disputeId }, async () => {
    const found = await deps.payments.lookUpDispute(providerId);
    if (found.status === "open") {
      const message = "The merchant accepts this dispute.";
      await deps.payments.acceptDispute({ disputeId: providerId, amountKobo: found.amountKobo, message });
    }
  });
  const purpose = purposeOf(deps, reference);
  if (purpose) await reviewDispute(deps, purpose, { reference, providerId, told: "resolved" });
}

/** One dispute. Refuses with `not_found`. */
export async function existing({ store }: Pick<Deps, "store">, disputeId: string): Promise<DisputeRow> {
  const row = await findDispute(store.sql, disputeId);
  if (!row) throw new Refusal("not_found", "Dispute not found");
  return row;
}

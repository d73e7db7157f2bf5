import { type DisputeRow, findDispute } from "../../../projections/disputes.ts";
import { assertTwo, readIndependence } from "../../admin/team/reads.ts";
import { PaymentsRefused, PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { DISPUTE_LOCK_CLASS } from "../../store/advisory_locks.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { oneAtATime } from "../../store/one_at_a_time.ts";
import type { Sql } from "../../store/sql.ts";
import type { ChargeDeps } from "../charge.ts";
import { type Purpose, purposeOf } from "../purpose.ts";
import { disputes } from "./disputes.ts";
import { reviewDispute } from "./review.ts";
import { decideAccepted, decideContested } from "./state.ts";

type Needs = ChargeDeps & { readonly purposes: readonly Purpose[] };

interface Answer {
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

const acceptDispute = disputes.handler("acceptDispute", {
  id: ({ shard, paymentId }: Command) => ({ shard, paymentId }),
  // Who is on whose side: a change of roles that comes at the same time counts for the next one.
  facts: (sql: Sql, _commands: readonly Command[], { now }: GroupScope) => readIndependence(sql, now),
  decide(state, { shard: _, ...data }, { facts }) {
    const events = decideAccepted(state, data);
    const [event] = events;
    if (event?.type === "DisputeAccepted") {
      assertTwo(facts, { proposedBy: event.data.proposedBy, adminId: data.adminId });
    }
    return events;
  },
  result: ({ command, after }) => ({ isAccepted: after.byId.get(command.disputeId)?.answer === "accepted" }),
});

/** Notes that Orin answered the provider and wants to keep the money. Refuses with `not_found` or `already_decided`. */
export async function contest(deps: Pick<Deps, "store">, { metadata, ...answer }: Answer): Promise<void> {
  const { shard, paymentId } = await existing(deps, answer.disputeId);
  await deps.store.execute(contestDispute, { ...answer, shard, paymentId }, { logs: shardLogs(shard), metadata });
}

/**
 * Proposes that the payer gets the money, or confirms it on another side: then the provider is told. Refuses with
 * `not_found`, `already_decided`, `not_your_approval`, `not_independent` or `provider_unavailable`.
 */
export async function accept(deps: Needs, { metadata, ...answer }: Answer): Promise<"proposed" | "accepted"> {
  const row = await existing(deps, answer.disputeId);
  const { shard, paymentId } = row;
  const command = { ...answer, shard, paymentId };
  const logs = shardLogs(shard);
  const { isAccepted } = (await deps.store.execute(acceptDispute, command, { logs, metadata })).result;
  if (!isAccepted) return "proposed";
  try {
    await tellAccepted(deps, row);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
    deps.log(`Dispute ${row.providerId} could not be accepted`, error);
    const text = `${PROVIDER_NAME} did not take it yet. Orin tries again by itself; you can also accept it there.`;
    throw new Refusal("provider_unavailable", text);
  }
  return "accepted";
}

/** Tells the provider of a dispute that two sides accepted, once, and notes what it says then. */
export async function tellAccepted(deps: Needs, { disputeId, providerId, reference }: DisputeRow): Promise<void> {
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

async function existing({ store }: Pick<Deps, "store">, disputeId: string): Promise<DisputeRow> {
  const row = await findDispute(store.sql, disputeId);
  if (!row) throw new Refusal("not_found", "Dispute not found");
  return row;
}

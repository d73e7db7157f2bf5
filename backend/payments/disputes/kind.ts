import { findCreators } from "../../../projections/catalogue/creators.ts";
import { findDispute } from "../../../projections/payments/disputes.ts";
import { PaymentsRefused, PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { propose } from "../../approvals/decide.ts";
import type { ProposalKind } from "../../approvals/kind.ts";
import { longTime } from "../../contract/long_day.ts";
import { formatNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { type Answer, existing, tellAccepted } from "./answer.ts";
import { disputes } from "./disputes.ts";
import { DISPUTE_ACCEPT, type DisputeAccepted } from "./events.ts";
import { decideAccepted } from "./state.ts";

const DAY_MS = 24 * 3_600_000;

type Acceptance = Pick<DisputeAccepted, "data"> & { readonly shard: number };

/** Accepting a dispute: the payer gets the money, so it takes two sides. It waits until the provider wants the answer. */
export const disputeAcceptKind: ProposalKind<Acceptance> = {
  name: DISPUTE_ACCEPT,
  roles: ["finance"],
  // Where the day is over the bank may still wait.
  lapsesAt: (now, { dueAt }) =>
    dueAt === undefined ? now + 30 * DAY_MS : Number(dueAt) > now ? Number(dueAt) : now + DAY_MS,
  alone: "nothing",
  ofOwn: "proposed",
  oneSide: "waits",
  async matter(deps, disputeId, { note, opening }) {
    const { sql } = deps.store;
    const row = await findDispute(sql, disputeId);
    if (row?.status !== "open" || row.answer === "accepted") return undefined;
    // What was won and is opened anew is decided anew.
    if (opening !== undefined && opening !== row.openings) return undefined;
    const { shard, wholeKobo: units, payerId, artistId, category, dueAt, answer } = row;
    const artist = artistId && ((await findCreators(sql, [artistId])).get(artistId)?.name || "an artist");
    return {
      ...{ log: `ledger/${shard}`, units, people: artistId ? [payerId, artistId] : [payerId] },
      title: `Accept a dispute of ${formatNaira(units)}`,
      lines: [
        artist
          ? `The payer's bank gets it back. It was a gift to ${artist}, who owes what they have spent of it.`
          : "The payer's bank gets it back. It paid for Premium, which ends.",
        `The bank's reason: ${category}.`,
        ...dueAt === undefined ? [] : [`${PROVIDER_NAME} wants an answer by ${longTime(dueAt)}.`],
        ...answer === "contested" ? ["An admin has noted that Orin contested it."] : [],
        `The reason given: ${note}`,
        "It cannot be undone.",
      ],
      link: { label: "Open the dispute", path: `/disputes?dispute=${disputeId}` },
    };
  },
  async prepare(deps, { subject: disputeId, content: { note }, adminId, proposedBy = adminId }) {
    const { shard, paymentId } = await existing(deps, disputeId);
    return { shard, data: { disputeId, paymentId, adminId, note: String(note), proposedBy } };
  },
  booking: disputes.handler("acceptDispute", {
    id: ({ shard, data: { paymentId } }: Acceptance) => ({ shard, paymentId }),
    decide: (state, { data }) => decideAccepted(state, data),
    result: () => undefined,
  }),
  async followUp(deps, { subject: disputeId }) {
    try {
      await tellAccepted(deps, await existing(deps, disputeId));
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
      deps.log(`Dispute ${disputeId} could not be accepted`, error);
      const text = `${PROVIDER_NAME} did not take it yet. Orin tries again by itself; you can also accept it there.`;
      throw new Refusal("provider_unavailable", text);
    }
  },
};

/** An admin wants the payer to have the money. Refuses with `not_found`, or as `propose`. */
export async function proposeAcceptance(deps: Deps, { disputeId, adminId, note, metadata }: Answer): Promise<void> {
  const { openings: opening, dueAt } = await existing(deps, disputeId);
  const content = { note, opening, ...dueAt !== undefined && { dueAt } };
  await propose(deps, disputeAcceptKind, { subject: disputeId, content, adminId, metadata });
}

import { refundedAlone } from "../../../projections/gift_refunds.ts";
import { findGift, type GiftRow, giftShares } from "../../../projections/gifts.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { assertTwo, isOfSide, readIndependence, sideOf } from "../../admin/team/reads.ts";
import type { RefundState } from "../../contract/gift_refunds.ts";
import { newId } from "../../contract/ids.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { refundOnce } from "../../payments/refund.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Sql } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { giveSharesBack, giveTokensBack, type Moving } from "../give.ts";
import { type GiftRefundEvent, giftRefundStream } from "./events.ts";
import {
  type AboutRefund,
  type AskRefund,
  confirmRefund as decideConfirmed,
  decideRefund,
  evolve,
  type GiftRefund,
  NOTHING_DECIDED,
  ownGift,
  type Stakes,
  withdrawRefund as decideWithdrawn,
} from "./state.ts";

const refunds = streamsOf<string, GiftRefund, GiftRefundEvent>({
  log: "social",
  stream: giftRefundStream,
  initial: NOTHING_DECIDED,
  evolve,
});

/** Everybody who gave or got something of the gift. */
type OfPeople = { readonly people: readonly string[] };

const askRefund = refunds.handler("askGiftRefund", {
  id: ({ giftId }: AskRefund & OfPeople) => giftId,
  async beside(tx, commands, { now }) {
    const { secondApproverAboveUnits: limitUnits } = policyAt(await readPolicies(tx), now);
    const known = new Map<AskRefund, Stakes & { readonly side: readonly string[] }>();
    for (const command of commands) {
      const side = await sideOf(tx, command.adminId);
      const aloneUnits = await refundedAlone(tx, side, now - ALONE_MS);
      const isParty = await isOfSide(tx, { side, userIds: command.people });
      known.set(command, { side, isParty, aloneUnits, limitUnits });
    }
    return known;
  },
  decide(refund, command, { beside, streams }) {
    const { people: _, ...asked } = command;
    const stakes = beside.get(command);
    if (!stakes) throw new Error(`Cannot decide about the refund of ${asked.giftId}: its stakes were not loaded`);
    // What this group of commands has decided is in no table yet.
    const decided = streams.changes().flatMap(({ before, after }) => before.decided ? [] : after.decided ?? []);
    const own = decided.filter(({ adminId, confirmedBy }) => !confirmedBy && stakes.side.includes(adminId));
    const aloneUnits = own.reduce((sum, { units }) => sum + units, stakes.aloneUnits);
    return decideRefund(refund, asked, { ...stakes, aloneUnits });
  },
  result: ({ after }) => ({ isDecided: after.decided !== undefined }),
});

const confirmRefund = refunds.handler("confirmGiftRefund", {
  id: ({ giftId }: AboutRefund & OfPeople) => giftId,
  async beside(tx, commands, { now }) {
    const parties = new Set<AboutRefund>();
    for (const command of commands) {
      const side = await sideOf(tx, command.adminId);
      if (await isOfSide(tx, { side, userIds: command.people })) parties.add(command);
    }
    return { parties, areTwo: await readIndependence(tx, now) };
  },
  decide(refund, command, { beside: { parties, areTwo } }) {
    if (parties.has(command)) throw ownGift();
    const { giftId, proposalId, adminId } = command;
    const events = decideConfirmed(refund, { giftId, proposalId, adminId });
    if (events.length > 0) assertTwo(areTwo, { proposedBy: refund.proposal?.adminId, adminId });
    return events;
  },
  result: () => undefined,
});

const withdrawRefund = refunds.handler("withdrawGiftRefund", {
  id: ({ giftId }: AboutRefund) => giftId,
  decide: decideWithdrawn,
  result: () => undefined,
});

/** Everybody who gave or got something of a gift: collaborators too, and to whom the dispute of a share let it go. */
export async function peopleOf(sql: Sql, gift: GiftRow): Promise<string[]> {
  const parts = await giftShares(sql, gift.giftId);
  const theirs = await Promise.all(parts.map((part) => peopleOf(sql, part)));
  return [...new Set([gift.giverId, gift.artistId, ...theirs.flat()])];
}

interface Asking {
  readonly giftId: string;
  readonly adminId: string;
  readonly metadata: Metadata;
}

type Refunding = Moving & Pick<Deps, "payments" | "log">;

/**
 * An admin returns a gift: small ones at once, else an admin on another side has to confirm it. Again it does what is
 * left to do. Throws Refusal `not_found`, `not_independent`, `already_decided` or `provider_unavailable`.
 */
export async function refundGift(
  deps: Refunding & Pick<Deps, "now">,
  { giftId, adminId, metadata }: Asking,
): Promise<RefundState> {
  const row = await wholeGift(deps, giftId);
  const people = await peopleOf(deps.store.sql, row);
  const command = { giftId: row.giftId, units: row.wholeUnits, adminId, proposalId: newId(deps.now()), people };
  const { result } = await deps.store.execute(askRefund, command, { logs: ["social"], metadata });
  return result.isDecided ? await giveBack(deps, row, metadata) : "waiting";
}

/**
 * An admin on another side confirms a refund that was proposed. Throws Refusal like `refundGift`, and
 * `not_your_approval`.
 */
export async function confirmGiftRefund(
  deps: Refunding,
  { giftId, proposalId, adminId, metadata }: Asking & { readonly proposalId: string },
): Promise<RefundState> {
  const row = await wholeGift(deps, giftId);
  const command = { giftId: row.giftId, proposalId, adminId, people: await peopleOf(deps.store.sql, row) };
  await deps.store.execute(confirmRefund, command, { logs: ["social"], metadata });
  return await giveBack(deps, row, metadata);
}

/** Takes a proposed refund away. Throws Refusal `not_found` or `already_decided`. */
export async function withdrawGiftRefund(
  deps: Moving,
  { giftId, proposalId, adminId, metadata }: Asking & { readonly proposalId: string },
): Promise<void> {
  await wholeGift(deps, giftId);
  await deps.store.execute(withdrawRefund, { giftId, proposalId, adminId }, { logs: ["social"], metadata });
}

/** Does what is left of a refund that was decided. Harmless twice. */
export async function finishRefund(deps: Refunding, giftId: string): Promise<void> {
  await giveBack(deps, await wholeGift(deps, giftId), { actor: "system:gifts" });
}

/** A part goes back with the gift that it is a part of. */
async function wholeGift({ store: { sql } }: Moving, giftId: string): Promise<GiftRow> {
  const asked = await findGift(sql, giftId);
  const row = asked?.shareOf === undefined ? asked : await findGift(sql, asked.shareOf);
  if (!row || row.status === "started" || row.shareOf !== undefined) throw new Refusal("not_found", "Gift not found");
  return row;
}

/** Tokens go back at once, a card's money through the provider, whose notice books it. */
async function giveBack(deps: Refunding, row: GiftRow, metadata: Metadata): Promise<"returned" | "asked"> {
  if (row.method === "tokens") {
    await giveTokensBack(deps, row, metadata);
    await giveSharesBack(deps, row, metadata);
    return "returned";
  }
  if (row.status === "refunded") return "returned";
  const { giftId: paymentId, reference = "" } = row;
  await refundOnce(deps, { paymentId, reference, refundReference: `refund-${paymentId}` });
  return "asked";
}

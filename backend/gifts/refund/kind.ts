import { findCreators } from "../../../projections/catalogue/creators.ts";
import { refundsOf } from "../../../projections/gifts/gift_refunds.ts";
import { propose } from "../../approvals/decide.ts";
import { afterDays, approversLimit, type ProposalKind, signedBy } from "../../approvals/kind.ts";
import type { RefundState } from "../../contract/gift_refunds.ts";
import { longDay } from "../../contract/long_day.ts";
import { formatNaira, formatTokensWithNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { GIFT_REFUND, type GiftRefundDecided, type GiftRefundEvent, giftRefundStream } from "./events.ts";
import { finishRefund, giveBack, missingUnits, peopleOf, wholeGift } from "./refund.ts";
import { decideRefund, evolve, type GiftRefund, NOTHING_DECIDED } from "./state.ts";

const refunds = streamsOf<string, GiftRefund, GiftRefundEvent>({
  log: "social",
  stream: giftRefundStream,
  initial: NOTHING_DECIDED,
  evolve,
});

/**
 * Returning a gift. It counts as a whole, since it takes from an artist what they were given; where they no longer have it
 * Orin pays, and that takes two sides whatever it is worth.
 */
export const giftRefundKind: ProposalKind<Pick<GiftRefundDecided, "data">> = {
  name: GIFT_REFUND,
  roles: ["finance"],
  lapsesAt: afterDays(30),
  alone: approversLimit(ALONE_MS),
  ofOwn: "refused",
  oneSide: "waits",
  async matter(deps, giftId) {
    const { sql } = deps.store;
    const gift = await wholeGift(deps, giftId);
    if (gift.status === "refunded" || (await refundsOf(sql, [giftId])).has(giftId)) return undefined;
    const { wholeUnits: units, method, artistId, at } = gift;
    const [people, missing, artists] = await Promise.all([
      peopleOf(sql, gift),
      missingUnits(deps, gift),
      findCreators(sql, [artistId]),
    ]);
    return {
      ...{ log: "social", units, people, needs: missing > 0 ? "two" : undefined },
      title: `Return a gift to ${artists.get(artistId)?.name || "an artist"}`,
      lines: [
        method === "card"
          ? `The giver gets ${formatNaira(units)} back on their card through ${PROVIDER_NAME}.`
          : `The giver gets ${formatTokensWithNaira(units)} back.`,
        `It was given on ${longDay(at)}.`,
        missing > 0
          ? `The artist has spent ${
            formatTokensWithNaira(missing)
          } of it: Orin pays them first, and the artist owes them.`
          : "The artist still has all of it.",
        "It cannot be undone.",
      ],
      link: { label: "See the artist's gifts", path: `/people/${artistId}` },
    };
  },
  async prepare(deps, { subject, adminId, proposalId, proposedBy }) {
    const { giftId, wholeUnits: units } = await wholeGift(deps, subject);
    const by = signedBy({ adminId, proposedBy });
    return { data: { giftId, units, proposalId, ...by } };
  },
  booking: refunds.handler("refundGift", {
    id: ({ data: { giftId } }: Pick<GiftRefundDecided, "data">) => giftId,
    decide: (refund, { data }) => decideRefund(refund, data),
    result: () => undefined,
  }),
  followUp: (deps, { subject }, metadata) => finishRefund(deps, subject, metadata),
};

/**
 * Returns a gift: alone where the side may, else an admin on another side confirms it. Again it does what is left to do.
 * Throws Refusal `not_found`, `provider_unavailable`, or like `propose`.
 */
export async function refundGift(
  deps: Deps,
  { giftId: asked, adminId, metadata }: {
    readonly giftId: string;
    readonly adminId: string;
    readonly metadata: Metadata;
  },
): Promise<RefundState> {
  const gift = await wholeGift(deps, asked);
  const { giftId, method, status } = gift;
  if (status === "refunded") return "returned";
  if ((await refundsOf(deps.store.sql, [giftId])).has(giftId)) return await giveBack(deps, gift, metadata);
  const state = await propose(deps, giftRefundKind, { subject: giftId, content: {}, adminId, metadata });
  return state === "waiting" ? "waiting" : method === "tokens" ? "returned" : "asked";
}

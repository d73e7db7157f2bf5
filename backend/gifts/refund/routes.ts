import { type Context, Hono } from "hono";
import type { GiftRefundList, RefundAnswer, RefundState } from "../../contract/gift_refunds.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import type { Deps } from "../../deps.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { metadataOf } from "../../http/request_id.ts";
import { requireAdmin, type WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { listGiftRefunds } from "./reads.ts";
import { confirmGiftRefund, refundGift, withdrawGiftRefund } from "./refund.ts";

const PATH = "/api/v1/admin/gift-refunds";
const NO_GIFT = "Gift not found";

/** Admins return gifts: larger ones take two of them. */
export function giftRefundRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to give a gift back");
  return new Hono()
    .post("/api/v1/admin/gifts/:id/refund", requireAdmin(deps), fresh, async (c) => {
      return said(c, await refundGift(deps, askedOf(c)));
    })
    .get(PATH, requireAdmin(deps), async (c) => {
      return c.json(await listGiftRefunds(deps, c.var.session.userId) satisfies GiftRefundList, 200);
    })
    .post(`${PATH}/:id/proposals/:proposalId/confirm`, requireAdmin(deps), fresh, async (c) => {
      const proposalId = idInPath(c, "proposalId", NO_GIFT);
      return said(c, await confirmGiftRefund(deps, { ...askedOf(c), proposalId }));
    })
    .post(`${PATH}/:id/proposals/:proposalId/withdraw`, requireAdmin(deps), fresh, async (c) => {
      const proposalId = idInPath(c, "proposalId", NO_GIFT);
      await withdrawGiftRefund(deps, { ...askedOf(c), proposalId });
      return c.json({ message: "The proposal is withdrawn" }, 200);
    });
}

function askedOf(c: Context<WithSession>) {
  const { userId: adminId } = c.var.session;
  return { giftId: idInPath(c, "id", NO_GIFT), adminId, metadata: metadataOf(c, adminId) };
}

const WORDS: Readonly<Record<RefundState, string>> = {
  returned: "The gift was returned",
  asked: `We asked ${PROVIDER_NAME} to return the money`,
  waiting: "An admin on another side has to confirm this refund",
};

function said(c: Context<WithSession>, state: RefundState) {
  return c.json({ message: WORDS[state], state } satisfies RefundAnswer, state === "returned" ? 200 : 202);
}

import * as calls from "../../contract/calls/gifts.ts";
import { Routes } from "../../http/routes.ts";
import type { RefundAnswer, RefundState } from "../../contract/gift_refunds.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import type { Deps } from "../../deps.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { refundGift } from "./kind.ts";

/** Admins return gifts: larger ones take two of them. */
export function giftRefundRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to give a gift back");
  return new Routes(deps)
    .serve(calls.refundGift, fresh, async (c) => {
      const { userId: adminId } = c.var.session;
      const giftId = idInPath(c, "id", "Gift not found");
      const state = await refundGift(deps, { giftId, adminId, metadata: metadataOf(c, adminId) });
      return c.json({ message: WORDS[state], state } satisfies RefundAnswer, state === "returned" ? 200 : 202);
    });
}

const WORDS: Readonly<Record<RefundState, string>> = {
  returned: "The gift was returned",
  asked: `We asked ${PROVIDER_NAME} to return the money`,
  waiting: "An admin on another side has to confirm this refund",
};

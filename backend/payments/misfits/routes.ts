import * as calls from "../../contract/calls/admin_payments.ts";
import { Routes } from "../../http/routes.ts";
import { openMisfits } from "../../../projections/payments/misfits.ts";
import type { PaymentsToClear } from "../../contract/admin_payments.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { refundMisfit } from "./clear.ts";

const MOST = 200;

/** Payments to clear: another sum, currency or state than Orin asked for. An admin gives them back. */
export function clearingRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listPaymentMismatches, async (c) => {
      const rows = await openMisfits(deps.store.sql, { limit: MOST });
      const payments = rows.map((
        { paymentId, reference, expectedKobo, paidKobo, currency, said, foundAt, askedAt },
      ) => ({
        ...{ id: paymentId, reference, expected: expectedKobo / 100, paid: paidKobo / 100, currency, said },
        foundAt: new Date(foundAt).toISOString(),
        ...(askedAt !== undefined && { refundAskedAt: new Date(askedAt).toISOString() }),
      }));
      return c.json({ payments } satisfies PaymentsToClear, 200);
    })
    .serve(calls.refundMismatch, async (c) => {
      const { userId: adminId } = c.var.session;
      needFreshPassword(deps.now(), c.var.session, "Please enter your password again to give a payment back");
      await refundMisfit(deps, {
        paymentId: idInPath(c, "id", "Payment not found"),
        adminId,
        metadata: metadataOf(c, adminId),
      });
      return c.json({ message: `We asked ${PROVIDER_NAME} to return the money` }, 202);
    });
}

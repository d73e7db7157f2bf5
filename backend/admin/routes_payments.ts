import { type Context, Hono } from "hono";
import {
  ApprovePaymentRequest,
  PayoutOtpRequest,
  RejectPaymentRequest,
  ResolvePaymentRequest,
  WithdrawApprovalRequest,
} from "../contract/payments.ts";
import type { Deps } from "../deps.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireAdmin, type WithSession } from "../http/session.ts";
import { idInPath, jsonBody, optionalJsonBody } from "../http/validate.ts";
import { approve, confirmPayout, reject, resolve, retry, takeBackApproval } from "../wallet/commands_review.ts";
import { lastReconciliations } from "../../projections/reconciliations.ts";
import type { WithdrawalRow } from "../../projections/withdrawals.ts";
import { caseHashFor } from "./commands_case.ts";
import { needFreshPassword } from "../http/fresh_password.ts";
import { outcomeOf, paymentOutcomeRoutes } from "./routes_payment_outcome.ts";
import { caseRoutes } from "./routes_cases.ts";
import { paymentListRoutes } from "./routes_payment_lists.ts";

const NO_PAYMENT = "Payment request not found";

/** What admins decide about withdrawals (spec 3, section 7). Each decision names the case file that it was made on. */
export function paymentRoutes(deps: Deps) {
  return new Hono()
    .post(
      "/api/v1/approve-payment-automatic/:id",
      requireAdmin(deps),
      optionalJsonBody(ApprovePaymentRequest),
      async (c) => {
        const { reason, caseHash } = c.req.valid("json");
        const deciding = decidingOf(deps, c);
        const shown = await caseHashFor(deps, { ...deciding, caseHash });
        const row = await approve(deps, { ...deciding, reason, caseHash: shown });
        const { message, status } = await outcomeOf(deps, row);
        return c.json({ message, status: row.status, transactionReference: row.reference ?? null }, status);
      },
    )
    .post(
      "/api/v1/reject-payment/:id",
      requireAdmin(deps),
      optionalJsonBody(RejectPaymentRequest),
      async (c) => {
        const { reason, caseHash } = c.req.valid("json");
        const deciding = decidingOf(deps, c);
        const shown = await caseHashFor(deps, { ...deciding, caseHash });
        await reject(deps, { ...deciding, reason, caseHash: shown });
        return c.json({ message: "Payment request rejected and funds returned to user." }, 200);
      },
    )
    .post(
      "/api/v1/admin/payments/:id/withdraw-approval",
      requireAdmin(deps),
      optionalJsonBody(WithdrawApprovalRequest),
      async (c) => {
        const row = await takeBackApproval(deps, { ...decidingOf(deps, c), ...c.req.valid("json") });
        return c.json({ message: "Your approval was withdrawn.", status: row.status }, 200);
      },
    )
    .post("/api/v1/admin/payments/:id/otp", requireAdmin(deps), jsonBody(PayoutOtpRequest), async (c) => {
      const row = await confirmPayout(deps, { ...decidingOf(deps, c), ...c.req.valid("json") });
      const { message, status } = await outcomeOf(deps, row);
      return c.json({ message, status: row.status }, status);
    })
    .post("/api/v1/admin/payments/:id/retry", requireAdmin(deps), async (c) => {
      const row = await retry(deps, decidingOf(deps, c));
      const { message, status } = await outcomeOf(deps, row);
      return c.json({ message, status: row.status }, status);
    })
    .post("/api/v1/admin/payments/:id/resolve", requireAdmin(deps), jsonBody(ResolvePaymentRequest), async (c) => {
      const { row, decidedBy } = await resolve(deps, { ...decidingOf(deps, c), ...c.req.valid("json") });
      const message = decidedBy === "human"
        ? resolvedText(row)
        : `Paystack has just answered: the payment is ${row.status}.`;
      return c.json({ message, status: row.status }, 200);
    })
    .get("/api/v1/admin/reconciliations", requireAdmin(deps), async (c) => {
      return c.json({ reconciliations: await lastReconciliations(deps.store.sql, 60) }, 200);
    })
    .route("/", paymentListRoutes(deps))
    .route("/", paymentOutcomeRoutes(deps))
    .route("/", caseRoutes(deps));
}

/** Who decides on which request: with the password given in the last 15 minutes. */
function decidingOf(deps: Deps, c: Context<WithSession>) {
  const { session } = c.var;
  needFreshPassword(deps.now(), session, "Please enter your password again to decide on payments");
  const { userId: adminId } = session;
  return { withdrawalId: idInPath(c, "id", NO_PAYMENT), adminId, metadata: metadataOf(c, adminId) };
}

function resolvedText({ status }: WithdrawalRow): string {
  return status === "completed" ? "The payment is marked as paid." : "The funds were returned to the user.";
}

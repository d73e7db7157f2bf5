import { Hono } from "hono";
import { openPersonsOf } from "../accounts/commands_person.ts";
import { Id } from "../contract/ids.ts";
import { tokensOf } from "../contract/money.ts";
import { Refusal } from "../contract/refusal.ts";
import {
  type AdminPayment,
  PayoutOtpRequest,
  RejectPaymentRequest,
  type WithdrawalStatus,
} from "../contract/wallet.ts";
import type { Deps } from "../deps.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireAdmin, type Session } from "../http/session.ts";
import { jsonBody, optionalJsonBody, parseBy } from "../http/validate.ts";
import { approve, confirmPayout, reject } from "../wallet/commands_review.ts";
import { openBanksOf } from "../wallet/commands_details.ts";
import { lastReconciliations } from "../../projections/reconciliations.ts";
import { type WithdrawalRow, withdrawalsIn } from "../../projections/withdrawals.ts";

const PAGE = 500;
const FRESH_MS = 15 * 60_000;
const WARNINGS: Readonly<Record<string, string>> = {
  name_differs: "The account's owner has another name than the user",
  account_of_another_user: "Another user has asked to be paid to this account",
};

/** Withdrawals that wait for admins, and what admins decide about them (spec 3, section 7). */
export function paymentRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/pending-payments", requireAdmin(deps), async (c) => {
      const [pendingPayments, processingPayments] = await Promise.all([
        paymentsIn(deps, ["pending_review", "awaiting_second_approval"]),
        paymentsIn(deps, ["processing", "needs_otp", "uncertain"]),
      ]);
      return c.json({ pendingPayments, processingPayments }, 200);
    })
    .get("/api/v1/completed-payments", requireAdmin(deps), async (c) => {
      return c.json({ completedPayments: await paymentsIn(deps, ["completed"]) }, 200);
    })
    .get("/api/v1/admin/reconciliations", requireAdmin(deps), async (c) => {
      return c.json({ reconciliations: await lastReconciliations(deps.store.sql, 60) }, 200);
    })
    .post("/api/v1/approve-payment-automatic/:id", requireAdmin(deps), async (c) => {
      const { userId: adminId } = fresh(deps, c.var.session);
      const withdrawalId = parseBy(Id, c.req.param("id"));
      const row = await approve(deps, { withdrawalId, adminId, metadata: metadataOf(c, adminId) });
      const { message, status } = outcomeOf(row);
      const transactionReference = row.reference ?? null;
      return c.json({ message, status: row.status, transactionReference }, status);
    })
    .post("/api/v1/admin/payments/:id/otp", requireAdmin(deps), jsonBody(PayoutOtpRequest), async (c) => {
      fresh(deps, c.var.session);
      const row = await confirmPayout(deps, parseBy(Id, c.req.param("id")), c.req.valid("json").otp);
      const { message, status } = outcomeOf(row);
      return c.json({ message, status: row.status }, status);
    })
    .post(
      "/api/v1/reject-payment/:id",
      requireAdmin(deps),
      optionalJsonBody(RejectPaymentRequest),
      async (c) => {
        const { userId: adminId } = fresh(deps, c.var.session);
        const withdrawalId = parseBy(Id, c.req.param("id"));
        const { reason } = c.req.valid("json");
        await reject(deps, { withdrawalId, adminId, reason, metadata: metadataOf(c, adminId) });
        return c.json({ message: "Payment request rejected and funds returned to user." }, 200);
      },
    );
}

/** Money is decided on with the password given in the last 15 minutes; logging in counts. */
function fresh(deps: Deps, session: Session): Session {
  if (deps.now() - session.passwordAt <= FRESH_MS) return session;
  throw new Refusal("password_needed", "Please enter your password again to decide on payments");
}

/** The words and the HTTP status for how a withdrawal stands after an approval. */
function outcomeOf({ status, notes }: WithdrawalRow): { message: string; status: 200 | 202 } {
  switch (status) {
    case "completed":
      return { message: "Payment automatically processed through Paystack", status: 200 };
    case "awaiting_second_approval":
      return { message: "Approved. This amount needs the approval of a second admin.", status: 202 };
    case "needs_otp":
      return { message: "Paystack asks for a one-time code before it sends this payment", status: 202 };
    case "processing":
    case "uncertain":
      return { message: "Payment was handed to Paystack and is still being processed", status: 202 };
    case "pending_review":
      if (notes === "insufficient_balance") {
        throw new Refusal(
          "provider_balance",
          "Payment processing failed: Insufficient Paystack balance. Please top up the Paystack account and try again.",
        );
      }
      throw new Refusal(
        "payment_failed",
        "Payment processing failed: Paystack did not accept the call. Try again later.",
      );
    default:
      throw new Refusal("payment_failed", "Payment processing failed: the funds were returned to the user.");
  }
}

async function paymentsIn(deps: Deps, statuses: readonly WithdrawalStatus[]): Promise<AdminPayment[]> {
  const newestFirst = statuses.includes("completed");
  const rows = await withdrawalsIn(deps.store.sql, statuses, { limit: PAGE, newestFirst });
  const [persons, banks] = await Promise.all([
    openPersonsOf(deps, [...new Set(rows.map((row) => row.userId))]),
    openBanksOf(deps, rows),
  ]);
  return rows.map((row, index): AdminPayment => {
    const { firstName = "", lastName = "", email = "" } = persons.get(row.userId) ?? {};
    const requested = new Date(row.requestedAt).toISOString();
    const none = { accountName: "", accountNumber: "", bankCode: "", bankName: "" };
    return {
      _id: row.withdrawalId,
      userId: { _id: row.userId, firstName, lastName, username: `${firstName} ${lastName}`.trim(), email },
      amount: tokensOf(row.units),
      status: row.status,
      requestDate: requested,
      createdAt: requested,
      processedDate: row.processedAt === undefined ? null : new Date(row.processedAt).toISOString(),
      notes: row.notes,
      bankDetails: banks[index] ?? none,
      transactionReference: row.status === "completed" ? row.reference ?? null : null,
      approvals: [...row.approvals],
      approvalsNeeded: row.approvalsNeeded,
      warnings: row.warnings.map((warning) => WARNINGS[warning] ?? warning),
    };
  });
}

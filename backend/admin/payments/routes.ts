import * as calls from "../../contract/calls/admin_payments.ts";
import { fullName } from "../../contract/full_name.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { lastReconciliations } from "../../../projections/wallet/reconciliations.ts";
import { countActiveAdmins } from "../../../projections/accounts/users.ts";
import { countWithdrawals, findWithdrawal, type WithdrawalRow } from "../../../projections/wallet/withdrawals.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { PaymentFilters } from "../../contract/requests/payments.ts";
import {
  type ListedPayment,
  PAYMENT_LISTS,
  type PaymentList,
  type PaymentOutcome,
  type PaymentsPage,
  SECOND_RULE_WORDS,
} from "../../contract/admin_payments.ts";
import { PROVIDER_NAME, STOP_WORDS } from "../../contract/payments.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { ProblemCode } from "../../contract/problem.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AdminPayment, WithdrawalStatus } from "../../contract/wallet.ts";
import type { Deps } from "../../deps.ts";
import { type Cell, CSV_MARK, csvFile, csvLinesOf } from "../../http/csv.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { metadataOf, requestIdOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { isLevel1Closed } from "../../trust/level/reads.ts";
import { approve, confirmPayout, reject, retry, takeBackApproval } from "../../wallet/withdrawal/review.ts";
import { LOST_PAYOUT } from "../../wallet/withdrawal/events.ts";
import { logAccess, logListAccess, writeNote } from "../../audit/log_access.ts";
import type { ProposalState } from "../../contract/proposals.ts";
import { propose } from "../../approvals/decide.ts";
import { resolveKind } from "./resolve.ts";
import { caseDecidedOn } from "../cases/open.ts";
import { caseRoutes } from "../cases/routes.ts";
import {
  allPayments,
  type FoundPayment,
  isProblem,
  openPayments,
  ownersOf,
  pageOfPayments,
  paymentsIn,
  placeOf,
  searchOf,
  textsOf,
  withRisks,
} from "./find.ts";

const NO_PAYMENT = "Payment request not found";

/** What admins decide about withdrawals (spec 3, section 7). Each decision names the case file that it was made on. */
export function paymentRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.approvePayment, async (c) => {
      const { reason, caseHash } = c.req.valid("json");
      const deciding = decidingOf(deps, c);
      const decidedOn = await caseDecidedOn(deps, { ...deciding, caseHash });
      const row = await approve(deps, { ...deciding, reason, ...decidedOn });
      const { message, status } = await outcomeOf(deps, row);
      return c.json({ message, status: row.status, transactionReference: row.reference ?? null }, status);
    })
    .serve(calls.rejectPayment, async (c) => {
      const { reason, caseHash } = c.req.valid("json");
      const deciding = decidingOf(deps, c);
      const decidedOn = await caseDecidedOn(deps, { ...deciding, caseHash });
      await reject(deps, { ...deciding, reason, ...decidedOn });
      return c.json({ message: "Payment request rejected and funds returned to user." }, 200);
    })
    .serve(calls.withdrawApproval, async (c) => {
      const row = await takeBackApproval(deps, { ...decidingOf(deps, c), ...c.req.valid("json") });
      return c.json({ message: "Your approval was withdrawn.", status: row.status }, 200);
    })
    .serve(calls.enterPayoutOtp, async (c) => {
      const row = await confirmPayout(deps, { ...decidingOf(deps, c), ...c.req.valid("json") });
      const { message, status } = await outcomeOf(deps, row);
      return c.json({ message, status: row.status }, status);
    })
    .serve(calls.retryPayment, async (c) => {
      const row = await retry(deps, decidingOf(deps, c));
      const { message, status } = await outcomeOf(deps, row);
      return c.json({ message, status: row.status }, status);
    })
    .serve(calls.resolvePayment, async (c) => {
      const { message, status, state } = await resolve(deps, { ...decidingOf(deps, c), content: c.req.valid("json") });
      return c.json({ message, status, state }, state === "waiting" ? 202 : 200);
    })
    .serve(calls.listReconciliations, async (c) => {
      return c.json({ reconciliations: await lastReconciliations(deps.store.sql, 60) }, 200);
    })
    .include(paymentListRoutes(deps))
    .include(paymentOutcomeRoutes(deps))
    .include(caseRoutes(deps));
}

/** Who decides on which request: with the password given in the last 15 minutes. */
function decidingOf(deps: Deps, c: Context<WithSession>) {
  const { session } = c.var;
  needFreshPassword(deps.now(), session, "Please enter your password again to decide on payments");
  const { userId: adminId } = session;
  return { withdrawalId: idInPath(c, "id", NO_PAYMENT), adminId, metadata: metadataOf(c, adminId) };
}

/** Ends an uncertain payout, or proposes its end where one side may not do it alone. */
async function resolve(
  deps: Deps,
  { withdrawalId: subject, content, adminId, metadata }: ReturnType<typeof decidingOf> & {
    readonly content: { readonly outcome: "paid" | "returned"; readonly reason: string };
  },
) {
  const { sql } = deps.store;
  if (!await findWithdrawal(sql, subject)) throw new Refusal("not_found", NO_PAYMENT);
  const state = await propose(deps, resolveKind, { subject, content, adminId, metadata });
  const { status = "" } = await findWithdrawal(sql, subject) ?? {};
  return { message: resolvedText(state, status), status, state };
}

function resolvedText(state: ProposalState, status: string): string {
  if (state === "waiting") return "An admin on another side has to confirm this: see Proposals.";
  if (state === "decided_before") return `${PROVIDER_NAME} has just answered: the payment is ${status}.`;
  return status === "completed" ? "The payment is marked as paid." : "The funds were returned to the user.";
}

/** Shown in a list in place of a hidden value. */
const HIDDEN = "••••••";

/** Takes a filtered list of payments out of Orin as a table with names. The log has the note and who is in it. */
function paymentExportRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.exportPayments, async (c) => {
    const { session } = c.var;
    needFreshPassword(deps.now(), session, "Please enter your password again to export payments");
    const { note, search, ...filter } = c.req.valid("json");
    const { userId: adminId, sessionId } = session;
    await writeNote(deps, { adminId, sessionId, note, requestId: requestIdOf(c) });
    const day = lagosDay(deps.now());
    return csvFile(c, `orin-payments-${day}.csv`, tableOf(deps, c, { search, filter }));
  });
}

const COLUMNS = [
  ...["id", "requestedAt", "decidedAt", "name", "email", "userId", "tokens", "kobo", "status", "approvedBy"],
  ...["bank", "reference"],
];

interface Exported {
  readonly search: string;
  readonly filter: Omit<PaymentFilters, "search">;
}

async function* tableOf(
  deps: Deps,
  c: Context<WithSession>,
  { search, filter }: Exported,
): AsyncGenerator<string, void> {
  const { session } = c.var;
  yield `${CSV_MARK}${csvLinesOf([COLUMNS])}`;
  for await (const found of allPayments(deps, searchOf({ search, ...filter }, session.userId))) {
    const admins = await openPersonsOf(deps, [...new Set(found.flatMap(({ row }) => row.approvals))]);
    // Each part of the list is in the log before it leaves.
    await logListAccess(deps, session, {
      ...{ list: "payments_export", filter: textsOf(filter), search, requestId: requestIdOf(c) },
      personIds: ownersOf(found.map(({ payment }) => payment)),
    });
    const adminName = (id: string) => fullName(admins.get(id)) || id;
    yield csvLinesOf(found.map((one) => lineOf(one, adminName)));
  }
}

function lineOf({ row, payment }: FoundPayment, adminName: (id: string) => string): Cell[] {
  const { _id, requestDate, processedDate, userId, amount, status, bankDetails } = payment;
  return [
    ...[_id, requestDate, processedDate ?? "", userId.username, userId.email, userId._id, amount, row.units, status],
    ...[row.approvals.map(adminName).join(", "), bankDetails.bankName, row.reference ?? ""],
  ];
}

/** Lists of withdrawals for admins (spec 3, section 7), and the same by state with search and paging. */
function paymentListRoutes(deps: Deps) {
  return new Routes(deps)
    .include(paymentExportRoutes(deps))
    .serve(calls.listPendingPayments, async (c) => {
      const [pendingPayments, processingPayments] = await Promise.all([
        paymentsIn(deps, ["pending_review", "awaiting_second_approval"])
          .then((payments) => withRisks(deps, payments, c.var.session.userId)),
        paymentsIn(deps, ["processing", "needs_otp", "uncertain"]),
      ]);
      const listed = { list: "pending_payments", filter: {}, requestId: requestIdOf(c) } as const;
      await logListAccess(deps, c.var.session, { ...listed, personIds: ownersOf(pendingPayments, processingPayments) });
      return c.json({ pendingPayments, processingPayments }, 200);
    })
    .serve(calls.listCompletedPayments, async (c) => {
      const completedPayments = await paymentsIn(deps, ["completed"]);
      const listed = { list: "completed_payments", filter: {}, requestId: requestIdOf(c) } as const;
      await logListAccess(deps, c.var.session, { ...listed, personIds: ownersOf(completedPayments) });
      return c.json({ completedPayments }, 200);
    })
    .serve(calls.searchPayments, async (c) => {
      const { search, cursor, ...filter } = c.req.valid("query");
      const [found, counts, admins] = await Promise.all([
        pageOfPayments(deps, { ...searchOf({ search, ...filter }, c.var.session.userId), after: placeOf(cursor) }),
        countWithdrawals(deps.store.sql),
        countActiveAdmins(deps.store.sql),
      ]);
      await logListAccess(deps, c.var.session, {
        ...{ list: "payments", filter: { ...textsOf(filter), cursor }, search, requestId: requestIdOf(c) },
        personIds: ownersOf(found.payments),
      });
      const payments = (await withRisks(deps, found.payments, c.var.session.userId)).map(withoutAccount);
      const answer: PaymentsPage = {
        ...{ ...found, payments, counts: countsOf(counts), admins },
        ...(isLevel1Closed(deps) && { isLevel1Closed: true }),
      };
      return c.json(answer, 200);
    })
    .serve(calls.getPayment, async (c) => {
      const withdrawalId = idInPath(c, "id", NO_PAYMENT);
      const row = await findWithdrawal(deps.store.sql, withdrawalId);
      const [payment] = row ? await openPayments(deps, [row]) : [];
      if (!payment) throw new Refusal("not_found", NO_PAYMENT);
      const { userId: adminId } = c.var.session;
      const opened = { personId: payment.userId._id, lookedInto: `withdrawal:${withdrawalId}` };
      await logAccess(deps.store, { adminId, ...opened, requestId: requestIdOf(c) });
      return c.json(payment satisfies AdminPayment, 200);
    });
}

/** Lists of the back office itself do without the bank account: the details of a payment hold it. */
function withoutAccount({ bankDetails: { accountNumber, ...bank }, ...payment }: ListedPayment): ListedPayment {
  const hidden = accountNumber && `${HIDDEN}${accountNumber.slice(-4)}`;
  return { ...payment, bankDetails: { ...bank, accountNumber: hidden, accountName: bank.accountName && HIDDEN } };
}

function countsOf(counts: ReadonlyMap<WithdrawalStatus, number>): PaymentsPage["counts"] {
  const of = (list: PaymentList) => PAYMENT_LISTS[list].reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  return {
    ...{ pending: of("pending"), second_approval: of("second_approval"), processing: of("processing") },
    ...{ completed: of("completed"), rejected: of("rejected"), uncertain: of("uncertain") },
  };
}

interface Words {
  readonly message: string;
  /** 200 where all is done; a code where an approval has come to nothing. */
  readonly is: 200 | 202 | ProblemCode;
}

/** The present state of an approved payment. It holds no name and no account, so polling reveals nothing. */
function paymentOutcomeRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.paymentOutcome, async (c) => {
    const row = await findWithdrawal(deps.store.sql, idInPath(c, "id", NO_PAYMENT));
    if (!row) throw new Refusal("not_found", NO_PAYMENT);
    const { message } = await resultMessage(deps, row);
    return c.json({ message, status: row.status } satisfies PaymentOutcome, 200);
  });
}

/** A withdrawal's state after an approval, in words and as an HTTP status. Throws Refusal when nothing was paid. */
async function outcomeOf(deps: Deps, row: WithdrawalRow): Promise<{ message: string; status: 200 | 202 }> {
  const { message, is } = await resultMessage(deps, row);
  if (typeof is === "number") return { message, status: is };
  throw new Refusal(is, message);
}

async function resultMessage(deps: Deps, { status, notes, secondFor }: WithdrawalRow): Promise<Words> {
  switch (status) {
    case "completed":
      return { message: "Payment automatically processed through Paystack", is: 200 };
    case "awaiting_second_approval": {
      const admins = await countActiveAdmins(deps.store.sql);
      const missing = admins < 2 ? " There is only one admin: create another one first." : "";
      return { message: `Approved. ${SECOND_RULE_WORDS[secondFor || "amount"].said}${missing}`, is: 202 };
    }
    case "needs_otp":
      return { message: `${PROVIDER_NAME} asks for a one-time code before it sends this payment`, is: 202 };
    case "processing":
      return {
        message: `${PROVIDER_NAME} has the payment and has not confirmed it yet. This page will tell you when it does.`,
        is: 202,
      };
    case "uncertain":
      return {
        message:
          `${PROVIDER_NAME}'s answer is unclear. The tokens stay reserved until an admin decides, under Uncertain.`,
        is: 202,
      };
    case "pending_review":
      if (isProblem(notes)) return { message: `${STOP_WORDS[notes]}. Nothing was paid.`, is: notes };
      if (notes === "insufficient_balance") {
        const text = `Insufficient ${PROVIDER_NAME} balance. Please top up the ${PROVIDER_NAME} account and try again.`;
        return { message: `Payment processing failed: ${text}`, is: "provider_balance" };
      }
      if (notes === LOST_PAYOUT) {
        const text = "This bank account got a payout that Orin's log has lost. Settle that one first, under Payouts.";
        return { message: `Payment processing failed: ${text}`, is: "payment_failed" };
      }
      return {
        message: `Payment processing failed: ${PROVIDER_NAME} did not accept the call. Try again later.`,
        is: "payment_failed",
      };
    default:
      return { message: "Payment processing failed: the funds were returned to the user.", is: "payment_failed" };
  }
}

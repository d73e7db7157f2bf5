import { Hono } from "hono";
import { openPersonsOf } from "../accounts/commands_person.ts";
import { tokensOf } from "../contract/money.ts";
import { PAYMENT_LISTS, type PaymentList, type PaymentsPage, PaymentsQuery } from "../contract/payments.ts";
import { Refusal } from "../contract/refusal.ts";
import type { AdminPayment, WithdrawalStatus } from "../contract/wallet.ts";
import type { Deps } from "../deps.ts";
import { requestIdOf } from "../http/request_id.ts";
import { requireAdmin } from "../http/session.ts";
import { idInPath, queryParams } from "../http/validate.ts";
import { openBanksOf } from "../wallet/commands_details.ts";
import { countActiveAdmins } from "../../projections/users.ts";
import {
  countWithdrawals,
  findWithdrawal,
  pageOfWithdrawals,
  type WithdrawalRow,
  withdrawalsIn,
} from "../../projections/withdrawals.ts";
import { noteListed, noteOpened } from "./commands_opened.ts";

const NO_PAYMENT = "Payment request not found";
/** The documented calls answer whole arrays, as far as so many. */
const MOST = 500;
const PAGE = 50;
/** Names and accounts are sealed, so a search opens rows until a page is full, but not more than these in one call. */
const OPENED_AT_ONCE = 200;
const MOST_OPENED = 2_000;
/** Stands for what a list does not show. */
const HIDDEN = "••••••";
const WARNINGS: Readonly<Record<string, string>> = {
  name_differs: "The bank account is in another name than the user's",
  account_of_another_user: "Another user has asked for payment to this account",
};

/** Lists of withdrawals for admins (spec 3, section 7), and the same by state with search and paging. */
export function paymentListRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/pending-payments", requireAdmin(deps), async (c) => {
      const [pendingPayments, processingPayments] = await Promise.all([
        paymentsIn(deps, ["pending_review", "awaiting_second_approval"]),
        paymentsIn(deps, ["processing", "needs_otp", "uncertain"]),
      ]);
      const listed = { list: "pending_payments", filter: {}, requestId: requestIdOf(c) } as const;
      await noteListed(deps, c.var.session, { ...listed, personIds: ownersOf(pendingPayments, processingPayments) });
      return c.json({ pendingPayments, processingPayments }, 200);
    })
    .get("/api/v1/completed-payments", requireAdmin(deps), async (c) => {
      const completedPayments = await paymentsIn(deps, ["completed"]);
      const listed = { list: "completed_payments", filter: {}, requestId: requestIdOf(c) } as const;
      await noteListed(deps, c.var.session, { ...listed, personIds: ownersOf(completedPayments) });
      return c.json({ completedPayments }, 200);
    })
    .get("/api/v1/admin/payments", requireAdmin(deps), queryParams(PaymentsQuery), async (c) => {
      const { status, search, cursor } = c.req.valid("query");
      const [found, counts, admins] = await Promise.all([
        findPayments(deps, { list: status, search: search.toLowerCase(), after: placeOf(cursor) }),
        countWithdrawals(deps.store.sql),
        countActiveAdmins(deps.store.sql),
      ]);
      await noteListed(deps, c.var.session, {
        ...{ list: "payments", filter: { status, cursor }, search, requestId: requestIdOf(c) },
        personIds: ownersOf(found.payments),
      });
      const payments = found.payments.map(withoutAccount);
      const answer: PaymentsPage = { ...found, payments, counts: countsOf(counts), admins };
      return c.json(answer, 200);
    })
    .get("/api/v1/admin/payments/:id", requireAdmin(deps), async (c) => {
      const withdrawalId = idInPath(c, "id", NO_PAYMENT);
      const row = await findWithdrawal(deps.store.sql, withdrawalId);
      const [payment] = row ? await openPayments(deps, [row]) : [];
      if (!payment) throw new Refusal("not_found", NO_PAYMENT);
      const { userId: adminId } = c.var.session;
      const opened = { personId: payment.userId._id, lookedInto: `withdrawal:${withdrawalId}` };
      await noteOpened(deps.store, { adminId, ...opened, requestId: requestIdOf(c) });
      return c.json(payment satisfies AdminPayment, 200);
    });
}

/** Lists of the back office itself do without the bank account: the details of a payment hold it. */
function withoutAccount({ bankDetails: { accountNumber, ...bank }, ...payment }: AdminPayment): AdminPayment {
  const hidden = accountNumber && `${HIDDEN}${accountNumber.slice(-4)}`;
  return { ...payment, bankDetails: { ...bank, accountNumber: hidden, accountName: bank.accountName && HIDDEN } };
}

function ownersOf(...lists: readonly AdminPayment[][]): string[] {
  return lists.flat().map(({ userId }) => userId._id);
}

interface Search {
  readonly list: PaymentList;
  /** In lower case; empty finds all. */
  readonly search: string;
  readonly after: { readonly updatedAt: number; readonly withdrawalId: string } | undefined;
}

async function findPayments(deps: Deps, { list, search, after }: Search) {
  const oldestFirst = list === "pending" || list === "second_approval";
  const payments: AdminPayment[] = [];
  let last = after;
  for (let opened = 0; opened < MOST_OPENED;) {
    const limit = search === "" ? PAGE : OPENED_AT_ONCE;
    const rows = await pageOfWithdrawals(deps.store.sql, PAYMENT_LISTS[list], { limit, after: last, oldestFirst });
    const open = await openPayments(deps, rows);
    for (const [index, row] of rows.entries()) {
      const payment = open[index];
      last = row;
      if (payment && matches(payment, row, search)) payments.push(payment);
      if (payments.length === PAGE) return { payments, nextCursor: cursorOf(row) };
    }
    if (rows.length < limit) return { payments, nextCursor: null };
    opened += rows.length;
  }
  return { payments, nextCursor: last ? cursorOf(last) : null };
}

/** Case-insensitive, in what the document names. */
function matches({ userId, bankDetails }: AdminPayment, { reference = "" }: WithdrawalRow, search: string): boolean {
  const { username, email } = userId;
  const { accountName, accountNumber } = bankDetails;
  return [username, email, accountName, accountNumber, reference].some((text) => text.toLowerCase().includes(search));
}

async function paymentsIn(deps: Deps, statuses: readonly WithdrawalStatus[]): Promise<AdminPayment[]> {
  const newestFirst = statuses.includes("completed");
  return await openPayments(deps, await withdrawalsIn(deps.store.sql, statuses, { limit: MOST, newestFirst }));
}

async function openPayments(deps: Deps, rows: readonly WithdrawalRow[]): Promise<AdminPayment[]> {
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

function countsOf(counts: ReadonlyMap<WithdrawalStatus, number>): PaymentsPage["counts"] {
  const of = (list: PaymentList) => PAYMENT_LISTS[list].reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  return {
    ...{ pending: of("pending"), second_approval: of("second_approval"), processing: of("processing") },
    ...{ completed: of("completed"), rejected: of("rejected"), uncertain: of("uncertain") },
  };
}

function cursorOf({ updatedAt, withdrawalId }: { updatedAt: number; withdrawalId: string }): string {
  return `${updatedAt}_${withdrawalId}`;
}

function placeOf(cursor: string | undefined): Search["after"] {
  const [updatedAt = "", withdrawalId = ""] = cursor?.split("_") ?? [];
  return cursor === undefined ? undefined : { updatedAt: Number(updatedAt), withdrawalId };
}

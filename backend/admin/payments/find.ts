import {
  OPEN_STATUSES,
  pageOfWithdrawals,
  type WithdrawalFilter,
  type WithdrawalRow,
  withdrawalsIn,
} from "../../../projections/wallet/withdrawals.ts";
import { reviewsOf } from "../../../projections/admin/reviews.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { Risk } from "../../contract/cases.ts";
import { tokensOf, unitsOf } from "../../contract/money.ts";
import { type ListedPayment, PAYMENT_LISTS, type PaymentList } from "../../contract/admin_payments.ts";
import { type PayoutProblem, STOP_WORDS } from "../../contract/payments.ts";
import { lagosSpan } from "../../contract/policy.ts";
import type { PaymentFilters } from "../../contract/requests/payments.ts";
import type { AdminPayment, WithdrawalStatus } from "../../contract/wallet.ts";
import type { Deps } from "../../deps.ts";
import { assessPayments } from "../cases/open.ts";
import { openBanks } from "../../wallet/banks/details.ts";

/** The documented calls answer whole arrays, up to this length. */
const MOST = 500;

const PAGE = 50;

/** Names and accounts are sealed, so a search opens rows until a page is full, but not more than these in one call. */
const OPENED_AT_ONCE = 200;

const MOST_OPENED = 2_000;

/** A risk takes some queries. */
const MOST_ASSESSED = 200;

const WARNINGS: Readonly<Record<string, string>> = {
  name_differs: "The bank account is in another name than the user's",
  account_of_another_user: "Another user has asked for payment to this account",
};

interface PaymentSearch {
  readonly list: PaymentList;
  /** In lower case; empty finds all. */
  readonly search: string;
  readonly filter: WithdrawalFilter;
  /** The least risk, and who asks: only what waits for admins has one. */
  readonly risk: { readonly least: "medium" | "high"; readonly adminId: string } | undefined;
}

interface Place {
  readonly updatedAt: number;
  readonly withdrawalId: string;
}

/** A payment with its stored row. */
export interface FoundPayment {
  readonly row: WithdrawalRow;
  readonly payment: AdminPayment;
}

/** What a call of an admin asks for, in units and epoch ms. */
export function searchOf(
  { status, search, min, max, approver, risk, ...days }: PaymentFilters,
  adminId: string,
): PaymentSearch {
  const decided = lagosSpan({ from: days.decidedFrom, to: days.decidedTo });
  return {
    list: status,
    search: search.toLowerCase(),
    filter: {
      min: min === undefined ? undefined : unitsOf(min),
      max: max === undefined ? undefined : unitsOf(max),
      ...lagosSpan(days),
      ...{ decidedFrom: decided.from, decidedTo: decided.to },
      approver,
    },
    risk: risk && { least: risk, adminId },
  };
}

/** A filter as the log keeps it. */
export function textsOf(filter: Omit<PaymentFilters, "search">): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value?.toString()]));
}

/** A page of payments that fit; `nextCursor` goes on. */
export async function pageOfPayments(deps: Deps, search: PaymentSearch & { readonly after: Place | undefined }) {
  const payments: AdminPayment[] = [];
  let last = search.after;
  const limit = search.search === "" || search.risk ? PAGE : OPENED_AT_ONCE;
  const most = search.risk ? MOST_ASSESSED : MOST_OPENED;
  let opened = 0;
  for await (const rows of fittingRows(deps, { ...search, limit })) {
    for (const [row, payment] of rows) {
      last = row;
      if (payment) payments.push(payment);
      if (payments.length === PAGE) return { payments, nextCursor: cursorOf(row) };
    }
    opened += rows.length;
    if (rows.length < limit) return { payments, nextCursor: null };
    if (opened >= most) break;
  }
  return { payments, nextCursor: opened > 0 && last ? cursorOf(last) : null };
}

/** All payments that fit, some hundred at a time. */
export async function* allPayments(deps: Deps, search: PaymentSearch): AsyncGenerator<FoundPayment[], void> {
  for await (const rows of fittingRows(deps, { ...search, after: undefined, limit: OPENED_AT_ONCE })) {
    const found = rows.flatMap(([row, payment]) => payment ? [{ row, payment }] : []);
    if (found.length > 0) yield found;
  }
}

/** Rows as they come, with the payment of those that match the search text. */
async function* fittingRows(
  deps: Deps,
  { list, search, filter, risk, after, limit }: PaymentSearch & { after: Place | undefined; limit: number },
): AsyncGenerator<(readonly [WithdrawalRow, AdminPayment | undefined])[], void> {
  const oldestFirst = list === "pending" || list === "second_approval";
  let last = after;
  for (;;) {
    const rows = await pageOfWithdrawals(deps.store.sql, PAYMENT_LISTS[list], {
      ...{ filter, limit, after: last, oldestFirst },
    });
    const [open, risky] = await Promise.all([openPayments(deps, rows), riskyIn(deps, rows, risk)]);
    yield rows.map((row, index) => {
      const payment = open[index];
      const isFound = payment && matches(payment, row, search) && (!risky || risky.has(row.withdrawalId));
      return [row, isFound ? payment : undefined] as const;
    });
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/** The rows whose risk is at least as high as asked; undefined without that filter. */
async function riskyIn(deps: Deps, rows: readonly WithdrawalRow[], risk: PaymentSearch["risk"]) {
  if (!risk) return undefined;
  const withdrawalIds = rows.map(({ withdrawalId }) => withdrawalId);
  const risks = await assessPayments(deps, { withdrawalIds, adminId: risk.adminId });
  const isRisky = (level: Risk["level"]) => level === "high" || level === risk.least;
  return new Set([...risks].flatMap(([id, { level }]) => isRisky(level) ? [id] : []));
}

/** The owners of payments. */
export function ownersOf(...lists: readonly AdminPayment[][]): string[] {
  return lists.flat().map(({ userId }) => userId._id);
}

/** Case-insensitive, in what the document names. */
function matches({ userId, bankDetails }: AdminPayment, { reference = "" }: WithdrawalRow, search: string): boolean {
  const { username, email } = userId;
  const { accountName, accountNumber } = bankDetails;
  return [username, email, accountName, accountNumber, reference].some((text) => text.toLowerCase().includes(search));
}

/** Those that wait for admins, with their risk, the signs that an admin has to see first, and what holds the payout. */
export async function withRisks(
  deps: Deps,
  payments: readonly AdminPayment[],
  adminId: string,
): Promise<ListedPayment[]> {
  const risks = await assessPayments(deps, { withdrawalIds: payments.map(({ _id }) => _id), adminId });
  return payments.map((payment) => {
    const found = risks.get(payment._id);
    if (!found) return payment;
    const { signs, held, ...risk } = found;
    const warnings = [...new Set([...payment.warnings, ...signs])];
    return { ...payment, risk, warnings, ...(held !== undefined && { held }) };
  });
}

/** All payments in some states, up to the length of the documented answers. */
export async function paymentsIn(deps: Deps, statuses: readonly WithdrawalStatus[]): Promise<AdminPayment[]> {
  const newestFirst = statuses.includes("completed");
  return await openPayments(deps, await withdrawalsIn(deps.store.sql, statuses, { limit: MOST, newestFirst }));
}

/** Payments with the names and accounts of their owners. */
export async function openPayments(deps: Deps, rows: readonly WithdrawalRow[]): Promise<AdminPayment[]> {
  // Of what became of an uncertain one admins decide on today's file.
  const decided = rows.filter(({ status }) => !OPEN_STATUSES.includes(status) && status !== "uncertain")
    .map(({ withdrawalId }) => withdrawalId);
  const [persons, banks, reviews] = await Promise.all([
    openPersonsOf(deps, [...new Set(rows.map((row) => row.userId))]),
    openBanks(deps, rows),
    decided.length === 0 ? undefined : reviewsOf(deps.store.sql, decided),
  ]);
  return rows.map((row, index): AdminPayment => {
    const { firstName = "", lastName = "", email = "" } = persons.get(row.userId) ?? {};
    const requested = new Date(row.requestedAt).toISOString();
    const decidedOn = reviews?.get(row.withdrawalId)?.findLast(({ caseHash }) => caseHash !== "")?.caseHash;
    const none = { accountName: "", accountNumber: "", bankCode: "", bankName: "" };
    return {
      _id: row.withdrawalId,
      userId: { _id: row.userId, firstName, lastName, username: `${firstName} ${lastName}`.trim(), email },
      amount: tokensOf(row.units),
      status: row.status,
      requestDate: requested,
      createdAt: requested,
      processedDate: row.processedAt === undefined ? null : new Date(row.processedAt).toISOString(),
      notes: stopWords(row)[0] ?? row.notes,
      bankDetails: banks[index] ?? none,
      transactionReference: row.status === "completed" ? row.reference ?? null : null,
      approvals: [...row.approvals],
      approvalsNeeded: row.approvalsNeeded,
      ...(row.status === "awaiting_second_approval" && { secondApprovalFor: row.secondFor || "amount" }),
      warnings: [...row.warnings.map((warning) => WARNINGS[warning] ?? warning), ...stopWords(row)],
      ...(decidedOn && { decidedOn }),
    };
  });
}

/** Why Orin stopped it last, in words, while it waits for admins. */
function stopWords({ status, notes }: WithdrawalRow): string[] {
  return OPEN_STATUSES.includes(status) && isProblem(notes) ? [STOP_WORDS[notes]] : [];
}

/** Whether a note is the name of a reason to stop. */
export function isProblem(notes: string): notes is PayoutProblem {
  return notes in STOP_WORDS;
}

/** Where the page after a cursor begins. */
export function placeOf(cursor: string | undefined): Place | undefined {
  const [updatedAt = "", withdrawalId = ""] = cursor?.split("_") ?? [];
  return cursor === undefined ? undefined : { updatedAt: Number(updatedAt), withdrawalId };
}

function cursorOf({ updatedAt, withdrawalId }: Place): string {
  return `${updatedAt}_${withdrawalId}`;
}

import { as, callsOf } from "./call.ts";
import type { BooksAnswer, BooksMonths, CapitalAnswer, ReconciledDays } from "../books.ts";
import { BooksQuery, CapitalRequest, DifferenceRequest } from "../requests/books.ts";
import { TaxExportRequest, TaxRemittanceRequest, TaxReversalRequest } from "../requests/tax.ts";
import type { TaxAnswer } from "../tax.ts";
import { MONEY, MONEY_READ } from "./role_groups.ts";

const payouts = callsOf("Back office: payouts and books");

export const getTax = payouts("GET /api/v1/admin/tax", {
  does: "Tax withheld of royalties, and what was paid of it",
  who: "admin",
  roles: MONEY_READ,
  answers: as<TaxAnswer>(),
});

export const taxCsv = payouts("GET /api/v1/admin/tax/csv", {
  does: "Tax withheld of royalties by month, as CSV",
  who: "admin",
  roles: MONEY_READ,
});

export const exportTax = payouts("POST /api/v1/admin/tax/export", {
  does: "Export the return of a month: each artist's gross, tax and net",
  who: "admin",
  roles: MONEY_READ,
  body: TaxExportRequest,
});

export const recordRemittance = payouts("POST /api/v1/admin/tax/remittances", {
  does: "Record a payment to the tax authority",
  who: "admin",
  roles: MONEY,
  body: TaxRemittanceRequest,
  answers: as<TaxAnswer>(),
});

export const reverseRemittance = payouts("POST /api/v1/admin/tax/remittances/:id/reversals", {
  does: "Ask for the reversal of a booked remittance that is wrong",
  who: "admin",
  roles: MONEY,
  body: TaxReversalRequest,
  answers: as<TaxAnswer>(),
});

export const getBooks = payouts("GET /api/v1/admin/books", {
  does: "The books",
  who: "admin",
  roles: MONEY_READ,
  query: BooksQuery,
  answers: as<BooksAnswer>(),
});

export const booksCsv = payouts("GET /api/v1/admin/books/csv", {
  does: "The books, as CSV",
  who: "admin",
  roles: MONEY_READ,
  query: BooksQuery,
});

export const booksBundle = payouts("GET /api/v1/admin/books/bundle", {
  does: "The books as a signed file",
  who: "admin",
  roles: MONEY_READ,
  query: BooksQuery,
  shows: ["record"],
});

export const booksByMonth = payouts("GET /api/v1/admin/books/months", {
  does: "The books by month",
  who: "admin",
  roles: MONEY_READ,
  answers: as<BooksMonths>(),
});

export const booksByMonthCsv = payouts("GET /api/v1/admin/books/months/csv", {
  does: "The books by month, as CSV",
  who: "admin",
  roles: MONEY_READ,
});

export const booksByDay = payouts("GET /api/v1/admin/books/days", {
  does: "The books by day",
  who: "admin",
  roles: MONEY_READ,
  answers: as<ReconciledDays>(),
});

export const recordCapital = payouts("POST /api/v1/admin/books/capital", {
  does: "Propose to record capital that the owners put in or took out",
  who: "admin",
  roles: MONEY,
  body: CapitalRequest,
  answers: as<CapitalAnswer>(),
});

export const explainDifference = payouts("POST /api/v1/admin/books/differences/explain", {
  does: "Explain a difference with the provider",
  who: "admin",
  roles: MONEY,
  body: DifferenceRequest,
  answers: as<ReconciledDays>(),
});

export const settleDifference = payouts("POST /api/v1/admin/books/differences/settle", {
  does: "Settle a difference with the provider",
  who: "admin",
  roles: MONEY,
  body: DifferenceRequest,
  answers: as<ReconciledDays>(),
});

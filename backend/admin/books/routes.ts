import * as calls from "../../contract/calls/books.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { BooksAnswer, BooksMonths, CapitalAnswer, ReconciledDays } from "../../contract/books.ts";
import { lagosDay, lagosHour } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { type Cell, csvOf } from "../../http/csv.ts";
import { freshPassword, needFreshPassword } from "../../http/fresh_password.ts";
import { metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { proposeCapital } from "../capital/kind.ts";
import { booksBundle } from "./bundle.ts";
import type { DifferenceEvent } from "./events.ts";
import { handleDifference } from "./handle.ts";
import { booksAt, booksByMonth, booksNow, reconciledDays, shownBooks } from "./reads.ts";

/** What Orin owes and has at any moment, by month, and what the reconciliations found. */
export function booksRoutes(deps: Deps) {
  const freshCapital = freshPassword(deps, "Please enter your password again to record capital");
  const momentOf = ({ at }: { at?: string | undefined }) => Math.min(deps.now(), at ? Date.parse(at) : deps.now());

  return new Routes(deps)
    .serve(calls.getBooks, async (c) => {
      const query = c.req.valid("query");
      const books = query.at === undefined ? await booksNow(deps) : await booksAt(deps, momentOf(query));
      return c.json(shownBooks(books) satisfies BooksAnswer, 200);
    })
    .serve(calls.booksCsv, async (c) => {
      const books = shownBooks(await booksAt(deps, momentOf(c.req.valid("query"))));
      return file(c, { name: `orin-books-${stampOf(Date.parse(books.at))}.csv`, text: csvOf(rowsOf(books)) });
    })
    .serve(calls.booksBundle, async (c) => {
      const at = momentOf(c.req.valid("query"));
      const text = await booksBundle(deps, at, metadataOf(c, c.var.session.userId));
      return file(c, { name: `orin-books-${stampOf(at)}.json`, text });
    })
    .serve(calls.booksByMonth, async (c) => {
      return c.json({ months: await booksByMonth(deps, deps.now()) } satisfies BooksMonths, 200);
    })
    .serve(calls.booksByMonthCsv, async (c) => {
      const months = await booksByMonth(deps, deps.now());
      const rows = months.map((month) => MONTH_COLUMNS.map((column) => month[column]));
      return file(c, { name: "orin-books-months.csv", text: csvOf([[...MONTH_COLUMNS], ...rows]) });
    })
    .serve(calls.booksByDay, async (c) => {
      return c.json({ days: await reconciledDays(deps) } satisfies ReconciledDays, 200);
    })
    .serve(calls.recordCapital, freshCapital, async (c) => {
      const { capitalId, kobo: units, reason } = c.req.valid("json");
      const { userId: adminId } = c.var.session;
      await proposeCapital(deps, { capitalId, units, reason, adminId, metadata: metadataOf(c, adminId) });
      return c.json({ message: "An admin on another side has to confirm it" } satisfies CapitalAnswer, 202);
    })
    .serve(calls.explainDifference, async (c) => {
      return await handled(c, { type: "DifferenceExplained", ...c.req.valid("json") });
    })
    .serve(calls.settleDifference, async (c) => {
      return await handled(c, { type: "DifferenceSettled", ...c.req.valid("json") });
    });

  async function handled(
    c: Context<WithSession>,
    { type, ...difference }: Pick<DifferenceEvent, "type"> & Omit<DifferenceEvent["data"], "adminId">,
  ) {
    const { session } = c.var;
    needFreshPassword(deps.now(), session, "Please enter your password again to deal with differences");
    const { userId: adminId } = session;
    await handleDifference(deps, { type, data: { ...difference, adminId } }, metadataOf(c, adminId));
    return c.json({ days: await reconciledDays(deps) } satisfies ReconciledDays, 200);
  }
}

const MONTH_COLUMNS = [
  ...[
    "month",
    "owed",
    "available",
    "settling",
    "heldGifts",
    "reserved",
    "disputed",
    "unclaimed",
    "withheldTax",
  ] as const,
  ...["provider", "claims", "pool", "fees", "revenue", "disputesLost"] as const,
  ...["royalties", "promotion", "capital", "result"] as const,
];

/** The figures, then the trial balance; naira. */
function rowsOf(books: ReturnType<typeof shownBooks>) {
  const { at, owed, pool, fees, revenue, claims, capital, result, provider, cover, difference, trial, totals } = books;
  const named = (part: string, sums: object): Cell[][] =>
    Object.entries(sums).map(([name, sum]) => [`${part} ${name}`, "", "", sum ?? ""]);
  return [
    ["line", "debit", "credit", "naira"],
    ["at", "", "", at],
    ...named("owed", owed),
    ...[["pool", "", "", pool], ["fees", "", "", fees]],
    ...named("revenue", revenue),
    ...named("claims", claims),
    ["provider by the books", "", "", provider.books],
    ["provider said", "", "", provider.said?.amount ?? ""],
    ["provider said at", "", "", provider.said?.at ?? ""],
    ["difference to the provider", "", "", difference?.amount ?? ""],
    ...(difference?.parts ?? []).map(({ kind, amount }): Cell[] => [`difference ${kind}`, "", "", amount]),
    ["difference unexplained", "", "", difference?.rest ?? ""],
    ["capital", "", "", capital],
    ...named("result", result),
    ...named("cover", cover),
    ...trial.map(({ account, debit, credit }): Cell[] => [account, debit, credit, ""]),
    ["total", totals.debit, totals.credit, ""],
  ];
}

/** Lagos time to the minute, for a file's name: `2026-11-26T1705`. */
function stampOf(at: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${lagosDay(at)}T${two(lagosHour(at))}${two(new Date(at).getUTCMinutes())}`;
}

function file(c: Context, { name, text }: { name: string; text: string }) {
  return c.body(text, 200, {
    "content-type": name.endsWith(".csv") ? "text/csv; charset=utf-8" : "application/json",
    "content-disposition": `attachment; filename="${name}"`,
  });
}

import * as calls from "../contract/calls/royalties.ts";
import { Routes } from "../http/routes.ts";
import type { Context } from "hono";
import { monthOf, type RoyaltyMonthDetail, type RoyaltyTrack } from "../contract/royalties.ts";
import type { Deps } from "../deps.ts";
import { type Cell, csvOf } from "../http/csv.ts";
import { royaltiesOfAll, royaltyMonth, royaltyYear } from "./reads.ts";

/** What creators get of Premium: their own months, and for the back office those of all. */
export function royaltyRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.royaltyYear, async (c) => {
      return c.json(await royaltyYear(deps, c.var.session.userId, c.req.valid("query").year), 200);
    })
    .serve(calls.royaltyYearCsv, async (c) => {
      const { userId } = c.var.session;
      const { year, months } = await royaltyYear(deps, userId, c.req.valid("query").year);
      const details: RoyaltyMonthDetail[] = [];
      for (const { month } of months.toReversed()) details.push(await royaltyMonth(deps, userId, month));
      return table(c, `orin-royalties-${year}.csv`, details.flatMap(rowsOf));
    })
    .serve(calls.royaltyMonth, async (c) => {
      const { month = monthOf(deps.now()) } = c.req.valid("query");
      return c.json(await royaltyMonth(deps, c.var.session.userId, month), 200);
    })
    .serve(calls.royaltyMonthCsv, async (c) => {
      const { month = monthOf(deps.now()) } = c.req.valid("query");
      const detail = await royaltyMonth(deps, c.var.session.userId, month);
      return table(c, `orin-royalties-${month}.csv`, rowsOf(detail));
    })
    .serve(calls.royaltiesOfAll, async (c) => c.json(await royaltiesOfAll(deps), 200))
    .serve(calls.royaltiesOfAllCsv, async (c) => {
      const { months } = await royaltiesOfAll(deps);
      const rows = months.map(({ month, listeners, creators, ...sums }): Cell[] => [
        ...[month, listeners, creators, naira(sums.incomeKobo), naira(sums.shareKobo), naira(sums.royaltiesKobo)],
        ...[naira(sums.restKobo), naira(sums.sentKobo), naira(sums.voidedKobo)],
      ]);
      return file(c, "orin-royalties.csv", [ALL_HEADINGS, ...rows]);
    });
}

const HEADINGS = ["Month", "Track", "Track id", "Proven seconds", "Listeners", "Naira"];
const ALL_HEADINGS = [
  ...["Month", "Listeners who paid", "Artists", "Premium income", "Share of artists", "Royalties", "Rest"],
  ...["Sent", "Voided"],
];

/** Each song, gross, then what disputes let go, what was taken back and the tax: the lines of a month sum to what the artist gets of it. */
function rowsOf({ month, tracks, fromDisputesKobo, voidedKobo, withheldKobo, taxKobo }: RoyaltyMonthDetail): Cell[][] {
  const line = (
    { title, _id, seconds, listeners, kobo }: RoyaltyTrack,
  ): Cell[] => [month, title, _id, seconds, listeners, naira(kobo)];
  const sum = (name: string, kobo: number): Cell[][] => kobo !== 0 ? [[month, name, "", "", "", naira(kobo)]] : [];
  const less = (name: string, kobo: number) => sum(name, -kobo);
  return [
    ...tracks.map(line),
    ...sum("From settled disputes of shares", fromDisputesKobo),
    ...less("Removed before it settled", voidedKobo),
    ...less("Tax withheld", withheldKobo),
    ...less("Tax withheld when it settles", taxKobo - withheldKobo),
  ];
}

/** Exact, with two decimals: a spreadsheet reads a number. */
function naira(kobo: number): string {
  return (kobo / 100).toFixed(2);
}

function table(c: Context, name: string, rows: Cell[][]) {
  return file(c, name, [HEADINGS, ...rows]);
}

function file(c: Context, name: string, rows: Cell[][]) {
  return c.body(csvOf(rows), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
  });
}

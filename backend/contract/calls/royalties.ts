import { as, callsOf } from "./call.ts";
import { RoyaltyMonthQuery, RoyaltyYearQuery } from "../requests/royalties.ts";
import type { RoyaltyBooks, RoyaltyMonthDetail, RoyaltyYear } from "../royalties.ts";
import { MONEY_READ } from "./role_groups.ts";

const creator = callsOf("Creators");
const payouts = callsOf("Back office: payouts and books");

export const royaltyYear = creator("GET /api/v1/royalties", {
  does: "Your royalties of a year",
  who: "team: read",
  query: RoyaltyYearQuery,
  answers: as<RoyaltyYear>(),
});

export const royaltyYearCsv = creator("GET /api/v1/royalties/csv", {
  does: "Your royalties of a year, as CSV",
  who: "team: read",
  query: RoyaltyYearQuery,
});

export const royaltyMonth = creator("GET /api/v1/royalties/month", {
  does: "Your royalties of a month, song by song",
  who: "team: read",
  query: RoyaltyMonthQuery,
  answers: as<RoyaltyMonthDetail>(),
});

export const royaltyMonthCsv = creator("GET /api/v1/royalties/month/csv", {
  does: "Your royalties of a month, as CSV",
  who: "team: read",
  query: RoyaltyMonthQuery,
});

export const royaltiesOfAll = payouts("GET /api/v1/admin/royalties", {
  does: "Royalties of all artists by month",
  who: "admin",
  roles: MONEY_READ,
  answers: as<RoyaltyBooks>(),
});

export const royaltiesOfAllCsv = payouts("GET /api/v1/admin/royalties/csv", {
  does: "Royalties of all artists by month, as CSV",
  who: "admin",
  roles: MONEY_READ,
});

import type { GiftPartShown, GiftPayouts } from "../contract/gifts.ts";
import { tokensOf } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { giftPayouts } from "../../projections/gift_payouts.ts";
import type { GiftPart } from "../../projections/gift_queue.ts";
import { type WithdrawalRow, withdrawalsOf } from "../../projections/withdrawals.ts";
import { receivedGifts } from "./routes_answers.ts";

const MOST_WITHDRAWALS = 5_000;

/** An artist's gifts, each with the payouts that it left with. */
export async function tracedGifts(deps: Deps, artistId: string): Promise<GiftPayouts> {
  const { sql } = deps.store;
  const [received, parts, rows] = await Promise.all([
    receivedGifts(deps, artistId),
    giftPayouts(sql, deps.shardOf(artistId), artistId),
    withdrawalsOf(sql, artistId, MOST_WITHDRAWALS),
  ]);
  const withdrawals = new Map(rows.map((row) => [row.withdrawalId, row]));
  const all = [...parts.values()].flat();
  const sumOf = (fits: (part: GiftPart) => boolean) =>
    tokensOf(all.filter(fits).reduce((sum, { units }) => sum + units, 0));
  const isPaid = (part: GiftPart) => part.to === "payout" && withdrawals.get(part.withdrawalId)?.status === "completed";
  return {
    gifts: received.gifts.map((gift) => ({
      ...gift,
      parts: (parts.get(gift.id) ?? []).map((part) => shown(part, withdrawals)),
    })),
    totals: {
      received: sumOf(() => true),
      paidOut: sumOf(isPaid),
      underWay: sumOf((part) => part.to === "payout" && !isPaid(part)),
      inBalance: sumOf(({ to }) => to === "balance"),
      spent: sumOf(({ to }) => to === "spent"),
      givenBack: sumOf(({ to }) => to === "given_back"),
    },
  };
}

function shown(part: GiftPart, withdrawals: ReadonlyMap<string, WithdrawalRow>): GiftPartShown {
  const tokens = tokensOf(part.units);
  if (part.to !== "payout") return { to: part.to, tokens };
  const { withdrawalId } = part;
  const row = withdrawals.get(withdrawalId);
  if (!row) return { to: "payout", tokens, withdrawalId };
  const { status, reference, processedAt, requestedAt } = row;
  const date = new Date(processedAt ?? requestedAt).toISOString();
  return { to: "payout", tokens, withdrawalId, status, date, ...(reference !== undefined && { reference }) };
}

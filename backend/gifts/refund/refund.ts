import { findGift, type GiftRow, giftShares } from "../../../projections/gifts/gifts.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { availableAccount, settlingAccount } from "../../ledger/chart.ts";
import { refundOnce } from "../../payments/refund.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Sql } from "../../store/sql.ts";
import { giveSharesBack, giveTokensBack, type Moving } from "../give_back.ts";

type Refunding = Moving & Pick<Deps, "payments" | "log">;

/** Everybody who gave or got something of a gift: collaborators too, and to whom the dispute of a share let it go. */
export async function peopleOf(sql: Sql, gift: GiftRow): Promise<string[]> {
  const parts = await giftShares(sql, gift.giftId);
  const theirs = await Promise.all(parts.map((part) => peopleOf(sql, part)));
  return [...new Set([gift.giverId, gift.artistId, ...theirs.flat()])];
}

/** What the artist and the collaborators no longer have of a gift, in units: Orin pays it when the gift is returned. */
export async function missingUnits({ store: { sql }, shardOf }: Moving, gift: GiftRow): Promise<number> {
  const parts = [gift, ...await giftShares(sql, gift.giftId)];
  const missing = await Promise.all(parts.map(async ({ artistId, keptUnits }) => {
    const accounts = [availableAccount(artistId), settlingAccount(artistId)];
    const balances = await readBalances(sql, shardOf(artistId), accounts);
    const has = accounts.reduce((sum, account) => sum + Math.max(0, balances.get(account) ?? 0), 0);
    return Math.max(0, keptUnits - has);
  }));
  return missing.reduce((sum, units) => sum + units, 0);
}

/** Does what is left of a refund that was decided. Harmless twice. */
export async function finishRefund(
  deps: Refunding,
  giftId: string,
  metadata: Metadata = { actor: "system:gifts" },
): Promise<void> {
  await giveBack(deps, await wholeGift(deps, giftId), metadata);
}

/** A part goes back with the gift that it is a part of. */
export async function wholeGift({ store: { sql } }: Moving, giftId: string): Promise<GiftRow> {
  const asked = await findGift(sql, giftId);
  const row = asked?.shareOf === undefined ? asked : await findGift(sql, asked.shareOf);
  if (!row || row.status === "started" || row.shareOf !== undefined) throw new Refusal("not_found", "Gift not found");
  return row;
}

/** Tokens go back immediately, a card's money through the provider, whose notice books it. */
export async function giveBack(
  deps: Refunding,
  row: GiftRow,
  metadata: Metadata,
): Promise<"returned" | "asked"> {
  if (row.method === "tokens") {
    await giveTokensBack(deps, row, metadata);
    await giveSharesBack(deps, row, metadata);
    return "returned";
  }
  if (row.status === "refunded") return "returned";
  const { giftId: paymentId, reference = "" } = row;
  await refundOnce(deps, { paymentId, reference, refundReference: `refund-${paymentId}` });
  return "asked";
}

import { availableAccount } from "../ledger/transfer.ts";
import type { CommandHandler, GroupScope } from "../store/command.ts";
import type { Tx } from "../store/sql.ts";
import { decideCardGift, decideThanks, decideTokenGift, decideTokenRefund } from "./decide.ts";
import type { GiftEvent, GiftTerms } from "./events.ts";
import { type GiftPlaces, Gifts } from "./commands_state.ts";

/** Gives tokens to an artist at once. A refusal stays one under the same command id. */
export const giveTokens: CommandHandler<
  GiftPlaces & { readonly terms: GiftTerms },
  Gifts,
  { giftId: string; balance: number }
> = {
  name: "giveTokens",
  refusalsStick: true,
  load: loadGifts,
  decide(gifts, command) {
    const account = availableAccount(command.giverId);
    const appends = gifts.add(command, decideTokenGift(command.terms, gifts.balances.of(account)));
    return { appends, result: { giftId: command.giftId, balance: gifts.balances.of(account) } };
  },
};

interface CardNews {
  readonly outcome: "paid" | "reversed";
  readonly feesKobo: number;
  readonly reference: string;
}

/** What the provider said about a gift by card. */
export const noteGiftPayment = giftHandler<CardNews>(
  "noteGiftPayment",
  (gifts, command) => decideCardGift(gifts.of(command.giftId), command, artistUnits(gifts, command)),
);

/** An admin gives tokens back. */
export const refundTokens = giftHandler<unknown>(
  "refundTokens",
  (gifts, command) => decideTokenRefund(gifts.of(command.giftId), artistUnits(gifts, command)),
);

/** The artist's thanks. */
export const thankForGift = giftHandler<{ readonly message: string }>(
  "thankForGift",
  (gifts, command) => decideThanks(gifts.of(command.giftId), command),
);

function giftHandler<More>(
  name: string,
  decide: (gifts: Gifts, command: GiftPlaces & More) => GiftEvent[],
): CommandHandler<GiftPlaces & More, Gifts, { changed: boolean }> {
  return {
    name,
    load: loadGifts,
    decide(gifts, command) {
      const appends = gifts.add(command, decide(gifts, command));
      return { appends, result: { changed: appends.length > 0 } };
    },
  };
}

async function loadGifts(tx: Tx, commands: readonly GiftPlaces[], scope: GroupScope): Promise<Gifts> {
  const gifts = scope.share(Gifts);
  await gifts.load(tx, scope, commands);
  return gifts;
}

function artistUnits(gifts: Gifts, { artistId }: GiftPlaces): number {
  return gifts.balances.of(availableAccount(artistId));
}

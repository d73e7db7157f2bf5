import { type LotPart, LotQueue, unitsIn } from "../../backend/ledger/lots.ts";

/** A movement of a person's available balance, in units, without rewards: those show in the balances. */
export interface QueueEntry {
  readonly code: string;
  readonly amount: number;
  /** After it. */
  readonly balance: number;
  readonly detail: { readonly [key: string]: unknown };
}

/** A gift of tokens comes immediately, one by card when it has settled. */
const GIFT_CODES = new Set(["gift", "gift_settled"]);

/** The hold of what is disputed of a gift, before its id. */
const DISPUTE = "dispute ";

/** Where units of a gift went. Those of a withdrawal that came back are in the balance again. */
export type GiftPart =
  | { readonly to: "payout"; readonly withdrawalId: string; readonly units: number }
  /** `until` in epoch ms; unknown while its payment is disputed. */
  | { readonly to: "settling"; readonly units: number; readonly until: number | undefined }
  | { readonly to: "balance" | "spent" | "given_back"; readonly units: number };

/** Units that came in together. Without `giftId` they are not a gift. */
interface Lot {
  readonly giftId: string | undefined;
}

/**
 * Traces gifts to the payouts that they left with. First in, first out: what leaves a balance leaves it in the order in
 * which it came, gifts and rewards in one queue. What comes back from a withdrawal takes its old places, at the front.
 * A gift that goes back to its giver takes its own units first.
 *
 * For each gift the units of its parts sum to the gift; for each withdrawal that did not come back the units of all
 * takes, gifts' and others', sum to it; and what is left of all lots is the balance.
 */
export function traceGifts(entries: readonly QueueEntry[], balance: number): Map<string, GiftPart[]> {
  const queue = new TokenQueue<Lot>();
  for (const entry of entries) {
    fillUp(queue, entry.balance - entry.amount);
    queue.move(entry, { giftId: giftOf(entry) });
  }
  fillUp(queue, balance);
  return partsOf(queue);
}

/** Rewards are not entries here: what a balance has more than the queue came in between. */
function fillUp(queue: TokenQueue<Lot>, balance: number): void {
  if (balance > queue.lots.left) queue.lots.add({ giftId: undefined }, balance - queue.lots.left);
}

function partsOf({ lots, gone }: TokenQueue<Lot>): Map<string, GiftPart[]> {
  const parts = new Map<string, GiftPart[]>();
  const add = (taken: readonly LotPart<Lot>[], partOf: (units: number) => GiftPart) => {
    for (const [{ giftId }, list] of Map.groupBy(taken, ({ lot }) => lot)) {
      if (giftId !== undefined) parts.set(giftId, [...parts.get(giftId) ?? [], partOf(unitsIn(list))]);
    }
  };
  for (const [holdId, taken] of lots.held()) {
    const disputed = holdId.startsWith(DISPUTE) ? holdId.slice(DISPUTE.length) : undefined;
    if (disputed === undefined) add(taken, (units) => ({ to: "payout", withdrawalId: holdId, units }));
    else {
      add(taken.filter(({ lot }) => lot.giftId === disputed), (units) => ({ to: "settling", units, until: undefined }));
      add(taken.filter(({ lot }) => lot.giftId !== disputed), (units) => ({ to: "spent", units }));
    }
  }
  for (const { to, taken } of gone) add(taken, (units) => ({ to, units }));
  add(lots.free(), (units) => ({ to: "balance", units }));
  return parts;
}

/** A person's available tokens, as their ledger's entries move them. */
export class TokenQueue<Came extends Lot> {
  readonly lots = new LotQueue<Came>();
  readonly gone: { readonly to: "spent" | "given_back"; readonly taken: readonly LotPart<Came>[] }[] = [];

  /** `lot` is what comes in, where something does that is not back from a withdrawal. */
  move({ code, amount, detail }: Omit<QueueEntry, "balance">, lot: Came): void {
    const { giftId, holdId, withdrawalId = holdId } = textsOf(detail);
    const disputed = giftId !== undefined && code.startsWith("gift_dispute") ? `${DISPUTE}${giftId}` : undefined;
    const isOfGift = (one: Lot) => giftId !== undefined && one.giftId === giftId;
    if (amount > 0) {
      const isBack = code.startsWith("withdrawal_") && withdrawalId !== undefined;
      const holdId = isBack ? withdrawalId : disputed;
      const back = holdId === undefined ? 0 : this.lots.giveBack(holdId);
      if (amount > back) this.lots.add(lot, amount - back);
      // Of a part that was lost not all comes back.
      if (amount < back) this.gone.push({ to: "given_back", taken: this.lots.takeOf(back - amount, isOfGift) });
      return;
    }
    if (disputed !== undefined) return this.lots.hold(disputed, -amount, isOfGift);
    if (code === "withdrawal_held" && withdrawalId !== undefined) return this.lots.hold(withdrawalId, -amount);
    const own = code === "gift_refunded" ? this.lots.takeOf(-amount, isOfGift) : [];
    if (own.length > 0) this.gone.push({ to: "given_back", taken: own });
    const others = this.lots.take(-amount - unitsIn(own));
    if (others.length > 0) this.gone.push({ to: "spent", taken: others });
  }
}

/** The gift that an entry brought. */
export function giftOf({ code, detail }: Pick<QueueEntry, "code" | "detail">): string | undefined {
  return GIFT_CODES.has(code) ? textsOf(detail).giftId : undefined;
}

function textsOf(detail: QueueEntry["detail"]): Partial<Record<"giftId" | "holdId" | "withdrawalId", string>> {
  return Object.fromEntries(Object.entries(detail).filter(([, value]) => typeof value === "string"));
}

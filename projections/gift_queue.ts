/** A movement of a person's available balance, in units, without rewards: those show in the balances. */
export interface QueueEntry {
  readonly code: string;
  readonly amount: number;
  /** After it. */
  readonly balance: number;
  readonly detail: { readonly [key: string]: unknown };
}

/** A gift of tokens comes at once, one by card when it has settled. */
const GIFT_CODES = new Set(["gift", "gift_settled"]);

/** Where units of a gift went. Those of a withdrawal that came back are in the balance again. */
export type GiftPart =
  | { readonly to: "payout"; readonly withdrawalId: string; readonly units: number }
  /** `until` in epoch ms; while its payment is disputed nobody knows. */
  | { readonly to: "settling"; readonly units: number; readonly until: number | undefined }
  | { readonly to: "balance" | "spent" | "given_back"; readonly units: number };

/** Units that came in together, in the order in which they leave. Without `giftId` they are not a gift. */
interface Lot {
  readonly giftId: string | undefined;
  readonly index: number;
  left: number;
}

interface Take {
  readonly lot: Lot;
  readonly units: number;
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
  const queue = new Queue();
  for (const entry of entries) {
    queue.fillUp(entry.balance - entry.amount);
    queue.move(entry);
  }
  queue.fillUp(balance);
  return queue.parts();
}

class Queue {
  readonly #lots: Lot[] = [];
  /** All lots before this one are empty. */
  #first = 0;
  #left = 0;
  readonly #payouts = new Map<string, Take[]>();
  readonly #gone: { readonly to: "spent" | "given_back"; readonly take: Take }[] = [];

  /** Rewards are not entries here: what a balance has more than the queue came in between. */
  fillUp(balance: number): void {
    if (balance > this.#left) this.#add(undefined, balance - this.#left);
  }

  move({ code, amount, detail }: QueueEntry): void {
    const { giftId, holdId, withdrawalId = holdId } = textsOf(detail);
    if (amount > 0) {
      if (code.startsWith("withdrawal_") && withdrawalId !== undefined) return this.#putBack(withdrawalId, amount);
      return this.#add(GIFT_CODES.has(code) ? giftId : undefined, amount);
    }
    if (code === "withdrawal_held" && withdrawalId !== undefined) {
      return void this.#payouts.set(withdrawalId, this.#take(-amount));
    }
    const own = code === "gift_refunded" ? this.#takeOwn(giftId, -amount) : 0;
    this.#gone.push(...this.#take(-amount - own).map((take) => ({ to: "spent" as const, take })));
  }

  parts(): Map<string, GiftPart[]> {
    const parts = new Map<string, GiftPart[]>();
    const add = ({ giftId }: Lot, part: GiftPart) => {
      if (giftId !== undefined && part.units > 0) parts.set(giftId, [...parts.get(giftId) ?? [], part]);
    };
    for (const [withdrawalId, takes] of this.#payouts) {
      for (const { lot, units } of takes) add(lot, { to: "payout", withdrawalId, units });
    }
    for (const { to, take: { lot, units } } of this.#gone) add(lot, { to, units });
    for (const lot of this.#lots) add(lot, { to: "balance", units: lot.left });
    return parts;
  }

  #add(giftId: string | undefined, units: number): void {
    this.#lots.push({ giftId, index: this.#lots.length, left: units });
    this.#left += units;
  }

  #take(units: number): Take[] {
    const takes: Take[] = [];
    for (let open = units; open > 0;) {
      const lot = this.#lots[this.#first];
      if (!lot) break;
      const taken = Math.min(lot.left, open);
      if (taken > 0) takes.push(this.#takeFrom(lot, taken));
      open -= taken;
      if (lot.left === 0) this.#first++;
    }
    return takes;
  }

  #takeOwn(giftId: string | undefined, most: number): number {
    const lot = this.#lots.find((one) => one.giftId === giftId);
    const units = Math.min(lot?.left ?? 0, most);
    if (!lot || units === 0) return 0;
    this.#gone.push({ to: "given_back", take: this.#takeFrom(lot, units) });
    return units;
  }

  #takeFrom(lot: Lot, units: number): Take {
    lot.left -= units;
    this.#left -= units;
    return { lot, units };
  }

  #putBack(withdrawalId: string, amount: number): void {
    const takes = this.#payouts.get(withdrawalId) ?? [];
    this.#payouts.delete(withdrawalId);
    for (const { lot, units } of takes) {
      lot.left += units;
      this.#left += units;
      this.#first = Math.min(this.#first, lot.index);
    }
    const known = takes.reduce((sum, { units }) => sum + units, 0);
    if (amount > known) this.#add(undefined, amount - known);
  }
}

function textsOf(detail: QueueEntry["detail"]): Partial<Record<"giftId" | "holdId" | "withdrawalId", string>> {
  return Object.fromEntries(Object.entries(detail).filter(([, value]) => typeof value === "string"));
}

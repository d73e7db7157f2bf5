import { PROVIDER, reservedAccount } from "../../ledger/chart.ts";
import type { Difference } from "./events.ts";

interface OwnPayout {
  readonly reference: string;
  readonly units: number;
  readonly status: string;
  readonly fundsReserved: boolean;
  readonly feeKobo: number;
}

export interface ProviderPayout {
  readonly reference: string;
  readonly payoutId: string;
  readonly amountKobo: number;
  readonly status: string;
  readonly feeKobo: number | undefined;
}

export interface Books {
  readonly own: readonly OwnPayout[];
  readonly provider: readonly ProviderPayout[];
  /** Kobo by which the provider's balance moved, by the id of its payout. */
  readonly moved: ReadonlyMap<string, number>;
  readonly ledger: { readonly throughProvider: number; readonly reserved: number };
  readonly withdrawals: { readonly throughProvider: number; readonly reserved: number };
}

const UNDERWAY = new Set(["pending", "received", "otp"]);
/** Of any other word nobody knows whether it holds the money. */
const KNOWN = new Set([...UNDERWAY, "success", "failed", "reversed", "abandoned", "blocked", "rejected"]);

/** Holds the books against each other and names every difference; an empty list is the proof that they agree. */
export function decideDifferences(books: Books): Difference[] {
  const theirs = new Map(books.provider.map((payout) => [payout.reference, payout]));
  const ours = new Map(books.own.map((payout) => [payout.reference, payout]));
  return [
    ...books.own.flatMap((own) => comparePayout(own, theirs.get(own.reference))),
    ...books.provider.flatMap((payout) => ours.has(payout.reference) ? movedBy(payout, books.moved) : unknown(payout)),
    ...differ("ledger_differs", PROVIDER, {
      ours: books.ledger.throughProvider,
      theirs: books.withdrawals.throughProvider,
    }),
    ...differ("reserved_differs", reservedAccount("*"), {
      ours: books.ledger.reserved,
      theirs: books.withdrawals.reserved,
    }),
  ];
}

function comparePayout(own: OwnPayout, theirs: ProviderPayout | undefined): Difference[] {
  const { reference: subject } = own;
  // What waits for admins again was never created there.
  if (!theirs) {
    const isPaid = own.status === "completed" || own.status === "reversed" || isOwed(own);
    return isPaid ? [{ kind: "payout_missing", subject, ours: own.status, theirs: "" }] : [];
  }
  const amount = differ("amount_differs", subject, { ours: own.units, theirs: theirs.amountKobo });
  const status = fits(own, theirs.status) ? [] : [
    { kind: "status_differs", subject, ours: own.status, theirs: theirs.status } as const,
  ];
  const isSettled = own.status === "completed" && theirs.status === "success";
  const fee = isSettled && theirs.feeKobo !== undefined
    ? differ("fee_differs", subject, { ours: own.feeKobo, theirs: theirs.feeKobo })
    : [];
  return [...amount, ...status, ...fee];
}

function fits(own: OwnPayout, status: string): boolean {
  if (status === "success") return own.status === "completed" || isOwed(own);
  if (UNDERWAY.has(status)) return own.status === "processing" || own.status === "needs_otp";
  return own.status === "failed" || own.status === "reversed" || (own.status === "uncertain" && own.fundsReserved);
}

function isOwed({ status, fundsReserved }: OwnPayout): boolean {
  return status === "uncertain" && !fundsReserved;
}

function movedBy(payout: ProviderPayout, moved: ReadonlyMap<string, number>): Difference[] {
  if (!KNOWN.has(payout.status)) return [];
  const found = moved.get(payout.payoutId) ?? 0;
  const takes = payout.status === "success" || payout.status === "pending" || payout.status === "received";
  const expected = takes ? -(payout.amountKobo + (payout.feeKobo ?? 0)) : 0;
  return differ("provider_ledger_differs", payout.reference, { ours: expected, theirs: found });
}

function unknown({ reference, amountKobo }: ProviderPayout): Difference[] {
  return [{ kind: "payout_unknown", subject: reference, ours: "", theirs: amountKobo }];
}

function differ(
  kind: Difference["kind"],
  subject: string,
  { ours, theirs }: { ours: number; theirs: number },
): Difference[] {
  return ours === theirs ? [] : [{ kind, subject, ours, theirs }];
}

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
/** Of any other word it is unknown whether it holds the money. */
const KNOWN = new Set([...UNDERWAY, "success", "failed", "reversed", "abandoned", "blocked", "rejected"]);

/** Holds the books against each other and names every difference; an empty list is the proof that they agree. */
export function decideDifferences(books: Books): Difference[] {
  const theirs = new Map(books.provider.map((payout) => [payout.reference, payout]));
  const ours = new Map(books.own.map((payout) => [payout.reference, payout]));
  return [
    ...books.own.flatMap((own) => comparePayout(own, theirs.get(own.reference))),
    ...books.provider.flatMap((payout) => ours.has(payout.reference) ? movedBy(payout, books.moved) : unknown(payout)),
    ...differ("ledger_differs", {
      subject: PROVIDER,
      ours: books.ledger.throughProvider,
      theirs: books.withdrawals.throughProvider,
    }),
    ...differ("reserved_differs", {
      subject: reservedAccount("*"),
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
  const amount = differ("amount_differs", { subject, ours: own.units, theirs: theirs.amountKobo });
  const status = fits(own, theirs.status) ? [] : [
    { kind: "status_differs", subject, ours: own.status, theirs: theirs.status } as const,
  ];
  const isSettled = own.status === "completed" && theirs.status === "success";
  const fee = isSettled && theirs.feeKobo !== undefined
    ? differ("fee_differs", { subject, ours: own.feeKobo, theirs: theirs.feeKobo })
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
  return differ("provider_ledger_differs", { subject: payout.reference, ours: expected, theirs: found });
}

function unknown({ reference, amountKobo }: ProviderPayout): Difference[] {
  return [{ kind: "payout_unknown", subject: reference, ours: "", theirs: amountKobo }];
}

/** A payment by card that was begun here. Sums in kobo. */
interface OwnCharge {
  readonly reference: string;
  readonly amountKobo: number;
  readonly feesKobo: number;
  readonly state: "started" | "paid" | "reversed";
}

export interface ProviderCharge {
  readonly reference: string;
  readonly chargeId: string;
  /** What was asked for, and what the payer paid: more, where the payer bore the fee. */
  readonly requestedKobo: number;
  readonly amountKobo: number;
  readonly feesKobo: number | undefined;
  readonly currency: string;
  readonly status: string;
}

export interface ChargeBooks {
  readonly own: readonly OwnCharge[];
  readonly provider: readonly ProviderCharge[];
  /** Kobo by which the provider's balance moved, by the id of its charge. */
  readonly moved: ReadonlyMap<string, number>;
  /** Of charges by reference: kobo that the provider may hold back for open disputes, and that were lost. */
  readonly disputed: ReadonlyMap<string, Disputed>;
  /** What is at the provider from all charges there ever were: by our ledger, and by our payments and gifts. */
  readonly ledger: number;
  readonly charges: number;
}

interface Disputed {
  readonly openKobo: number;
  readonly lostKobo: number;
}

const UNDISPUTED: Disputed = { openKobo: 0, lostKobo: 0 };

const UNPAID = new Set(["pending", "abandoned", "failed"]);

/** Holds the charges of both against each other and names every difference; an empty list is the proof that they agree. */
export function decideChargeDifferences(
  { own, provider, moved, disputed, ledger, charges }: ChargeBooks,
): Difference[] {
  const theirs = new Map(provider.map((charge) => [charge.reference, charge]));
  const ours = new Set(own.map(({ reference }) => reference));
  return [
    ...own.flatMap((charge) => compareCharge(charge, theirs.get(charge.reference), disputed.get(charge.reference))),
    ...provider.flatMap((charge) =>
      ours.has(charge.reference)
        ? chargeMovedBy(charge, moved, disputed.get(charge.reference))
        : [unknownCharge(charge)]
    ),
    ...differ("charge_ledger_differs", { subject: PROVIDER, ours: ledger, theirs: charges }),
  ];
}

function compareCharge(
  own: OwnCharge,
  theirs: ProviderCharge | undefined,
  { lostKobo } = UNDISPUTED,
): Difference[] {
  const { reference: subject, state } = own;
  // A checkout that could not be opened never came there.
  if (!theirs) return state === "started" ? [] : [{ kind: "charge_missing", subject, ours: state, theirs: "" }];
  const isKept = own.state === "paid" && theirs.status === "success";
  return [
    ...differ("charge_currency_differs", { subject, ours: "NGN", theirs: theirs.currency }),
    ...differ("charge_amount_differs", { subject, ours: own.amountKobo, theirs: theirs.requestedKobo }),
    ...chargeFits(state, theirs.status) || (state === "reversed" && lostKobo > 0 && theirs.status === "success")
      ? []
      : [{ kind: "charge_state_differs", subject, ours: state, theirs: theirs.status } as const],
    ...isKept && theirs.feesKobo !== undefined
      ? differ("charge_fee_differs", { subject, ours: own.feesKobo, theirs: theirs.feesKobo })
      : [],
  ];
}

function chargeFits(state: OwnCharge["state"], status: string): boolean {
  if (state === "started") return UNPAID.has(status);
  return state === "paid" ? status === "success" : status === "reversed";
}

/** A charge brings its sum without the fee; what goes back later is listed under a refund, or takes it out here. */
function chargeMovedBy(
  charge: ProviderCharge,
  moved: ReadonlyMap<string, number>,
  { openKobo, lostKobo } = UNDISPUTED,
): Difference[] {
  const { reference: subject, status, amountKobo, feesKobo = 0 } = charge;
  const found = moved.get(charge.chargeId) ?? 0;
  if (status === "reversed" && found === -feesKobo) return [];
  const expected = status === "success" || status === "reversed" ? amountKobo - feesKobo : 0;
  // The provider takes a disputed sum out when it is lost, or holds it back before; some do neither under the charge.
  const isDisputed = [openKobo, lostKobo, openKobo + lostKobo].some((kobo) => found === expected - kobo);
  return isDisputed ? [] : differ("provider_ledger_differs", { subject, ours: expected, theirs: found });
}

function unknownCharge({ reference, requestedKobo }: ProviderCharge): Difference {
  return { kind: "charge_unknown", subject: reference, ours: "", theirs: requestedKobo };
}

function differ(kind: Difference["kind"], { subject, ours, theirs }: Omit<Difference, "kind">): Difference[] {
  return ours === theirs ? [] : [{ kind, subject, ours, theirs }];
}

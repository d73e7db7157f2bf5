import { PROVIDER } from "../../ledger/chart.ts";
import type { Difference } from "./events.ts";

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
  /** What is at the provider from all charges there ever were: by our ledger, and by our payments and gifts. */
  readonly ledger: number;
  readonly charges: number;
}

const OPEN = new Set(["pending", "abandoned", "failed"]);

/** Holds the charges of both against each other and names every difference; an empty list is the proof that they agree. */
export function decideChargeDifferences({ own, provider, moved, ledger, charges }: ChargeBooks): Difference[] {
  const theirs = new Map(provider.map((charge) => [charge.reference, charge]));
  const ours = new Set(own.map(({ reference }) => reference));
  return [
    ...own.flatMap((charge) => compare(charge, theirs.get(charge.reference))),
    ...provider.flatMap((charge) => ours.has(charge.reference) ? movedBy(charge, moved) : [unknown(charge)]),
    ...differ("charge_ledger_differs", { subject: PROVIDER, ours: ledger, theirs: charges }),
  ];
}

function compare(own: OwnCharge, theirs: ProviderCharge | undefined): Difference[] {
  const { reference: subject, state } = own;
  // A checkout that could not be opened never came there.
  if (!theirs) return state === "started" ? [] : [{ kind: "charge_missing", subject, ours: state, theirs: "" }];
  const isKept = own.state === "paid" && theirs.status === "success";
  return [
    ...differ("charge_currency_differs", { subject, ours: "NGN", theirs: theirs.currency }),
    ...differ("charge_amount_differs", { subject, ours: own.amountKobo, theirs: theirs.requestedKobo }),
    ...fits(state, theirs.status)
      ? []
      : [{ kind: "charge_state_differs", subject, ours: state, theirs: theirs.status } as const],
    ...isKept && theirs.feesKobo !== undefined
      ? differ("charge_fee_differs", { subject, ours: own.feesKobo, theirs: theirs.feesKobo })
      : [],
  ];
}

function fits(state: OwnCharge["state"], status: string): boolean {
  if (state === "started") return OPEN.has(status);
  return state === "paid" ? status === "success" : status === "reversed";
}

/** A charge brings its sum without the fee; what goes back later stands under a refund, or takes it out here. */
function movedBy(charge: ProviderCharge, moved: ReadonlyMap<string, number>): Difference[] {
  const { reference: subject, status, amountKobo, feesKobo = 0 } = charge;
  const found = moved.get(charge.chargeId) ?? 0;
  if (status === "reversed" && found === -feesKobo) return [];
  const expected = status === "success" || status === "reversed" ? amountKobo - feesKobo : 0;
  return differ("provider_ledger_differs", { subject, ours: expected, theirs: found });
}

function unknown({ reference, requestedKobo }: ProviderCharge): Difference {
  return { kind: "charge_unknown", subject: reference, ours: "", theirs: requestedKobo };
}

function differ(kind: Difference["kind"], { subject, ours, theirs }: Omit<Difference, "kind">): Difference[] {
  return ours === theirs ? [] : [{ kind, subject, ours, theirs }];
}

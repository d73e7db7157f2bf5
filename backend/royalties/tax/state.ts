import { formatNaira } from "../../contract/money.ts";
import { lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import { monthOf } from "../../contract/royalties.ts";
import {
  OLD_REMITTANCE_MS,
  type TaxRemittanceEvent,
  type TaxRemittanceRecorded,
  type TaxReversalConfirmed,
  type TaxReversalRequested,
} from "./events.ts";

/** What an admin said against a booked remittance; moments in epoch ms. */
export type Reversal = Omit<TaxReversalRequested["data"], "remittanceId"> & {
  /** `requested`: of before there was a stream of proposals. */
  readonly status: "requested" | "confirmed" | "withdrawn";
  readonly decidedBy?: string;
  readonly decidedAt?: number;
};

/** What admins said was paid to the tax authority; moments in epoch ms. */
export type Remittance = TaxRemittanceRecorded["data"] & {
  readonly recordedAt: number;
  readonly lapsesAt: number;
  /** `reversed`: it was confirmed, and nothing of it counts any more. */
  readonly status: "recorded" | "confirmed" | "withdrawn" | "reversed";
  /** Who confirmed or withdrew it. */
  readonly decidedBy?: string;
  readonly decidedAt?: number;
  /** Once it is confirmed: what each shard pays of it. */
  readonly parts: readonly (readonly [shard: number, units: number])[];
  /** In the order in which they were asked for: at most one is confirmed. */
  readonly reversals: readonly Reversal[];
};

/** All of them, by their ids, in the order in which they were recorded. */
export type Remittances = ReadonlyMap<string, Remittance>;

export const NO_REMITTANCES: Remittances = new Map();

/** Adds an event; `at`: when it was recorded, epoch ms. */
export function evolve(state: Remittances, event: TaxRemittanceEvent, at: number): Remittances {
  const { remittanceId } = event.data;
  const known = state.get(remittanceId);
  if (event.type === "TaxRemittanceRecorded") {
    const { lapsesAt = at + OLD_REMITTANCE_MS } = event.data;
    const recorded: Remittance = {
      ...event.data,
      ...{ recordedAt: at, lapsesAt, status: "recorded", parts: [], reversals: [] },
    };
    return new Map(state).set(remittanceId, recorded);
  }
  return known ? new Map(state).set(remittanceId, evolveOne(known, event, at)) : state;
}

type Later = Exclude<TaxRemittanceEvent, TaxRemittanceRecorded>;

function evolveOne(known: Remittance, { type, data }: Later, at: number): Remittance {
  const decided = { decidedBy: data.adminId, decidedAt: at };
  switch (type) {
    case "TaxRemittanceConfirmed":
      return { ...known, ...decided, status: "confirmed", parts: data.parts };
    case "TaxRemittanceWithdrawn":
      return { ...known, ...decided, status: "withdrawn" };
    case "TaxReversalRequested": {
      const { remittanceId: _, ...asked } = data;
      return { ...known, reversals: [...known.reversals, { ...asked, status: "requested" }] };
    }
    case "TaxReversalConfirmed": {
      const { reversalId, askedBy = "", reason = "" } = data;
      const asked = known.reversals.find((one) => one.reversalId === reversalId);
      const others = known.reversals.filter((one) => one !== asked);
      const done: Reversal = {
        ...asked ?? { reversalId, adminId: askedBy, reason },
        ...decided,
        status: "confirmed",
      };
      return { ...known, reversals: [...others, done], status: "reversed" };
    }
    case "TaxReversalWithdrawn":
      return {
        ...known,
        reversals: known.reversals.map((one) =>
          one.reversalId === data.reversalId ? { ...one, ...decided, status: "withdrawn" } : one
        ),
      };
    default:
      return data satisfies never;
  }
}

/** What a shard withheld in a month, units. */
interface Withheld {
  readonly shard: number;
  readonly month: string;
  readonly withheldUnits: number;
}

/** What of a month's tax was remitted, units. */
export function remittedUnits(state: Remittances, month: string): number {
  return unitsOf(state, (one) => one.month === month && one.status === "confirmed");
}

/** What of a month's tax waits for the second admin, units. */
export function waitingUnits(state: Remittances, { month, now }: { month: string; now: number }): number {
  return unitsOf(state, (one) => one.month === month && isWaiting(one, now));
}

function unitsOf(state: Remittances, counts: (one: Remittance) => boolean): number {
  return [...state.values()].filter(counts).reduce((sum, { units }) => sum + units, 0);
}

/** It waits for the second admin, and has not lapsed. */
export function isWaiting({ status, lapsesAt }: Remittance, now: number): boolean {
  return status === "recorded" && now < lapsesAt;
}

/**
 * Notes a remittance: of a month that is over, since more may be withheld of it until then, and never more than is due.
 * What waits for its second admin counts as paid. The same again changes nothing.
 */
export function decideRecording(
  state: Remittances,
  { withheld, ...said }: TaxRemittanceRecorded["data"] & { readonly withheld: readonly Withheld[] },
  now: number,
): TaxRemittanceEvent[] {
  const known = state.get(said.remittanceId);
  if (known && !isSaid(known, said)) throw new Refusal("conflict", "Another remittance was recorded under this id");
  if (known && (known.status !== "recorded" || isWaiting(known, now))) return [];
  const { month, paidOn, units } = said;
  const wrong = (field: string, text: string) => new Refusal("invalid_request", text, { field });
  if (month >= monthOf(now)) throw wrong("month", "This month is not over: more tax may still be withheld");
  if (paidOn > lagosDay(now)) throw wrong("paidOn", "The day of the payment is in the future");
  if (paidOn < `${month}-01`) throw wrong("paidOn", "The payment is older than the month");
  const receipt = receiptKey(said.receipt);
  const same = [...state.values()].find((one) => isOfUse(one, now) && receiptKey(one.receipt) === receipt);
  if (same) throw wrong("receipt", `This receipt is recorded already, for ${formatNaira(same.units)} of ${same.month}`);
  const all = withheld.filter((one) => one.month === month).reduce((sum, one) => sum + one.withheldUnits, 0);
  const due = all - remittedUnits(state, month) - waitingUnits(state, { month, now });
  if (units > due) throw wrong("kobo", `No more than ${formatNaira(due)} of this month is due`);
  return [{ type: "TaxRemittanceRecorded", data: said }];
}

/** Whether the same admin has said the same. */
export function isSaid(known: Remittance, said: TaxRemittanceRecorded["data"]): boolean {
  return known.month === said.month && known.units === said.units && known.paidOn === said.paidOn &&
    known.receipt === said.receipt && known.adminId === said.adminId;
}

/** It counts, or will once it is confirmed: what was withdrawn or reversed, or lapsed, leaves its receipt to another one. */
function isOfUse(one: Remittance, now: number): boolean {
  return one.status === "confirmed" || isWaiting(one, now);
}

/** A number is one receipt however its parts are set apart. */
function receiptKey(receipt: string): string {
  return receipt.normalize("NFKC").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}

const UNKNOWN = "There is no such remittance";

/** Confirms a remittance, once: it is booked, of each shard as much as it owes of the month, the lower shards first. */
export function decideConfirmation(
  state: Remittances,
  { remittanceId, adminId, withheld }: {
    readonly remittanceId: string;
    readonly adminId: string;
    readonly withheld: readonly Withheld[];
  },
): TaxRemittanceEvent[] {
  const known = state.get(remittanceId);
  if (!known) throw new Refusal("not_found", UNKNOWN);
  if (known.status === "confirmed") return [];
  if (known.status === "reversed") throw new Refusal("already_decided", "This remittance was reversed");
  if (known.status === "withdrawn") throw new Refusal("already_decided", "This remittance was withdrawn");
  const { month, units } = known;
  const parts: [number, number][] = [];
  let left = units;
  for (const { shard, withheldUnits } of withheld.filter((one) => one.month === month).toSorted(byShard)) {
    const part = Math.min(left, withheldUnits - paidBy(state, { month, shard }));
    if (part > 0) parts.push([shard, part]);
    left -= Math.max(0, part);
  }
  if (left > 0) throw new Refusal("conflict", "Less of this month is due: please look at it again");
  return [{ type: "TaxRemittanceConfirmed", data: { remittanceId, month, parts, adminId } }];
}

function byShard(one: Withheld, other: Withheld): number {
  return one.shard - other.shard;
}

function paidBy(state: Remittances, { month, shard }: { month: string; shard: number }): number {
  const counted = [...state.values()].filter((one) => one.month === month && one.status === "confirmed");
  const parts = counted.flatMap((one) => one.parts);
  return parts.reduce((sum, [of, units]) => of === shard ? sum + units : sum, 0);
}

/** Withdraws what is not confirmed yet; doing it again changes nothing. */
export function decideWithdrawal(
  state: Remittances,
  { remittanceId, adminId }: { readonly remittanceId: string; readonly adminId: string },
): TaxRemittanceEvent[] {
  const known = state.get(remittanceId);
  if (!known) throw new Refusal("not_found", UNKNOWN);
  if (known.status === "withdrawn") return [];
  if (known.status !== "recorded") throw new Refusal("already_decided", "This remittance is confirmed and booked");
  return [{ type: "TaxRemittanceWithdrawn", data: { remittanceId, adminId } }];
}

/** Only what is booked can be reversed, and once. */
function assertReversible(known: Remittance | undefined): asserts known is Remittance {
  if (!known) throw new Refusal("not_found", UNKNOWN);
  if (known.status === "reversed") {
    throw new Refusal("already_decided", "This remittance was reversed before: its sum is due again already");
  }
  if (known.status === "withdrawn") throw new Refusal("already_decided", "This remittance was withdrawn");
  if (known.status === "recorded") {
    throw new Refusal("conflict", "Nothing of this remittance is booked yet: withdraw it instead");
  }
}

/** Books a remittance back on two sides' word, once: of each shard the part that it booked. */
export function decideReversal(
  state: Remittances,
  said: Required<Pick<TaxReversalConfirmed["data"], "remittanceId" | "reversalId" | "adminId" | "askedBy" | "reason">>,
): TaxRemittanceEvent[] {
  const { remittanceId, reversalId } = said;
  const known = state.get(remittanceId);
  const others = [...state.values()].filter((one) => one !== known);
  if (others.some(({ reversals }) => reversals.some((one) => one.reversalId === reversalId))) {
    throw new Refusal("conflict", "Another reversal was asked for under this id");
  }
  assertReversible(known);
  const { month, parts } = known;
  return [{ type: "TaxReversalConfirmed", data: { ...said, month, parts } }];
}

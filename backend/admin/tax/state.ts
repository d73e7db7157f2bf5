import { formatNaira } from "../../contract/money.ts";
import { lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import { monthOf } from "../../contract/royalties.ts";
import type { TaxRemittanceEvent, TaxRemittanceRecorded } from "./events.ts";

/** What admins said was paid to the tax authority; moments in epoch ms. */
export type Remittance = TaxRemittanceRecorded["data"] & {
  readonly recordedAt: number;
  readonly status: "recorded" | "confirmed" | "withdrawn";
  readonly decidedBy?: string;
  readonly decidedAt?: number;
  /** Once it is confirmed: what each shard pays of it. */
  readonly parts: readonly (readonly [shard: number, units: number])[];
};

/** All of them, by their ids, in the order in which they were recorded. */
export type Remittances = ReadonlyMap<string, Remittance>;

export const NO_REMITTANCES: Remittances = new Map();

/** Adds an event; `at`: when it was recorded, epoch ms. */
export function evolve(state: Remittances, { type, data }: TaxRemittanceEvent, at: number): Remittances {
  const after = new Map(state);
  if (type === "TaxRemittanceRecorded") {
    return after.set(data.remittanceId, { ...data, recordedAt: at, status: "recorded", parts: [] });
  }
  const known = state.get(data.remittanceId);
  if (!known) return state;
  const decided = { decidedBy: data.adminId, decidedAt: at };
  return after.set(
    data.remittanceId,
    type === "TaxRemittanceConfirmed"
      ? { ...known, ...decided, status: "confirmed", parts: data.parts }
      : { ...known, ...decided, status: "withdrawn" },
  );
}

/** What a shard withheld in a month, units. */
interface Withheld {
  readonly shard: number;
  readonly month: string;
  readonly withheldUnits: number;
}

/** What of a month's tax was remitted, or waits for the second admin, units. */
export function takenOf(state: Remittances, month: string, status: "recorded" | "confirmed"): number {
  return [...state.values()].filter((one) => one.month === month && one.status === status)
    .reduce((sum, { units }) => sum + units, 0);
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
  if (known) {
    const isSame = known.month === said.month && known.units === said.units && known.paidOn === said.paidOn &&
      known.receipt === said.receipt && known.adminId === said.adminId;
    if (isSame) return [];
    throw new Refusal("conflict", "Another remittance was recorded under this id");
  }
  const { month, paidOn, units } = said;
  const wrong = (field: string, text: string) => new Refusal("invalid_request", text, { field });
  if (month >= monthOf(now)) throw wrong("month", "This month is not over: more tax may still be withheld");
  if (paidOn > lagosDay(now)) throw wrong("paidOn", "The day of the payment is in the future");
  if (paidOn < `${month}-01`) throw wrong("paidOn", "The payment is older than the month");
  const receipt = receiptKey(said.receipt);
  const same = [...state.values()].find((one) => one.status !== "withdrawn" && receiptKey(one.receipt) === receipt);
  if (same) throw wrong("receipt", `This receipt is recorded already, for ${formatNaira(same.units)} of ${same.month}`);
  const all = withheld.filter((one) => one.month === month).reduce((sum, one) => sum + one.withheldUnits, 0);
  const due = all - takenOf(state, month, "confirmed") - takenOf(state, month, "recorded");
  if (units > due) throw wrong("kobo", `No more than ${formatNaira(due)} of this month is due`);
  return [{ type: "TaxRemittanceRecorded", data: said }];
}

/** A number is one receipt however its parts are set apart. */
function receiptKey(receipt: string): string {
  return receipt.normalize("NFKC").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}

const UNKNOWN = "There is no such remittance";

/**
 * Confirms a remittance, once: it is booked, of each shard as much as it owes of the month, the lower shards first. Whose
 * word counts is asked outside.
 */
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
  if (known.adminId === adminId) {
    throw new Refusal("not_your_approval", "You recorded this: an admin on another side has to confirm it");
  }
  if (known.status === "confirmed") return [];
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
  const parts = [...state.values()].filter((one) => one.month === month).flatMap((one) => one.parts);
  return parts.reduce((sum, [of, units]) => of === shard ? sum + units : sum, 0);
}

/** Takes back what nobody has confirmed; doing it again changes nothing. */
export function decideWithdrawal(
  state: Remittances,
  { remittanceId, adminId }: { readonly remittanceId: string; readonly adminId: string },
): TaxRemittanceEvent[] {
  const known = state.get(remittanceId);
  if (!known) throw new Refusal("not_found", UNKNOWN);
  if (known.status === "withdrawn") return [];
  if (known.status === "confirmed") throw new Refusal("already_decided", "This remittance is confirmed and booked");
  return [{ type: "TaxRemittanceWithdrawn", data: { remittanceId, adminId } }];
}

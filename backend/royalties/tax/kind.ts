import { openAbout } from "../../../projections/admin/proposals.ts";
import { longDay, longMonth } from "../../contract/long_day.ts";
import { formatNaira } from "../../contract/money.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { catchUpProposals, propose } from "../../approvals/decide.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import type { ProposalKind } from "../../approvals/kind.ts";
import { TAX_REMITTANCE, TAX_REVERSAL, type TaxRemittanceRecorded } from "./events.ts";
import { readRemittances, type RemittanceCommand, remitTax, reverseTax } from "./remit.ts";
import { decideReversal, isSaid } from "./state.ts";

const WAITS_MS = 30 * 24 * 3_600_000;
const LINK = { label: "Open tax", path: "/books?tab=tax" };
const BY_TWO = { roles: ["finance"], alone: "nothing", ofOwn: "proposed", oneSide: "waits" } as const;

type Said = Pick<TaxRemittanceRecorded["data"], "month" | "units" | "paidOn" | "receipt">;

/** Booking what was paid to the tax authority. While it waits its sum and receipt count as used. */
export const taxRemittanceKind: ProposalKind<RemittanceCommand> = {
  name: TAX_REMITTANCE,
  ...BY_TWO,
  lapsesAt: (now) => now + WAITS_MS,
  async matter({ store }, remittanceId, content) {
    const known = (await readRemittances(store.sql)).get(remittanceId);
    if (known && known.status !== "recorded") return undefined;
    const said = saidIn(content);
    return {
      ...{ log: "social", units: said.units, people: [] },
      title: `Book ${formatNaira(said.units)} that was paid to the tax authority`,
      lines: [
        `${paidWords(said)} Compare the sum, the day and the number with the receipt itself.`,
        "It is booked within seconds. Only two sides can take it back.",
      ],
      link: LINK,
    };
  },
  prepare({ now }, { subject: remittanceId, content, adminId, proposedBy = adminId }) {
    const said = { remittanceId, ...saidIn(content), adminId: proposedBy, lapsesAt: now() + WAITS_MS };
    return Promise.resolve({ said, adminId });
  },
  reserves: true,
  booking: remitTax,
};

function saidIn({ month, units, paidOn, receipt }: ProposalContent): Said {
  return { month: String(month), units: Number(units), paidOn: String(paidOn), receipt: String(receipt) };
}

function paidWords({ month, units, paidOn, receipt }: Said): string {
  const day = longDay(Date.parse(`${paidOn}T12:00:00Z`));
  return `${formatNaira(units)} of ${longMonth(month)}, paid on ${day}, receipt ${receipt}.`;
}

/** Booking a remittance back that was confirmed wrongly. */
export const taxReversalKind: ProposalKind<Parameters<typeof decideReversal>[1]> = {
  name: TAX_REVERSAL,
  ...BY_TWO,
  lapsesAt: (now) => now + WAITS_MS,
  async matter({ store }, remittanceId, { reason }) {
    const known = (await readRemittances(store.sql)).get(remittanceId);
    if (known?.status !== "confirmed") return undefined;
    return {
      ...{ log: "social", units: known.units, people: [] },
      title: `Reverse a remittance of ${formatNaira(known.units)}`,
      lines: [
        paidWords(known),
        `The reason given: ${reason}`,
        "The sum is booked back and due again, and the receipt can be recorded again. It cannot be undone.",
      ],
      link: LINK,
    };
  },
  async prepare({ store }, { subject: remittanceId, content, adminId, proposedBy: askedBy = adminId }) {
    const { reversalId, reason } = content;
    const said = { remittanceId, reversalId: String(reversalId), reason: String(reason), adminId, askedBy };
    // What cannot be carried out is not proposed either.
    decideReversal(await readRemittances(store.sql), said);
    return said;
  },
  booking: reverseTax,
};

/**
 * Notes what was paid to the tax authority; the same again changes nothing. Refuses with `invalid_request`, `conflict`
 * for an id with other content, or as `propose`.
 */
export async function record(deps: Deps, said: TaxRemittanceRecorded["data"], metadata: Metadata): Promise<void> {
  const { remittanceId: subject, adminId, ...content } = said;
  try {
    await propose(deps, taxRemittanceKind, { subject, content, adminId, metadata });
  } catch (error) {
    if (!isDecided(error)) throw error;
    const known = (await readRemittances(deps.store.sql)).get(subject);
    if (!known) throw error;
    if (isSaid(known, said)) return;
    throw new Refusal("conflict", "Another remittance was recorded under this id");
  }
}

interface AskedReversal {
  readonly remittanceId: string;
  readonly reversalId: string;
  readonly reason: string;
  readonly adminId: string;
}

/**
 * Says that a booked remittance is wrong, and why; the same again changes nothing. Refuses with `not_found`, `conflict`,
 * or as `propose`.
 */
export async function askReversal(deps: Deps, said: AskedReversal, metadata: Metadata): Promise<void> {
  const { remittanceId: subject, adminId, ...content } = said;
  const known = (await readRemittances(deps.store.sql)).get(subject);
  if (!known) throw new Refusal("not_found", "There is no such remittance");
  const isSame = (one: { reversalId?: unknown; reason?: unknown; adminId: string }) =>
    one.reversalId === said.reversalId && one.reason === said.reason && one.adminId === adminId;
  if (known.reversals.some((one) => one.status === "confirmed" && isSame(one))) return;
  if (known.status !== "confirmed") decideReversal(new Map([[subject, known]]), { ...said, askedBy: adminId });
  try {
    await propose(deps, taxReversalKind, { subject, content, adminId, metadata });
  } catch (error) {
    if (!isDecided(error)) throw error;
    // The same press at the same moment may have made it just now.
    await catchUpProposals(deps);
    const open = await openAbout(deps.store.sql, { kind: TAX_REVERSAL, subject, now: deps.now() });
    if (!open || !isSame({ ...open.content, adminId: open.adminId })) throw error;
  }
}

function isDecided(error: unknown): boolean {
  return error instanceof Refusal && error.code === "already_decided";
}

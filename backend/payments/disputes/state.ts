import { Refusal } from "../../contract/refusal.ts";
import type { DisputeAccepted, DisputeEvent } from "./events.ts";

/** A dispute of a charge. */
interface Dispute {
  readonly status: "open" | "won" | "lost";
  readonly providerId: string;
  readonly amountKobo: number;
  /** What of the charge waits for the decision. */
  readonly units: number;
  /** What the payer's bank took of it and has not given back. */
  readonly lostUnits: number;
  readonly isReminded: boolean;
  readonly dueAt: number | undefined;
  readonly answer?: "contested" | "accepted";
}

/** A charge's disputes, what lies on the reserve for them, and what was lost of the charge so far, in units. */
export interface Disputes {
  readonly byId: ReadonlyMap<string, Dispute>;
  readonly reservedUnits: number;
  readonly lostUnits: number;
}

export const NO_DISPUTES: Disputes = { byId: new Map(), reservedUnits: 0, lostUnits: 0 };

/** What the events add up to. */
export function evolve(state: Disputes, { type, data }: DisputeEvent): Disputes {
  if (type === "DisputeReserveTaken") return { ...state, reservedUnits: state.reservedUnits - data.units };
  if (type === "DisputeOpened") {
    const { disputeId, providerId, amountKobo, units, dueAt, reservedUnits } = data;
    const opened: Dispute = { status: "open", providerId, amountKobo, units, lostUnits: 0, isReminded: false, dueAt };
    const byId = new Map(state.byId).set(disputeId, opened);
    return { ...state, byId, reservedUnits: state.reservedUnits + reservedUnits };
  }
  const known = state.byId.get(data.disputeId);
  if (!known) return state;
  const put = (changes: Partial<Dispute>) => new Map(state.byId).set(data.disputeId, { ...known, ...changes });
  switch (type) {
    case "DisputeReminded":
      return { ...state, byId: put({ isReminded: true, dueAt: data.dueAt ?? known.dueAt }) };
    case "DisputeResolved": {
      const { outcome, releasedUnits, lostUnits } = data;
      return {
        byId: put({ status: outcome, units: 0, lostUnits }),
        reservedUnits: state.reservedUnits - releasedUnits,
        lostUnits: state.lostUnits + lostUnits,
      };
    }
    case "DisputeLossReturned":
      return {
        ...state,
        byId: put({ status: "won", lostUnits: known.lostUnits - data.units }),
        lostUnits: state.lostUnits - data.units,
      };
    case "DisputeContested":
      return { ...state, byId: put({ answer: "contested" }) };
    case "DisputeAcceptProposed":
      return state;
    case "DisputeAccepted":
      return { ...state, byId: put({ answer: "accepted" }) };
  }
}

/** What the provider said of a dispute, looked up. */
export interface DisputeFound {
  readonly disputeId: string;
  readonly providerId: string;
  readonly status: Dispute["status"];
  readonly amountKobo: number;
  readonly category: string;
  readonly dueAt: number | undefined;
  /** Whether its notice was a reminder. */
  readonly isReminder: boolean;
}

type Step = "open" | "remind" | "won" | "lost" | "returned";

/**
 * What follows from it, in order. Notices come twice and in any order: what was found before changes nothing. What is
 * lost stays lost until the bank decides it anew, for Orin.
 */
export function stepsOf({ byId }: Disputes, { disputeId, status, isReminder, dueAt }: DisputeFound): Step[] {
  const known = byId.get(disputeId);
  if (!known) return status === "open" ? ["open"] : ["open", status];
  if (known.status === "lost") return status === "won" ? ["returned"] : [];
  if (status !== "open") return status === known.status ? [] : [status];
  if (known.status === "won") return ["open"];
  return isReminder && (!known.isReminded || known.dueAt !== dueAt) ? ["remind"] : [];
}

/** What waits for the decision of a charge's open disputes, but one of them. */
export function openUnits({ byId }: Disputes, but: string): number {
  return [...byId].reduce((sum, [id, { status, units }]) => status === "open" && id !== but ? sum + units : sum, 0);
}

/** What a lost dispute took, which comes back when it is won after all. */
export function lostUnitsOf({ byId }: Disputes, disputeId: string): number {
  return byId.get(disputeId)?.lostUnits ?? 0;
}

/** Whether anything of a charge is disputed beside one dispute. */
export function hasOpen({ byId }: Disputes, but: string): boolean {
  return [...byId].some(([id, { status }]) => status === "open" && id !== but);
}

/** An admin notes that Orin answered the provider. */
export function decideContested(
  { byId }: Disputes,
  data: Extract<DisputeEvent, { type: "DisputeContested" }>["data"],
): DisputeEvent[] {
  const known = needOpen(byId.get(data.disputeId));
  if (known.answer === "accepted") throw new Refusal("already_decided", "This dispute was accepted already");
  return [{ type: "DisputeContested", data }];
}

/** Two sides want the payer to have the money; again it changes nothing. */
export function decideAccepted({ byId }: Disputes, data: DisputeAccepted["data"]): DisputeEvent[] {
  return needOpen(byId.get(data.disputeId)).answer === "accepted" ? [] : [{ type: "DisputeAccepted", data }];
}

function needOpen(known: Dispute | undefined): Dispute {
  if (!known) throw new Refusal("not_found", "Dispute not found");
  if (known.status !== "open") throw new Refusal("already_decided", "This dispute was decided already");
  return known;
}

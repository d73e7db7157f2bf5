import type { AdminRole } from "../contract/admin_roles.ts";
import type { Policy } from "../contract/policy_rules.ts";
import type { Deps } from "../deps.ts";
import type { AppealedDecision } from "../contract/appeal_reviewers.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { LogName, Metadata } from "../store/log/event.ts";
import type { Sql, Tx } from "../store/sql.ts";
import type { ProposalContent } from "./events.ts";

/** What a decision is about, as of now. */
export interface Matter {
  /** Where it is carried out. */
  readonly log: LogName;
  /** What it is worth. */
  readonly units: number;
  /** Whose money or account it is: no side decides about its own people. */
  readonly people: readonly string[];
  /** How many sides the facts ask for, whatever the sums say. */
  readonly needs?: "one" | "two" | undefined;
  /** What an admin is shown before confirming; its hash is named by the confirmation. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly link: { readonly label: string; readonly path: string };
}

/** What one side of admins may decide alone: at most so much in one decision, and so much in each span. */
interface AloneLimits {
  readonly onceUnits: number;
  readonly spans: readonly { readonly ms: number; readonly units: number }[];
}

export interface ProposalRequest {
  readonly subject: string;
  readonly content: ProposalContent;
  readonly adminId: string;
  /** Of this decision: what is booked names it. */
  readonly proposalId: string;
  /** Who proposed what `adminId` confirms; undefined for who decides alone or proposes. */
  readonly proposedBy: string | undefined;
  /** All admins count as one: there is no second side to confirm. */
  readonly isOneSide: boolean;
}

/** Who was asked, for the ladder of those who may answer. */
export interface Ladder {
  readonly asked: AppealedDecision;
  /** The person is right: who decided may agree where no one else is there. */
  readonly isAgreed: boolean;
}

/** What of a proposal is carried out: all of it, or what is booked while it waits and when it is withdrawn. */
export type Step = "carry_out" | "reserve" | "withdraw";

/** One row of the table of what needs two people. `Command` is what carries it out. */
export interface ProposalKind<Command> {
  readonly name: string;
  /** Who may confirm and withdraw it. */
  readonly roles: readonly AdminRole[];
  /** Until when it waits for a second admin, epoch ms. */
  lapsesAt(now: number, content: ProposalContent): number;
  /** What a side may decide alone; a kind that does not say it does not compile. */
  readonly alone: "nothing" | ((policy: Policy) => AloneLimits);
  /** Of their own people a side decides nothing; it may propose it, or not even that. */
  readonly ofOwn: "proposed" | "refused";
  /** Who it is about has no say in it: an admin among them neither proposes nor confirms it, nor takes it away. */
  readonly partiesKeepOut?: true;
  /** Whether an admin had a part in what is decided about: such an admin proposes, and another side decides. */
  readonly hadPart?: (
    deps: Deps,
    about: { readonly subject: string; readonly content: ProposalContent; readonly adminId: string },
  ) => Promise<boolean>;
  /** Where only one side exists, what needs two waits for another one, or holds later: `booking` says when. */
  readonly oneSide: "waits" | "holds_later";
  /** Other kinds whose decisions add up with these; each names the others. */
  readonly addsUpWith?: readonly string[];
  /** An appeal: not each admin of the roles answers it, but who is farther from the admin who decided. */
  readonly ladder?: (
    deps: Deps,
    about: { readonly subject: string; readonly content: ProposalContent },
  ) => Promise<Ladder | undefined>;
  /** What the side did alone by other ways since a moment (epoch ms), in units: it adds up with this. */
  readonly alsoAlone?: (
    sql: Sql | Tx,
    about: { readonly subject: string; readonly side: readonly string[]; readonly since: number },
  ) => Promise<number>;
  /**
   * What it is about, for the choice that was made; undefined where there is nothing to decide any more: then it is not
   * shown, and makes room for another one.
   */
  matter(deps: Deps, subject: string, content: ProposalContent): Promise<Matter | undefined>;
  /**
   * What has to be so before an admin decides, asked each time, also of who confirms; answers the command, or undefined
   * where the facts have decided meanwhile. Throws Refusals.
   */
  prepare(deps: Deps, asked: ProposalRequest): Promise<Command | undefined>;
  /** Something is booked while it waits and when it is withdrawn, too: `booking` is told the step. */
  readonly reserves?: true;
  /** Carries it out, in the transaction of the decision. */
  // deno-lint-ignore no-explicit-any
  readonly booking: CommandHandler<Command & { readonly step: Step }, any, any, any>;
  /** What follows in other logs or at the provider, harmless twice: a reaction does it again after a crash. */
  followUp?(deps: Deps, asked: Pick<ProposalRequest, "subject" | "content">, metadata: Metadata): Promise<void>;
}

/** A side alone: up to the second approver's limit, once and added up over a span (ms). */
export function approversLimit(ms: number): (policy: Policy) => AloneLimits {
  return ({ secondApproverAboveUnits: units }) => ({ onceUnits: units, spans: [{ ms, units }] });
}

const DAY_MS = 24 * 3_600_000;

/** It waits for so many days. */
export function afterDays(days: number): (now: number) => number {
  return (now) => now + days * DAY_MS;
}

/** Whose decision is booked: of who decides alone, or of who proposed it, with who confirmed it. */
export function signedBy(
  { adminId, proposedBy }: Pick<ProposalRequest, "adminId" | "proposedBy">,
): { readonly adminId: string; readonly confirmedBy?: string } {
  return proposedBy === undefined ? { adminId } : { adminId: proposedBy, confirmedBy: adminId };
}

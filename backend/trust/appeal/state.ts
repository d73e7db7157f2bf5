import { type AppealOutcome, MOST_APPEALS } from "../../contract/appeals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { AppealEvent, AppealWritten } from "./events.ts";

type Proposal = Extract<AppealEvent, { type: "AppealAnswerProposed" }>["data"];

/** A listener's appeals as decisions see them. */
export interface Appeals {
  /** The one that waits for its answer. */
  readonly open: string | undefined;
  readonly proposal: Proposal | undefined;
  /** How many were written, by what they are about. */
  readonly written: Readonly<Record<number, number>>;
}

export const NO_APPEALS: Appeals = { open: undefined, proposal: undefined, written: {} };

/** One at a time, and a few about the same decision. `about` is missing where nothing is frozen or voided. */
export function decideAppeal(
  appeals: Appeals,
  { about, ...appeal }: Omit<AppealWritten["data"], "about"> & { readonly about: number | undefined },
): AppealEvent[] {
  if (about === undefined) throw new Refusal("conflict", "None of your earnings are held or removed");
  if (appeals.open !== undefined) {
    throw new Refusal("conflict", "You have already written to us. Please wait for our answer.");
  }
  if (appealsLeft(appeals, about) === 0) {
    throw new Refusal("conflict", `You have written to us ${MOST_APPEALS} times about this. Our answer is final.`);
  }
  return [{ type: "AppealWritten", data: { ...appeal, about } }];
}

/** How many more appeals may be written about a decision. */
export function appealsLeft({ open, written }: Appeals, about: number): number {
  return open === undefined ? Math.max(0, MOST_APPEALS - (written[about] ?? 0)) : 0;
}

export interface AnswerAppeal {
  readonly appealId: string;
  readonly userId: string;
  readonly outcome: AppealOutcome;
  readonly answer: string;
  readonly adminId: string;
  readonly proposalId: string;
}

/** What an answer is decided on beside the appeal. */
export interface Stakes {
  /** What waits and what was taken back. */
  readonly units: number;
  /** The admin had a part in the decision that the appeal is about, or the listener could be on the admin's side. */
  readonly isJudge: boolean;
  /** Units that this admin's side has given back alone lately: many small answers are one large one. */
  readonly aloneUnits: number;
  readonly limitUnits: number;
}

/**
 * Nobody decides about their own appeal, nor alone about one of their side or against their own decision, nor gives back
 * more than the limit alone.
 */
export function decideAnswer(
  appeals: Appeals,
  { proposalId, ...answer }: AnswerAppeal,
  { units, isJudge, aloneUnits, limitUnits }: Stakes,
): AppealEvent[] {
  needOpen(appeals, answer);
  if (appeals.proposal) {
    throw new Refusal("already_decided", "An answer to this appeal waits for an admin on another side");
  }
  const data = { ...answer, units };
  const isMuch = answer.outcome === "grant" && units + aloneUnits > limitUnits;
  return isJudge || isMuch
    ? [{ type: "AppealAnswerProposed", data: { ...data, proposalId } }]
    : [{ type: "AppealAnswered", data }];
}

export interface AboutAnswer {
  readonly appealId: string;
  readonly userId: string;
  readonly proposalId: string;
  readonly adminId: string;
}

/** Another admin than the one who proposed it confirms. */
export function confirmAnswer(appeals: Appeals, about: AboutAnswer): AppealEvent[] {
  const { proposalId: id, adminId } = about;
  needOpen(appeals, about);
  const { proposalId: _, ...answer } = proposalOf(appeals, id);
  if (answer.adminId === adminId) {
    throw new Refusal("not_your_approval", "You proposed this: an admin on another side has to confirm it");
  }
  return [{ type: "AppealAnswered", data: { ...answer, confirmedBy: adminId } }];
}

/** Every admin may take a proposal away, but for one about the own appeal. */
export function withdrawAnswer(appeals: Appeals, about: AboutAnswer): AppealEvent[] {
  needOpen(appeals, about);
  proposalOf(appeals, about.proposalId);
  return [{ type: "AppealProposalWithdrawn", data: about }];
}

function needOpen(
  { open }: Appeals,
  { appealId, userId, adminId }: Pick<AboutAnswer, "appealId" | "userId" | "adminId">,
): void {
  if (userId === adminId) throw new Refusal("conflict", "This is yours: another admin decides about it");
  if (open !== appealId) throw new Refusal("already_decided", "This appeal is already answered");
}

function proposalOf({ proposal }: Appeals, proposalId: string): Proposal {
  if (proposal?.proposalId !== proposalId) throw new Refusal("already_decided", "This proposal is no longer open");
  return proposal;
}

export function evolve(appeals: Appeals, { type, data }: AppealEvent): Appeals {
  switch (type) {
    case "AppealWritten": {
      const { appealId, about } = data;
      return {
        ...appeals,
        open: appealId,
        written: { ...appeals.written, [about]: (appeals.written[about] ?? 0) + 1 },
      };
    }
    case "AppealAnswerProposed":
      return { ...appeals, proposal: data };
    case "AppealProposalWithdrawn":
      return { ...appeals, proposal: undefined };
    case "AppealAnswered":
      return { ...appeals, open: undefined, proposal: undefined };
  }
}

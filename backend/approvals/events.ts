import type { Event } from "../store/log/event.ts";

/** A decision and what it is about: of one kind and subject at most one is open. */
export type AboutProposal = { readonly proposalId: string; readonly kind: string; readonly subject: string };

/** What was chosen, in plain words and numbers; nothing personal. */
export type ProposalContent = { readonly [name: string]: string | number };

type Decision = AboutProposal & {
  readonly adminId: string;
  /** What it is worth. */
  readonly units: number;
  readonly content: ProposalContent;
};

/** An admin proposes a decision, which one on another side confirms before it lapses (epoch ms). */
export type ProposalMade = Event<"ProposalMade", Decision & { readonly lapsesAt: number }>;

/** An admin on another side confirmed it: it is carried out. */
type ProposalConfirmed = Event<"ProposalConfirmed", AboutProposal & { readonly adminId: string }>;

/** An admin took it away. */
type ProposalWithdrawn = Event<"ProposalWithdrawn", AboutProposal & { readonly adminId: string }>;

/** An admin decided alone what one may decide alone: it counts against the side's sums. */
export type DecidedAlone = Event<"DecidedAlone", Decision>;

export type ProposalEvent = ProposalMade | ProposalConfirmed | ProposalWithdrawn | DecidedAlone;

/** The stream of the decisions of one kind about one subject, in the log where they are carried out. */
export function proposalStream({ kind, subject }: Pick<AboutProposal, "kind" | "subject">): string {
  return `proposal/${kind}/${subject}`;
}

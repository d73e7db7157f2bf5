import { confirmProposal, listProposals, withdrawProposal } from "@contract/calls/admin.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { ProposalShown } from "@contract/proposals.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { May } from "../shell/May.tsx";
import { useAnswer } from "../shell/queries.ts";

export const PROPOSALS_KEY = ["admin", "proposals"];

/** What waits for an admin on another side. */
export function useProposals() {
  return useAnswer(PROPOSALS_KEY, listProposals, {}, { refetchInterval: 30_000 });
}

interface WaitingProposalProps {
  kind: string;
  subject: string;
  /** Shown once it has worked. */
  onDone(said: string): void;
}

/** The proposal of a kind about a subject, where the screen of the subject shows it; nothing where none waits. */
export function WaitingProposal({ kind, subject, onDone }: WaitingProposalProps) {
  const { data, isError, error } = useProposals();
  if (isError && !data) return <Banner tone="error">{failureText(error, "Failed to load what is proposed")}</Banner>;
  const proposal = data?.proposals.find((one) => one.kind === kind && one.subject === subject);
  return proposal ? <ProposalCard proposal={proposal} onDone={onDone} isAtSubject /> : null;
}

interface ProposalCardProps {
  proposal: ProposalShown;
  onDone(said: string): void;
  /** It is shown where its link leads. */
  isAtSubject?: boolean;
}

/** A decision that one admin proposed: what it does, and its two answers. */
export function ProposalCard({ proposal, onDone, isAtSubject = false }: ProposalCardProps) {
  const { proposalId, title, lines, link, by, proposedAt, lapsesAt, mayConfirm, mayWithdraw, hasProposerLeft, shown } =
    proposal;
  const client = useQueryClient();
  const step = useMutation({
    mutationFn: (name: "confirm" | "withdraw") =>
      name === "confirm"
        ? askAsAdmin(confirmProposal, { id: proposalId, body: { shown }, timeoutMs: 30_000 })
        : askAsAdmin(withdrawProposal, { id: proposalId, timeoutMs: 30_000 }),
    onSuccess: ({ message }) => onDone(message),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
  return (
    <Card as={isAtSubject ? "section" : "li"} className="flex flex-col gap-3">
      <h2 className="text-lg">{title}</h2>
      <ul className="flex flex-col gap-1 text-sm">
        {lines.map((line) => <li key={line} className="break-words">{line}</li>)}
      </ul>
      <p className="text-sm text-ink-soft">
        <bdi>{by}</bdi> proposed it on {formatDateTime(proposedAt)}. It lapses on {formatDateTime(lapsesAt)}.{" "}
        {hasProposerLeft
          ? "They are no admin any more: withdraw it, and propose it anew."
          : !mayConfirm && "An admin on another side, who has no part in it, confirms it."}
      </p>
      {!isAtSubject && <Link className="self-start py-2 text-sm text-link underline" to={link.path}>{link.label}</Link>}
      {step.isError && <Banner tone="error">{failureText(step.error, "That did not work")}</Banner>}
      <May call={confirmProposal}>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {mayWithdraw && (
            <Button variant="quiet" disabled={step.isPending} onClick={() => step.mutate("withdraw")}>
              Withdraw it
            </Button>
          )}
          {mayConfirm && (
            <Button
              variant="primary"
              busy={step.isPending && step.variables === "confirm"}
              disabled={step.isPending}
              onClick={() => step.mutate("confirm")}
            >
              Confirm it
            </Button>
          )}
        </div>
      </May>
    </Card>
  );
}

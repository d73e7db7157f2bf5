import type { ProposalAnswer, ProposalList, ProposalShown } from "@contract/proposals.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { adminApi } from "../shell/admin_api.ts";
import { May } from "../shell/May.tsx";

const PATH = "/api/v1/admin/proposals";

/** `/proposals`: decisions that one admin proposed and an admin on another side confirms. */
export function Proposals() {
  const query = useQuery({
    queryKey: ["admin", "proposals"],
    queryFn: ({ signal }) => adminApi<ProposalList>(PATH, { signal }),
    refetchInterval: 30_000,
  });
  const { data } = query;
  const [notice, say] = usePassing<string>();
  return (
    <>
      <ScreenHead title="Proposals" subtitle="Decisions that wait for an admin on another side." />
      {notice && <Banner tone="success" className="mb-4">{notice}</Banner>}
      {!data && (
        <LoadState query={query} count={3} label="Loading proposals..." failure="Failed to load the proposals" />
      )}
      {data?.proposals.length === 0 && (
        <EmptyState title="No proposals" text="Nothing waits for a second admin. What you propose shows here, too." />
      )}
      {data && data.proposals.length > 0 && (
        <ul aria-label="Proposals" className="grid gap-4 lg:grid-cols-2">
          {data.proposals.map((proposal) => <Proposal key={proposal.proposalId} proposal={proposal} onDone={say} />)}
        </ul>
      )}
    </>
  );
}

function Proposal({ proposal, onDone }: { proposal: ProposalShown; onDone(said: string): void }) {
  const { proposalId, title, lines, link, by, proposedAt, lapsesAt, mayConfirm, shown } = proposal;
  const client = useQueryClient();
  const step = useMutation({
    mutationFn: (name: "confirm" | "withdraw") =>
      adminApi<ProposalAnswer>(`${PATH}/${proposalId}/${name}`, {
        method: "POST",
        ...(name === "confirm" && { body: { shown } }),
        timeoutMs: 30_000,
      }),
    onSuccess: ({ message }) => onDone(message),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
  return (
    <Card as="li" className="flex flex-col gap-3">
      <h2 className="text-lg">{title}</h2>
      <ul className="flex flex-col gap-1 text-sm">
        {lines.map((line) => <li key={line} className="break-words">{line}</li>)}
      </ul>
      <p className="text-sm text-ink-soft">
        <bdi>{by}</bdi> proposed it on {formatDateTime(proposedAt)}. It lapses on {formatDateTime(lapsesAt)}.{" "}
        {!mayConfirm && "An admin on another side, who has no part in it, confirms it."}
      </p>
      <Link className="self-start py-2 text-sm text-link underline" to={link.path}>{link.label}</Link>
      {step.isError && <Banner tone="error">{failureText(step.error, "That did not work")}</Banner>}
      <May call="POST /api/v1/admin/proposals/:id/confirm">
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" disabled={step.isPending} onClick={() => step.mutate("withdraw")}>Withdraw it</Button>
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

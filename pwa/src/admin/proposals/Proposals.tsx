import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { ProposalCard, useProposals } from "./ProposalCard.tsx";

/** `/proposals`: decisions that one admin proposed and an admin on another side confirms. */
export function Proposals() {
  const query = useProposals();
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
          {data.proposals.map((one) => <ProposalCard key={one.proposalId} proposal={one} onDone={say} />)}
        </ul>
      )}
    </>
  );
}

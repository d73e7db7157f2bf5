import { SUBJECT_KINDS } from "@contract/moderation.ts";
import type { WorkItem, WorkKind } from "@contract/work.ts";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Appeal } from "../appeals/Appeal.tsx";
import { DifferenceCase } from "../books/Reconciliations.tsx";
import { useStats } from "../dashboard/api.ts";
import { Health } from "../dashboard/Health.tsx";
import { Dispute } from "../disputes/Dispute.tsx";
import { SplitDispute } from "../disputes/SplitDispute.tsx";
import { StoppedGift } from "../disputes/StoppedGift.tsx";
import { Duplicate } from "../duplicates/Duplicate.tsx";
import { Case } from "../moderation/Case.tsx";
import { SuspensionAppeal } from "../moderation/SuspensionAppeal.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { PaymentCase } from "../payments/PaymentCase.tsx";
import { ToClear } from "../payments/ToClear.tsx";
import { LostPayout } from "../payouts/Payouts.tsx";
import { ProposalCard, useProposals } from "../proposals/ProposalCard.tsx";

interface Shown {
  id: string;
  /** Shown above the list once it has worked: the case may be gone by then. */
  onDone(said: string): void;
}

const payment = ({ id, onDone }: Shown) => <PaymentCase id={id} onDone={onDone} />;
const moderated = ({ id }: Shown) => {
  const [name, subjectId = ""] = id.split(":");
  const kind = SUBJECT_KINDS.find((one) => one === name);
  return kind && <Case kind={kind} subjectId={subjectId} />;
};

/** The case of each kind of what waits: the same that the screen of its area shows. */
const CASES: Readonly<Record<WorkKind, (shown: Shown) => ReactNode>> = {
  withdrawal: payment,
  second_approval: payment,
  one_time_code: payment,
  uncertain_payout: payment,
  lost_payout: ({ id }) => <LostPayout reference={id} />,
  payment_to_clear: ({ id }) => (
    <>
      <ScreenHead title="Payment to clear" />
      <ToClear only={id} />
    </>
  ),
  difference: ({ id }) => <DifferenceCase id={id} />,
  dispute: ({ id }) => <Dispute disputeId={id} />,
  stopped_gift: ({ id }) => <StoppedGift giftId={id} />,
  disputed_share: ({ id }) => <SplitDispute disputeId={id} />,
  proposal: ({ id, onDone }) => <Proposed proposalId={id} onDone={onDone} />,
  claim: moderated,
  report: moderated,
  moderation_appeal: moderated,
  suspension_appeal: ({ id }) => <SuspensionAppeal appealId={id} />,
  earnings_appeal: ({ id }) => <Appeal appealId={id} />,
  duplicate: ({ id }) => <Duplicate matchId={id} />,
  invited_admin: () => (
    <>
      <ScreenHead title="Invited admin" subtitle="They have not chosen their password yet." />
      <ButtonLink to="/create-admin" variant="quiet">Open the team</ButtonLink>
    </>
  ),
  failed_mails: () => <FailedMails />,
};

/** What a row of the list is about, with what the admin does about it. */
export function WorkCase({ item, onDone }: { item: WorkItem; onDone(said: string): void }) {
  return CASES[item.kind]?.({ id: item.id, onDone }) ?? <ScreenHead title="This is no longer there" />;
}

function Proposed({ proposalId, onDone }: { proposalId: string; onDone(said: string): void }) {
  return (
    <Loaded query={useProposals()} count={3} label="Loading the proposal..." failure="Failed to load the proposal">
      {({ proposals }) => {
        const proposal = proposals.find((one) => one.proposalId === proposalId);
        return proposal
          ? <ul>{<ProposalCard proposal={proposal} onDone={onDone} />}</ul>
          : <ScreenHead title="Proposal" subtitle="It was decided, withdrawn, or has lapsed." />;
      }}
    </Loaded>
  );
}

function FailedMails() {
  return (
    <Loaded query={useStats()} count={6} label="Loading..." failure="Failed to load how mails are sent">
      {({ health }) => <Health health={health} />}
    </Loaded>
  );
}

import { acceptDispute } from "@contract/calls/admin_payments.ts";
import type { DisputeShown } from "@contract/disputes.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Badge } from "../parts/Badge.tsx";
import { Actions, type CaseAction, type CaseSteps, useCaseSteps } from "../parts/case_steps.tsx";
import { CaseScreen, History, Part } from "../parts/CaseScreen.tsx";
import { Facts } from "../parts/Facts.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { type DisputeStep, useDispute, useDisputeStep } from "./api.ts";
import { dueIn, stateOf, WHAT } from "./words.ts";

const ACCEPT: CaseAction<DisputeStep> = {
  label: "Accept the dispute",
  call: acceptDispute,
  variant: "danger",
  asks: {
    title: "Accept the dispute?",
    description: `The payer gets the money back. Admins on two sides have to agree; then Orin tells ${PROVIDER_NAME}.`,
    label: "Note",
    send: "Accept the dispute",
  },
  step: (note) => ({ step: "accept", note }),
  done: "Proposed: an admin on another side confirms it",
};

const CONTESTED: CaseAction<DisputeStep> = {
  label: `We contested it at ${PROVIDER_NAME}`,
  call: ACCEPT.call,
  variant: "quiet",
  asks: {
    title: `We contested it at ${PROVIDER_NAME}`,
    description: `Say what you sent to ${PROVIDER_NAME}. The money waits until the bank has decided.`,
    label: "Note",
    send: "Save",
  },
  step: (note) => ({ step: "contested", note }),
  done: "Saved: we contested it",
};

/** One dispute: what Orin knows, what was done, and what to do. */
export function Dispute({ disputeId }: { disputeId: string }) {
  const steps = useCaseSteps(useDisputeStep(disputeId));
  return (
    <CaseScreen
      title="Dispute"
      subtitle={({ what, amount }) => `${WHAT[what]}, ${nairaOf(amount)}`}
      query={useDispute(disputeId)}
      loading="Loading the dispute..."
      failure="Failed to load the dispute"
    >
      {(dispute) => (
        <>
          {steps.said}
          {dispute.status === "open" && <Answer dispute={dispute} steps={steps} />}
          <WaitingProposal kind="dispute_accept" subject={disputeId} onDone={steps.tell} />
          <div className="grid gap-6 lg:grid-cols-2">
            <Part title="The dispute">
              <About dispute={dispute} />
            </Part>
            <Part title="What Orin knows">
              <Evidence dispute={dispute} />
            </Part>
          </div>
          <History
            title="Timeline"
            entries={dispute.timeline.map(({ note, ...entry }) => ({ ...entry, words: note }))}
          />
        </>
      )}
    </CaseScreen>
  );
}

function Answer({ dispute: { answer, dueAt }, steps }: { dispute: DisputeShown; steps: CaseSteps<DisputeStep> }) {
  if (answer === "accepted") return <Banner tone="info">Two sides accepted it. Orin tells {PROVIDER_NAME}.</Banner>;
  return (
    <Banner tone="info">
      <p className="mb-3">
        {dueAt ? `${PROVIDER_NAME} wants an answer by ${formatDateTime(dueAt)}.` : `${PROVIDER_NAME} wants an answer.`}
      </p>
      <Actions steps={steps} actions={[answer !== "accept_proposed" && ACCEPT, CONTESTED]} />
    </Banner>
  );
}

function About({ dispute }: { dispute: DisputeShown }) {
  const { amount, reserved, lost, reason, reference, openedAt, resolvedAt, dueAt } = dispute;
  return (
    <Facts
      facts={[
        ["State", <Badge key="state" {...stateOf(dispute)} />],
        ["Asked back", nairaOf(amount)],
        ["Reserved now", nairaOf(reserved)],
        ...lost > 0 ? [["Went back", nairaOf(lost)] as const] : [],
        ["Reason", reason],
        ...dueAt && dispute.status === "open"
          ? [["Answer due", `${formatDateTime(dueAt)} (${dueIn(dispute, Date.now())})`] as const]
          : [],
        ["Opened", formatDateTime(openedAt)],
        ...resolvedAt ? [["Decided", formatDateTime(resolvedAt)] as const] : [],
        ["Payment", <span key="reference" className="font-mono text-xs wrap-anywhere">{reference}</span>],
      ]}
    />
  );
}

function Evidence({ dispute: { payer, payerId, artist, gift, listening } }: { dispute: DisputeShown }) {
  const { devices, sharesDevice, plays, unproven } = listening;
  return (
    <Facts
      facts={[
        ["Payer", <PersonLink key="payer" userId={payerId} name={payer.name} none="Left" />],
        ["Account", `${plural(payer.ageDays, "day")} old at the payment`],
        ...artist ? [["Artist", <PersonLink key="artist" {...artist} />] as const] : [],
        ...gift ? [["Gift", `$${gift.dollars.toFixed(2)} on ${formatDateTime(gift.at)}`] as const] : [],
        ["Devices", `${plural(devices, "device")}${sharesDevice ? ", one shared with the artist" : ""}`],
        ["Plays", unproven > 0 ? `${plays}, ${unproven} of them not delivered` : String(plays)],
      ]}
    />
  );
}

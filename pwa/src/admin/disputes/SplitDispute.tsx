import { listSplitDisputes, settleSplitDispute } from "@contract/calls/splits.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { SplitSettleInput } from "@contract/requests/splits.ts";
import { formatBasisPoints, MAX_SPLIT_REASON, type SplitDisputeList, WHOLE } from "@contract/splits.ts";
import { useState } from "react";
import { basisPointsOf, percentOf } from "../../lib/percent.ts";
import { formatDate } from "../../lib/format.ts";
import { nairaOf, tokensWithNaira } from "../../lib/naira.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Badge } from "../parts/Badge.tsx";
import { useCaseSteps } from "../parts/case_steps.tsx";
import { CaseScreen, Part } from "../parts/CaseScreen.tsx";
import { type Fact, Facts } from "../parts/Facts.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "split-disputes"];

type Disputed = SplitDisputeList["disputes"][number];

/** The shares of songs that are disputed or were. */
export function useSplitDisputes() {
  return useAnswer(KEY, listSplitDisputes);
}

/** A share of a song that is held aside until the two agree or admins decide. */
export function SplitDispute({ disputeId }: { disputeId: string }) {
  const query = useSplitDisputes();
  const settle = useSettle(disputeId);
  const steps = useCaseSteps(settle);
  const [isSettling, setSettling] = useState(false);
  const dispute = query.data?.disputes.find((one) => one.disputeId === disputeId);
  if (query.data && !dispute) return <ScreenHead title="Disputed share" subtitle="It is no longer there." />;
  return (
    <CaseScreen
      title="Disputed share"
      subtitle={({ title, held }) => `${title}, ${nairaOf(held)} held`}
      mark={({ settled, isProposed }) => (
        <Badge tone={settled ? "plain" : "notice"}>
          {settled ? "Settled" : isProposed ? "Proposed" : "Held aside"}
        </Badge>
      )}
      query={{ ...query, data: dispute }}
      loading="Loading the dispute..."
      failure="Failed to load the dispute"
    >
      {(found) => (
        <>
          {steps.said}
          <Part title="What they say">
            <Facts facts={factsOf(found)} />
          </Part>
          <WaitingProposal kind="split_settlement" subject={disputeId} onDone={steps.tell} />
          {!found.settled && !found.isProposed && (
            <May call={settleSplitDispute}>
              <div>
                <Button onClick={() => setSettling(true)}>Settle</Button>
              </div>
            </May>
          )}
          {isSettling && (
            <Settle
              dispute={found}
              settle={settle}
              onClose={() => setSettling(false)}
              onDone={steps.tell}
            />
          )}
        </>
      )}
    </CaseScreen>
  );
}

function factsOf({ owner, collaborator, byOwner, reason, settled, openedAt, ...shares }: Disputed): Fact[] {
  const { basisPoints, ownerOffers, collaboratorAsks } = shares;
  return [
    ["Owner", <bdi key="owner">{`${owner.name}, offers ${formatBasisPoints(ownerOffers)}`}</bdi>],
    [
      "Collaborator",
      <bdi key="other">
        {`${collaborator.name}, has ${formatBasisPoints(basisPoints)}, asks for ${formatBasisPoints(collaboratorAsks)}`}
      </bdi>,
    ],
    ["Opened", `${formatDate(openedAt)}, by ${byOwner ? "the owner" : "the collaborator"}`],
    ...reason ? [["Why", <bdi key="reason">{reason}</bdi>] as const] : [],
    ...settled
      ? [
        [
          "Settled",
          <bdi key="settled">
            {`${formatBasisPoints(settled.basisPoints)} to the collaborator, by ${settled.by}. ${settled.note}`}
          </bdi>,
        ] as const,
      ]
      : [],
  ];
}

interface SettleProps {
  dispute: Disputed;
  settle: ReturnType<typeof useSettle>;
  onClose(): void;
  /** Shown once it has worked. */
  onDone(said: string): void;
}

/** Proposes a decision: the answer is the whole list. */
function useSettle(disputeId: string) {
  return useChange((body: SplitSettleInput) => askAsAdmin(settleSplitDispute, { id: disputeId, body }), {
    holds: KEY,
    refusalRenews: [KEY],
    renews: [["admin", "proposals"]],
  });
}

function Settle({ dispute, settle, onClose, onDone }: SettleProps) {
  const { collaborator, held } = dispute;
  const [percent, setPercent] = useState("50");
  const [share, setShare] = useState(percentOf(dispute.basisPoints));
  const [note, setNote] = useState("");
  const [points, sharePoints] = [basisPointsOf(percent), basisPointsOf(share)];
  const [isRight, isShareRight] = [points !== undefined && points <= WHOLE, sharePoints !== undefined];
  const submit = () => {
    if (points === undefined || !isRight || sharePoints === undefined || note.trim() === "") return;
    settle.mutate({ basisPoints: points, shareBasisPoints: sharePoints, note: note.trim() }, {
      onSuccess: () => {
        onDone("Proposed: an admin on another side confirms it");
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title="Propose a decision"
      description={`${
        tokensWithNaira(held)
      } are held. Nothing is paid before an admin on another side confirms it; then it cannot be undone. Both sides read your reason.`}
      onClose={onClose}
      onSubmit={submit}
      send="Propose"
      disabled={!isRight || !isShareRight || note.trim() === ""}
      of={settle}
      failure="Failed to propose it"
    >
      <Percent
        label={`Of what is held, ${collaborator.name} gets`}
        value={percent}
        error={!isRight && "Between 0 and 100"}
        onChange={setPercent}
      />
      <Percent
        label={`From then on, ${collaborator.name} has of the song`}
        hint="0 ends the share."
        value={share}
        error={!isShareRight && "A percentage with at most two decimals"}
        onChange={setShare}
      />
      <TextArea
        required
        label="Reason"
        maxLength={MAX_SPLIT_REASON}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

interface PercentProps {
  label: string;
  hint?: string;
  value: string;
  error: string | false;
  onChange(value: string): void;
}

function Percent({ onChange, ...props }: PercentProps) {
  return (
    <TextField
      {...props}
      inputMode="decimal"
      end={<span aria-hidden="true" className="pr-4 text-ink-soft">%</span>}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

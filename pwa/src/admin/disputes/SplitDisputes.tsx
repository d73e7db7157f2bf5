import type { SplitSettleInput } from "@contract/requests/splits.ts";
import { formatBasisPoints, MAX_SPLIT_REASON, type SplitDisputeList, WHOLE } from "@contract/splits.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router-dom";
import { basisPointsOf, percentOf } from "../../lib/percent.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatTokens } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Badge } from "../parts/Badge.tsx";
import { DenseTable } from "../parts/DenseTable.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { adminApi } from "../shell/admin_api.ts";
import { May } from "../shell/May.tsx";

const PATH = "/api/v1/admin/split-disputes";
const KEY = ["admin", "split-disputes"];
const SETTLE = "POST /api/v1/admin/split-disputes/:id/settle";

type Disputed = SplitDisputeList["disputes"][number];

/** `/split-disputes`: shares of songs that are held aside until the two agree or an admin decides. */
export function SplitDisputes({ only }: { only?: string }) {
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<SplitDisputeList>(PATH, { signal }) });
  const disputes = query.data?.disputes.filter(({ disputeId }) => only === undefined || disputeId === only);
  const [settling, setSettling] = useState<Disputed>();
  const [notice, say] = usePassing<string>();
  return (
    <>
      <ScreenHead
        title="Disputed shares"
        subtitle="Held aside until both sides agree. Else one admin proposes, and another confirms."
        before={<Link className="-my-3 inline-block py-3 text-sm text-link underline" to="/books">Books</Link>}
      />
      {notice && <Banner tone="success" className="mb-4">{notice}</Banner>}
      {!disputes && (
        <LoadState query={query} count={6} label="Loading disputes..." failure="Failed to load the disputes" />
      )}
      {disputes?.length === 0 && <EmptyState title="No disputes" text="No one disputes a share of a song." />}
      {disputes && disputes.length > 0 && <Table disputes={disputes} onSettle={setSettling} />}
      {settling && (settling.isProposed
        ? <Waiting dispute={settling} onClose={() => setSettling(undefined)} onDone={say} />
        : <Settle dispute={settling} onClose={() => setSettling(undefined)} onDone={say} />)}
    </>
  );
}

const COLUMNS = [
  "Song",
  "State",
  "Held",
  "Owner",
  "Collaborator",
  "Share",
  "Owner offers",
  "They ask",
  "Reason",
  "Opened",
  "Decision",
];

function Table({ disputes, onSettle }: { disputes: readonly Disputed[]; onSettle(dispute: Disputed): void }) {
  const rows = disputes.map((dispute) => {
    const { disputeId, title, held, owner, collaborator, basisPoints, reason, openedAt, isProposed, settled } = dispute;
    return {
      id: disputeId,
      cells: [
        <bdi key="title" className="font-semibold">{title}</bdi>,
        settled
          ? (
            <Badge key="state" tone="plain">
              {`${formatBasisPoints(settled.basisPoints)} to the collaborator, ${settled.by}`}
            </Badge>
          )
          : <Badge key="state" tone="notice">{isProposed ? "Proposed" : "Held aside"}</Badge>,
        formatTokens(held),
        <bdi key="owner">{owner.name}</bdi>,
        <bdi key="collaborator">{collaborator.name}</bdi>,
        formatBasisPoints(basisPoints),
        formatBasisPoints(dispute.ownerOffers),
        formatBasisPoints(dispute.collaboratorAsks),
        <bdi key="reason" className="block max-w-44 truncate">{settled?.note || reason}</bdi>,
        formatDate(openedAt),
        settled ? "" : (
          <May key="settle" call={SETTLE}>
            <Button size="small" variant="quiet" onClick={() => onSettle(dispute)}>
              {isProposed ? "Look at it" : "Settle"}
            </Button>
          </May>
        ),
      ],
    };
  });
  return <DenseTable label="Disputed shares" columns={COLUMNS} rows={rows} />;
}

interface DecisionProps {
  dispute: Disputed;
  onClose(): void;
  /** What is said once it has worked. */
  onDone(said: string): void;
}

/** Proposes a decision: the answer is the whole list. */
function useSettle(disputeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SplitSettleInput) =>
      adminApi<SplitDisputeList>(`${PATH}/${disputeId}/settle`, { method: "POST", body }),
    onSuccess: (list) => client.setQueryData(KEY, list),
    onError: () => void client.invalidateQueries({ queryKey: KEY }),
    onSettled: () => void client.invalidateQueries({ queryKey: ["admin", "proposals"] }),
  });
}

function Settle({ dispute, onClose, onDone }: DecisionProps) {
  const { collaborator, held } = dispute;
  const [percent, setPercent] = useState("50");
  const [share, setShare] = useState(percentOf(dispute.basisPoints));
  const [note, setNote] = useState("");
  const settle = useSettle(dispute.disputeId);
  const [points, sharePoints] = [basisPointsOf(percent), basisPointsOf(share)];
  const [isRight, isShareRight] = [points !== undefined && points <= WHOLE, sharePoints !== undefined];
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
        formatTokens(held)
      } tokens are held. Nothing is paid before an admin on another side confirms it; then it cannot be undone. Both sides read your reason.`}
      onClose={onClose}
      onSubmit={submit}
      button={
        <Button type="submit" disabled={!isRight || !isShareRight || note.trim() === ""} busy={settle.isPending}>
          Propose
        </Button>
      }
    >
      <Sides dispute={dispute} />
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
      {settle.isError && <Banner tone="error">{failureText(settle.error, "Failed to propose it")}</Banner>}
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

/** What one admin proposes, beside what the two say. */
function Waiting({ dispute, onClose, onDone }: DecisionProps) {
  return (
    <Dialog open title="A decision waits" description={`About “${dispute.title}”.`} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Sides dispute={dispute} />
        <WaitingProposal
          kind="split_settlement"
          subject={dispute.disputeId}
          onDone={(said) => {
            onDone(said);
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}

/** What the two say, whole: the table has no room for it. */
function Sides({ dispute: { owner, collaborator, byOwner, reason, ownerOffers, collaboratorAsks } }: {
  dispute: Disputed;
}) {
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-ink/4 p-4 text-sm">
      {reason && (
        <p className="wrap-anywhere">
          <bdi>{byOwner ? owner.name : collaborator.name}</bdi> wrote: <q>{reason}</q>
        </p>
      )}
      <p>
        <bdi>{owner.name}</bdi> offers {formatBasisPoints(ownerOffers)}, <bdi>{collaborator.name}</bdi> asks for{" "}
        {formatBasisPoints(collaboratorAsks)}.
      </p>
    </div>
  );
}

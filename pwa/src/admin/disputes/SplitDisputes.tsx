import { formatBasisPoints, MAX_SPLIT_REASON, type SplitDisputeList, WHOLE } from "@contract/splits.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDate, formatTokens } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Badge } from "../parts/Badge.tsx";
import { DenseTable } from "../parts/DenseTable.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { adminApi } from "../shell/admin_api.ts";
import { May } from "../shell/May.tsx";

const PATH = "/api/v1/admin/split-disputes";
const KEY = ["admin", "split-disputes"];
const SETTLE = "POST /api/v1/admin/split-disputes/:id/settle";

type Disputed = SplitDisputeList["disputes"][number];

/** `/split-disputes`: shares of songs that are held aside until the two agree or an admin decides. */
export function SplitDisputes() {
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<SplitDisputeList>(PATH, { signal }) });
  const { data } = query;
  const [settling, setSettling] = useState<Disputed>();
  return (
    <>
      <ScreenHead
        title="Disputed shares"
        subtitle="What these shares bring is held aside until both sides agree. Decide where they cannot."
      />
      {!data && <LoadState query={query} count={6} label="Loading disputes..." failure="Failed to load the disputes" />}
      {data?.disputes.length === 0 && <EmptyState title="No disputes" text="No one disputes a share of a song." />}
      {data && data.disputes.length > 0 && <Table disputes={data.disputes} onSettle={setSettling} />}
      {settling && <Settle dispute={settling} onClose={() => setSettling(undefined)} />}
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
    const { disputeId, title, held, owner, collaborator, basisPoints, reason, openedAt, settled } = dispute;
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
          : <Badge key="state" tone="notice">Held aside</Badge>,
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
            <Button size="small" variant="quiet" onClick={() => onSettle(dispute)}>Settle</Button>
          </May>
        ),
      ],
    };
  });
  return <DenseTable label="Disputed shares" columns={COLUMNS} rows={rows} />;
}

function Settle({ dispute, onClose }: { dispute: Disputed; onClose(): void }) {
  const client = useQueryClient();
  const [percent, setPercent] = useState("50");
  const [note, setNote] = useState("");
  const settle = useMutation({
    mutationFn: (body: { basisPoints: number; note: string }) =>
      adminApi<SplitDisputeList>(`${PATH}/${dispute.disputeId}/settle`, { method: "POST", body }),
    onSuccess: (list) => {
      client.setQueryData(KEY, list);
      onClose();
    },
  });
  const points = Math.round(Number(percent.replace(",", ".")) * 100);
  const isRight = Number.isInteger(points) && points >= 0 && points <= WHOLE && percent.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && note.trim() !== "") settle.mutate({ basisPoints: points, note: note.trim() });
  };
  return (
    <Dialog
      open
      title="Settle the dispute?"
      description={`${
        formatTokens(dispute.held)
      } tokens are held. What you decide is paid out and cannot be undone; with 0 % the share ends. Both read your reason.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Sides dispute={dispute} />
        <TextField
          label={`Of what is held, ${dispute.collaborator.name} gets`}
          inputMode="decimal"
          value={percent}
          error={!isRight && "Between 0 and 100"}
          end={<span aria-hidden="true" className="pr-4 text-ink-soft">%</span>}
          onChange={(event) => setPercent(event.target.value)}
        />
        <TextArea
          required
          label="Reason"
          maxLength={MAX_SPLIT_REASON}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {settle.isError && <Banner tone="error">{failureText(settle.error, "Failed to settle")}</Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={!isRight || note.trim() === ""} busy={settle.isPending}>
            Settle
          </Button>
        </div>
      </form>
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

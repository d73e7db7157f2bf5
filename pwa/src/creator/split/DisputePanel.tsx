import { useState } from "react";
import {
  formatBasisPoints,
  MAX_SPLIT_REASON,
  type SettledDisputeShown,
  type SplitDisputeShown,
  WHOLE,
} from "@contract/splits.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { basisPointsOf, percentOf } from "../../lib/percent.ts";
import { Form } from "../../ui/Form.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { useDisputeShare, useOfferInDispute } from "./api.ts";

interface DisputePanelProps {
  dispute: SplitDisputeShown;
  side: "owner" | "collaborator";
  /** The name of the other side. */
  other: string;
}

/** A share that is held aside: how much, why, and what each side wants. Both saying the same settles it. */
export function DisputePanel({ dispute, side, other }: DisputePanelProps) {
  const { ownerOffers, collaboratorAsks, held, openedAt, byOwner, reason } = dispute;
  const isOwner = side === "owner";
  const [typed, setTyped] = useState(percentOf(isOwner ? ownerOffers : collaboratorAsks));
  const offer = useOfferInDispute(dispute.disputeId);
  const points = basisPointsOf(typed);
  const isGood = points !== undefined && points <= WHOLE;
  const send = (basisPoints: number) => offer.mutate(basisPoints, { onSuccess: () => void toast("Saved", "success") });
  const submit = () => {
    if (isGood) send(points);
  };
  const theirs = isOwner ? collaboratorAsks : ownerOffers;
  return (
    <section aria-label="Dispute" className="mt-3 flex flex-col gap-3 rounded-lg bg-info-soft p-4 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>Held aside since {formatDate(openedAt)}</strong>
        <span className="font-semibold">
          {nairaOf(held)}
        </span>
      </p>
      {reason && (
        <p className="wrap-anywhere">
          {byOwner === isOwner ? "You wrote: " : (
            <>
              <bdi>{other}</bdi>
              {" wrote: "}
            </>
          )}
          <q>{reason}</q>
        </p>
      )}
      <p>
        <bdi>{other}</bdi>
        {isOwner
          ? ` asks for ${formatBasisPoints(theirs)} of it.`
          : ` lets you have ${formatBasisPoints(theirs)} of it.`}
        {" Once you both say the same, it is paid out. With 0 % the share ends."}
      </p>
      <Form isRow onSubmit={submit} className="gap-2">
        <div className="w-40">
          <TextField
            label={isOwner ? `${other} gets` : "I should get"}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={!isGood && "Between 0 and 100"}
            end={<span aria-hidden="true" className="pr-4 text-ink-soft">%</span>}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" variant="quiet" busy={offer.isPending}>Save</Button>
        <Button disabled={offer.isPending} onClick={() => send(theirs)}>Agree to {formatBasisPoints(theirs)}</Button>
      </Form>
      {offer.isError && <Banner tone="error">{failureText(offer.error, "Failed to save")}</Banner>}
    </section>
  );
}

interface AskDisputeProps {
  trackId: string;
  creatorId: string;
  /** Whose share it is, for the owner; undefined for one's own. */
  name?: string;
  onClose(): void;
}

/** Asks why, before a share is held aside. */
export function AskDispute({ trackId, creatorId, name, onClose }: AskDisputeProps) {
  const dispute = useDisputeShare(trackId);
  const onSuccess = () => {
    onClose();
    void toast("This share is held aside from now on", "success");
  };
  return (
    <ReasonDialog
      title={name === undefined ? "Dispute your share?" : `Dispute the share of ${name}?`}
      description="From now on what this share brings is held aside: neither of you gets it until you both agree or Orin decides. The song stays, and so do other shares."
      label="What is wrong?"
      hint="The other side reads it, and who decides at Orin."
      least={1}
      most={MAX_SPLIT_REASON}
      send="Hold it aside"
      of={dispute}
      failure="Failed to save the dispute"
      onClose={onClose}
      onConfirm={(reason) => dispute.mutate({ creatorId, reason }, { onSuccess })}
    />
  );
}

interface SettledDisputesProps {
  settled: readonly SettledDisputeShown[];
  side: "owner" | "collaborator";
}

/** Disputes that are over: who got what of the held money, who decided, and why. */
export function SettledDisputes({ settled, side }: SettledDisputesProps) {
  if (settled.length === 0) return null;
  return (
    <Card>
      <h2 className="text-xl">Settled disputes</h2>
      <ul aria-label="Settled disputes" className="flex flex-col divide-y divide-line">
        {settled.map((dispute) => <Settled key={dispute.disputeId} dispute={dispute} side={side} />)}
      </ul>
    </Card>
  );
}

function Settled({ dispute, side }: { dispute: SettledDisputeShown; side: SettledDisputesProps["side"] }) {
  const { title, other, at, basisPoints, shareBasisPoints, byOrin, note } = dispute;
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="min-w-0 text-base wrap-anywhere">
          <bdi>{side === "owner" ? other : title}</bdi>
        </strong>
        <span className="text-ink-soft">{formatDate(at)}</span>
      </p>
      <p>
        {byOrin ? "Orin decided: of" : "You two agreed: of"} what was held,{" "}
        {side === "owner" ? <bdi>{other}</bdi> : "you"} got {formatBasisPoints(basisPoints)} and{" "}
        {side === "owner" ? "you" : <bdi>{other}</bdi>} the rest. {shareBasisPoints === 0
          ? "The share has ended."
          : `Since then the share is ${formatBasisPoints(shareBasisPoints)} of what the song brings.`}
      </p>
      {note && (
        <p className="text-ink-soft wrap-anywhere">
          Orin's reason: <q>{note}</q>
        </p>
      )}
    </li>
  );
}

import { formatBasisPoints, type SplitDisputeShown, WHOLE } from "@contract/splits.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Form } from "../../ui/Form.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { useOfferInDispute } from "./api.ts";
import { basisPointsOf, percentOf } from "../../lib/percent.ts";

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

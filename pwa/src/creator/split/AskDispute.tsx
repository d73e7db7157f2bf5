import { MAX_SPLIT_REASON } from "@contract/splits.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast.ts";
import { useDisputeShare } from "./api.ts";

interface AskDisputeProps {
  trackId: string;
  creatorId: string;
  /** Whose share it is, for the owner; undefined for one's own. */
  name?: string;
  onClose(): void;
}

/** Asks why, before a share is held aside. */
export function AskDispute({ trackId, creatorId, name, onClose }: AskDisputeProps) {
  const [reason, setReason] = useState("");
  const dispute = useDisputeShare(trackId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return;
    dispute.mutate({ creatorId, reason: reason.trim() }, {
      onSuccess: () => {
        onClose();
        void toast("This share is held aside from now on", "success");
      },
    });
  };
  return (
    <Dialog
      open
      title={name === undefined ? "Dispute your share?" : `Dispute the share of ${name}?`}
      description="From now on what this share brings is held aside: neither of you gets it until you both agree or Orin decides. The song stays, and so do other shares."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          data-autofocus
          required
          label="What is wrong?"
          hint="The other side reads it, and who decides at Orin."
          maxLength={MAX_SPLIT_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {dispute.isError && <Banner tone="error">{failureText(dispute.error, "Failed to save the dispute")}</Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" disabled={reason.trim() === ""} busy={dispute.isPending}>
            Hold it aside
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

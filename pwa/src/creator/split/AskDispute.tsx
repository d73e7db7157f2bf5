import { MAX_SPLIT_REASON } from "@contract/splits.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
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

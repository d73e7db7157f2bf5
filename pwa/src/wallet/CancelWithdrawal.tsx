import type { UserWithdrawal } from "@contract/wallet.ts";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useWithdrawals } from "../data/wallet.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";
import { CancelDialog } from "./CancelDialog.tsx";

/** Asks, then cancels the withdrawal under review and leads to Discover. */
export function CancelWithdrawal() {
  // Stored while the dialog is open: once it is cancelled, the list no longer has this request.
  const [asked, setAsked] = useState<UserWithdrawal | "nothing">();
  const navigate = useNavigate();
  const withdrawals = useWithdrawals();
  const waiting = withdrawals.data?.find(({ canCancel }) => canCancel);
  const close = () => setAsked(undefined);
  const leave = () => {
    void toast("Withdrawal cancelled. Your tokens are back in your Available Balance.", "success");
    navigate("/");
  };
  return (
    <>
      <Button variant="quiet" disabled={withdrawals.isPending} onClick={() => setAsked(waiting ?? "nothing")}>
        Cancel Withdrawal
      </Button>
      {asked === "nothing" && <NothingWaits isKnown={withdrawals.data !== undefined} onClose={close} />}
      {typeof asked === "object" && <CancelDialog withdrawal={asked} onCancelled={leave} onClose={close} />}
    </>
  );
}

function NothingWaits({ isKnown, onClose }: { isKnown: boolean; onClose(): void }) {
  return (
    <Dialog
      open
      title={isKnown ? "No withdrawal to cancel" : "Your withdrawals could not be loaded"}
      description={isKnown
        ? "You have no withdrawal under review. You cannot cancel one that is on its way to your bank."
        : "Please try again when you are connected."}
      onClose={onClose}
      actions={<ButtonLink to="/" variant="quiet">Go to Discover</ButtonLink>}
    />
  );
}

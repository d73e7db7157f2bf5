import type { ClosingPreview } from "@contract/closing.ts";
import type { CloseRequest } from "@contract/requests/closing.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { closingPreviewQuery } from "../data/account.ts";
import { useBusy } from "../lib/busy.ts";
import { formatDate, plural } from "../lib/format.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { leaveDevice } from "../lib/leave_device.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form } from "../ui/Form.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useCloseAccount } from "./closing_api.ts";
import { OwnersProof } from "./OwnersProof.tsx";

/** What has to be typed, so that a slip deletes no account. */
const WORD = "DELETE";

/** Shows what would be lost, asks for a proof that it is the owner and a typed word, then closes the account and leaves it. */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose(): void }) {
  const preview = useQuery({ ...closingPreviewQuery, enabled: open });
  return (
    <Dialog
      open={open}
      title="Delete account"
      description="This logs you out everywhere now. After 30 days everything is gone for good."
      onClose={onClose}
    >
      {!preview.data && (
        <LoadState
          query={preview}
          shape="text"
          count={4}
          label="Checking what you would lose..."
          failure="Failed to look up what you would lose"
        />
      )}
      {preview.data && <Question preview={preview.data} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ preview, onClose }: { preview: ClosingPreview; onClose(): void }) {
  const { close, leave } = useLeaving();
  const [proof, setProof] = useState<CloseRequest>();
  const [word, setWord] = useState("");
  useBusy("typing", proof !== undefined || word !== "");
  if (preview.isLastAdmin) {
    return <Banner tone="info">You are the last admin. Make someone else an admin first.</Banner>;
  }
  const submit = () => {
    if (proof) leave(proof);
  };
  const isSure = word.trim().toUpperCase() === WORD && proof !== undefined;
  return (
    <Form onSubmit={submit}>
      <ClosingLosses preview={preview} />
      <p className="text-sm text-ink-soft">
        Until {formatDate(preview.eraseAt)}{" "}
        you can log in and keep your account. We keep payment records, without your name.
      </p>
      <OwnersProof onChange={setProof} />
      <TextField
        label={`Type ${WORD} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <FailureBanner of={close} text="Failed to delete your account" />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button type="button" variant="quiet" disabled={close.isPending} onClick={onClose}>Keep my account</Button>
        <Button type="submit" variant="danger" disabled={!isSure} busy={close.isPending} busyLabel="Deleting...">
          Delete account
        </Button>
      </div>
    </Form>
  );
}

function useLeaving() {
  const navigate = useNavigate();
  const close = useCloseAccount();
  const leave = (proof: CloseRequest) => {
    close.mutate(proof, {
      onSuccess: ({ eraseAt }) => {
        void leaveDevice();
        // This screen's guard would lead to the log-in and back here, which a person who leaves does not want.
        setTimeout(() => navigate("/login", { replace: true, state: { closedUntil: eraseAt } }));
      },
    });
  };
  return { close, leave };
}

/** What goes with an account, the money first. */
function ClosingLosses({ preview }: { preview: ClosingPreview }) {
  const { balanceTokens, minWithdrawalTokens, openWithdrawal, premiumUntil, tracks, playlists } = preview;
  const canWithdraw = balanceTokens >= minWithdrawalTokens && !openWithdrawal;
  return (
    <section aria-labelledby="losses" className="rounded-lg bg-danger-soft px-4 py-3 text-sm">
      <h3 id="losses" className="font-semibold">You would lose</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {balanceTokens > 0 && (
          <li>
            {tokensWithNaira(balanceTokens)} you earned and have not withdrawn
            {canWithdraw && (
              <>
                . <Link to="/withdraw-tokens" className="font-semibold underline">Withdraw them first</Link>
              </>
            )}
          </li>
        )}
        {premiumUntil && <li>Premium, paid until {formatDate(premiumUntil)}</li>}
        {tracks > 0 && <li>{plural(tracks, "song")} you uploaded, with their plays and future earnings</li>}
        {playlists > 0 && <li>{plural(playlists, "playlist")}</li>}
        <li>Your comments, likes, follows and listening history</li>
      </ul>
      {openWithdrawal && (
        <p className="mt-2">
          A withdrawal of {tokensWithNaira(openWithdrawal.tokens)}{" "}
          is in progress. We finish it first and keep your data until then.
        </p>
      )}
    </section>
  );
}

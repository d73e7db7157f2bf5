import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { ClosingPreview } from "@contract/closing.ts";
import type { CloseRequest } from "@contract/requests/closing.ts";
import { closingPreviewQuery, googleSignInQuery } from "../data/account.ts";
import { useBusy } from "../lib/busy.ts";
import { formatDate, plural } from "../lib/format.ts";
import { leaveDevice } from "../lib/leave_device.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form } from "../ui/Form.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { OtpField } from "../ui/OtpField.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { Segments } from "../ui/Segments.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useCloseAccount, useClosingCode } from "./closing_api.ts";
import { useGoogleButton } from "./use_google_button.ts";

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

const DIGITS = 5;

type Way = "password" | "code" | "google";

interface OwnersProofProps {
  /** Called with undefined while there is none. */
  onChange(proof: CloseRequest | undefined): void;
}

/** Asks people to prove that the account is theirs: with the password or, without one, with an emailed code or Google. */
function OwnersProof({ onChange }: OwnersProofProps) {
  const [way, setWay] = useState<Way>("password");
  const isGoogleOffered = useQuery(googleSignInQuery).data?.clientId !== undefined;
  const choose = (chosen: Way) => {
    setWay(chosen);
    onChange(undefined);
  };
  const ways: { value: Way; label: string }[] = [
    { value: "password", label: "My password" },
    { value: "code", label: "Code by email" },
    ...(isGoogleOffered ? [{ value: "google" as const, label: "Google" }] : []),
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p aria-hidden="true" className="text-sm font-semibold">Confirm with</p>
        <Segments label="Confirm with" choices={ways} value={way} onChange={choose} />
      </div>
      {way === "password" && <ByPassword onChange={onChange} />}
      {way === "code" && <ByCode onChange={onChange} />}
      {way === "google" && <ByGoogle onChange={onChange} />}
    </div>
  );
}

function ByPassword({ onChange }: OwnersProofProps) {
  const [password, setPassword] = useState("");
  return (
    <PasswordField
      label="Password"
      autoComplete="current-password"
      value={password}
      onChange={({ target: { value } }) => {
        setPassword(value);
        onChange(value === "" ? undefined : { password: value });
      }}
    />
  );
}

function ByCode({ onChange }: OwnersProofProps) {
  const [otp, setOtp] = useState("");
  const code = useClosingCode();
  const change = (typed: string) => {
    setOtp(typed);
    onChange(typed.length === DIGITS ? { otp: typed } : undefined);
  };
  return (
    <>
      <FailureBanner of={code} text="Failed to send the code" />
      {code.isSuccess && (
        <OtpField
          autoFocus
          label="Code"
          hint="We sent a five-digit code to your email. It expires in 10 minutes."
          value={otp}
          onChange={change}
        />
      )}
      <Button
        type="button"
        variant="quiet"
        className="self-start"
        busy={code.isPending}
        busyLabel="Sending..."
        onClick={() => code.mutate()}
      >
        {code.isSuccess ? "Send another code" : "Send me a code"}
      </Button>
    </>
  );
}

function ByGoogle({ onChange }: OwnersProofProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  const button = useGoogleButton({
    google: useQuery(googleSignInQuery).data,
    onCredential: (credential) => {
      setConfirmed(true);
      onChange({ credential });
    },
  });
  return (
    <>
      {button.failure && <Banner tone="error">{button.failure}</Banner>}
      {isConfirmed && <Banner tone="success">Google has confirmed that it is you.</Banner>}
      {!button.isShown && (
        <Button
          type="button"
          variant="quiet"
          className="self-start"
          busy={button.isLoading}
          busyLabel="Asking Google..."
          onClick={() => void button.show()}
        >
          Confirm with Google
        </Button>
      )}
      <div ref={button.place} className={button.isShown ? "flex min-h-11" : "hidden"} />
    </>
  );
}

import type { CloseRequest } from "@contract/requests/closing.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { googleSignInQuery } from "../data/account.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { OtpField } from "../ui/OtpField.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { Segments } from "../ui/Segments.tsx";
import { useClosingCode } from "./closing_api.ts";
import { useGoogleButton } from "./use_google_button.ts";

const DIGITS = 5;

type Way = "password" | "code" | "google";

interface OwnersProofProps {
  /** Called with undefined while there is none. */
  onChange(proof: CloseRequest | undefined): void;
}

/** Asks people to prove that the account is theirs: with the password or, without one, with an emailed code or Google. */
export function OwnersProof({ onChange }: OwnersProofProps) {
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

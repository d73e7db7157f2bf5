import type { Role } from "@contract/accounts.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { signInWithGoogle } from "@contract/calls/accounts.ts";
import { googleSignInQuery } from "../data/account.ts";
import { hasCode } from "../lib/api_error.ts";
import { nextPath, startSession } from "../lib/session.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ask } from "../lib/ask.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { failureWords } from "./Failure.tsx";
import { KeepAccount } from "./KeepAccount.tsx";
import { claimsOf, NO_GOOGLE, useGoogleButton } from "./use_google_button.ts";
import { TextLink } from "./AccountFrame.tsx";
import { RolePicker } from "./RolePicker.tsx";

interface GoogleSignInProps {
  rememberMe: boolean;
  /** What a new account becomes; left out, it is asked for. */
  role?: Role | undefined;
}

/**
 * "Login with Google" below a form, where the service offers it. Google learns of the visitor only by the press: it
 * fetches the script, and Google's own button takes the place of ours.
 */
export function GoogleSignIn({ rememberMe, role }: GoogleSignInProps) {
  const google = useQuery(googleSignInQuery).data;
  const { send, failure, asking, stopAsking, keep, isPending } = useGoogleSession(rememberMe);
  const button = useGoogleButton({ google, onCredential: (credential) => void send({ credential, role }) });
  if (!google?.clientId) return null;
  const text = failure ?? button.failure;
  return (
    <div className="flex flex-col gap-3">
      <p
        aria-hidden="true"
        className="flex items-center gap-3 text-xs text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        or
      </p>
      {text &&
        (keep ? <KeepAccount text={text} isPending={isPending} onKeep={keep} /> : <Banner tone="error">{text}</Banner>)}
      {!button.isShown && (
        <Button
          variant="quiet"
          size="large"
          busy={button.isLoading || isPending}
          busyLabel="Logging in..."
          onClick={() => void button.show()}
        >
          Login with Google
        </Button>
      )}
      <div ref={button.place} className={button.isShown && !isPending ? "flex min-h-11 justify-center" : "hidden"} />
      {asking && (
        <GoogleRole
          isPending={isPending}
          onChoose={(chosen) => void send({ credential: asking, role: chosen })}
          onClose={stopAsking}
        />
      )}
    </div>
  );
}

/**
 * Sends a proof; a new person without a role is asked for one, and the same proof goes again with it. So it does for a
 * person who has closed the account and keeps it.
 */
function useGoogleSession(rememberMe: boolean) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const googleAuth = useGoogleAuth();
  const [asking, setAsking] = useState<string>();
  const { error, variables } = googleAuth;
  const send = async (proof: Pick<GoogleProof, "credential" | "role" | "reopen">) => {
    try {
      const answer = await googleAuth.mutateAsync({ ...proof, rememberMe });
      startSession(answer, rememberMe);
      navigate(nextPath(search, answer.role === "creator" ? "/creator-dashboard" : "/"), { replace: true });
    } catch (refused) {
      setAsking(hasCode(refused, "role_needed") ? proof.credential : undefined);
    }
  };
  const failure = googleAuth.isError && !hasCode(error, "role_needed")
    ? failureWords(error, {
      withoutText: "Google authentication failed",
      withoutAnswer: NO_GOOGLE,
      unreached: "your Google account was not checked.",
    })
    : undefined;
  const isClosing = hasCode(error, "account_closing") || variables?.reopen === true;
  const keep = variables && isClosing ? () => void send({ credential: variables.credential, reopen: true }) : undefined;
  return { send, failure, asking, stopAsking: () => setAsking(undefined), keep, isPending: googleAuth.isPending };
}

interface GoogleProof {
  credential: string;
  /** For someone new. */
  role?: Role | undefined;
  /** For an account that its owner has closed: opens it again. */
  reopen?: boolean;
  rememberMe: boolean;
}

/** Logs in or signs up with Google's credential. */
function useGoogleAuth() {
  return useMutation({
    mutationFn: (proof: GoogleProof) =>
      ask(signInWithGoogle, { body: { ...claimsOf(proof.credential), ...proof }, withToken: false }),
  });
}

interface GoogleRoleProps {
  isPending: boolean;
  onChoose(role: Role): void;
  onClose(): void;
}

/** Asks a person whom Google knows and Orin does not what they join as; nothing is created before they answer. */
function GoogleRole({ isPending, onChoose, onClose }: GoogleRoleProps) {
  const [role, setRole] = useState<Role>("listener");
  return (
    <Dialog
      open
      title="Welcome to Orin"
      description="One last step to create your account."
      onClose={onClose}
      actions={
        <Button size="large" busy={isPending} busyLabel="Processing..." onClick={() => onChoose(role)}>
          {role === "creator" ? "Start Creating" : "Start Listening"}
        </Button>
      }
    >
      <RolePicker value={role} onChange={setRole} />
      <p className="text-xs text-ink-faint">
        By signing up you accept the{" "}
        <TextLink to="/terms">Terms of Service</TextLink>. We send you occasional account-related emails.
      </p>
    </Dialog>
  );
}

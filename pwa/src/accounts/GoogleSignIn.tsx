import type { Role } from "@contract/accounts.ts";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { ApiError, failureText } from "../lib/api_error.ts";
import { nextPath, startSession } from "../lib/session.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { useGoogle, useGoogleAuth } from "./google_api.ts";
import { loadGoogle } from "./google_script.ts";
import { GoogleRole } from "./GoogleRole.tsx";

const NO_ANSWER = "Could not login with Google";

export interface GoogleSignInProps {
  rememberMe: boolean;
  /** What a new account becomes; left out, it is asked for. */
  role?: Role | undefined;
}

/**
 * "Login with Google" below a form, where the service offers it. Google hears of nobody before the press: its script
 * is fetched by it, and its own button takes the place of ours.
 */
export function GoogleSignIn({ rememberMe, role }: GoogleSignInProps) {
  const { clientId, scriptUrl } = useGoogle() ?? {};
  const { send, failure, asking, stopAsking, isPending } = useGoogleSession(rememberMe);
  const button = useGoogleButton({ clientId, scriptUrl, onCredential: (credential) => void send(credential, role) });
  if (!clientId) return null;
  const text = failure ?? button.failure;
  return (
    <div className="flex flex-col gap-3">
      <p
        aria-hidden="true"
        className="flex items-center gap-3 text-xs text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        or
      </p>
      {text && <Banner tone="error">{text}</Banner>}
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
          onChoose={(chosen) => void send(asking, chosen)}
          onClose={stopAsking}
        />
      )}
    </div>
  );
}

/** Sends a proof; somebody new without a role is asked for one, and the same proof goes again with it. */
function useGoogleSession(rememberMe: boolean) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const googleAuth = useGoogleAuth();
  const [asking, setAsking] = useState<string>();
  const send = async (credential: string, role: Role | undefined) => {
    try {
      const answer = await googleAuth.mutateAsync({ credential, role, rememberMe });
      startSession(answer, rememberMe);
      navigate(nextPath(search, answer.role === "creator" ? "/creator-dashboard" : "/"), { replace: true });
    } catch (error) {
      setAsking(isAboutRole(error) ? credential : undefined);
    }
  };
  const failure = googleAuth.isError && !isAboutRole(googleAuth.error)
    ? failureText(googleAuth.error, "Google authentication failed", NO_ANSWER)
    : undefined;
  return { send, failure, asking, stopAsking: () => setAsking(undefined), isPending: googleAuth.isPending };
}

interface GoogleButton {
  clientId: string | undefined;
  scriptUrl: string | undefined;
  onCredential(credential: string): void;
}

/** Google's own button, fetched and drawn when it is asked for. */
function useGoogleButton({ clientId, scriptUrl, onCredential }: GoogleButton) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"none" | "loading" | "shown" | "failed">("none");
  // Google keeps the function that it was given first; what that does changes with the form.
  const latest = useRef(onCredential);
  useEffect(() => void (latest.current = onCredential));
  const show = async () => {
    if (!clientId || !scriptUrl) return;
    setState("loading");
    try {
      const google = await loadGoogle(scriptUrl);
      if (!place.current) return;
      google.initialize({ client_id: clientId, callback: ({ credential }) => latest.current(credential) });
      google.renderButton(place.current, { type: "standard", theme: "outline", size: "large", text: "signin_with" });
      google.prompt();
      setState("shown");
    } catch {
      setState("failed");
    }
  };
  const failure = state === "failed" ? NO_ANSWER : undefined;
  return { place, show, failure, isShown: state === "shown", isLoading: state === "loading" };
}

function isAboutRole(error: unknown): boolean {
  return error instanceof ApiError && error.code === "role_needed";
}

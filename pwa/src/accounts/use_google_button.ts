import { useEffect, useRef, useState } from "react";
import { loadGoogle } from "./google_script.ts";
import type { GoogleSignIn } from "@contract/accounts.ts";

export const NO_GOOGLE = "Could not login with Google";

interface GoogleButton {
  /** Nothing where the service does not offer it. */
  google: GoogleSignIn | undefined;
  onCredential(credential: string): void;
}

/**
 * Google's own button, fetched and drawn in `place` when it is asked for: before that Google does not learn of the
 * visitor.
 */
export function useGoogleButton({ google: offer, onCredential }: GoogleButton) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"none" | "loading" | "shown" | "failed">("none");
  // Google keeps the function that it was given first; what that does changes with the form.
  const latest = useRef(onCredential);
  useEffect(() => void (latest.current = onCredential));
  const show = async () => {
    const { clientId, scriptUrl } = offer ?? {};
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
  const failure = state === "failed" ? NO_GOOGLE : undefined;
  return { place, show, failure, isShown: state === "shown", isLoading: state === "loading" };
}

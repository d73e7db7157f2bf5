import { useEffect, useRef, useState } from "react";
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

/** As much of Google's script as Orin uses. */
interface GoogleId {
  initialize(settings: { client_id: string; callback(answer: { credential: string }): void }): void;
  renderButton(place: HTMLElement, look: Readonly<Record<string, unknown>>): void;
  prompt(): void;
}

/** Fetched once, when someone wants to sign in with Google. */
let script: Promise<GoogleId> | undefined;

/** Google's script. Rejects when it cannot be fetched; the next call tries again. */
function loadGoogle(scriptUrl: string): Promise<GoogleId> {
  script ??= fetchScript(scriptUrl).catch((error: unknown) => {
    script = undefined;
    throw error;
  });
  return script;
}

function fetchScript(src: string): Promise<GoogleId> {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = src;
    element.async = true;
    element.onload = () => {
      const id = googleId();
      if (id) resolve(id);
      else reject(new Error("Google's script is another than expected"));
    };
    element.onerror = () => {
      element.remove();
      reject(new Error("Google's script did not load"));
    };
    document.head.append(element);
  });
}

/** The script leaves itself in `google.accounts.id`. */
function googleId(): GoogleId | undefined {
  const { google } = globalThis as { google?: { accounts?: { id?: GoogleId } } };
  return google?.accounts?.id;
}

/** Who a token is about, as the documented call says it beside the token; the service reads the token itself. */
export function claimsOf(credential: string): { name?: string; email?: string } {
  try {
    const body = (credential.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
    const claims: Record<string, unknown> = { ...JSON.parse(new TextDecoder().decode(bytes)) };
    const text = (key: string) => typeof claims[key] === "string" ? { [key]: claims[key] } : {};
    return { ...text("name"), ...text("email") };
  } catch {
    return {};
  }
}

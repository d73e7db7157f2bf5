/** As much of Google's script as Orin uses. */
interface GoogleId {
  initialize(settings: { client_id: string; callback(answer: { credential: string }): void }): void;
  renderButton(place: HTMLElement, look: Readonly<Record<string, unknown>>): void;
  prompt(): void;
}

/** Fetched once, when someone wants to sign in with Google. */
let script: Promise<GoogleId> | undefined;

/** Google's script. Rejects when it cannot be fetched; the next call tries again. */
export function loadGoogle(scriptUrl: string): Promise<GoogleId> {
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

import { readRecord } from "../lib/stored_json.ts";

const KEY = "orin.verifying";
const SIGNUP_KEY = "orin.signup";

/** Keeps the address that waits for its code, so that closing the browser to read the mail loses nothing. */
export function rememberEmail(email: string): void {
  localStorage.setItem(KEY, email);
}

/** The address that waits for its code, from the navigation or from before a restart. */
export function rememberedEmail(state: unknown): string {
  const carried = typeof state === "object" && state !== null && "email" in state ? state.email : undefined;
  return typeof carried === "string" ? carried : localStorage.getItem(KEY) ?? "";
}

/** Keeps what shows that this browser signed the address up: with the code it is worth a log-in. */
export function rememberSignUp(email: string, signUpProof: string | undefined): void {
  rememberEmail(email);
  localStorage.setItem(SIGNUP_KEY, JSON.stringify({ email, signUpProof }));
}

/** The proof of the sign-up with this address; undefined where another browser did it. */
export function signUpProofOf(email: string): string | undefined {
  const known = readRecord(localStorage, SIGNUP_KEY);
  const isSame = typeof known.email === "string" && known.email.toLowerCase() === email.trim().toLowerCase();
  return isSame && typeof known.signUpProof === "string" ? known.signUpProof : undefined;
}

/** Once the address is verified. */
export function forgetEmail(): void {
  for (const key of [KEY, SIGNUP_KEY]) localStorage.removeItem(key);
}

/** An address for the screen: "ad•••@example.com". */
export function maskEmail(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${name.slice(0, Math.min(2, name.length - 1))}•••@${host}`;
}

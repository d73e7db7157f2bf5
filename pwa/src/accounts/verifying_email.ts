const KEY = "orin.verifying";

/** Keeps the address that waits for its code, so that closing the browser to read the mail loses nothing. */
export function rememberEmail(email: string): void {
  localStorage.setItem(KEY, email);
}

/** The address that waits for its code, from the navigation or from before a restart. */
export function rememberedEmail(state: unknown): string {
  const carried = typeof state === "object" && state !== null && "email" in state ? state.email : undefined;
  return typeof carried === "string" ? carried : localStorage.getItem(KEY) ?? "";
}

/** Once the address is verified. */
export function forgetEmail(): void {
  localStorage.removeItem(KEY);
}

/** An address for the screen: "ad•••@example.com". */
export function maskEmail(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${name.slice(0, Math.min(2, name.length - 1))}•••@${host}`;
}

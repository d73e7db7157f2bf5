import { Refusal } from "../contract/refusal.ts";

/** How long a password counts as fresh after the admin gave it; logging in counts. */
const FRESH_MS = 15 * 60_000;

/** Refuses with `password_needed` unless the admin gave their password in the last quarter of an hour. */
export function needFreshPassword(now: number, { passwordAt }: { passwordAt: number }, text: string): void {
  if (now - passwordAt > FRESH_MS) throw new Refusal("password_needed", text);
}

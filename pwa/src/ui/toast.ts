import { createStore } from "../lib/store.ts";

/** True once the first toast was asked for: only then the toaster's code is loaded. */
export const isToasterWanted = createStore(false);

const DURATION_MS = 6_000;

/** Shows a passing message. Never the only place of an error, and never with an action in it. */
export async function toast(message: string, tone: "plain" | "success" | "error" = "plain"): Promise<void> {
  isToasterWanted.set(true);
  const { toast: show } = await import("sonner");
  const options = { duration: DURATION_MS };
  if (tone === "success") show.success(message, options);
  else if (tone === "error") show.error(message, options);
  else show(message, options);
}

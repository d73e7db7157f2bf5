import { reportReached, reportUnreached } from "../lib/connection.ts";

const PATIENCE_MS = 8_000;

/** Which build the service has, compared with this page's. */
type Release = "newer" | "same" | "unreached";

/** Asks the service for its build: a dead network and a release lose a screen's code in the same way. */
export async function askRelease(): Promise<Release> {
  try {
    const answer = await fetch("/version.json", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    const build = answer.ok ? (await answer.json()).build : __BUILD_ID__;
    reportReached();
    return build === __BUILD_ID__ ? "same" : "newer";
  } catch {
    reportUnreached();
    return "unreached";
  }
}

/** Why a screen's code is missing, in words. */
export async function explainMissing(): Promise<{ title: string; text: string }> {
  return WORDS[await askRelease()];
}

const WORDS: Readonly<Record<Release, { title: string; text: string }>> = {
  newer: { title: "Orin was updated", text: "This screen needs the new version. Loading again takes a moment." },
  same: { title: "This screen did not load", text: "The connection dropped. Reload in a moment." },
  unreached: {
    title: "You are offline",
    text: "This screen is not on your device yet. Open it again when you are online.",
  },
};

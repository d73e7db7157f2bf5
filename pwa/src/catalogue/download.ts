import type { Track } from "@contract/catalogue.ts";
import { api } from "../lib/api.ts";
import { ApiError } from "../lib/api_error.ts";
import { isOnline } from "../lib/connection.ts";
import { getSession } from "../lib/session.ts";

export type DownloadRefusal = "no-url" | "needs-account" | "needs-premium" | "offline" | "failed";

/** One press is one file: another one of the same track waits for the first. */
const asked = new Set<string>();

/**
 * Gives a track's MP3 to the browser's downloads; answers why it cannot. The service is asked for the first byte
 * before: a browser stores whatever a link answers, a refusal as well.
 */
export async function download({ downloadUrl }: Pick<Track, "downloadUrl">): Promise<DownloadRefusal | undefined> {
  if (!downloadUrl) return "no-url";
  if (!getSession()) return "needs-account";
  if (!isOnline()) return "offline";
  if (asked.has(downloadUrl)) return undefined;
  asked.add(downloadUrl);
  try {
    await api(downloadUrl, { headers: { range: "bytes=0-0" } });
  } catch (error) {
    return refusalOf(error);
  } finally {
    asked.delete(downloadUrl);
  }
  // The answer names the file: "{artist} - {title}.mp3".
  const link = Object.assign(document.createElement("a"), { href: downloadUrl, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
  return undefined;
}

function refusalOf(error: unknown): DownloadRefusal {
  if (!(error instanceof ApiError)) return "failed";
  if (error.kind === "network") return "offline";
  if (error.status === 401) return "needs-account";
  if (error.code === "early_access") return "needs-premium";
  // The artist took the track back, or offers it no longer.
  return error.status === 404 || error.code === "download_not_allowed" ? "no-url" : "failed";
}

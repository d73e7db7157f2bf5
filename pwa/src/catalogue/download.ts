import type { Track } from "@contract/catalogue.ts";
import { fetchTrack } from "../data/catalogue.ts";
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
export async function download(
  { _id, downloadUrl }: Pick<Track, "_id" | "downloadUrl">,
): Promise<DownloadRefusal | undefined> {
  if (!downloadUrl) return "no-url";
  if (!getSession()) return "needs-account";
  if (!isOnline()) return "offline";
  if (asked.has(downloadUrl)) return undefined;
  asked.add(downloadUrl);
  try {
    const href = await takesLink(downloadUrl) ? downloadUrl : (await fetchTrack(_id)).track.downloadUrl;
    if (!href) return "no-url";
    if (href !== downloadUrl && !await takesLink(href)) return "needs-account";
    press(href);
    return undefined;
  } catch (error) {
    return refusalOf(error);
  } finally {
    asked.delete(downloadUrl);
  }
}

/** Asks as the link will, without the session's token: a list of yesterday holds an address that has expired. */
async function takesLink(href: string): Promise<boolean> {
  try {
    await api(href, { headers: { range: "bytes=0-0" }, withToken: false });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

function press(href: string): void {
  // The answer names the file: "{artist} - {title}.mp3".
  const link = Object.assign(document.createElement("a"), { href, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

function refusalOf(error: unknown): DownloadRefusal {
  if (!(error instanceof ApiError)) return "failed";
  if (error.kind === "network") return "offline";
  if (error.code === "early_access") return "needs-premium";
  // The artist took the track back, or offers it no longer.
  return error.status === 404 || error.code === "download_not_allowed" ? "no-url" : "failed";
}

import type { Track } from "@contract/catalogue.ts";
import { isOnline } from "../lib/connection.ts";
import { getSession } from "../lib/session.ts";

export type DownloadRefusal = "no-url" | "needs-account" | "offline";

/** Gives a track's MP3 to the browser's downloads; answers why it cannot. */
export function download({ downloadUrl }: Pick<Track, "downloadUrl">): DownloadRefusal | undefined {
  if (!downloadUrl) return "no-url";
  if (!getSession()) return "needs-account";
  if (!isOnline()) return "offline";
  // The answer names the file: "{artist} - {title}.mp3".
  const link = Object.assign(document.createElement("a"), { href: downloadUrl, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
  return undefined;
}

/** Some browsers begin to read a file only after the click. */
const KEPT_MS = 60_000;

/** Saves a file on this device. For what a link cannot fetch, because it would not carry the session. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** The name that an answer gives its file (`content-disposition`), or `fallback`. */
export function fileNameOf(response: Response, fallback: string): string {
  return /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? fallback;
}

const KEY = "orin.device";

/**
 * What this device calls itself to the service: free plays, streams, plays and saved music are tied to it.
 * `pwa/ask_early.js` does the same.
 */
export function deviceId(): string {
  const known = localStorage.getItem(KEY);
  if (known) return known;
  const id = crypto.randomUUID();
  localStorage.setItem(KEY, id);
  return id;
}

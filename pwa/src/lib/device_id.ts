const KEY = "orin.device";

/** What this device calls itself to the service: a visitor's free plays are counted by it. */
export function deviceId(): string {
  const known = localStorage.getItem(KEY);
  if (known) return known;
  const id = crypto.randomUUID();
  localStorage.setItem(KEY, id);
  return id;
}

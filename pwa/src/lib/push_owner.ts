/** Also opened by the worker, which sees no local storage. */
export const PUSH_CACHE = "orin-push";
const OWNER = "/push-owner";

/** Whose pushes this browser shows; undefined for none. */
export async function pushOwner(): Promise<string | undefined> {
  const cache = await caches.open(PUSH_CACHE);
  return await (await cache.match(OWNER))?.text();
}

/** From now on this browser shows the pushes of this person alone. */
export async function setPushOwner(userId: string): Promise<void> {
  const cache = await caches.open(PUSH_CACHE);
  await cache.put(OWNER, new Response(userId));
}

/** From now on this browser shows no pushes. */
export async function clearPushOwner(): Promise<void> {
  await caches.delete(PUSH_CACHE);
}

const CACHE = "orin-covers";
const MOST = 400;
/** Trims this many together, so that it happens rarely. */
const SPARE = 40;

/** Covers and pictures at the service's own address: their content never changes under the same name. */
export function isCover(url: URL): boolean {
  return url.pathname.startsWith("/media/") && /\.(avif|webp)$/.test(url.pathname);
}

/** From the cache, else from the network and into the cache; the oldest go when there are too many. */
export async function keepCover(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) {
    const copy = response.clone();
    await cache.put(request, copy).then(() => trim(cache)).catch(() => undefined);
  }
  return response;
}

/** Keys come in the order they were put. */
async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  if (keys.length <= MOST) return;
  await Promise.all(keys.slice(0, keys.length - MOST + SPARE).map((key) => cache.delete(key)));
}

const CACHE = "orin-code";

/** Scripts and styles of the app: their content never changes under the same name. */
export function isCode(url: URL): boolean {
  return /^\/assets\/[^/]+\.(js|css)$/.test(url.pathname);
}

/** What the worker did not store at the start: from the cache, else from the network and into the cache. */
export async function keepCode(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  // An answer that is a page, such as a hotel's log-in, has no code for us.
  if (response.status === 200 && !response.headers.get("content-type")?.startsWith("text/html")) {
    await cache.put(request, response.clone()).catch(() => undefined);
  }
  return response;
}

/** Stores files that are not there yet, one after another. Ends at the first that does not come: the next time goes on. */
export async function keepAhead(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const response = await keepCode(new Request(`/${file}`, { priority: "low" })).catch(() => undefined);
    if (response?.status !== 200) return;
    await response.body?.cancel();
  }
}

/** Forgets the code of earlier versions; `files` are this version's. */
export async function forgetOldCode(files: readonly string[]): Promise<void> {
  const known = new Set(files.map((file) => `/${file}`));
  const cache = await caches.open(CACHE);
  const old = (await cache.keys()).filter(({ url }) => !known.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

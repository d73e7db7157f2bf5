import { savesData } from "./data_saver.ts";

const loaders = new Map<string, () => Promise<unknown>>();

/** Names the loader of a route's code, so that links can ask for it ahead. */
export function registerPreload(path: string, load: () => Promise<unknown>): void {
  loaders.set(path, load);
}

/** Loads the code of a path's screen ahead; a failure waits for the real visit. Does nothing where data is dear. */
export function preloadPath(path: string): void {
  const load = loaders.get(path.split(/[?#]/)[0] ?? path);
  if (load && !savesData()) load().catch(() => undefined);
}

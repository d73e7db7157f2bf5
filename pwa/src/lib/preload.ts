import { matchPath } from "react-router-dom";
import { savesData } from "./data_saver.ts";

const loaders = new Map<string, () => Promise<unknown>>();

/** Names the loader of a route's code by the route's pattern, so that links can ask for it ahead. */
export function registerPreload(pattern: string, load: () => Promise<unknown>): void {
  loaders.set(pattern, load);
}

/** Loads the code of a path's screen ahead. Does nothing where data is dear. */
export function preloadPath(path: string): void {
  if (!savesData()) void loadScreenOf(path);
}

/** Loads the code of a path's screen; a failure waits until it is shown. */
export async function loadScreenOf(path: string): Promise<void> {
  const pathname = path.split(/[?#]/)[0] ?? path;
  const screens = [...loaders].filter(([pattern]) => matchPath(pattern, pathname));
  await Promise.allSettled(screens.map(([, load]) => load()));
}

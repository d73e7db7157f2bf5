/** What `pwa/ask_early.js` asked for in the page's head. */
interface Early {
  readonly path: string;
  readonly asked: Promise<Response>;
}

const page = globalThis as typeof globalThis & { orinEarly?: Early };

/** The answer that is under way for a visitor's first screen, once; undefined for any other call. */
export function takeEarly(path: string, token: string | undefined): Promise<Response> | undefined {
  const early = page.orinEarly;
  if (early?.path !== path) return undefined;
  delete page.orinEarly;
  return token === undefined ? early.asked : undefined;
}

/** By request. Loaded before any package is: see `backend/tools/first_start.ts`. */
const waits = new WeakMap<Request, number>();

/** Notes how long a request has waited at this process before the app got it, ms. */
export function noteWait(request: Request, waitedMs: number): void {
  waits.set(request, waitedMs);
}

/** How long it has waited before, ms. */
export function waitOf(request: Request): number {
  return waits.get(request) ?? 0;
}

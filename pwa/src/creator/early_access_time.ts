const LAGOS_MS = 3_600_000;

/** What the service is told for the control's Lagos time: an ISO time, or "none" for an empty one. */
export function saidOf(value: string): string {
  const at = Date.parse(`${value}:00+01:00`);
  return Number.isNaN(at) ? "none" : new Date(at).toISOString();
}

/** The control's Lagos time for an ISO time; empty where there is none. */
export function valueOf(until: string | undefined): string {
  return until === undefined ? "" : new Date(Date.parse(until) + LAGOS_MS).toISOString().slice(0, 16);
}

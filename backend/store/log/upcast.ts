import type { Json } from "./canonical.ts";

/** Turns the data of one version of an event into the next one's. Pure. */
type Upcast = (data: Json) => Json;

/** By event type: the first function turns version 1 into 2, the second 2 into 3, and so on. */
export type Upcasts = Readonly<Record<string, readonly Upcast[]>>;

let known: Upcasts = {};

/** Makes the upcasts known to everything that reads and appends in this process. Once, before the store is opened. */
export function registerUpcasts(upcasts: Upcasts): void {
  known = upcasts;
}

/** The version that this code writes of a type: 1 as long as nothing about it has changed. */
export function currentVersion(type: string, upcasts: Upcasts = known): number {
  return (upcasts[type]?.length ?? 0) + 1;
}

/**
 * Brings stored data to the version of this code; the log keeps it as written. Throws for a version newer than the code:
 * anything else would be a guess.
 */
export function upcast(event: { type: string; schemaVersion: number; data: Json }, upcasts: Upcasts = known): Json {
  const { type, schemaVersion, data } = event;
  const current = currentVersion(type, upcasts);
  if (schemaVersion > current) {
    throw new Error(`Cannot read ${type} of version ${schemaVersion}: this code knows versions up to ${current}`);
  }
  if (schemaVersion === current) return data;
  return (upcasts[type] ?? []).slice(schemaVersion - 1).reduce((older, next) => next(older), data);
}

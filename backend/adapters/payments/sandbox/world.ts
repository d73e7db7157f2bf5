import type { Book } from "./book.ts";
import type { FaultSwitches } from "./faults.ts";

/** What the sandbox's parts share. */
export type World = {
  book: Book;
  faults: FaultSwitches;
  /** Where browsers reach the sandbox. */
  publicUrl: string;
  /** Notes, in the current transaction, that a notice is to be sent. */
  emit(event: string, data: Record<string, unknown>): void;
};

/** The number of the business, as it appears in every answer. */
export const INTEGRATION = 463_001;

/** `RCP_…`, `TRF_…` and access codes hold the id of what they name. */
export function codeOf(prefix: string, id: number): string {
  return `${prefix}${(BigInt(id) * STRIDE).toString(36)}`;
}

/** The id in a code, undefined when it is none of ours. */
export function idIn(prefix: string, code: unknown): number | undefined {
  if (typeof code !== "string" || !code.startsWith(prefix)) return undefined;
  const digits = code.slice(prefix.length);
  if (!/^[0-9a-z]{1,24}$/.test(digits)) return undefined;
  let value = 0n;
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return value % STRIDE === 0n ? Number(value / STRIDE) : undefined;
}

/** A prime, so that codes do not look like neighbours. */
const STRIDE = 2_305_843_009_213_693_951n;

/** A time as the provider's answers show it. */
export function isoOf(epochMs: number): string;
export function isoOf(epochMs: number | null): string | null;
export function isoOf(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}

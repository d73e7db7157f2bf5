import { lagosDay } from "../../contract/policy.ts";
import { upcFrom } from "../../contract/releases.ts";

export type CodeKind = "isrc" | "upc";

/** The numbers that make codes of one beginning. */
export interface CodeSeries {
  readonly kind: CodeKind;
  readonly name: string;
  /** The last number. */
  readonly most: number;
  codeOf(number: number): string;
}

const ISRC_DIGITS = 5;
/** Of an EAN, without its check digit. */
const UPC_DIGITS = 12;

/** The ISRCs of the year in Lagos in which they are given out, as the standard asks. */
export function isrcSeries(prefix: string, now: number): CodeSeries {
  const name = `${prefix}${lagosDay(now).slice(2, 4)}`;
  return {
    kind: "isrc",
    name,
    most: 10 ** ISRC_DIGITS - 1,
    codeOf: (number) => `${name}${padded(number, ISRC_DIGITS)}`,
  };
}

/** The UPCs of a GS1 company prefix; of one that begins with 0 they have 12 digits, of others 13. */
export function upcSeries(prefix: string): CodeSeries {
  const digits = UPC_DIGITS - prefix.length;
  const codeOf = (number: number) => upcFrom(`${prefix}${padded(number, digits)}`);
  return { kind: "upc", name: prefix, most: 10 ** digits - 1, codeOf };
}

/** Whether a UPC or EAN begins with a GS1 company prefix. */
export function isUpcOf(prefix: string, upc: string): boolean {
  return upc.padStart(UPC_DIGITS + 1, "0").startsWith(prefix);
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}

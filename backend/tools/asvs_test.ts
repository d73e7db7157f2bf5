import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** Requirements of levels 1 and 2 in ASVS 5.0.0. */
const REQUIREMENTS = 253;

/**
 * A requirement of OWASP's Application Security Verification Standard 5.0 for level 2, in short; the full text is OWASP's
 * (CC BY-SA 4.0).
 */
interface Row {
  readonly id: string;
  readonly requirement: string;
  readonly level: 1 | 2;
  readonly status: "met" | "not applicable" | "open";
  /** How it is met, why it does not apply, or what is missing. */
  readonly how: string;
  readonly where?: string;
  /** It would notice the loss. */
  readonly test?: string;
}

const lines = Deno.readTextFileSync(join(import.meta.dirname ?? "", "asvs.jsonl")).trimEnd().split("\n");
const rows: Row[] = lines.map((line) => JSON.parse(line));

describe("asvs.jsonl", () => {
  it("has each requirement of levels 1 and 2 once, and says of each whether it is met", () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(REQUIREMENTS);
    expect(rows.length).toBe(REQUIREMENTS);
    const count = (status: Row["status"]) => rows.filter((row) => row.status === status).length;
    expect(count("met") + count("not applicable") + count("open")).toBe(REQUIREMENTS);
  });

  it("names code and a test that are there for what is met, and what is missing for what is open", () => {
    const isThere = (path: string | undefined) => path !== undefined && Deno.statSync(join(ROOT, path)).isFile;
    for (const { id, status, how, where, test } of rows) {
      expect([id, how !== ""]).toEqual([id, true]);
      if (status !== "met") continue;
      expect([id, isThere(where), isThere(test), /_test\.tsx?$/.test(test ?? "")]).toEqual([id, true, true, true]);
    }
  });
});

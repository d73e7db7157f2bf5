import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** Requirements of levels 1 and 2 in ASVS 5.0.0. */
const REQUIREMENTS = 253;
const ROW = /^\| (\d+\.\d+\.\d+) .*?\| +([12]) +\| +([\w ]+?) +\| *(.*?) *\| *(.*?) *\| *(.*?) *\|$/;

const text = Deno.readTextFileSync(join(ROOT, "docs/asvs.md"));
const rows = text.split("\n").flatMap((line) => {
  const [, id = "", , status = "", how = "", where = "", test = ""] = ROW.exec(line) ?? [];
  return id === "" ? [] : [{ id, status, how, where, test }];
});

describe("docs/asvs.md", () => {
  it("has each requirement of levels 1 and 2 once, and counts them rightly", () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(REQUIREMENTS);
    expect(rows.length).toBe(REQUIREMENTS);
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    const said = `${count("met")} met, ${count("not applicable")} not applicable, ${count("open")} open.`;
    expect(text).toContain(`${REQUIREMENTS} requirements: ${said}`);
    expect(count("met") + count("not applicable") + count("open")).toBe(REQUIREMENTS);
  });

  it("names code and a test that are there for what is met, and what is missing for what is open", () => {
    const isThere = (cited: string) => {
      const path = /^`([^`]+)`$/.exec(cited)?.[1];
      return path !== undefined && Deno.statSync(join(ROOT, path)).isFile;
    };
    for (const { id, status, how, where, test } of rows) {
      expect([id, how !== ""]).toEqual([id, true]);
      if (status !== "met") continue;
      expect([id, isThere(where), isThere(test), /_test\.tsx?`$/.test(test)]).toEqual([id, true, true, true]);
    }
  });
});

import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkDocumented } from "./documented/check.ts";
import { textPattern } from "./documented/rows.ts";

let root: string;
beforeEach(async () => {
  root = await Deno.makeTempDir({ prefix: "orin-documented-" });
  for (const folder of ["backend/tools/documented", "docs", "pwa/e2e"]) {
    await Deno.mkdir(join(root, folder), { recursive: true });
  }
  await write("screen.tsx", '<p>\n  Your plan is active{" "}\n  until {formatDate(end)}.\n</p>');
  await write("routes.ts", 'export const editUser = users("PUT /api/v1/users/:id", {});');
  await write("pwa/e2e/own_test.ts", 'it("shows the plan", () => seeTexts(page, "1 §9", ["Not a row"]));');
  await see('seeTexts(page, "1 §2", [\n  "Your plan is active until {date}.",\n]);');
  await write("screen_test.tsx", 'it("says until when", async () => {});');
  await write("docs/decisions.md", "## Calls\n\n4. **Codes** last ten minutes.\n");
});
afterEach(() => Deno.remove(root, { recursive: true }));

const TEXT = { document: 1, section: "2", what: "Your plan is active until {date}.", code: "screen.tsx" };
const CALL = { ...TEXT, what: "PUT /api/v1/users/{id}", code: "routes.ts" };
const PROOF = { test: "screen_test.tsx", name: "says until when" };

describe("checkDocumented()", () => {
  it("finds nothing where every row is kept", async () => {
    expect(await problems({ texts: [TEXT], calls: [{ ...CALL, ...PROOF }] })).toEqual([]);
  });

  it.each([
    ["a text that is gone", { texts: [{ ...TEXT, what: "Your plan has ended" }] }, "does not have the text"],
    ["a file that is gone", { texts: [{ ...TEXT, code: "gone.tsx" }] }, "gone.tsx does not exist"],
    [
      "another path",
      { calls: [{ ...CALL, ...PROOF, what: "PUT /api/v1/people/{id}" }] },
      "does not have the declaration",
    ],
    ["a call without a test", { calls: [CALL] }, "names no test"],
    ["a test that is gone", { texts: [{ ...TEXT, ...PROOF, name: "says nothing" }] }, 'has no test "says nothing"'],
    [
      "a test file that is gone",
      { texts: [{ ...TEXT, ...PROOF, test: "gone_test.ts" }] },
      "gone_test.ts does not exist",
    ],
    [
      "a constant of another value",
      { constants: [{ ...TEXT, ...PROOF, has: "active for" }] },
      'does not have "active for"',
    ],
    ["an open row of the first two", { texts: [{ ...TEXT, open: "not yet" }] }, "is open"],
    [
      "a text of another section",
      { texts: [{ ...TEXT, section: "3" }] },
      "sees 1 §2: Your plan is active until {date}., which is no row",
    ],
    ["a text that nobody sees", { texts: [TEXT, { ...TEXT, what: "Your plan" }] }, "no browser test sees it"],
    ["an unknown reason", { texts: [{ ...TEXT, unseen: "tired" }] }, '"tired" is no reason'],
    ["a reason beside a browser test", { texts: [{ ...TEXT, unseen: "answer" }] }, 'it is not "answer"'],
    ["a decision that is none", { texts: [{ ...TEXT, decision: "8.12" }] }, "has no decision 8.12"],
    ["a row that is there twice", { texts: [TEXT, TEXT] }, "is there twice"],
  ])("finds %s", async (_what, rows, problem) => {
    expect((await problems(rows)).join()).toContain(problem);
  });

  it.each([
    ["a reason", { unseen: "answer" }],
    ["a decision", { decision: "4" }],
  ])("takes %s for a browser test", async (_what, more) => {
    await see("");
    expect(await problems({ texts: [{ ...TEXT, ...more }] })).toEqual([]);
  });

  it("finds which browser test sees a row", async () => {
    await see(`it("another", () => {}); it('shows "it"', () => seeThat("1 §4", "It ends", end))`);
    const state = { ...TEXT, section: "4", what: "It ends", has: "active" };
    expect(await problems({ states: [state] })).toEqual([]);
    const seen = `is seen by pwa/e2e/seen_test.ts ("shows "it""), so it is not "answer"`;
    expect((await problems({ states: [{ ...state, unseen: "answer" }] })).join()).toContain(seen);
  });
});

it("textPattern() lets the code fill holes and ends, and takes all else word for word", () => {
  expect(textPattern('No matches found for "{term}".').test('No matches found for "${term}".')).toBe(true);
  expect(textPattern("Search failed: ...").test("Search failed: ${text}")).toBe(true);
  expect(textPattern("Pay (now)?").test("Pay now")).toBe(false);
});

async function problems(rows: Record<string, (typeof TEXT & Record<string, unknown>)[]>): Promise<string[]> {
  for (const kind of ["routes", "calls", "texts", "constants", "states"]) {
    const lines = (rows[kind] ?? []).map(({ document, section, ...row }) =>
      JSON.stringify({ at: `${document} §${section}`, ...row })
    );
    await write(`backend/tools/documented/${kind}.jsonl`, lines.join("\n"));
  }
  return checkDocumented(root);
}

/** A browser test that looks at both sizes. */
function see(test: string): Promise<void> {
  const named = test.startsWith("it(") ? test : `it("shows the plan", async () => { ${test} });`;
  return write("pwa/e2e/seen_test.ts", `import { seeTexts } from "./see.ts";\n${named}`);
}

function write(path: string, text: string): Promise<void> {
  return Deno.writeTextFile(join(root, path), text);
}

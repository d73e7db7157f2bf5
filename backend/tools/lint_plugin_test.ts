import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

/** Files of a little house in which each breaks one rule. */
const BAD_HOUSE: Record<string, string> = {
  "backend/wallet/withdrawal/state.ts": `import { connect } from "../../store/sql.ts";\nexport const sql = connect;\n`,
  "backend/wallet/withdrawal/routes.ts":
    "/** Says. */\nexport async function list(sql: any) {\n  return await sql`select 1`;\n}\n",
  "backend/wallet/banks/table.ts":
    "/** Says. */\nexport async function list(sql: any) {\n  return await sql`select 1`;\n}\n",
  "backend/wallet/names/table.ts":
    "/** Says. */\nexport function list(sql: any) {\n  return sql<{ user_id: string }[]>`select user_id`;\n}\n",
  "backend/wallet/dates/table.ts":
    "/** Says. */\nexport function list(sql: any) {\n  return sql<{ at: Date }[]>`select now() as at`;\n}\n",
  "backend/wallet/nulls/table.ts": "export interface BankRow {\n  readonly at: number | null;\n}\n",
  "backend/wallet/right/table.ts":
    "/** Says. */\nexport function list(sql: any) {\n  return sql<{ at: number | undefined; kind: 'a_b' }[]>`select`;\n}\n",
  "backend/wallet/anything.ts": "export default function anything() {}\n",
  "backend/wallet/silent.ts": "export function silent() {}\n",
  "backend/wallet/overloaded.ts":
    "/** Says. */\nexport function of(a: 1): 1;\nexport function of(a: 2): 2;\nexport function of(a: number) {\n  return a;\n}\n",
  "backend/wallet/arrow.ts": "export const arrow = () => 1;\n",
  "backend/wallet/camelCase.ts": "export const one = 1;\n",
  "backend/stray.ts": "export const one = 1;\n",
  "backend/wallet/long_file.ts": "export const one = 1;\n".repeat(401),
  "backend/wallet/long_function.ts": `/** Says. */\nexport function long() {\n${"  console.log();\n".repeat(60)}}\n`,
  "backend/wallet/positions.ts":
    "/** Says. */\nexport function of(a: 1, b: 2, c: 3, d: 4) {\n  return [a, b, c, d];\n}\n",
  "backend/wallet/methods.ts":
    "/** Says. */\nexport class Methods {\n  of(a: 1, b: 2, c: 3, d: 4) {\n    return [a, b, c, d];\n  }\n}\n",
  "backend/wallet/named.ts":
    "/** Says. */\nexport function of(tx: 1, b: 2, c: 3, { d = 4 } = {}) {\n  return [tx, b, c, d];\n}\n",
  "backend/wallet/withdrawal/withdrawals.ts": "export const query = `select * from projected.play_counts`;\n",
  "backend/wallet/prose.ts": `export const text = "Only play_counts can update from here";\n`,
  "projections/listening/plays.ts": 'export const COUNTS = table("play_counts", { plays: int }, { key: [] });\n',
  "projections/listening/plays_test.ts": "export const query = `select * from play_counts`;\n",
  "backend/wallet/state_foreign.ts": `export const text = "Somebody waits for this";\n`,
  "backend/wallet/state_name.ts": `export const word = "somebody";\n`,
  "pwa/src/wallet/Foreign.tsx": "export const text = <p>Tomorrow it goes on.</p>;\n",
  "pwa/src/wallet/Foreign_test.tsx": "export const text = <p>Tomorrow it goes on.</p>;\n",
  "pwa/src/wallet/foreign.ts": "export const text = `The ${1} tokens are kept`;\n",
  "backend/wallet/vague.ts": "/** The list that\n * nobody reads. */\nexport const one = 1;\n",
  "backend/wallet/quoting.ts": '// The word "nobody", and `whoever`.\nexport const one = 1;\n',
  "backend/wallet/waits_test.ts":
    'await eventually("it", () => 1);\nawait eventually("it", () => 1).toBe(1);\nawait waitFor("it", () => 1);\n',
  "pwa/src/lib/host.ts": `export const home = Deno.env.get("HOME");\n`,
};

interface Problem {
  readonly file: string;
  readonly rule: string;
  readonly message: string;
}

describe("the lint plugin", () => {
  let found: Problem[] = [];

  beforeAll(async () => {
    ({ problems: found } = await lint(BAD_HOUSE));
  });

  it.each([
    ["imports", "backend/wallet/withdrawal/state.ts", "load it in the verb's file"],
    ["sql-in-its-place", "backend/wallet/withdrawal/routes.ts", "read through a projection's function"],
    ["row-types", "backend/wallet/names/table.ts", "name user_id without"],
    ["row-types", "backend/wallet/dates/table.ts", "number instead of Date"],
    ["row-types", "backend/wallet/nulls/table.ts", "write undefined"],
    ["named-exports", "backend/wallet/anything.ts", "export it by its name"],
    ["named-exports", "backend/wallet/arrow.ts", "export function"],
    ["says-what", "backend/wallet/silent.ts", "one line above silent"],
    ["file-name", "backend/wallet/camelCase.ts", "snake_case.ts"],
    ["file-name", "backend/stray.ts", "put it into a folder"],
    ["function-length", "backend/wallet/long_function.ts", "62 lines"],
    ["few-parameters", "backend/wallet/positions.ts", "4 positional parameters"],
    ["few-parameters", "backend/wallet/methods.ts", "4 positional parameters"],
    ["table-owner", "backend/wallet/withdrawal/withdrawals.ts", "belongs to projections/listening/plays.ts"],
    ["browser-without-deno", "pwa/src/lib/host.ts", "has no Deno"],
    ["expects-of-an-answer", "backend/wallet/waits_test.ts", "waitFor() takes any answer"],
    ["plain-english", "backend/wallet/state_foreign.ts", 'write "someone"'],
    ["plain-english", "pwa/src/wallet/Foreign.tsx", 'write "continue"'],
    ["plain-english", "pwa/src/wallet/foreign.ts", '"Orin keeps …"'],
    ["plain-english", "backend/wallet/vague.ts", 'write "no one"'],
  ])("%s refuses %s", (rule, file, message) => {
    const messages = found.filter((problem) => problem.rule === rule && problem.file === file).map((one) =>
      one.message
    );
    expect(messages).toEqual([expect.stringContaining(message)]);
  });

  it("finds nothing else, so a projection's own test may read its tables, and what is named is not counted", () => {
    expect(found).toHaveLength(20);
  });
});

it("gives a hint at long files and refuses none", async () => {
  const { problems, said } = await lint({ "backend/wallet/long_file.ts": "export const one = 1;\n".repeat(401) });
  expect(problems).toEqual([]);
  expect(said).toContain("Hint: backend/wallet/long_file.ts has 401 lines");
});

async function lint(files: Record<string, string>) {
  const root = Deno.makeTempDirSync();
  try {
    const config = { lint: { plugins: ["./backend/tools/lint_plugin.ts"], rules: { tags: [] } } };
    for (const [path, text] of Object.entries({ ...files, "deno.json": JSON.stringify(config) })) {
      write(join(root, path), text);
    }
    for (const path of ["lint_plugin.ts", "lint"]) {
      copy(join(import.meta.dirname ?? "", path), join(root, "backend/tools", path));
    }
    const command = new Deno.Command(Deno.execPath(), { args: ["lint", "--json", ...Object.keys(files)], cwd: root });
    const { stdout, stderr } = await command.output();
    const [answer = "", said = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    const problems: Problem[] = JSON.parse(answer).diagnostics.map((
      one: { filename: string; code: string; message: string },
    ) => ({
      file: one.filename.slice(one.filename.indexOf(root) + root.length + 1),
      rule: one.code.replace("orin/", ""),
      message: one.message,
    }));
    return { problems, said };
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

function write(path: string, text: string): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

function copy(from: string, to: string): void {
  if (Deno.statSync(from).isFile) return write(to, Deno.readTextFileSync(from));
  for (const { name } of Deno.readDirSync(from)) copy(join(from, name), join(to, name));
}

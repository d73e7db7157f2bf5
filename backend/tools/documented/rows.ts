import { join } from "node:path";

const KINDS = ["route", "call", "text", "constant", "state"] as const;
type Kind = typeof KINDS[number];

/** Why a row's promise cannot be seen. A call is never seen, so its row does not say so. */
export const UNSEEN = {
  answer: "said to programs, in a call's answer",
  file: "the name of a file",
  message: "handed to another app",
  wide: "on wide screens alone: a phone has keys for it",
  rule: "kept by the service, or by what lies behind the screen",
} as const;

/** One thing that a product document promises, the code that keeps it, and the test that would miss it. */
export interface Row {
  readonly kind: Kind;
  /** 1: accounts, discover, player. 2: listener. 3: creator, back office, terms. */
  readonly document: 1 | 2 | 3;
  readonly section: string;
  /** "/songs", "POST /api/auth/login", a text word for word with its holes as {hole}, a rule, an element or a state. */
  readonly what: string;
  readonly code: string;
  /** What the code says of a constant, an element or a state. */
  readonly has?: string;
  readonly test?: string;
  /** Of the test, as its file has it. */
  readonly name?: string;
  /** Why no browser test finds it seen. */
  readonly unseen?: keyof typeof UNSEEN;
  /** The number in `docs/decisions.md` of what is in its place, such as "4". */
  readonly decision?: string;
  /** How a gap of the documents was decided. */
  readonly note?: string;
  /** What is still missing. */
  readonly open?: string;
}

const FOLDER = "backend/tools/documented";

/** What a line of a file says: where a document promises it, and what does not follow from the rest. */
type Line = Omit<Row, "kind" | "document" | "section" | "code"> & { readonly at: string; readonly code?: string };

/** All rows: a file a kind, a line a row. */
export function readRows(root: string): Row[] {
  return KINDS.flatMap((kind) => {
    const lines = Deno.readTextFileSync(join(root, FOLDER, `${kind}s.jsonl`)).split("\n").filter(Boolean);
    return lines.map((line): Row => {
      const { at, ...said }: Line = JSON.parse(line);
      const [document, section = ""] = at.split(" §");
      const row = { code: "", ...said, kind, document: Number(document) as Row["document"], section };
      return kind === "route" ? routeRow(row, root) : withTestBeside(row);
    });
  });
}

/** It looks at the first heading of every screen. */
export const WALK = {
  test: "pwa/e2e/walk_test.ts",
  name: "shows every route what is theirs, on a desktop and on a phone",
} as const;

/** A route is in one of the lists of routes, and the walk visits it. */
function routeRow(row: Row, root: string): Row {
  const has = row.has ?? `path: "${row.what}"`;
  const lists = ["pwa/src/router.tsx", "pwa/src/rare_routes.tsx"];
  const list = lists.find((path) => Deno.readTextFileSync(join(root, path)).includes(has)) ?? lists[0] ?? "";
  return { ...WALK, ...row, has, code: row.code || list };
}

/** A test without a file is in the one beside the code. */
function withTestBeside(row: Row): Row {
  if (row.name === undefined || row.test !== undefined) return row;
  return { ...row, test: row.code.replace(/\.tsx?$/, "_test$&") };
}

/** Source text as one line: indentation, line breaks and strings put together by `+` make no difference. */
export function flat(source: string): string {
  return source.replaceAll('{" "}', " ").replaceAll('\\"', '"').replace(/["`] \+\s*["`]/g, "").replace(/\s+/g, " ");
}

/** Finds a text whose holes, such as {date}, the code fills with something of its own; "..." at its end is any end. */
export function textPattern(text: string): RegExp {
  return new RegExp(text.split(/\{[^}]*\}|\.\.\.$/).map(escaped).join(".{1,60}?"));
}

/** Finds a path in a route: `{id}` matches `:id`, whatever its name and pattern. */
export function pathPattern(path: string): RegExp {
  const parts = path.split(/\{[^}]*\}/).map(escaped);
  return new RegExp(`"${parts.join(":\\w+(\\{[^}]*\\})?")}"`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

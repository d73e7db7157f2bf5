import { basename } from "node:path/posix";
import { judgeImport } from "./lint/import_rules.ts";
import { judgeFileName } from "./lint/file_names.ts";
import { placeOf } from "./lint/places.ts";
import { checkPlainEnglish } from "./lint/plain_english.ts";
import { judgeRowType } from "./lint/row_types.ts";
import { tableNamedIn, tablesIn } from "./lint/table_names.ts";

const ROOT = decodeURIComponent(new URL("../../", import.meta.url).pathname);
/** Longer files are worth a second look; a file is as long as its idea. */
const LOOK_TWICE_AT_LINES = 400;
const MOST_LINES_OF_FUNCTION = 60;
/** Two, with a handle before them (`tx`, `deps`), and an object behind them. */
const MOST_POSITIONAL = 3;

/** The rules of this house for `deno lint`: each message says the reason or the way out. */
const plugin: Deno.lint.Plugin = {
  name: "orin",
  rules: {
    imports: { create: checkImports },
    "named-exports": { create: checkExports },
    "file-name": { create: checkFileName },
    "file-length": { create: hintAtLength },
    "function-length": { create: checkFunctionLength },
    "few-parameters": { create: checkParameters },
    "says-what": { create: checkSaysWhat },
    "table-owner": { create: checkTableOwner },
    "sql-in-its-place": { create: checkSql },
    "row-types": { create: checkRowTypes },
    "browser-without-deno": { create: checkBrowser },
    "expects-of-an-answer": { create: checkAsking },
    "plain-english": { create: (context) => checkPlainEnglish(context, pathOf(context)) },
  },
};

export default plugin;

type Context = Deno.lint.RuleContext;
type Visitor = Deno.lint.LintVisitor;

function checkImports(context: Context): Visitor {
  const from = pathOf(context);
  const judge = (node: Deno.lint.Node, found: Omit<Parameters<typeof judgeImport>[0], "from">) => {
    const message = judgeImport({ from, ...found }, readFile);
    if (message) context.report({ node, message });
  };
  return {
    ImportDeclaration: (node) =>
      judge(node, { specifier: node.source.value, typeOnly: isTypeOnly(node), ...namedIn(node.specifiers) }),
    ExportNamedDeclaration(node) {
      if (!node.source) return;
      const names = node.specifiers.map(({ local }) => identifierName(local));
      judge(node, { specifier: node.source.value, typeOnly: node.exportKind === "type", names });
    },
    ExportAllDeclaration: (node) => judge(node, { specifier: node.source.value, typeOnly: node.exportKind === "type" }),
    ImportExpression(node) {
      if (node.source.type === "Literal" && typeof node.source.value === "string") {
        judge(node, { specifier: node.source.value, typeOnly: false });
      }
    },
  };
}

/** The names that an import takes; none where it takes all. */
function namedIn(specifiers: Deno.lint.ImportDeclaration["specifiers"]): { names?: readonly string[] } {
  if (specifiers.some(({ type }) => type === "ImportNamespaceSpecifier")) return {};
  return { names: specifiers.flatMap((one) => one.type === "ImportSpecifier" ? [identifierName(one.imported)] : []) };
}

function identifierName(node: Deno.lint.Identifier | Deno.lint.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}

function isTypeOnly(node: Deno.lint.ImportDeclaration): boolean {
  if (node.importKind === "type") return true;
  return node.specifiers.length > 0 &&
    node.specifiers.every((specifier) => specifier.type === "ImportSpecifier" && specifier.importKind === "type");
}

function checkExports(context: Context): Visitor {
  const path = pathOf(context);
  // These are loaded by tools that ask for the default export.
  const demanded = path.endsWith(".config.ts") || path.endsWith(".d.ts") ||
    ["backend/tools/lint_plugin.ts", "backend/tools/test/reporter.ts"].includes(path);
  return {
    ExportDefaultDeclaration(node) {
      if (!demanded) {
        context.report({ node, message: "Default exports lose their name: export it by its name" });
      }
    },
    "ExportNamedDeclaration > VariableDeclaration > VariableDeclarator"(node: Deno.lint.VariableDeclarator) {
      if (node.init?.type !== "ArrowFunctionExpression" || node.id.typeAnnotation) return;
      context.report({
        node,
        message: "Write `export function` instead of an arrow constant: search and stack traces then show its name",
      });
    },
  };
}

function checkFileName(context: Context): Visitor {
  return {
    Program(node) {
      const message = judgeFileName(pathOf(context));
      if (message) context.report({ node: node.body[0] ?? node, message });
    },
  };
}

/** A hint, never a refusal. */
function hintAtLength(context: Context): Visitor {
  return {
    Program() {
      const lines = countLines(context.sourceCode.text.trimEnd());
      if (lines > LOOK_TWICE_AT_LINES) console.error(`Hint: ${pathOf(context)} has ${lines} lines. Is it one idea?`);
    },
  };
}

function checkFunctionLength(context: Context): Visitor {
  if (placeOf(pathOf(context)).kind === "test") return {};
  const check = (
    node: Deno.lint.FunctionDeclaration | Deno.lint.FunctionExpression | Deno.lint.ArrowFunctionExpression,
  ) => {
    const lines = countLines(context.sourceCode.getText(node));
    if (lines <= MOST_LINES_OF_FUNCTION) return;
    const message =
      `This function has ${lines} lines, more than ${MOST_LINES_OF_FUNCTION}: keep the branches, move the steps to helpers`;
    context.report({ node, message });
  };
  return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
}

/** Only named functions: the caller decides the parameters of a callback. */
function checkParameters(context: Context): Visitor {
  if (placeOf(pathOf(context)).kind === "test") return {};
  const check = (node: Deno.lint.Node, params: readonly Deno.lint.Parameter[]) => {
    const last = params.at(-1);
    const positional = params.length - (last && isOptions(last) ? 1 : 0);
    if (positional <= MOST_POSITIONAL) return;
    const message =
      `${positional} positional parameters, more than ${MOST_POSITIONAL}: move the last ones into one object with names`;
    context.report({ node, message });
  };
  return {
    FunctionDeclaration: (node) => check(node, node.params),
    MethodDefinition: (node) => check(node, node.value.params),
  };
}

function isOptions(node: Deno.lint.Parameter): boolean {
  const target = node.type === "AssignmentPattern" ? node.left : node;
  return target.type === "ObjectPattern" || (target.type === "Identifier" && target.name === "options");
}

function checkSaysWhat(context: Context): Visitor {
  if (placeOf(pathOf(context)).kind === "test") return {};
  let overloaded: string | undefined;
  return {
    ExportNamedDeclaration(node) {
      const { declaration } = node;
      const isOverload = declaration?.type === "TSDeclareFunction";
      if (!isOverload && declaration?.type !== "FunctionDeclaration" && declaration?.type !== "ClassDeclaration") {
        return;
      }
      const name = declaration.id?.name;
      const comments = context.sourceCode.getCommentsBefore(node);
      const says = comments.some((comment) => comment.type === "Block" && comment.value.startsWith("*"));
      if (!says && name !== overloaded) {
        context.report({ node, message: `Say in one line above ${name} what it returns, its units, how it refuses` });
      }
      if (isOverload) overloaded = name;
    },
  };
}

/** Without what is expected of the answer Vitest asks for none, and such a test cannot fail. */
function checkAsking(context: Context): Visitor {
  return {
    AwaitExpression({ argument }) {
      if (argument.type !== "CallExpression") return;
      const asks = context.sourceCode.getText(argument.callee);
      if (asks !== "eventually" && asks !== "expect.poll") return;
      const message = `Say what is expected of the answer, .toBe(…): else nothing is asked. waitFor() takes any answer`;
      context.report({ node: argument, message });
    },
  };
}

function checkTableOwner(context: Context): Visitor {
  const path = pathOf(context);
  const owners = projectionTables();
  const foreign = [...owners].filter(([, owner]) => !isOwn(path, owner)).map(([table]) => table);
  const check = (node: Deno.lint.Node, text: string) => {
    const table = tableNamedIn(text, foreign);
    if (!table) return;
    const message = `The table ${table} belongs to ${
      owners.get(table)
    }: call a read function exported there, or add one`;
    context.report({ node, message });
  };
  return {
    TemplateLiteral: (node) => check(node, context.sourceCode.getText(node)),
    Literal: (node) => typeof node.value === "string" && check(node, node.value),
  };
}

/** A projection and its own tests. */
function isOwn(path: string, owner: string): boolean {
  const name = basename(owner, ".ts");
  return path === owner ||
    (path.startsWith("projections/") && new RegExp(`^${name}(_.+)?_test\\.ts$`).test(basename(path)));
}

/** Folders and files that speak SQL; everyone else calls a function of theirs. */
const SPEAK_SQL = new Set([
  ...[
    "store",
    "ledger",
    "http",
    "projection",
    "table",
    "start",
    "testing",
    "tools",
    "demo",
    "demo seed",
    "test",
    "proof",
    "elsewhere",
  ],
]);

function checkSql(context: Context): Visitor {
  const { kind } = placeOf(pathOf(context));
  if (SPEAK_SQL.has(kind)) return {};
  return {
    TaggedTemplateExpression(node) {
      if (node.tag.type !== "Identifier" || !["sql", "tx"].includes(node.tag.name)) return;
      const wayOut = "read through a projection's function, write through the store, keep a truth table in a table.ts";
      context.report({ node, message: `A ${kind} file holds no SQL: ${wayOut}` });
    },
  };
}

/** Rows as the client gives them: where a query says its type, and where a file that asks names one. */
function checkRowTypes(context: Context): Visitor {
  const { kind } = placeOf(pathOf(context));
  if (!SPEAK_SQL.has(kind)) return {};
  const check = (node: Deno.lint.Node) => {
    const message = judgeRowType(context.sourceCode.getText(node));
    if (message) context.report({ node, message });
  };
  return {
    TaggedTemplateExpression(node) {
      if (node.typeArguments && !STRANGE_CLIENTS.has(pathOf(context))) check(node.typeArguments);
    },
    TSInterfaceDeclaration(node) {
      if (/Row$/.test(node.id.name)) check(node.body);
    },
  };
}

/** They ask with the library itself. */
const STRANGE_CLIENTS = new Set(["backend/testing/template.ts"]);

function checkBrowser(context: Context): Visitor {
  const { kind } = placeOf(pathOf(context));
  if (!kind.startsWith("pwa ") && kind !== "contract") return {};
  return {
    MemberExpression(node) {
      if (node.object.type !== "Identifier" || !["Deno", "process"].includes(node.object.name)) return;
      const message = `This runs in the browser, which has no ${node.object.name}: pass the value in`;
      context.report({ node, message });
    },
  };
}

let knownTables: Map<string, string> | undefined;

/** Table name to the projection that makes it, read once a run. */
function projectionTables(): Map<string, string> {
  if (knownTables) return knownTables;
  knownTables = new Map();
  for (const file of listProjections()) {
    for (const table of tablesIn(readFile(file) ?? "")) knownTables.set(table, file);
  }
  return knownTables;
}

/** Each projection's file: a folder for each area, e.g. `projections/wallet/wallets.ts`. */
function listProjections(folder = "projections"): string[] {
  try {
    return [...Deno.readDirSync(ROOT + folder)].flatMap(({ name, isDirectory }) => {
      const path = `${folder}/${name}`;
      if (isDirectory) return listProjections(path);
      return name.endsWith(".ts") && !name.endsWith("_test.ts") ? [path] : [];
    });
  } catch {
    return [];
  }
}

function readFile(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(ROOT + path);
  } catch {
    return undefined;
  }
}

function pathOf(context: Context): string {
  return context.filename.startsWith(ROOT) ? context.filename.slice(ROOT.length) : context.filename;
}

function countLines(text: string): number {
  return text.split("\n").length;
}

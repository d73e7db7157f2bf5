import { join } from "node:path";
import ts from "typescript";

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** An answer of a route: `schema` is left out where it is no JSON. */
export interface AnswerType {
  readonly status: number;
  readonly schema?: JsonSchema;
}

/**
 * What each route answers, by `GET /path`, as the compiler knows it: Hono's routes carry the types of their answers, so
 * nobody writes them a second time.
 */
export function answerTypes(root: string): Map<string, AnswerType[]> {
  const app = join(root, "backend/app.ts");
  const program = ts.createProgram([app], {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
    lib: ["lib.esnext.full.d.ts"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    paths: { "@contract/*": [join(root, "backend/contract/*")] },
  });
  const checker = program.getTypeChecker();
  const answers = new Map<string, AnswerType[]>();
  for (const part of partsOf(schemaOfApp(program, checker, app))) {
    for (const path of checker.getPropertiesOfType(part)) {
      for (const method of checker.getPropertiesOfType(checker.getTypeOfSymbol(path))) {
        const name = `${method.name.slice(1).toUpperCase()} ${path.name}`;
        const types = partsOf(checker.getTypeOfSymbol(method)).flatMap((type) => answerOf(checker, type));
        answers.set(name, merged([...answers.get(name) ?? [], ...types]));
      }
    }
  }
  return answers;
}

/** The second type argument of the Hono that `createApp` begins with: every route it mounts. */
function schemaOfApp(program: ts.Program, checker: ts.TypeChecker, path: string): ts.Type {
  const create = program.getSourceFile(path)?.statements.filter(ts.isFunctionDeclaration)
    .find(({ name }) => name?.text === "createApp");
  const [first] = create?.body?.statements ?? [];
  const app = first && ts.isVariableStatement(first) ? first.declarationList.declarations[0] : undefined;
  const type = app && checker.getTypeAtLocation(app.name);
  const schema = type && checker.getTypeArguments(type as ts.TypeReference)[1];
  if (!schema) throw new Error(`${path}: createApp() no longer begins with the app`);
  return schema;
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function answerOf(checker: ts.TypeChecker, type: ts.Type): AnswerType[] {
  const member = (name: string) => {
    const symbol = type.getProperty(name);
    return symbol && checker.getTypeOfSymbol(symbol);
  };
  const [status, format, output] = [member("status"), member("outputFormat"), member("output")];
  // A handler that may leave a request to the next one has a promise among its answers: there is nothing in it.
  if (!status || !output || output.getProperty("then")) return [];
  const isJson = format?.isStringLiteral() === true && format.value === "json";
  const statuses = partsOf(status).filter((one) => one.isNumberLiteral()).map(({ value }) => value);
  // Hono types a status that the handler does not name as any of them, and a redirect as -1.
  return (statuses.includes(100) ? [200] : statuses).map((one) => ({
    status: one < 0 ? 302 : one,
    ...(isJson ? { schema: jsonSchemaOf(checker, output) } : {}),
  }));
}

/** One answer for each status. */
function merged(answers: readonly AnswerType[]): AnswerType[] {
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  return [...byStatus].toSorted(([one], [two]) => one - two).map(([status, same]) => {
    const schemas = distinct(same.flatMap(({ schema }) => schema ? [schema] : []));
    const [only, other] = schemas;
    return { status, ...(only && { schema: other ? { anyOf: schemas } : only }) };
  });
}

function distinct(schemas: readonly JsonSchema[]): JsonSchema[] {
  const byText = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  // The compiler orders the parts of a union by when it first met them, which any other file changes.
  return [...byText].toSorted(([one], [two]) => one < two ? -1 : 1).map(([, schema]) => schema);
}

/** `around`: the types it is part of. One that holds itself, such as any JSON, is described once. */
function jsonSchemaOf(checker: ts.TypeChecker, type: ts.Type, around: readonly ts.Type[] = []): JsonSchema {
  const { flags } = type;
  if (around.includes(type) || flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
  const inside = [...around, type];
  if (type.isUnion()) return unionOf(checker, type, inside);
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
  if (flags & ts.TypeFlags.StringLike) return { type: "string" };
  if (flags & ts.TypeFlags.NumberLike) return { type: "number" };
  if (flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
  if (flags & ts.TypeFlags.Null) return { type: "null" };
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const items = distinct(
      checker.getTypeArguments(type as ts.TypeReference).map((item) => jsonSchemaOf(checker, item, inside)),
    );
    return { type: "array", items: items.length === 1 ? items[0] : items.length === 0 ? {} : { anyOf: items } };
  }
  return objectOf(checker, type, inside);
}

function unionOf(checker: ts.TypeChecker, { types }: ts.UnionType, around: readonly ts.Type[]): JsonSchema {
  // JSON has no symbols.
  const said = types.filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.ESSymbolLike)));
  const schemas = distinct(said.map((member) => jsonSchemaOf(checker, member, around)));
  const values = schemas.flatMap((schema) => "const" in schema ? [schema["const"]] : []);
  const rest = schemas.filter((schema) => !("const" in schema));
  const isBoolean = values.includes(true) && values.includes(false);
  const named = values.filter((value) => !isBoolean || typeof value !== "boolean");
  const all = [
    ...(isBoolean ? [{ type: "boolean" }] : []),
    ...(named.length === 1 ? [{ const: named[0] }] : named.length > 1 ? [{ enum: named.toSorted() }] : []),
    ...rest,
  ];
  const [only, other] = all;
  return only && !other ? only : { anyOf: all };
}

function objectOf(checker: ts.TypeChecker, type: ts.Type, around: readonly ts.Type[]): JsonSchema {
  const members = checker.getPropertiesOfType(type).map((symbol) => {
    const member = checker.getTypeOfSymbol(symbol);
    const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
      partsOf(member).some(({ flags }) => flags & ts.TypeFlags.Undefined);
    return { name: symbol.name, isOptional, schema: jsonSchemaOf(checker, member, around) };
  });
  const others = type.getStringIndexType();
  const required = members.filter(({ isOptional }) => !isOptional).map(({ name }) => name).toSorted();
  return {
    type: "object",
    ...(members.length > 0 && { properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])) }),
    ...(required.length > 0 && { required }),
    ...(others && { additionalProperties: jsonSchemaOf(checker, others, around) }),
  };
}

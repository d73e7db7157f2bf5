import { join } from "node:path";
import ts from "typescript";
import type { AnswerType, AnswerTypes, JsonSchema } from "../../developers/answers.ts";

/**
 * What each call answers, by `GET /path`, as the compiler knows it: what its handler returns, which is of the declared
 * type, with each status.
 */
export function answerTypes(root: string): AnswerTypes {
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
  for (
    const file of program.getSourceFiles().filter(({ fileName }) => /\/backend\/.*(routes|health)\.ts$/.test(fileName))
  ) {
    for (const { name, handler } of servedIn(checker, file)) answers.set(name, answersOf(checker, handler));
  }
  if (answers.size === 0) throw new Error(`${app}: no call is served by Routes.serve any more`);
  return Object.fromEntries(answers);
}

/** Each `.serve(calls.sendGift, …, handler)` of a file: the call's name, and the handler. */
function servedIn(checker: ts.TypeChecker, file: ts.SourceFile): { name: string; handler: ts.Expression }[] {
  const found: { name: string; handler: ts.Expression }[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [call, handler] = [node.arguments[0], node.arguments.at(-1)];
    if (node.expression.name.text !== "serve" || !call || !handler) return;
    const name = answerName(checker, checker.getTypeAtLocation(call));
    if (name !== undefined) found.push({ name, handler });
  };
  visit(file);
  return found;
}

/** The name in the types that a `Call` carries. */
function answerName(checker: ts.TypeChecker, call: ts.Type): string | undefined {
  const parts = call.isIntersection() ? call.types : [];
  const [carried] = parts.filter(({ flags }) => flags & ts.TypeFlags.Object).flatMap((part) => part.getProperties());
  const name = carried && checker.getNonNullableType(checker.getTypeOfSymbol(carried)).getProperty("name");
  const type = name && checker.getTypeOfSymbol(name);
  return type?.isStringLiteral() ? type.value : undefined;
}

function answersOf(checker: ts.TypeChecker, handler: ts.Expression): AnswerType[] {
  const [signature] = checker.getSignaturesOfType(checker.getTypeAtLocation(handler), ts.SignatureKind.Call);
  const returned = signature && checker.getAwaitedType(checker.getReturnTypeOfSignature(signature));
  return returned ? merged(partsOf(returned).flatMap((type) => answerOf(checker, type))) : [];
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function answerOf(checker: ts.TypeChecker, type: ts.Type): AnswerType[] {
  const member = (name: string) => {
    const symbol = type.getProperty(name);
    return symbol && checker.getTypeOfSymbol(symbol);
  };
  const [status, format, output] = [member("_status"), member("_format"), member("_data")];
  // What Hono does not type is a file, a page or nothing.
  if (!status || !output) return [{ status: 200 }];
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

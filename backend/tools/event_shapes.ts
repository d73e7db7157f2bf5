import { join } from "node:path";
import ts from "typescript";

/** What JSON a place of an event's data may hold. */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "any"
  | { readonly is: string | number | boolean }
  | { readonly list: Shape }
  | { readonly tuple: readonly Shape[] }
  | { readonly oneOf: readonly Shape[] }
  | { readonly members: { readonly [name: string]: Shape }; readonly optional: readonly string[] }
  | { readonly everyMember: Shape };

const ROOT = join(import.meta.dirname ?? "", "../..");
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** The file and the shape of the data of every event type that areas and ledger declare, from their TypeScript types. */
export function readEventShapes(): Map<string, { file: string; shape: Shape }> {
  const files = eventFiles();
  const program = ts.createProgram(files, OPTIONS);
  const checker = program.getTypeChecker();
  const shapes = new Map<string, { file: string; shape: Shape }>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    source?.forEachChild((node) => {
      if (!ts.isTypeAliasDeclaration(node)) return;
      const type = checker.getTypeAtLocation(node);
      const [name, data] = ["type", "data"].map((key) => memberOf(checker, { type, key, node }));
      if (name?.isStringLiteral() && data) shapes.set(name.value, { file, shape: shapeOf(checker, data, node) });
    });
  }
  return shapes;
}

/** `events.ts` of every thing, and the ledger's transfers. */
function eventFiles(): string[] {
  const found = productFiles(join(ROOT, "backend"));
  return found.filter((path) => /\/(events|ledger\/transfer)\.ts$/.test(path) && !path.includes("/store/")).sort();
}

/** The service's TypeScript files: no tests, and of tools and demo only what writes the demo's events. */
export function productFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return NOT_SERVED.test(path) ? [] : productFiles(path);
    return name.endsWith(".ts") && !name.endsWith("_test.ts") ? [path] : [];
  });
}

const NOT_SERVED = /\/(backend\/tools|testing|demo\/music)$/;

function memberOf(
  checker: ts.TypeChecker,
  { type, key, node }: { type: ts.Type; key: string; node: ts.Node },
): ts.Type | undefined {
  if (type.isUnion()) return undefined;
  const member = type.getProperty(key);
  return member && checker.getTypeOfSymbolAtLocation(member, node);
}

function shapeOf(checker: ts.TypeChecker, type: ts.Type, node: ts.Node): Shape {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return "any";
  if (type.flags & ts.TypeFlags.Boolean) return "boolean";
  if (type.isUnion()) return oneOf(type.types.map((part) => shapeOf(checker, part, node)));
  if (type.isStringLiteral() || type.isNumberLiteral()) return { is: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { is: checker.typeToString(type) === "true" };
  if (type.flags & ts.TypeFlags.StringLike) return "string";
  if (type.flags & ts.TypeFlags.NumberLike) return "number";
  if (type.flags & ts.TypeFlags.Null) return "null";
  if (checker.isTupleType(type)) {
    return { tuple: checker.getTypeArguments(type as ts.TypeReference).map((part) => shapeOf(checker, part, node)) };
  }
  const item = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
  return item ? { list: shapeOf(checker, item, node) } : membersOf(checker, type, node);
}

function membersOf(checker: ts.TypeChecker, type: ts.Type, node: ts.Node): Shape {
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  if (index && !(index.flags & ts.TypeFlags.Never)) return { everyMember: shapeOf(checker, index, node) };
  const properties = checker.getPropertiesOfType(type).toSorted((a, b) => a.name < b.name ? -1 : 1);
  const isOptional = (property: ts.Symbol) => (property.flags & ts.SymbolFlags.Optional) !== 0;
  return {
    members: Object.fromEntries(properties.map((property) => {
      const own = checker.getTypeOfSymbolAtLocation(property, node);
      return [property.name, shapeOf(checker, isOptional(property) ? withoutUndefined(checker, own) : own, node)];
    })),
    optional: properties.filter(isOptional).map((property) => property.name),
  };
}

function withoutUndefined(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  return checker.getNonNullableType(type);
}

/** In an order that does not depend on the compiler; true and false together are one boolean. */
function oneOf(parts: readonly Shape[]): Shape {
  const texts = new Set(parts.map((part) => JSON.stringify(part)));
  if (texts.delete('{"is":true}') && texts.delete('{"is":false}')) texts.add('"boolean"');
  const [only, ...more] = [...texts].sort().map((text) => JSON.parse(text) as Shape);
  return only !== undefined && more.length === 0 ? only : { oneOf: [...texts].sort().map((text) => JSON.parse(text)) };
}

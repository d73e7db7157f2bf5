import type { Json } from "../store/log/canonical.ts";
import type { Shape } from "./event_shapes.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";

/** An example with every optional member, for keeping. */
export function exampleOf(shape: Shape, name = ""): Json {
  if (shape === "string") return /(^|[a-z])Ids?$/.test(name) ? ID : `a ${name || "text"}`;
  if (shape === "number") return 7;
  if (shape === "boolean") return true;
  if (shape === "null" || shape === "any") return null;
  if ("is" in shape) return shape.is;
  if ("list" in shape) return [exampleOf(shape.list, name)];
  if ("tuple" in shape) return shape.tuple.map((part) => exampleOf(part, name));
  if ("oneOf" in shape) return exampleOf(shape.oneOf[0] ?? "null", name);
  if ("everyMember" in shape) return { some: exampleOf(shape.everyMember, name) };
  return Object.fromEntries(Object.entries(shape.members).map(([key, member]) => [key, exampleOf(member, key)]));
}

/** Whether a value is of the shape: no member missing, none too many. */
export function isOfShape(value: Json | undefined, shape: Shape): boolean {
  if (value === undefined) return false;
  if (shape === "any") return true;
  if (shape === "null") return value === null;
  const kind: string = typeof value;
  if (typeof shape === "string") return kind === shape;
  if ("is" in shape) return value === shape.is;
  if ("oneOf" in shape) return shape.oneOf.some((part) => isOfShape(value, part));
  if ("list" in shape) return Array.isArray(value) && value.every((item: Json) => isOfShape(item, shape.list));
  if ("tuple" in shape) {
    return Array.isArray(value) && value.length === shape.tuple.length &&
      shape.tuple.every((part, index) => isOfShape(value[index], part));
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const members = value as { readonly [name: string]: Json };
  if ("everyMember" in shape) return Object.values(members).every((member) => isOfShape(member, shape.everyMember));
  return Object.keys(members).every((name) => Object.hasOwn(shape.members, name)) &&
    Object.entries(shape.members).every(([name, member]) =>
      Object.hasOwn(members, name) ? isOfShape(members[name], member) : shape.optional.includes(name)
    );
}

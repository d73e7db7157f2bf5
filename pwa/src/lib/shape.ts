import type { Reader } from "./api.ts";

type Looks<T> = { readonly [Field in keyof T]?: (value: unknown) => boolean };

/**
 * A reader that looks only at the fields a screen would break without. It keeps the schema library out of the first
 * screens; the service's own tests hold its answers to the contract.
 */
export function shape<T extends object>(looks: Looks<T>): Reader<T> {
  return {
    parse(value) {
      const record: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
      for (const [field, isRight] of Object.entries<Looks<T>[keyof T]>(looks)) {
        if (!isRight?.(record[field])) throw new TypeError(`The answer's ${field} is not as promised`);
      }
      return value as T;
    },
  };
}

/** The same for an answer that is a plain array. */
export function arrayOf<T>(): Reader<T[]> {
  return {
    parse(value) {
      if (!Array.isArray(value)) throw new TypeError("The answer is not an array");
      return value;
    },
  };
}

/** For `shape()`. */
export function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

/** For `shape()`. */
export function isText(value: unknown): boolean {
  return typeof value === "string";
}

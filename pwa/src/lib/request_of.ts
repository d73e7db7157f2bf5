import type { ApiOptions } from "./api.ts";

/** The path and the options of a declared call: `:id` in its path is `given.id`. */
export function requestOf(call: string, given: object = {}): [path: string, options: ApiOptions] {
  const { query = {}, ...rest }: { query?: object; [name: string]: unknown } = { ...given };
  const [method, path = ""] = call.split(" ");
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)).toString();
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(rest[name])));
  return [asked === "" ? filled : `${filled}?${asked}`, { ...rest, method } as ApiOptions];
}

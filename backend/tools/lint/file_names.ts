import { basename, dirname } from "node:path/posix";

/** Names that tools ask for. */
const GIVEN = /(\.config\.ts|\.d\.ts)$/;

const OF_BACKEND_ITSELF = ["main.ts", "app.ts", "config.ts", "deps.ts"];

/** Says how a file should be called and where it should stand, or nothing when both are right. */
export function judgeFileName(path: string): string | undefined {
  const name = basename(path);
  if (dirname(path) === "backend" && !OF_BACKEND_ITSELF.includes(name)) {
    return `"${name}": backend/ itself only holds ${OF_BACKEND_ITSELF.join(", ")}: put it into a folder`;
  }
  if (GIVEN.test(name) || /^[a-z][a-z0-9]*(_[a-z0-9]+)*\.tsx?$/.test(name)) return undefined;
  if (name.endsWith(".tsx") && /^[A-Z][A-Za-z0-9]*(_test)?\.tsx$/.test(name)) return undefined;
  // What runs where there is no Deno has to be plain JavaScript, for an old Node in its old form.
  if (dirname(path) === "tools" && /^[a-z][a-z0-9]*(_[a-z0-9]+)*\.[mc]js$/.test(name)) return undefined;
  return `"${name}": files are snake_case.ts, React components PascalCase.tsx, tests <file>_test.ts beside`;
}

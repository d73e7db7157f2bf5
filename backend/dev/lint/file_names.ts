import { basename } from "node:path/posix";

/** Names that tools ask for. */
const GIVEN = /(\.config\.ts|\.d\.ts)$/;

/** Says how a file should be called, or nothing when its name is right. */
export function judgeFileName(path: string): string | undefined {
  const name = basename(path);
  if (GIVEN.test(name) || /^[a-z][a-z0-9]*(_[a-z0-9]+)*\.tsx?$/.test(name)) return undefined;
  if (name.endsWith(".tsx") && /^[A-Z][A-Za-z0-9]*(_test)?\.tsx$/.test(name)) return undefined;
  return `"${name}": files are snake_case.ts, React components PascalCase.tsx, tests <file>_test.ts beside`;
}

import { join } from "node:path";
import { ANSWERS_FILE } from "../developers/answers.ts";
import { hashFiles, lockBuild, type Log, readIfThere } from "./build_parts.ts";
import { StartError } from "./start_error.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** What the types of answers follow from. */
const SOURCES = ["backend", "projections", "migrations/upcasts.ts", "package.json", "deno.lock"];
const NO_SOURCE = /_test\.ts$|\.md$|^backend\/(demo|testing)\/|^backend\/tools\/(?!openapi\/)/;

/** Finds what each call answers, for the description of the API, when the code changed since the last time. */
export async function buildAnswersIfChanged(log: Log): Promise<void> {
  using _lock = await lockBuild("answers", log);
  const hash = hashFiles(ROOT, { sources: SOURCES, without: NO_SOURCE });
  const built = readIfThere(ANSWERS_FILE);
  if (built !== undefined && JSON.parse(built).hash === hash) return;
  log("API: describing what calls answer, because the code changed (about 10 s)");
  const compiler = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--node-modules-dir=manual", "backend/tools/openapi/main.ts", hash],
    ...{ cwd: ROOT, stdin: "null", stdout: "piped", stderr: "piped" },
  });
  const { success, stderr } = await compiler.output();
  if (success) return;
  console.error(new TextDecoder().decode(stderr));
  throw new StartError("the API could not be described: what the compiler said is above");
}

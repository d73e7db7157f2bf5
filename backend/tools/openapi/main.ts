import { dirname, join } from "node:path";
import { ANSWERS_FILE } from "../../developers/answers.ts";
import { answerTypes } from "./answer_types.ts";

const ROOT = join(import.meta.dirname ?? "", "../../..");

/** Writes what calls answer, for the build: `main.ts <hash of the sources>`. */
if (import.meta.main) {
  const [hash = ""] = Deno.args;
  const fresh = `${ANSWERS_FILE}.new`;
  Deno.mkdirSync(dirname(ANSWERS_FILE), { recursive: true });
  Deno.writeTextFileSync(fresh, JSON.stringify({ hash, answers: answerTypes(ROOT) }));
  Deno.renameSync(fresh, ANSWERS_FILE);
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { ROLES_OF_CALL } from "../backend/contract/calls/roles_of_call.ts";

const CALLS = fileURLToPath(new URL("../backend/contract/calls/", import.meta.url));
const IMPORT = /^import \{([^}]*)\} from "@contract\/calls\/(?!roles)(\w+)\.ts";/gm;
const DECLARATION = /^export const (\w+) = \w+\(\s*"([A-Z]+ \/[^"]*)"/gm;

/**
 * Puts the method and path of a declared call where the app imports it, and the finished table where it asks for roles:
 * schemas, words and all else that is declared of a call stay on the server.
 */
export function callNames(): Plugin {
  return {
    name: "orin-call-names",
    enforce: "pre",
    load(id) {
      if (id !== `${CALLS}roles_of_call.ts`) return null;
      return `export const ROLES_OF_CALL = ${JSON.stringify(ROLES_OF_CALL)};`;
    },
    transform(code, id) {
      if (!/[\\/]pwa[\\/]/.test(id) || !code.includes('"@contract/calls/')) return null;
      const replaced = code.replace(IMPORT, (statement, list: string, file: string) => {
        this.addWatchFile(`${CALLS}${file}.ts`);
        const known = namesIn(readFileSync(`${CALLS}${file}.ts`, "utf8"));
        const texts = list.split(",").map((part) => part.trim()).filter((part) =>
          part !== "" && !part.startsWith("type ")
        )
          .map((part) => {
            const [name = "", own = name] = part.split(" as ");
            const call = known.get(name);
            if (call === undefined) throw new Error(`${file}.ts declares no call ${name}`);
            return `${own} = ${JSON.stringify(call)}`;
          });
        // As many lines as before: what follows keeps its place.
        return `const ${texts.join(", ")};${"\n".repeat(statement.split("\n").length - 1)}`;
      });
      return { code: replaced, map: null };
    },
  };
}

function namesIn(source: string): Map<string, string> {
  return new Map([...source.matchAll(DECLARATION)].map(([, name = "", call = ""]) => [name, call]));
}

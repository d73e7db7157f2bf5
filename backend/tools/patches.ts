import { join } from "node:path";

/** A mend of a library in node_modules, until its next release has it. */
export type Patch = {
  /** For the message when the library has changed under the patch. */
  name: string;
  file: string;
  before: string;
  after: string;
};

const LIBRARIES = join(import.meta.dirname ?? "", "../../node_modules");
const POSTGRES_CONNECTION = join(LIBRARIES, "postgres/src/connection.js");

/**
 * A query on a connection that the server has closed makes postgres.js 3.4.9 throw from an immediate, where nobody can
 * catch it, and the whole service ends; a transaction's own rollback is such a query. With this it fails like any other
 * query on a lost connection. Reported as porsager/postgres#1208.
 */
const CLOSED_CONNECTION: Patch = {
  name: "postgres.js: writing to a closed connection",
  file: POSTGRES_CONNECTION,
  before: `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)
`,
  after: `  function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
    const x = socket.write(chunk, fn)
`,
};

/** A connection that drops while it asks for the array types ends the service by an unhandled rejection. It asks again. */
const DROPPED_TYPES: Patch = {
  name: "postgres.js: a connection that drops at once",
  file: POSTGRES_CONNECTION,
  before: "        return fetchArrayTypes()\n",
  after: "        return fetchArrayTypes().catch(() => { needsTypes = true })\n",
};

/**
 * A browser whose language is none that Intl knows, like "en-US@posix" on a bare Linux, makes uPlot 1.6.32 throw as it
 * loads, and the chart's screen with it. Orin writes the numbers on its axes itself.
 */
const CHART_LANGUAGE: readonly Patch[] = ["esm", "cjs"].map((kind) => ({
  name: "uPlot: a language that Intl does not know",
  file: join(LIBRARIES, `uplot/dist/uPlot.${kind}.js`),
  before: "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')",
  after: "new Intl.NumberFormat('en-US')",
}));

/** Applies what is not applied yet. Throws when the library's text is not what the patch was made for. */
export function applyPatches(
  patches: readonly Patch[] = [CLOSED_CONNECTION, DROPPED_TYPES, ...CHART_LANGUAGE],
): string[] {
  return patches.filter(applyPatch).map((patch) => patch.name);
}

function applyPatch({ name, file, before, after }: Patch): boolean {
  const text = Deno.readTextFileSync(file);
  if (text.includes(after)) return false;
  if (!text.includes(before)) throw new Error(`Cannot patch ${name}: ${file} has changed`);
  // A new file in its place: the old one may be shared with Deno's cache.
  const fresh = `${file}.${Deno.pid}`;
  Deno.writeTextFileSync(fresh, text.replace(before, after));
  Deno.renameSync(fresh, file);
  return true;
}

if (import.meta.main) applyPatches();

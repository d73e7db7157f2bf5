import { VERSION } from "../contract/version.ts";
import type { Level, Log } from "./quiet_log.ts";
import { clearBar } from "./set_up/progress_line.ts";

interface LogOptions {
  /** One JSON object a line, for programs; otherwise text for people. */
  readonly json: boolean;
  /** Less important lines are left out. */
  readonly level: Level;
  now?(): number;
  write?(line: string, level: Level): void;
}

const LEVELS: readonly Level[] = ["info", "warn", "error"];

/** The log of the service. A line without an error is `info`, one with an error is `error`, unless its fields say so. */
export function createLog({ json, level: least, now = Date.now, write = print }: LogOptions): Log {
  return (message, error, { level = error === undefined ? "info" : "error", ...fields } = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    if (json) {
      const time = new Date(now()).toISOString();
      write(JSON.stringify({ time, level, version: VERSION, message, ...fields, ...described(error) }), level);
    } else {
      const more = Object.entries(fields).map(([name, value]) => `, ${name} ${value}`).join("");
      write(`orin: ${message}${more}${error === undefined ? "" : ` ${Deno.inspect(error)}`}`, level);
    }
  };
}

/** What an error carries beside these (a statement's values, a provider's answer) may be about a person. */
function described(error: unknown): { error?: string; code?: string; stack?: string } {
  if (error === undefined) return {};
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack, cause } = error;
  return {
    error: `${name}: ${message}`,
    ...("code" in error && typeof error.code === "string" ? { code: error.code } : {}),
    ...(stack === undefined ? {} : { stack }),
    ...(cause instanceof Error ? { cause: `${cause.name}: ${cause.message}` } : {}),
  };
}

function print(line: string, level: Level): void {
  clearBar();
  if (level === "error") console.error(line);
  else console.log(line);
}

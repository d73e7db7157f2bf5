import * as z from "zod/mini";
import { firstLine, StartError } from "../../start/start_error.ts";
import type { ChainHead } from "../../store/chain/chain.ts";

const Heads = z.array(
  z.object({
    log: z.string(),
    block: z.number(),
    position: z.number(),
    hash: z.string(),
    format: z.number(),
    sealedAt: z.iso.datetime(),
  }),
).check(z.minLength(1));

/** Heads as `orin heads` printed them into a file. Throws a StartError that says what is wrong with it. */
export function readKeptHeads(file: string): ChainHead[] {
  const found = z.safeParse(Heads, parsed(readKept(file)));
  if (!found.success) throw new StartError(`${file} does not hold what "deno task orin heads" prints`);
  return found.data as ChainHead[];
}

/** A file that an operator keeps. Throws a StartError where it cannot be read. */
export function readKept(file: string): string {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    throw new StartError(`cannot read ${file}: ${firstLine(error)}`);
  }
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

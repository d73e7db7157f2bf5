import { parseArguments } from "../../backend/tools/tool.ts";

/** The options of a command line: `--name value`, or `--name` alone. */
export interface Options {
  has(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string, otherwise: number): number;
  /** As `--seed` says, else any. */
  seed(): number;
  /** What is no option. */
  readonly words: readonly string[];
}

/** Reads options; those of `values` take the word behind them. Throws where one is not known, or is no number. */
export function readOptions(
  { values = [], flags = [] }: { values?: readonly string[]; flags?: readonly string[] },
  args: readonly string[] = Deno.args,
): Options {
  const { options, words } = parseArguments(args, values);
  const known = [...values, ...flags];
  for (const name of options.keys()) {
    if (!known.includes(name)) {
      throw new Error(`There is no --${name}: use ${known.map((one) => `--${one}`).join(", ")}`);
    }
  }
  const text = (name: string) => options.get(name)?.toString();
  const number = (name: string, otherwise: number) => {
    const value = Number(text(name) ?? otherwise);
    if (!Number.isFinite(value)) throw new Error(`--${name} takes a number, not "${text(name)}"`);
    return value;
  };
  return {
    has: (name) => options.has(name),
    text,
    number,
    seed: () => number("seed", Math.floor(Math.random() * 2 ** 31)),
    words,
  };
}

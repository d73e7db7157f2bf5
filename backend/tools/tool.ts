interface ToolArguments {
  /** What is no option, in order. */
  readonly words: readonly string[];
  /** `--name value`, or `--name` alone: true. */
  readonly options: ReadonlyMap<string, string | true>;
}

/** Words and options of a command line; those of `withValue` take the word behind them or behind `=`. */
export function parseArguments(args: readonly string[], withValue: readonly string[]): ToolArguments {
  const words: string[] = [];
  const options = new Map<string, string | true>();
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (!arg.startsWith("--")) {
      words.push(arg);
      continue;
    }
    const [name = "", value] = arg.slice(2).split("=");
    options.set(name, value ?? (withValue.includes(name) ? args[++index] ?? "" : true));
  }
  return { words, options };
}

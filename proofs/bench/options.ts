import type { Options } from "../parts/options.ts";

/** What the command line may say. */
export const BENCH_FLAGS = {
  values: ["seed", "only", "users", "plays", "tracks"],
  flags: ["quick", "growth", "json", "profile", "bytes", "capacity"],
};

/** How long and how often is measured. */
export interface BenchOptions {
  readonly rounds: number;
  /** Of one round. */
  readonly ms: number;
  readonly seed: number;
  /** The sizes of the log, in plays, at which we time the reads. */
  readonly growth: readonly number[];
  /** The data behind the back office's pages when we time them. */
  readonly admin: { readonly users: number; readonly plays: number };
  /** The songs that the search looks through. */
  readonly searchedTracks: number;
  /** The recordings that a new one is looked for among. */
  readonly printedTracks: number;
  /** Suites whose name contains it; all when left out. */
  readonly only: string | undefined;
}

/**
 * `--quick` takes minutes, `--growth` continues to 5 M plays; `--seed <n>`, `--only <suite>`; of the suite `admin` also
 * `--users <n>` and `--plays <n>`, of `search` and `prints` `--tracks <n>`.
 */
export function benchOptions({ has, number, text }: Options): BenchOptions {
  const quick = has("quick");
  return {
    rounds: quick ? 1 : 3,
    ms: quick ? 1_500 : 4_000,
    seed: number("seed", 20_260_101),
    growth: quick ? [5_000] : [50_000, 500_000, ...has("growth") ? [5_000_000] : []],
    admin: {
      users: number("users", quick ? 2_000 : 100_000),
      plays: number("plays", quick ? 5_000 : 1_000_000),
    },
    searchedTracks: number("tracks", quick ? 5_000 : 100_000),
    printedTracks: number("tracks", quick ? 2_000 : 100_000),
    only: text("only"),
  };
}

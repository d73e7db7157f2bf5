import { seededRandom } from "../../backend/testing/random.ts";

/** What producer number `n` asks for, the same in every process and every run with the seed: so each knows the ids of all. */
export type FaultCommand =
  | { readonly kind: "append"; readonly id: string; readonly shard: number; readonly word: string }
  | {
    readonly kind: "transfer";
    readonly id: string;
    readonly shard: number;
    readonly from: string;
    readonly to: string;
    readonly amount: number;
  };

export const ACCOUNTS = 12;
/** What every account begins with: little enough that some transfers are refused. */
export const FUNDING = 2_000;

/** The n-th command of a seed: the checker can work out the same command by itself. */
export function commandOf(seed: number, n: number, shards: number): FaultCommand {
  const random = seededRandom(seed ^ Math.imul(n + 1, 0x9e3779b1));
  const id = uuidOf(random);
  const shard = n % shards;
  if (random() < 0.4) return { kind: "append", id, shard, word: `word${Math.floor(random() * 50)}` };
  const from = Math.floor(random() * ACCOUNTS);
  const to = (from + 1 + Math.floor(random() * (ACCOUNTS - 1))) % ACCOUNTS;
  const amount = 1 + Math.floor(random() * 900);
  return { kind: "transfer", id, shard, from: accountOf(seed, from), to: accountOf(seed, to), amount };
}

/** The account behind an index; `seed` makes it another one for every run. */
export function accountOf(seed: number, index: number): string {
  return `user:${uuidOf(seededRandom(seed + 7_919 * (index + 1)))}:available`;
}

/** A UUID from a seeded source. */
export function uuidOf(random: () => number): string {
  const hex = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32).toString(16).padStart(8, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

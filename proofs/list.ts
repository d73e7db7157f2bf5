/** A proof: a command of its own, `proofs/<name>/main.ts`, or tests with larger numbers. */
export interface Proof {
  readonly name: string;
  /** In a sentence. */
  readonly proves: string;
  /** On two quiet cores, in the size of `all`. */
  readonly minutes: number;
  /** Options that make it so large; the options behind its name, or none, make it larger. */
  readonly inAll?: string;
  /** Files of tests, where it has no command. */
  readonly tests?: readonly string[];
  /** Of Vitest; `backend` where it is left out. */
  readonly project?: "backend" | "shards" | "e2e";
  readonly env?: Readonly<Record<string, string>>;
  /** Options of the tests, each with the variable that it sets. */
  readonly options?: Readonly<Record<string, string>>;
}

/** Every proof. One that is tests takes one row. */
export const PROOFS: readonly Proof[] = [
  {
    name: "faults",
    proves:
      "What was acknowledged is stored once while processes and Postgres die, connections drop and the disk fills.",
    minutes: 2,
  },
  {
    name: "restart",
    proves:
      "No request fails while two processes are restarted one after the other, into a version that changes tables.",
    minutes: 2,
    inAll: "--changed users,plays",
  },
  {
    name: "load",
    proves: "A day of many listeners within minutes is answered in time, each play counts, and the books are right.",
    minutes: 3,
  },
  {
    name: "rehearse",
    proves: "A lost database comes back up to its last save, and payouts wait until two owners have looked.",
    minutes: 2,
  },
  {
    name: "attack",
    proves: "No hostile request makes a route fail, hang, leak, or answer to the wrong person.",
    minutes: 3,
    inAll: "--rounds 5",
    tests: ["proofs/attack/"],
    env: { ORIN_ROUNDS: "20" },
    options: { rounds: "ORIN_ROUNDS", seed: "ORIN_SEED" },
  },
  {
    name: "farm",
    proves: "Farms of fake listeners earn no more than Orin allows, and honest people lose nothing.",
    minutes: 4,
    inAll: "--small --days 3",
  },
  {
    name: "royalties",
    proves: "A year of Premium pays artists what a second computation of the same events says.",
    minutes: 4,
    inAll: "--subscribers 200",
    tests: ["backend/royalties/year_test.ts"],
    env: { ORIN_SUBSCRIBERS: "1000" },
    options: { subscribers: "ORIN_SUBSCRIBERS", seed: "ORIN_SEED" },
  },
  {
    name: "kills",
    proves: "Money and accounts are whole, whichever step of their stories a process is killed at.",
    minutes: 4,
    tests: [
      ...["backend/wallet/withdrawal/kill_test.ts", "backend/wallet/settling/kill_test.ts"],
      ...["backend/gifts/cross_shard/kill_test.ts", "backend/person_data/kill_test.ts"],
      ...["backend/accounts/signup/kill_test.ts", "backend/admin/proposals/kill_test.ts"],
    ],
  },
  {
    name: "properties",
    proves: "What holds for any history of money and plays holds for many: as in the tests, with more of them.",
    minutes: 4,
    tests: [
      ...["backend/listening/report/credit_test.ts", "backend/gifts/cross_shard/cross_shard_test.ts"],
      ...["backend/gifts/settlement/settlement_test.ts", "backend/wallet/lost_payouts/lost_test.ts"],
      ...["backend/wallet/withdrawal/clearance_test.ts", "backend/wallet/withdrawal/approvers_test.ts"],
      ...["backend/wallet/withdrawal/payout_property_test.ts", "backend/wallet/settling/settling_test.ts"],
      ...["backend/ledger/model_test.ts", "backend/ledger/books_test.ts", "backend/store/archive/archive_test.ts"],
      ...["backend/payments/disputes/disputes_test.ts", "backend/admin/proposals/property_test.ts"],
      ...["backend/wallet/gate_property_test.ts", "backend/http/rate_limit_test.ts"],
    ],
  },
  {
    name: "shards",
    proves: "Money and plays keep their promises in three shards, and no group of a writer leaves its own.",
    minutes: 5,
    tests: [],
    project: "shards",
  },
  {
    name: "torture",
    proves: "A phone with all troubles at once, in a real browser, is paid exactly for what was heard.",
    minutes: 6,
    inAll: "--seconds 240",
    tests: ["proofs/torture/"],
    project: "e2e",
    env: { ORIN_TORTURE_SECONDS: "1800" },
    options: { seconds: "ORIN_TORTURE_SECONDS", seed: "ORIN_SEED" },
  },
  {
    name: "prints",
    proves: "Recordings are recognised after another encoding, cuts, another volume or speed.",
    minutes: 4,
    inAll: "--songs 3",
  },
  {
    name: "visit",
    proves: "A first visit on a cheap phone and a slow network costs few bytes and seconds.",
    minutes: 7,
  },
  {
    name: "bench",
    proves: "The server is as fast as its budgets, beside bare inserts and other event stores.",
    minutes: 5,
    inAll: "--quick",
  },
  {
    name: "distributed",
    proves: "All of it holds where an engine spreads the tables over servers, which ORIN_TEST_ENGINE names.",
    minutes: 0,
  },
];

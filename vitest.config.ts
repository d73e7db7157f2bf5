import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { callNames } from "./pwa/call_names.ts";

const alias = { "@contract/": new URL("./backend/contract/", import.meta.url).pathname };
const CORES = availableParallelism();
const leaveOut = ["**/node_modules/**", "**/dist/**", "**/.orin/**"];

/** For hangs only, as all limits here: on a machine that is busy with other things a test may take twenty times its time. */
const expect = { poll: { timeout: 120_000 } };

/** A proof that needs the browser of the journeys. */
const IN_A_BROWSER = "proofs/torture/*_test.ts";

/** Journeys at a time: most of its time each waits for sound, and leaves its core to others. */
const JOURNEYS = CORES + 1;

/** At full size, as `deno task proofs` runs them. */
const IS_PROOF = process.env.ORIN_PROOF === "1";
/** They start services and load them for minutes; in `npm test` stand `orin backup`, stops and requests by themselves. */
const PROOFS_ALONE = ["rehearse/rehearsal", "restart/restart", "load/load"].map((file) => `proofs/${file}_test.ts`);

/** What the shards' proof runs, and what replaces it in `npm test`; tests that name shards are in `backend`, too. */
const IN_SHARDS = [
  "backend/{ledger,gifts,subscriptions}/**/*_test.ts",
  "backend/listening/report/*_test.ts",
  "backend/wallet/{settling,withdrawal,reconciliation}/**/*_test.ts",
];
const FEW_IN_SHARDS = [
  "gifts/gifts",
  "listening/report/credit",
  "subscriptions/gift/gifts",
  "wallet/reconciliation/charges",
]
  .map((file) => `backend/${file}_test.ts`);

/** They kill processes of one shard, look into its log by name, or take long and show nothing more with three. */
const ONE_SHARD = [
  ...["gifts/settlement/settlement", "listening/report/crash", "subscriptions/premium"],
  ...["wallet/settling/kill", "wallet/settling/spend", "wallet/withdrawal/brake", "wallet/withdrawal/kill"],
  ...["wallet/withdrawal/payable", "wallet/withdrawal/payout_crash", "wallet/withdrawal/payout_faults"],
  ...["wallet/withdrawal/withdraw", "wallet/withdrawal/approvers", "wallet/withdrawal/approval_wait"],
  "wallet/withdrawal/payout_property",
];

// Vitest demands the default export.
export default defineConfig({
  resolve: { alias },
  test: {
    // As many workers as cores, each a process of its own.
    maxWorkers: CORES,
    pool: "forks",
    // One Postgres for all projects.
    globalSetup: ["backend/testing/cluster.ts"],
    projects: [
      {
        resolve: { alias },
        test: {
          name: "backend",
          env: { ORIN_TEST_PROJECT: "backend" },
          environment: "node",
          // As in the service all share one process and what it has loaded; for most files loading takes longest.
          isolate: false,
          include: ["{backend,projections,migrations,proofs}/**/*_test.ts"],
          exclude: [...leaveOut, IN_A_BROWSER, ...(IS_PROOF ? [] : PROOFS_ALONE)],
          expect,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        test: {
          // The world of these tests has three shards, and none of its groups may leave its own.
          name: "shards",
          environment: "node",
          isolate: false,
          env: { ORIN_TEST_PROJECT: "shards", ORIN_TEST_SHARDS: "3" },
          include: IS_PROOF ? IN_SHARDS : FEW_IN_SHARDS,
          exclude: [...leaveOut, ...ONE_SHARD.map((file) => `backend/${file}_test.ts`)],
          expect,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        plugins: [callNames(), react()],
        resolve: { alias },
        test: {
          name: "pwa",
          environment: "jsdom",
          // For most files making a jsdom takes longest; see pwa/test_setup.ts for what they do not share.
          isolate: false,
          include: ["pwa/src/**/*_test.tsx"],
          setupFiles: ["pwa/test_setup.ts"],
          exclude: leaveOut,
          expect,
          testTimeout: 120_000,
        },
      },
      {
        plugins: [callNames()],
        resolve: { alias },
        test: {
          // `_test.tsx` has a DOM, `_test.ts` has none.
          name: "pwa-plain",
          environment: "node",
          isolate: false,
          // A worker whose next file belongs to another project ends.
          sequence: { groupOrder: 1 },
          include: ["pwa/src/**/*_test.ts"],
          setupFiles: ["pwa/testing/no_dom.ts"],
          exclude: leaveOut,
          expect,
          testTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "e2e",
          env: { ORIN_TEST_PROJECT: "e2e" },
          environment: "node",
          // Loading the service takes each file a few seconds.
          isolate: false,
          maxWorkers: JOURNEYS,
          sequence: { groupOrder: 2 },
          include: ["pwa/e2e/**/*_test.ts", IN_A_BROWSER],
          exclude: leaveOut,
          expect,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});

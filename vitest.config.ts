import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const alias = { "@contract/": new URL("./backend/contract/", import.meta.url).pathname };
const leaveOut = ["**/node_modules/**", "**/dist/**", "**/.orin/**"];

/** For hangs only, as all limits here: on a machine that is busy with other things a test may take twenty times its time. */
const expect = { poll: { timeout: 60_000 } };

/** They kill processes of one shard, look into its log by name, or take long and show nothing more with three. */
const ONE_SHARD = [
  ...["gifts/hold/hold", "listening/report/crash", "subscriptions/premium"],
  ...["wallet/settling/kill", "wallet/settling/spend", "wallet/withdrawal/brake", "wallet/withdrawal/kill"],
  ...["wallet/withdrawal/payable", "wallet/withdrawal/payout_crash", "wallet/withdrawal/payout_faults"],
  ...["wallet/withdrawal/withdraw", "wallet/withdrawal/approvers", "wallet/withdrawal/approval_wait"],
  "wallet/withdrawal/payout_property",
];

// Vitest demands the default export.
export default defineConfig({
  resolve: { alias },
  test: {
    // Two cores are what the slowest machine we promise has; each worker is a process of its own.
    maxWorkers: 2,
    pool: "forks",
    projects: [
      {
        resolve: { alias },
        test: {
          name: "backend",
          environment: "node",
          // As in the service all share one process and what it has loaded; for most files loading takes longest.
          isolate: false,
          include: ["{backend,projections,migrations}/**/*_test.ts"],
          exclude: leaveOut,
          globalSetup: ["backend/testing/cluster.ts"],
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
          env: { ORIN_TEST_SHARDS: "3" },
          include: [
            "backend/{ledger,gifts,subscriptions}/**/*_test.ts",
            "backend/listening/report/*_test.ts",
            "backend/wallet/{settling,withdrawal,reconciliation}/**/*_test.ts",
          ],
          exclude: [...leaveOut, ...ONE_SHARD.map((file) => `backend/${file}_test.ts`)],
          globalSetup: ["backend/testing/cluster.ts"],
          expect,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        plugins: [react()],
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
          environment: "node",
          // Loading the service takes each file a few seconds.
          isolate: false,
          include: ["pwa/e2e/**/*_test.ts"],
          exclude: leaveOut,
          // A browser on a busy machine may miss a moment; the report names whatever needed it. Nothing else is tried twice:
          // a property that fails for one seed has failed.
          retry: 1,
          globalSetup: ["backend/testing/cluster.ts"],
          expect,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});

import "node:module";
import { availableParallelism } from "node:os";
import react from "file:///work/wt/integ/node_modules/.deno/@vitejs+plugin-react@6.3.0/node_modules/@vitejs/plugin-react/dist/index.js";
import { defineConfig } from "file:///work/wt/integ/node_modules/.deno/vitest@5.1.1/node_modules/vitest/dist/config.js";
const alias = { "@contract/": new URL("./backend/contract/", "file:///work/wt/integ/vitest.config.ts").pathname };
const leaveOut = [
	"**/node_modules/**",
	"**/dist/**",
	"**/.orin/**"
];
/** For hangs only, as all limits here: on a machine that is busy with other things a test may take twenty times its time. */
const expect = { poll: { timeout: 6e4 } };
/** A proof that needs the browser of the journeys. */
const IN_A_BROWSER = "proofs/torture/*_test.ts";
/** At full size, as `deno task proofs` runs them. */
const IS_PROOF = process.env.ORIN_PROOF === "1";
/** They start services and load them for minutes; in `npm test` stand `orin backup`, stops and requests by themselves. */
const PROOFS_ALONE = [
	"rehearse/rehearsal",
	"restart/restart",
	"load/load"
].map((file) => `proofs/${file}_test.ts`);
/** What the shards' proof runs, and what stands for it in `npm test`; tests that name shards are in `backend`, too. */
const IN_SHARDS = [
	"backend/{ledger,gifts,subscriptions}/**/*_test.ts",
	"backend/listening/report/*_test.ts",
	"backend/wallet/{settling,withdrawal,reconciliation}/**/*_test.ts"
];
const FEW_IN_SHARDS = [
	"gifts/gifts",
	"listening/report/credit",
	"subscriptions/gift/gifts",
	"wallet/reconciliation/charges"
].map((file) => `backend/${file}_test.ts`);
/** They kill processes of one shard, look into its log by name, or take long and show nothing more with three. */
const ONE_SHARD = [
	...[
		"gifts/hold/hold",
		"listening/report/crash",
		"subscriptions/premium"
	],
	...[
		"wallet/settling/kill",
		"wallet/settling/spend",
		"wallet/withdrawal/brake",
		"wallet/withdrawal/kill"
	],
	...[
		"wallet/withdrawal/payable",
		"wallet/withdrawal/payout_crash",
		"wallet/withdrawal/payout_faults"
	],
	...[
		"wallet/withdrawal/withdraw",
		"wallet/withdrawal/approvers",
		"wallet/withdrawal/approval_wait"
	],
	"wallet/withdrawal/payout_property"
];
var vitest_config_default = defineConfig({
	resolve: { alias },
	test: {
		maxWorkers: availableParallelism(),
		pool: "forks",
		globalSetup: ["backend/testing/cluster.ts"],
		projects: [
			{
				resolve: { alias },
				test: {
					name: "backend",
					env: { ORIN_TEST_PROJECT: "backend" },
					environment: "node",
					isolate: false,
					include: ["{backend,projections,migrations,proofs}/**/*_test.ts"],
					exclude: [
						...leaveOut,
						IN_A_BROWSER,
						...IS_PROOF ? [] : PROOFS_ALONE
					],
					expect,
					testTimeout: 6e5,
					hookTimeout: 6e5
				}
			},
			{
				resolve: { alias },
				test: {
					name: "shards",
					environment: "node",
					isolate: false,
					env: {
						ORIN_TEST_PROJECT: "shards",
						ORIN_TEST_SHARDS: "3"
					},
					include: IS_PROOF ? IN_SHARDS : FEW_IN_SHARDS,
					exclude: [...leaveOut, ...ONE_SHARD.map((file) => `backend/${file}_test.ts`)],
					expect,
					testTimeout: 6e5,
					hookTimeout: 6e5
				}
			},
			{
				plugins: [react()],
				resolve: { alias },
				test: {
					name: "pwa",
					environment: "jsdom",
					isolate: false,
					include: ["pwa/src/**/*_test.tsx"],
					setupFiles: ["pwa/test_setup.ts"],
					exclude: leaveOut,
					expect,
					testTimeout: 12e4
				}
			},
			{
				resolve: { alias },
				test: {
					name: "pwa-plain",
					environment: "node",
					isolate: false,
					sequence: { groupOrder: 1 },
					include: ["pwa/src/**/*_test.ts"],
					setupFiles: ["pwa/testing/no_dom.ts"],
					exclude: leaveOut,
					expect,
					testTimeout: 12e4
				}
			},
			{
				resolve: { alias },
				test: {
					name: "e2e",
					env: { ORIN_TEST_PROJECT: "e2e" },
					environment: "node",
					isolate: false,
					include: ["pwa/e2e/**/*_test.ts", IN_A_BROWSER],
					exclude: leaveOut,
					expect,
					testTimeout: 6e5,
					hookTimeout: 6e5
				}
			}
		]
	}
});
export { vitest_config_default as default };

//# sourceMappingURL=data:application/json;charset=utf-8;base64,eyJ2ZXJzaW9uIjozLCJmaWxlIjoidml0ZXN0LmNvbmZpZy5qcyIsIm5hbWVzIjpbXSwic291cmNlcyI6WyIvd29yay93dC9pbnRlZy92aXRlc3QuY29uZmlnLnRzIl0sInNvdXJjZXNDb250ZW50IjpbImltcG9ydCB7IGF2YWlsYWJsZVBhcmFsbGVsaXNtIH0gZnJvbSBcIm5vZGU6b3NcIjtcbmltcG9ydCByZWFjdCBmcm9tIFwiQHZpdGVqcy9wbHVnaW4tcmVhY3RcIjtcbmltcG9ydCB7IGRlZmluZUNvbmZpZyB9IGZyb20gXCJ2aXRlc3QvY29uZmlnXCI7XG5cbmNvbnN0IGFsaWFzID0geyBcIkBjb250cmFjdC9cIjogbmV3IFVSTChcIi4vYmFja2VuZC9jb250cmFjdC9cIiwgaW1wb3J0Lm1ldGEudXJsKS5wYXRobmFtZSB9O1xuY29uc3QgbGVhdmVPdXQgPSBbXCIqKi9ub2RlX21vZHVsZXMvKipcIiwgXCIqKi9kaXN0LyoqXCIsIFwiKiovLm9yaW4vKipcIl07XG5cbi8qKiBGb3IgaGFuZ3Mgb25seSwgYXMgYWxsIGxpbWl0cyBoZXJlOiBvbiBhIG1hY2hpbmUgdGhhdCBpcyBidXN5IHdpdGggb3RoZXIgdGhpbmdzIGEgdGVzdCBtYXkgdGFrZSB0d2VudHkgdGltZXMgaXRzIHRpbWUuICovXG5jb25zdCBleHBlY3QgPSB7IHBvbGw6IHsgdGltZW91dDogNjBfMDAwIH0gfTtcblxuLyoqIEEgcHJvb2YgdGhhdCBuZWVkcyB0aGUgYnJvd3NlciBvZiB0aGUgam91cm5leXMuICovXG5jb25zdCBJTl9BX0JST1dTRVIgPSBcInByb29mcy90b3J0dXJlLypfdGVzdC50c1wiO1xuXG4vKiogQXQgZnVsbCBzaXplLCBhcyBgZGVubyB0YXNrIHByb29mc2AgcnVucyB0aGVtLiAqL1xuY29uc3QgSVNfUFJPT0YgPSBwcm9jZXNzLmVudi5PUklOX1BST09GID09PSBcIjFcIjtcbi8qKiBUaGV5IHN0YXJ0IHNlcnZpY2VzIGFuZCBsb2FkIHRoZW0gZm9yIG1pbnV0ZXM7IGluIGBucG0gdGVzdGAgc3RhbmQgYG9yaW4gYmFja3VwYCwgc3RvcHMgYW5kIHJlcXVlc3RzIGJ5IHRoZW1zZWx2ZXMuICovXG5jb25zdCBQUk9PRlNfQUxPTkUgPSBbXCJyZWhlYXJzZS9yZWhlYXJzYWxcIiwgXCJyZXN0YXJ0L3Jlc3RhcnRcIiwgXCJsb2FkL2xvYWRcIl0ubWFwKChmaWxlKSA9PiBgcHJvb2ZzLyR7ZmlsZX1fdGVzdC50c2ApO1xuXG4vKiogV2hhdCB0aGUgc2hhcmRzJyBwcm9vZiBydW5zLCBhbmQgd2hhdCBzdGFuZHMgZm9yIGl0IGluIGBucG0gdGVzdGA7IHRlc3RzIHRoYXQgbmFtZSBzaGFyZHMgYXJlIGluIGBiYWNrZW5kYCwgdG9vLiAqL1xuY29uc3QgSU5fU0hBUkRTID0gW1xuICBcImJhY2tlbmQve2xlZGdlcixnaWZ0cyxzdWJzY3JpcHRpb25zfS8qKi8qX3Rlc3QudHNcIixcbiAgXCJiYWNrZW5kL2xpc3RlbmluZy9yZXBvcnQvKl90ZXN0LnRzXCIsXG4gIFwiYmFja2VuZC93YWxsZXQve3NldHRsaW5nLHdpdGhkcmF3YWwscmVjb25jaWxpYXRpb259LyoqLypfdGVzdC50c1wiLFxuXTtcbmNvbnN0IEZFV19JTl9TSEFSRFMgPSBbXG4gIFwiZ2lmdHMvZ2lmdHNcIixcbiAgXCJsaXN0ZW5pbmcvcmVwb3J0L2NyZWRpdFwiLFxuICBcInN1YnNjcmlwdGlvbnMvZ2lmdC9naWZ0c1wiLFxuICBcIndhbGxldC9yZWNvbmNpbGlhdGlvbi9jaGFyZ2VzXCIsXG5dXG4gIC5tYXAoKGZpbGUpID0+IGBiYWNrZW5kLyR7ZmlsZX1fdGVzdC50c2ApO1xuXG4vKiogVGhleSBraWxsIHByb2Nlc3NlcyBvZiBvbmUgc2hhcmQsIGxvb2sgaW50byBpdHMgbG9nIGJ5IG5hbWUsIG9yIHRha2UgbG9uZyBhbmQgc2hvdyBub3RoaW5nIG1vcmUgd2l0aCB0aHJlZS4gKi9cbmNvbnN0IE9ORV9TSEFSRCA9IFtcbiAgLi4uW1wiZ2lmdHMvaG9sZC9ob2xkXCIsIFwibGlzdGVuaW5nL3JlcG9ydC9jcmFzaFwiLCBcInN1YnNjcmlwdGlvbnMvcHJlbWl1bVwiXSxcbiAgLi4uW1wid2FsbGV0L3NldHRsaW5nL2tpbGxcIiwgXCJ3YWxsZXQvc2V0dGxpbmcvc3BlbmRcIiwgXCJ3YWxsZXQvd2l0aGRyYXdhbC9icmFrZVwiLCBcIndhbGxldC93aXRoZHJhd2FsL2tpbGxcIl0sXG4gIC4uLltcIndhbGxldC93aXRoZHJhd2FsL3BheWFibGVcIiwgXCJ3YWxsZXQvd2l0aGRyYXdhbC9wYXlvdXRfY3Jhc2hcIiwgXCJ3YWxsZXQvd2l0aGRyYXdhbC9wYXlvdXRfZmF1bHRzXCJdLFxuICAuLi5bXCJ3YWxsZXQvd2l0aGRyYXdhbC93aXRoZHJhd1wiLCBcIndhbGxldC93aXRoZHJhd2FsL2FwcHJvdmVyc1wiLCBcIndhbGxldC93aXRoZHJhd2FsL2FwcHJvdmFsX3dhaXRcIl0sXG4gIFwid2FsbGV0L3dpdGhkcmF3YWwvcGF5b3V0X3Byb3BlcnR5XCIsXG5dO1xuXG4vLyBWaXRlc3QgZGVtYW5kcyB0aGUgZGVmYXVsdCBleHBvcnQuXG5leHBvcnQgZGVmYXVsdCBkZWZpbmVDb25maWcoe1xuICByZXNvbHZlOiB7IGFsaWFzIH0sXG4gIHRlc3Q6IHtcbiAgICAvLyBPbmUgcXVldWU6IGFzIG1hbnkgd29ya2VycyBhcyBjb3JlcywgZWFjaCBhIHByb2Nlc3Mgb2YgaXRzIG93bi5cbiAgICBtYXhXb3JrZXJzOiBhdmFpbGFibGVQYXJhbGxlbGlzbSgpLFxuICAgIHBvb2w6IFwiZm9ya3NcIixcbiAgICAvLyBPbmUgUG9zdGdyZXMgZm9yIGFsbCBwcm9qZWN0cy5cbiAgICBnbG9iYWxTZXR1cDogW1wiYmFja2VuZC90ZXN0aW5nL2NsdXN0ZXIudHNcIl0sXG4gICAgcHJvamVjdHM6IFtcbiAgICAgIHtcbiAgICAgICAgcmVzb2x2ZTogeyBhbGlhcyB9LFxuICAgICAgICB0ZXN0OiB7XG4gICAgICAgICAgbmFtZTogXCJiYWNrZW5kXCIsXG4gICAgICAgICAgZW52OiB7IE9SSU5fVEVTVF9QUk9KRUNUOiBcImJhY2tlbmRcIiB9LFxuICAgICAgICAgIGVudmlyb25tZW50OiBcIm5vZGVcIixcbiAgICAgICAgICAvLyBBcyBpbiB0aGUgc2VydmljZSBhbGwgc2hhcmUgb25lIHByb2Nlc3MgYW5kIHdoYXQgaXQgaGFzIGxvYWRlZDsgZm9yIG1vc3QgZmlsZXMgbG9hZGluZyB0YWtlcyBsb25nZXN0LlxuICAgICAgICAgIGlzb2xhdGU6IGZhbHNlLFxuICAgICAgICAgIGluY2x1ZGU6IFtcIntiYWNrZW5kLHByb2plY3Rpb25zLG1pZ3JhdGlvbnMscHJvb2ZzfS8qKi8qX3Rlc3QudHNcIl0sXG4gICAgICAgICAgZXhjbHVkZTogWy4uLmxlYXZlT3V0LCBJTl9BX0JST1dTRVIsIC4uLihJU19QUk9PRiA/IFtdIDogUFJPT0ZTX0FMT05FKV0sXG4gICAgICAgICAgZXhwZWN0LFxuICAgICAgICAgIHRlc3RUaW1lb3V0OiA2MDBfMDAwLFxuICAgICAgICAgIGhvb2tUaW1lb3V0OiA2MDBfMDAwLFxuICAgICAgICB9LFxuICAgICAgfSxcbiAgICAgIHtcbiAgICAgICAgcmVzb2x2ZTogeyBhbGlhcyB9LFxuICAgICAgICB0ZXN0OiB7XG4gICAgICAgICAgLy8gVGhlIHdvcmxkIG9mIHRoZXNlIHRlc3RzIGhhcyB0aHJlZSBzaGFyZHMsIGFuZCBub25lIG9mIGl0cyBncm91cHMgbWF5IGxlYXZlIGl0cyBvd24uXG4gICAgICAgICAgbmFtZTogXCJzaGFyZHNcIixcbiAgICAgICAgICBlbnZpcm9ubWVudDogXCJub2RlXCIsXG4gICAgICAgICAgaXNvbGF0ZTogZmFsc2UsXG4gICAgICAgICAgZW52OiB7IE9SSU5fVEVTVF9QUk9KRUNUOiBcInNoYXJkc1wiLCBPUklOX1RFU1RfU0hBUkRTOiBcIjNcIiB9LFxuICAgICAgICAgIGluY2x1ZGU6IElTX1BST09GID8gSU5fU0hBUkRTIDogRkVXX0lOX1NIQVJEUyxcbiAgICAgICAgICBleGNsdWRlOiBbLi4ubGVhdmVPdXQsIC4uLk9ORV9TSEFSRC5tYXAoKGZpbGUpID0+IGBiYWNrZW5kLyR7ZmlsZX1fdGVzdC50c2ApXSxcbiAgICAgICAgICBleHBlY3QsXG4gICAgICAgICAgdGVzdFRpbWVvdXQ6IDYwMF8wMDAsXG4gICAgICAgICAgaG9va1RpbWVvdXQ6IDYwMF8wMDAsXG4gICAgICAgIH0sXG4gICAgICB9LFxuICAgICAge1xuICAgICAgICBwbHVnaW5zOiBbcmVhY3QoKV0sXG4gICAgICAgIHJlc29sdmU6IHsgYWxpYXMgfSxcbiAgICAgICAgdGVzdDoge1xuICAgICAgICAgIG5hbWU6IFwicHdhXCIsXG4gICAgICAgICAgZW52aXJvbm1lbnQ6IFwianNkb21cIixcbiAgICAgICAgICAvLyBGb3IgbW9zdCBmaWxlcyBtYWtpbmcgYSBqc2RvbSB0YWtlcyBsb25nZXN0OyBzZWUgcHdhL3Rlc3Rfc2V0dXAudHMgZm9yIHdoYXQgdGhleSBkbyBub3Qgc2hhcmUuXG4gICAgICAgICAgaXNvbGF0ZTogZmFsc2UsXG4gICAgICAgICAgaW5jbHVkZTogW1wicHdhL3NyYy8qKi8qX3Rlc3QudHN4XCJdLFxuICAgICAgICAgIHNldHVwRmlsZXM6IFtcInB3YS90ZXN0X3NldHVwLnRzXCJdLFxuICAgICAgICAgIGV4Y2x1ZGU6IGxlYXZlT3V0LFxuICAgICAgICAgIGV4cGVjdCxcbiAgICAgICAgICB0ZXN0VGltZW91dDogMTIwXzAwMCxcbiAgICAgICAgfSxcbiAgICAgIH0sXG4gICAgICB7XG4gICAgICAgIHJlc29sdmU6IHsgYWxpYXMgfSxcbiAgICAgICAgdGVzdDoge1xuICAgICAgICAgIC8vIGBfdGVzdC50c3hgIGhhcyBhIERPTSwgYF90ZXN0LnRzYCBoYXMgbm9uZS5cbiAgICAgICAgICBuYW1lOiBcInB3YS1wbGFpblwiLFxuICAgICAgICAgIGVudmlyb25tZW50OiBcIm5vZGVcIixcbiAgICAgICAgICBpc29sYXRlOiBmYWxzZSxcbiAgICAgICAgICAvLyBBIHdvcmtlciB3aG9zZSBuZXh0IGZpbGUgYmVsb25ncyB0byBhbm90aGVyIHByb2plY3QgZW5kcy5cbiAgICAgICAgICBzZXF1ZW5jZTogeyBncm91cE9yZGVyOiAxIH0sXG4gICAgICAgICAgaW5jbHVkZTogW1wicHdhL3NyYy8qKi8qX3Rlc3QudHNcIl0sXG4gICAgICAgICAgc2V0dXBGaWxlczogW1wicHdhL3Rlc3Rpbmcvbm9fZG9tLnRzXCJdLFxuICAgICAgICAgIGV4Y2x1ZGU6IGxlYXZlT3V0LFxuICAgICAgICAgIGV4cGVjdCxcbiAgICAgICAgICB0ZXN0VGltZW91dDogMTIwXzAwMCxcbiAgICAgICAgfSxcbiAgICAgIH0sXG4gICAgICB7XG4gICAgICAgIHJlc29sdmU6IHsgYWxpYXMgfSxcbiAgICAgICAgdGVzdDoge1xuICAgICAgICAgIG5hbWU6IFwiZTJlXCIsXG4gICAgICAgICAgZW52OiB7IE9SSU5fVEVTVF9QUk9KRUNUOiBcImUyZVwiIH0sXG4gICAgICAgICAgZW52aXJvbm1lbnQ6IFwibm9kZVwiLFxuICAgICAgICAgIC8vIExvYWRpbmcgdGhlIHNlcnZpY2UgdGFrZXMgZWFjaCBmaWxlIGEgZmV3IHNlY29uZHMuXG4gICAgICAgICAgaXNvbGF0ZTogZmFsc2UsXG4gICAgICAgICAgaW5jbHVkZTogW1wicHdhL2UyZS8qKi8qX3Rlc3QudHNcIiwgSU5fQV9CUk9XU0VSXSxcbiAgICAgICAgICBleGNsdWRlOiBsZWF2ZU91dCxcbiAgICAgICAgICBleHBlY3QsXG4gICAgICAgICAgdGVzdFRpbWVvdXQ6IDYwMF8wMDAsXG4gICAgICAgICAgaG9va1RpbWVvdXQ6IDYwMF8wMDAsXG4gICAgICAgIH0sXG4gICAgICB9LFxuICAgIF0sXG4gIH0sXG59KTtcbiJdLCJtYXBwaW5ncyI6Ijs7OztBQUlBLE1BQU0sUUFBUSxFQUFFLGNBQWMsSUFBSSxJQUFJLHVCQUFBLHdDQUFzQyxDQUFDLENBQUMsU0FBUztBQUN2RixNQUFNLFdBQVc7Q0FBQztDQUFzQjtDQUFjO0FBQWE7O0FBR25FLE1BQU0sU0FBUyxFQUFFLE1BQU0sRUFBRSxTQUFTLElBQU8sRUFBRTs7QUFHM0MsTUFBTSxlQUFlOztBQUdyQixNQUFNLFdBQVcsUUFBUSxJQUFJLGVBQWU7O0FBRTVDLE1BQU0sZUFBZTtDQUFDO0NBQXNCO0NBQW1CO0FBQVcsQ0FBQyxDQUFDLEtBQUssU0FBUyxVQUFVLEtBQUssU0FBUzs7QUFHbEgsTUFBTSxZQUFZO0NBQ2hCO0NBQ0E7Q0FDQTtBQUNGO0FBQ0EsTUFBTSxnQkFBZ0I7Q0FDcEI7Q0FDQTtDQUNBO0NBQ0E7QUFDRixDQUFDLENBQ0UsS0FBSyxTQUFTLFdBQVcsS0FBSyxTQUFTOztBQUcxQyxNQUFNLFlBQVk7Q0FDaEIsR0FBRztFQUFDO0VBQW1CO0VBQTBCO0NBQXVCO0NBQ3hFLEdBQUc7RUFBQztFQUF3QjtFQUF5QjtFQUEyQjtDQUF3QjtDQUN4RyxHQUFHO0VBQUM7RUFBNkI7RUFBa0M7Q0FBaUM7Q0FDcEcsR0FBRztFQUFDO0VBQThCO0VBQStCO0NBQWlDO0NBQ2xHO0FBQ0Y7QUFHQSxJQUFBLHdCQUFlLGFBQWE7Q0FDMUIsU0FBUyxFQUFFLE1BQU07Q0FDakIsTUFBTTtFQUVKLFlBQVkscUJBQXFCO0VBQ2pDLE1BQU07RUFFTixhQUFhLENBQUMsNEJBQTRCO0VBQzFDLFVBQVU7R0FDUjtJQUNFLFNBQVMsRUFBRSxNQUFNO0lBQ2pCLE1BQU07S0FDSixNQUFNO0tBQ04sS0FBSyxFQUFFLG1CQUFtQixVQUFVO0tBQ3BDLGFBQWE7S0FFYixTQUFTO0tBQ1QsU0FBUyxDQUFDLHNEQUFzRDtLQUNoRSxTQUFTO01BQUMsR0FBRztNQUFVO01BQWMsR0FBSSxXQUFXLENBQUMsSUFBSTtLQUFhO0tBQ3RFO0tBQ0EsYUFBYTtLQUNiLGFBQWE7SUFDZjtHQUNGO0dBQ0E7SUFDRSxTQUFTLEVBQUUsTUFBTTtJQUNqQixNQUFNO0tBRUosTUFBTTtLQUNOLGFBQWE7S0FDYixTQUFTO0tBQ1QsS0FBSztNQUFFLG1CQUFtQjtNQUFVLGtCQUFrQjtLQUFJO0tBQzFELFNBQVMsV0FBVyxZQUFZO0tBQ2hDLFNBQVMsQ0FBQyxHQUFHLFVBQVUsR0FBRyxVQUFVLEtBQUssU0FBUyxXQUFXLEtBQUssU0FBUyxDQUFDO0tBQzVFO0tBQ0EsYUFBYTtLQUNiLGFBQWE7SUFDZjtHQUNGO0dBQ0E7SUFDRSxTQUFTLENBQUMsTUFBTSxDQUFDO0lBQ2pCLFNBQVMsRUFBRSxNQUFNO0lBQ2pCLE1BQU07S0FDSixNQUFNO0tBQ04sYUFBYTtLQUViLFNBQVM7S0FDVCxTQUFTLENBQUMsdUJBQXVCO0tBQ2pDLFlBQVksQ0FBQyxtQkFBbUI7S0FDaEMsU0FBUztLQUNUO0tBQ0EsYUFBYTtJQUNmO0dBQ0Y7R0FDQTtJQUNFLFNBQVMsRUFBRSxNQUFNO0lBQ2pCLE1BQU07S0FFSixNQUFNO0tBQ04sYUFBYTtLQUNiLFNBQVM7S0FFVCxVQUFVLEVBQUUsWUFBWSxFQUFFO0tBQzFCLFNBQVMsQ0FBQyxzQkFBc0I7S0FDaEMsWUFBWSxDQUFDLHVCQUF1QjtLQUNwQyxTQUFTO0tBQ1Q7S0FDQSxhQUFhO0lBQ2Y7R0FDRjtHQUNBO0lBQ0UsU0FBUyxFQUFFLE1BQU07SUFDakIsTUFBTTtLQUNKLE1BQU07S0FDTixLQUFLLEVBQUUsbUJBQW1CLE1BQU07S0FDaEMsYUFBYTtLQUViLFNBQVM7S0FDVCxTQUFTLENBQUMsd0JBQXdCLFlBQVk7S0FDOUMsU0FBUztLQUNUO0tBQ0EsYUFBYTtLQUNiLGFBQWE7SUFDZjtHQUNGO0VBQ0Y7Q0FDRjtBQUNGLENBQUMifQ==
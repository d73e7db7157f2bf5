import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { proposals } from "../../projections/admin/proposals.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { newId } from "../contract/ids.ts";
import { ALONE_MS } from "../contract/policy.ts";
import { lockHeads } from "../store/log/append.ts";
import type { Event } from "../store/log/event.ts";
import { lockPositions } from "../store/projections/checkpoints.ts";
import { streamsOf } from "../store/streams.ts";
import { eventually } from "../testing/wait.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { propose } from "./decide.ts";
import { afterDays, approversLimit, type ProposalKind } from "./kind.ts";

let test: TestWallet;
beforeAll(async () => {
  test = await openTestWallet();
  // The other side.
  await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const booking = streamsOf<string, boolean, Event<"SumBooked", { readonly subject: string }>>(
  {
    log: "social",
    stream: (subject) => `sum/${subject}`,
    initial: false,
    evolve: () => true,
  },
).handler("sumBooking", {
  id: ({ subject }: { readonly subject: string }) => subject,
  decide: (_booked, { subject }) => [{ type: "SumBooked", data: { subject } }],
  result: () => undefined,
});

/** A decision of 0.4 of the limit by an admin of a side of its own, as often as it is called. */
async function fresh() {
  const { deps } = test.world;
  const { userId: adminId } = await test.person({ isAdmin: true });
  const { secondApproverAboveUnits: limit } = policyAt(await readPolicies(deps.store.sql), deps.now());
  const kind: ProposalKind<{ readonly subject: string }> = {
    ...{ name: "sum", roles: ["finance"], lapsesAt: afterDays(1), alone: approversLimit(ALONE_MS) },
    ...{ ofOwn: "refused", oneSide: "waits", booking },
    matter: () =>
      Promise.resolve({
        ...{ log: "social", units: Math.floor(limit * 0.4), people: [] },
        ...{ title: "", lines: [], link: { label: "", path: "" } },
      }),
    prepare: (_deps, { subject }) => Promise.resolve({ subject }),
  };
  return () => propose(deps, kind, { subject: newId(), content: {}, adminId, metadata: { actor: "system:test" } });
}

it("adds up what the log has and the table of proposals lacks yet", async () => {
  const { store } = test.world.deps;
  const decide = await fresh();
  expect(await decide()).toBe("done");
  await store.catchUp(["proposals"]);

  // The table can take nothing up now, and no one waits for it.
  const caughtUp = vi.spyOn(store, "catchUp").mockResolvedValue(true);
  await store.sql.begin(async (tx) => {
    await lockPositions(tx, proposals, ["social"]);
    expect(await decide()).toBe("done");
    expect(await decide()).toBe("waiting");
  });
  caughtUp.mockRestore();
});

it("adds up what one group of commands decides", async () => {
  const { store } = test.world.deps;
  const decide = await fresh();
  const executed = vi.spyOn(store, "execute");
  const decided: Promise<string>[] = [];
  await store.sql.begin(async (tx) => {
    await lockHeads(tx, ["social"]);
    decided.push(...[1, 2, 3, 4].map(() => decide()));
    await eventually("the decisions to wait for the log", () => executed.mock.calls.length).toBe(4);
  });
  expect((await Promise.all(decided)).sort()).toEqual(["done", "done", "waiting", "waiting"]);
  executed.mockRestore();
});

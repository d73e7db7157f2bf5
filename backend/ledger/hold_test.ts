import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { openTestStore, type TestStore } from "../testing/store.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Store } from "../store/store.ts";
import { ledgerAccounts, loadBalances, readBalances, readTotal } from "./accounts.ts";
import { Pass } from "./pass.ts";
import { type Hold, loadHolds, placeHold, postHold, voidHold } from "./hold.ts";
import { availableAccount, reservedAccount } from "./chart.ts";
import type { Balances } from "./transfer.ts";
import { postTransfer } from "../testing/transfers.ts";

const metadata = { actor: "system:test" };

interface Careless {
  readonly hold: Hold;
  readonly shard: number;
  readonly step: "place" | "post" | "void";
}

/** Knows nothing of what the money is held for, as a careless caller: what is left is what the ledger enforces. */
const careless: CommandHandler<Careless, Balances> = {
  name: "careless",
  async load(tx, commands, scope) {
    await loadHolds(
      tx,
      scope,
      commands.map(({ hold, shard }) => ({ log: `ledger/${shard}` as const, holdId: hold.holdId })),
    );
    const shard = commands[0]?.shard ?? 0;
    const accounts = commands.flatMap(({ hold }) => [availableAccount(hold.userId), reservedAccount(hold.userId)]);
    return await loadBalances(tx, scope, { shard, accounts: ["paid_out", ...accounts] });
  },
  decide(balances, { hold, shard, step }) {
    const log = `ledger/${shard}` as const;
    const made = {
      place: () => placeHold(balances, log, { ...hold, pass: new Pass(hold.userId, hold.units) }),
      post: () => postHold(balances, log, { ...hold, to: [{ account: "paid_out", amount: hold.units }] }),
      void: () => voidHold(balances, log, hold),
    }[step]();
    return { appends: [made], result: undefined };
  },
};

describe.each([1, 2])("a hold, with %i shards", (shards) => {
  let test: TestStore;
  /** The last one: with two shards the money is not in the first. */
  const shard = shards - 1;
  const options = { logs: [`ledger/${shard}`] as const, metadata };
  beforeAll(async () => void (test = await openTestStore({ projections: [ledgerAccounts], shards })));
  afterAll(() => test[Symbol.asyncDispose]());

  const run = (hold: Hold, step: "place" | "post" | "void", store: Store = test.store) =>
    store.execute(careless, { hold, shard, step }, options);

  async function funded(units: number): Promise<Hold> {
    const userId = newId();
    const entries = [{ account: "pool:rewards", amount: -1_000 }, { account: availableAccount(userId), amount: 1_000 }];
    const transfer = { transferId: newId(), code: "reward", entries };
    await test.store.execute(postTransfer, { shard, transfer }, options);
    return { holdId: newId(), userId, units, code: "withdrawal" };
  }

  async function balancesOf({ userId }: Hold) {
    const balances = await readBalances(test.store.sql, shard, [availableAccount(userId), reservedAccount(userId)]);
    return [...balances.values()];
  }

  it("sets money aside, and posts it away or gives it back", async () => {
    const [posted, voided] = [await funded(400), await funded(400)];
    await run(posted, "place");
    await run(voided, "place");
    expect(await balancesOf(posted)).toEqual([600, 400]);
    await run(posted, "post");
    await run(voided, "void");
    expect(await balancesOf(posted)).toEqual([600, 0]);
    expect(await balancesOf(voided)).toEqual([1_000, 0]);
    expect(await readTotal(test.store.sql)).toBe(0);
  });

  it("is refused when more is asked for than is available", async () => {
    const hold = await funded(1_001);
    await expect(run(hold, "place")).rejects.toMatchObject({ code: "insufficient_funds" });
    expect(await balancesOf(hold)).toEqual([1_000, 0]);
  });

  it("is neither posted nor voided when it was never placed, though other money is reserved", async () => {
    const hold = await funded(300);
    await run({ ...hold, holdId: newId() }, "place");
    await expect(run(hold, "post")).rejects.toMatchObject({ code: "hold_unknown" });
    await expect(run(hold, "void")).rejects.toMatchObject({ code: "hold_unknown" });
    expect(await balancesOf(hold)).toEqual([700, 300]);
    await run(hold, "place");
    await run(hold, "void");
    await expect(run(hold, "post")).rejects.toMatchObject({ code: "hold_resolved" });
    expect(await balancesOf(hold)).toEqual([700, 300]);
  });

  it("is resolved once, even where many careless processes post and void it at the same time", async () => {
    const hold = await funded(300);
    // Other money is reserved, too: the balance alone would allow to resolve the hold a second time.
    await run({ ...hold, holdId: newId() }, "place");
    await run({ ...hold, holdId: newId() }, "place");
    await run(hold, "place");
    const other = test.another();
    const ends = await Promise.allSettled(
      (["post", "void", "post", "void", "void", "post"] as const)
        .map((step, index) => run(hold, step, index % 2 ? other : test.store)),
    );
    expect(ends.filter((end) => end.status === "fulfilled")).toHaveLength(1);
    const [available = 0, reserved = 0] = await balancesOf(hold);
    expect(reserved).toBe(600);
    expect([100, 400]).toContain(available);
    expect(await readTotal(test.store.sql)).toBe(0);
  });
});
